"""weir automation: rules on the command line."""

import json
import os
import subprocess

import pytest

from automations import create, task
from cli import Cli
from setting import BIN
from terminals import Terminal
from waiting import until


@pytest.fixture
def cli(daemon):
    return Cli(daemon.place)


def ids(cli):
    return {rule["name"]: rule["ruleId"] for rule in rules(cli)}


def rules(cli):
    done = cli.run("automation", "list", "--json")
    assert done.code == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


def rule(cli, name):
    (one,) = [each for each in rules(cli) if each["name"] == name]
    return one


def test_adding_and_listing(cli, place):
    assert "no rules; to add one: weir automation add" in cli.run("automation").out
    added = cli.run("automation", "add", "tests", "--cron", "0 2 * * *", "--zone", "Europe/Berlin", "run", "the", "tests", cwd=place.root)
    assert added.code == 0 and "added tests, next run: " in added.out, added
    one = rule(cli, "tests")
    assert one["trigger"] == {"type": "cron", "expression": "0 2 * * *", "timezone": "Europe/Berlin"}
    assert one["actions"] == [{"type": "task", "prompt": "run the tests", "cwd": os.path.realpath(place.root)}]
    shown = cli.run("automation", "list").out
    assert "every day at 02:00 (Europe/Berlin)" in shown and "tests" in shown and one["ruleId"] in shown
    assert cli.run("automation", "add", "later", "--every", "15m", "--notify", "hi", "--off").code == 0
    assert rule(cli, "later")["enabled"] is False and rule(cli, "later")["trigger"] == {"type": "interval", "seconds": 900}
    assert "every 15 minutes" in cli.run("automation", "list").out


@pytest.mark.parametrize("options, trigger", [
    (["--every", "90s"], {"type": "interval", "seconds": 90}),
    (["--every", "1d"], {"type": "interval", "seconds": 86400}),
    (["--at", "2099-01-31T09:00:00+01:00"], {"type": "at", "time": "2099-01-31T08:00:00.000Z"}),
    (["--at", "2099-07-31 09:00", "--zone", "Europe/Berlin"], {"type": "at", "time": "2099-07-31T07:00:00.000Z"}),
    (["--at", "2099-03-29 02:30", "--zone", "Europe/Berlin"], {"type": "at", "time": "2099-03-29T01:00:00.000Z"}),
    (["--event", "event.taskFailed", "--where", "error=x", "--where", "taskId=y"],
     {"type": "event", "event": "event.taskFailed", "where": {"error": "x", "taskId": "y"}}),
    (["--watch", "/tmp/a/*.c", "--watch", "/tmp/b", "--settle", "5"], {"type": "file", "paths": ["/tmp/a/*.c", "/tmp/b"], "settleMs": 5}),
    (["--webhook", "--scheme", "github"], {"type": "webhook", "scheme": "github"}),
    (["--webhook"], {"type": "webhook", "scheme": "standard"}),
    ([], {"type": "manual"}),
])
def test_triggers(cli, options, trigger):
    done = cli.run("automation", "add", "x", *options, "hello")
    assert done.code == 0, done
    assert rule(cli, "x")["trigger"] == trigger


def test_paths_are_relative_to_the_directory(cli, place):
    home = os.path.realpath(place.root)
    assert cli.run("automation", "add", "x", "--watch", "src/**", "--watch", ".", "--watch", "./b", "hello", cwd=place.root).code == 0
    assert rule(cli, "x")["trigger"]["paths"] == [f"{home}/src/**", home, f"{home}/b"]
    above = os.path.dirname(home)
    assert cli.run("automation", "add", "y", "--watch", "../a/**", "--watch", "..", "--watch", "~/n/*", "hello", cwd=place.root, HOME="/h/m").code == 0
    assert rule(cli, "y")["trigger"]["paths"] == [f"{above}/a/**", above, "/h/m/n/*"]


@pytest.mark.parametrize("arguments, words", [
    (["--cron", "0 25 * * *"], ["hour 25 is out of range; expected 0-23", "  0 25 * * *\n    ^\n"]),
    (["--cron", "0 9 * * mno"], ['unknown name "mno"', "  0 9 * * mno\n          ^\n"]),
    (["--cron", "* * * *"], ["the day of the week is missing", "  * * * *\n         ^\n"]),
    (["--cron", "0 0 30 2 *"], ["no such date"]),
    (["--cron", "@dialy"], ["did you mean @daily?"]),
    (["--cron", "0 9 * * *", "--zone", "Europe/Berlim"], ["did you mean Europe/Berlin?"]),
    (["--cron", "0 9 * * *", "--zone", "../etc"], ["not the name of a time zone"]),
    (["--at", "2020-01-01 09:00"], ["is in the past"]),
    (["--at", "2026-02-30 09:00"], ["--at must be a time"]),
    (["--at", "25:00"], ["--at must be a time"]),
    (["--every", "5x"], ["--every must be a time"]),
    (["--every", "0"], ["--every must be a time"]),
    (["--every", "5m", "--cron", "@daily"], ["exclude each other: a rule has one trigger"]),
    (["--zone", "UTC"], ["--zone belongs to --cron or --at"]),
    (["--where", "a=b"], ["--where belongs to --event"]),
    (["--event", "event.taskFailed", "--where", "x"], ["--where must be NAME=VALUE"]),
    (["--event", "event.none"], ["rules cannot wait for 'event.none'"]),
    (["--event", "taskFailde"], ["did you mean event.taskFailed?"]),
    (["--watch", "*/../x"], ['must be absolute, without ".", ".."']),
    (["--watch", "/"], ["stands for the whole machine"]),
    (["--watch", "x", "--settle", "-1"], ["--settle must be"]),
    (["--scheme", "github"], ["--scheme belongs to --webhook"]),
])
def test_mistakes(cli, arguments, words):
    done = cli.run("automation", "add", "x", *arguments, "hello")
    assert done.code in (1, 2) and done.out == "", done
    for word in words:
        assert word in done.err, done
    assert rules(cli) == []


def test_a_rule_that_does_nothing(cli):
    assert "the rule does nothing" in cli.run("automation", "add", "x").err
    assert "a name and a prompt are missing" in cli.run("automation", "add").err
    with Terminal(cli, "automation", "add", "--cron", "@daily") as terminal:
        terminal.until_shown("a name and a prompt are missing")
        assert terminal.end() == 2


def test_a_file(cli, place):
    whole = {"name": "from a file", "trigger": {"type": "manual"}, "actions": [task()], "policy": {"overlap": "queue"}}
    path = place.root / "rule.json"
    path.write_text(json.dumps(whole))
    assert cli.run("automation", "add", "--file", path).code == 0
    assert rule(cli, "from a file")["policy"]["overlap"] == "queue"
    assert cli.run("automation", "add", "-f", "-", input=json.dumps(whole | {"name": "two"})).code == 0
    path.write_text('{\n  "name": }')
    bad = cli.run("automation", "add", "--file", path)
    assert bad.code == 1 and "is not JSON: line 2, column" in bad.err
    assert "cannot read" in cli.run("automation", "add", "--file", "/nonexistent").err
    path.write_text("[]")
    assert "is not a JSON object" in cli.run("automation", "add", "--file", path).err
    assert "remove the other arguments" in cli.run("automation", "add", "x", "--file", path).err
    assert "remove --off" in cli.run("automation", "add", "--off", "--file", path).err


def test_names_and_ids(cli, client):
    first = create(client, name="nightly tests")
    second = create(client, name="nightly build")
    third = create(client, name="nightly")
    show = [cli.run("automation", "show", word, "--json") for word in ("nightly t", first, first[:-2], "nightly")]
    assert [json.loads(done.out)["ruleId"] for done in show] == [first, first, first, third]
    many = cli.run("automation", "show", "nigh")
    assert many.code == 2 and "stands for 3 rules" in many.err and first in many.err and second in many.err
    assert "did you mean nightly?" in cli.run("automation", "show", "nightyl").err


def test_show(cli, client):
    cli.run("automation", "add", "x", "--cron", "0 9 * * 1-5", "--overlap", "queue", "--missed", "skip", "do it")
    shown = cli.run("automation", "show", "x").out
    for word in ("every weekday at 09:00", "next", "do it", "queue", "skip, within 86400 s"):
        assert word in shown
    more = {"type": "task", "prompt": "hi", "agent": "offline", "model": "m", "permissionMode": "plan"}
    create(client, [more], name="y", policy={"budget": {"tokens": 5, "costMicros": 1500000}})
    shown = cli.run("automation", "show", "y").out
    for word in ("offline, m, plan: hi", "5 tokens a run", "1.500000 a run"):
        assert word in shown


def test_running_and_the_log(cli, client):
    assert cli.run("automation", "log").out == "no runs yet\n"
    create(client, [task("say {{input.word}}; done")], name="greet")
    done = cli.run("automation", "run", "greet", "--input", '{"word": "hello"}')
    assert done.code == 0 and done.out.startswith("started greet: run_"), done
    until(lambda: "completed" in cli.run("automation", "log").out, "the end of the run")
    line = cli.run("automation", "log", "greet").out
    assert "greet  (manual" in line and "task_" in line
    (run,) = [json.loads(each) for each in cli.run("automation", "log", "--json").out.splitlines()]
    assert run["state"] == "completed" and run["cause"]["data"] == {"word": "hello"}
    assert "--input is not JSON" in cli.run("automation", "run", "greet", "--input", "hello").err
    cli.run("automation", "run", "greet", "--input", '{"word": "again"}')
    until(lambda: cli.run("automation", "log").out.count("completed") == 2, "both runs")
    assert len(cli.run("automation", "log", "-n", "1").out.splitlines()) == 1
    assert cli.run("automation", "log", "-n", "0").out == ""


def test_following_the_log(cli, client):
    create(client, name="one")
    other = create(client, name="other")
    with Terminal(cli, "automation", "log", "one", "-f") as terminal:
        def attempt():
            client.call("automation:trigger", {"ruleId": other})
            cli.run("automation", "run", "one")
            terminal.read_some(0.05)
            return "completed" in terminal.written

        until(attempt, "a line about the run")
        assert "other" not in terminal.written
        terminal.press("\x03")
        assert terminal.end() == 0


def test_switching(cli, client):
    create(client, name="one")
    assert cli.run("automation", "disable", "one").out == "one is disabled\n" and not rule(cli, "one")["enabled"]
    assert cli.run("automation", "enable", "one").out == "one is enabled\n" and rule(cli, "one")["enabled"]
    assert cli.run("automation", "disable").out == "automation is off\n"
    assert "automation is switched off" in cli.run("automation", "list").err
    refused = cli.run("automation", "run", "one")
    assert refused.code == 1 and "switch it on: weir automation enable" in refused.err
    assert cli.run("automation", "enable").out == "automation is on\n"
    assert json.loads(cli.run("automation", "disable", "--json").out) == {"enabled": False}


def test_removing(cli, client):
    create(client, name="one")
    with Terminal(cli, "automation", "remove", "one") as terminal:
        terminal.until_shown("delete the rule one?")
        terminal.press("n")
        assert terminal.end() == 1
    assert "one" in ids(cli)
    assert cli.run("automation", "remove", "one", "--yes").out == "deleted one\n"
    assert rules(cli) == []


def test_editing(cli, client):
    create(client, name="one")
    done = cli.run("automation", "edit", "one", EDITOR="sed -i 's/\"one\"/\"two\"/'")
    assert done.code == 0 and "changed two" in done.out, done
    bad = cli.run("automation", "edit", "two", EDITOR="sed -i 's/manual/other/'")
    assert bad.code == 1 and "params.trigger" in bad.err
    kept = bad.err.rpartition("your text is in ")[2].strip()
    assert '"other"' in open(kept).read()
    os.unlink(kept)
    assert "the editor false failed" in (done := cli.run("automation", "edit", "two", EDITOR="false")).err
    os.unlink(done.err.rpartition("your text is in ")[2].strip())
    assert rule(cli, "two")["trigger"] == {"type": "manual"}


def test_editing_sends_what_was_changed(cli, client):
    create(client, trigger={"type": "interval", "seconds": 86400}, name="one")
    due = rule(cli, "one")["nextDue"]
    done = cli.run("automation", "edit", "one", EDITOR="true")
    assert done.code == 0 and done.out == "" and "nothing was changed" in done.err, done
    assert cli.run("automation", "edit", "one", EDITOR="sed -i 's/\"one\"/\"two\"/'").code == 0
    assert rule(cli, "two")["nextDue"] == due


def test_ctrl_c_in_the_editor(cli, client, place):
    create(client, name="one")
    editor = place.root / "editor"
    editor.write_text("""#!/bin/sh
trap 'echo interrupted' INT
echo editing
until read line; do :; done
sed -i 's/"one"/"two"/' "$1"
""")
    editor.chmod(0o755)
    with Terminal(cli, "automation", "edit", "one", EDITOR=str(editor)) as terminal:
        terminal.until_shown("editing")
        terminal.press("\x03")
        terminal.until_shown("interrupted")
        terminal.press("\r")
        assert terminal.end() == 0
    assert list(ids(cli)) == ["two"]


def test_completion(cli, client):
    create(client, name="nightly")
    script = cli.run("completion", "bash").out
    words = f"""
        PATH={BIN}:$PATH
        compopt() {{ :; }}
        COMP_WORDS=(weir automation show '')
        COMP_CWORD=3
        _weir
        echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script + words], env=cli.place.environment(), capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout.split() == ["nightly"], done


def test_preview(cli):
    done = cli.run("automation", "preview", "0 9 * * 1-5", "--zone", "Asia/Kathmandu", "-n", "3")
    lines = done.out.splitlines()
    assert done.code == 0 and lines[0] == "every weekday at 09:00, Asia/Kathmandu" and len(lines) == 4, done
    assert all(" 09:00 +0545" in line for line in lines[1:])
    assert len(json.loads(cli.run("automation", "preview", "@daily", "--json").out)["times"]) == 5
    assert "  * * *\n       ^\n" in cli.run("automation", "preview", "* * *").err
    assert "--count must be a number" in cli.run("automation", "preview", "@daily", "-n", "0").err


def test_webhook(cli):
    cli.run("automation", "add", "hook", "--webhook", "hello")
    done = cli.run("automation", "webhook", "hook")
    assert done.code == 0 and "secret  whsec_" in done.out and "scheme  standard" in done.out, done
    assert cli.run("automation", "webhook", "hook").out == done.out
    assert cli.run("automation", "webhook", "hook", "--rotate").out != done.out
    cli.run("automation", "add", "other", "hello")
    assert cli.run("automation", "webhook", "other").code == 1


def test_step_by_step(cli):
    with Terminal(cli, "automation", "add") as terminal:
        terminal.until_shown("Name of the rule:")
        terminal.press("nightly\r")
        terminal.until_shown("When does it run?")
        terminal.press("9\r")
        terminal.until_shown("a number from 1 to 7")
        terminal.press("1\r")
        terminal.until_shown("Cron expression")
        terminal.press("0 99 * * *\r")
        terminal.until_shown("hour 99 is out of range")
        terminal.press("1\r")
        terminal.until(lambda: terminal.written.count("Cron expression") == 2, "the question once more")
        terminal.press("\r")
        terminal.until(lambda: terminal.written.count("When does it run?") == 4, "the question once more")
        terminal.press("3\r")
        terminal.until_shown("09:00, or 2026-11-24 09:00:")
        terminal.press("2020-01-01 09:00\r")
        terminal.until_shown("is in the past")
        terminal.until(lambda: terminal.written.count("When does it run?") == 5, "the question once more")
        terminal.press("1\r")
        terminal.until(lambda: terminal.written.count("Cron expression") == 3, "the question once more")
        terminal.press("0 9 * * *\r")
        terminal.until_shown("What should the agent do?")
        terminal.press("say hello\r")
        assert terminal.end() == 0
    one = rule(cli, "nightly")
    assert one["trigger"]["expression"] == "0 9 * * *" and one["actions"][0]["prompt"] == "say hello"
