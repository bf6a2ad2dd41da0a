"""weir task: submit, list, get, wait, logs, cancel, stats."""

import json
import re
import signal
import subprocess

import pytest

from cli import Cli
from running import Running
from setting import WATCHDOG_SECONDS, WEIR
from tasks import Gate, get, session_of, state, submit, until_state, wait
from terminals import Terminal, width, without_colour

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

ID = r"task_[0-9A-Z]{26}"
PROMPT_CHARACTERS_MAX = 1 << 20


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def start(make_daemon, place):
    """Starts a daemon that does not wait for what holds."""

    def begin(**tasks):
        place.write_config({"tasks": {"drainMs": 0, "stopMs": 100} | tasks})
        return make_daemon().start()

    return begin


@pytest.fixture
def daemon(start):
    return start()


def lines_of(done):
    """Each line is JSON by itself."""
    return [json.loads(line) for line in done.out.splitlines()]


def submitted(cli, client, *arguments, **options):
    """The task as the daemon has it."""
    done = cli.run("task", "submit", *arguments, "--json", **options)
    assert done.code == 0 and done.err == "", done
    return get(client, done.json()["taskId"])


# --- submit: the prompt ---


def test_the_id_is_told(cli, client):
    done = cli.run("task", "submit", "hello")
    assert done.code == 0 and done.err == ""
    match = re.fullmatch(rf"({ID}) \w+ in session (sess_[0-9A-Z]{{26}})\n", done.out)
    assert match, done
    task = get(client, match[1])
    assert task["sessionId"] == match[2] and task["prompt"] == "hello"


def test_words_are_joined(cli, client, place):
    task = submitted(cli, client, "fix", "the  test", "now")
    assert task["prompt"] == "fix the  test now" and task["cwd"] == str(place.home)


def test_a_flag_behind_the_prompt_is_a_flag(cli, client):
    task = submitted(cli, client, "fix", "it", "--priority", "5", "please", "-p-7")
    assert task["prompt"] == "fix it please" and task["priority"] == -7


def test_two_dashes_end_the_flags(cli, client):
    done = cli.run("task", "submit", "--json", "--", "fix", "--priority", "5", "-w")
    assert done.code == 0 and get(client, done.json()["taskId"])["prompt"] == "fix --priority 5 -w"


def test_an_unknown_flag(cli, client):
    done = cli.run("task", "submit", "fix", "--priorty", "5")
    assert done.code == 2 and "--priority" in done.err and client.call("task.stats")["total"] == 0


def test_the_standard_input(cli, client):
    text = "line one\n\n  line two — 漢字 \x1b[1m\ttab"
    assert submitted(cli, client, "-", input=text + "\n")["prompt"] == text
    assert submitted(cli, client, "-", "x", input="unread")["prompt"] == "- x"
    assert submitted(cli, client, "review", "@this:", "-", input="a\nb @c\n")["prompt"] == "review @this:\n\na\nb @c"


@pytest.mark.parametrize(
    "given, sentence",
    [(b"", "empty"), (b" \n\t\n", "empty"), (b"a\0b", "NUL"), (b"caf\xe9", "UTF-8"), (b"x" * (PROMPT_CHARACTERS_MAX + 1), "characters")],
    ids=["nothing", "blank", "NUL", "latin-1", "long"],
)
def test_what_is_no_prompt(cli, client, place, given, sentence):
    path = place.root / "prompt"
    path.write_bytes(given)
    with open(path, "rb") as file:
        done = subprocess.run(
            [str(WEIR), "task", "submit", "-"], stdin=file, capture_output=True, text=True, timeout=WATCHDOG_SECONDS,
            env=place.environment(),
        )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("weir: the prompt ") and sentence in done.stderr and len(done.stderr) < 200
    assert client.call("task.stats")["total"] == 0


def test_the_longest_prompt(cli, client):
    text = "ä" * PROMPT_CHARACTERS_MAX
    assert submitted(cli, client, "-", input=text)["prompt"] == text


# --- submit: options ---


def test_options(cli, client, place):
    session = session_of(client, cwd="/usr")
    assert submitted(cli, client, "x", "--session", session)["cwd"] == "/usr"
    task = submitted(cli, client, "x", "-s", session, "-C", "..", "-a", "coder", "--time-limit", "2.5", cwd=place.home)
    assert (task["sessionId"], task["cwd"], task["agent"], task["timeoutMs"]) == (session, str(place.root), "coder", 2500)


@pytest.mark.parametrize("directory", ["nowhere", "file"])
def test_a_directory_that_is_none(cli, client, place, directory):
    (place.home / "file").write_text("")
    done = cli.run("task", "submit", "x", "--cwd", directory)
    assert done.code == 2 and directory in done.err and "irectory" in done.err and client.call("task.stats")["total"] == 0


@pytest.mark.parametrize("option", [["-p", "1.5"], ["-p", "1000001"], ["--time-limit", "0"], ["--time-limit", "soon"]], ids=" ".join)
def test_numbers_that_are_none(cli, client, option):
    done = cli.run("task", "submit", "x", *option)
    assert done.code == 2 and option[1] in done.err and client.call("task.stats")["total"] == 0


@pytest.mark.parametrize("given, wanted", [(["Read,Grep"], ["Read", "Grep"]), (["Read", "mcp__*"], ["Read", "mcp__*"]), ([""], [])])
def test_tools(cli, client, given, wanted):
    options = [word for tools in given for word in ("--tools", tools)]
    assert submitted(cli, client, "done", *options)["tools"] == wanted


def test_limits(cli, client):
    given = ["--memory", "512M", "--processes", "20", "--output=1g", "--tokens", "0"]
    [task] = lines_of(cli.run("task", "submit", "hold", *given, "--json"))
    assert get(client, task["taskId"])["limits"] == {"memoryBytes": 512 << 20, "processes": 20, "outputBytes": 1 << 30, "tokens": 0}


@pytest.mark.parametrize("option", ["--memory=lots", "--memory=2T", "--output=-1", "--processes=1K", "--tokens=1.5"])
def test_limits_that_are_none(cli, client, option):
    done = cli.run("task", "submit", "x", option)
    assert done.code == 2 and option.split("=")[0] in done.err and option.split("=")[1] in done.err and done.out == ""


def test_the_same_key_gives_the_same_task(cli, client):
    first = submitted(cli, client, "x", "--key", "once")
    assert submitted(cli, client, "x", "--key", "once")["id"] == first["id"] and client.call("task.stats")["total"] == 1
    done = cli.run("task", "submit", "y", "--key", "once")
    assert done.code == 1 and "idempotency" in done.err and "hint:" in done.err and "--key" in done.err


def test_a_time_limit(cli, client):
    done = cli.run("task", "submit", "hold", "--time-limit", "0.05", "--wait")
    assert done.code == 1 and "failed" in done.out and "(timeout)" in done.out


def test_a_session_that_is_not_there(cli, client):
    done = cli.run("task", "submit", "x", "--session", "sess_none")
    assert done.code == 1 and "no session" in done.err and "weir session list" in done.err


def test_a_full_queue(cli, start):
    client = start(queue=1, atOnce=1).client()
    running = submit(client, "hold")
    until_state(client, running, "running")
    assert cli.run("task", "submit", "waits").code == 0
    done = cli.run("task", "submit", "too much")
    assert done.code == 1 and "queue" in done.err and "hint:" in done.err and "task list --state queued" in done.err
    assert done.out == ""



# --- submit and wait, submit and follow ---


def test_waiting_for_what_was_submitted(cli, client):
    done = cli.run("task", "submit", "say working; done all good", "--wait")
    assert done.code == 0 and " completed in " in done.out and done.out.endswith("\nall good\n"), done
    done = cli.run("task", "submit", "fail broken it broke", "-w")
    assert done.code == 1 and "failed" in done.out and "it broke (broken)" in done.out and done.err == ""
    [task] = lines_of(cli.run("task", "submit", "done fine", "-w", "--json"))
    assert task["state"] == "completed" and task["result"]["text"] == "fine"


def test_following_what_was_submitted(cli, client):
    done = cli.run("task", "submit", "message content_block_delta {\"text\":\"one \"}; say two; done", "--follow")
    assert done.code == 0 and "\none two\n" in done.out and "-- completed: 2 messages" in done.out and done.err == ""
    done = cli.run("task", "submit", "say x; fail broken it broke", "-f")
    assert done.code == 1 and "-- failed: it broke (broken)" in done.out
    events = lines_of(cli.run("task", "submit", "say x", "-f", "--json"))
    assert events[0]["method"] == "event.taskQueued" and events[-1]["method"] == "event.taskCompleted"
    assert [event["params"]["seq"] for event in events] == sorted({event["params"]["seq"] for event in events})


# --- list ---


WIDE = "漢字仮名交じり文" * 20
STEERING = "a\x1b[2J\x07b\rc\td\u202ee\u009b31mf\nsecond line"


@pytest.fixture
def listed(client):
    tasks = [submit(client, f"done; {text}") for text in (WIDE, STEERING, "x" * 300, "👍🏽e\u0301" * 40)]
    for task in tasks:
        wait(client, task)
    return tasks


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_list_fits_the_terminal(cli, listed, columns):
    with Terminal(cli, "task", "list", columns=columns) as terminal:
        assert terminal.end() == 0
        lines = without_colour(terminal.written).replace("\r\n", "\n").splitlines()
    assert len(lines) == 1 + len(listed)
    for line in lines:
        assert width(line) <= columns and line.isprintable(), line
    if columns >= 80:
        assert [re.match(ID, line)[0] for line in lines[1:]] == listed[::-1]
        assert lines[0].split()[:2] == ["ID", "STATE"] and "PROMPT" in lines[0] and "completed" in lines[1]


def test_a_list_for_a_program_is_not_cut(cli, listed):
    done = cli.run("task", "list")
    lines = done.out.splitlines()
    assert len(lines) == 1 + len(listed) and WIDE in done.out and "x" * 300 in done.out and "\x1b" not in done.out
    assert all(line.isprintable() for line in lines) and "second line" in done.out
    assert "\x1b[32mcompleted\x1b[0m" in cli.run("task", "list", "--color", "always").out


def test_a_list_as_json(cli, client, listed):
    tasks = lines_of(cli.run("task", "list", "--json"))
    assert [task["id"] for task in tasks] == listed[::-1] and tasks == client.call("task.list")
    assert [task["prompt"] for task in tasks] == [get(client, task)["prompt"] for task in listed[::-1]]


def test_a_part_of_a_list(cli, client):
    session = session_of(client)
    running = submit(client, "hold", sessionId=session)
    until_state(client, running, "running")
    queued = submit(client, "waits", sessionId=session)
    done = wait(client, submit(client, "done"))["id"]

    def listing(*options):
        return [task["id"] for task in lines_of(cli.run("task", "list", "--json", *options))]

    assert listing() == [done, queued, running] and listing("-n", "2") == [done, queued]
    assert listing("--state", "queued") == [queued] and listing("-s", "running") == [running]
    assert listing("--session", session) == [queued, running] and listing("--session", session, "--state", "completed") == []
    refused = cli.run("task", "list", "--state", "sleeping")
    assert refused.code == 2 and "awaiting_permission" in refused.err
    for options in ["-n", "0"], ["-n", "x"], ["-n", "1", "--all"]:
        assert cli.run("task", "list", *options).code == 2


def test_a_list_over_many_pages(cli, start):
    client = start(queue=3000, atOnce=1).client()
    running = submit(client, "hold")
    until_state(client, running, "running")
    requests = [client.request("task.submit", {"prompt": f"number {number}"}) for number in range(2100)]
    tasks = [running] + [client.answer(request)["result"]["taskId"] for request in requests]
    for options, count in (["--limit", "1500"], 1500), (["--all"], 2101), ([], 50), (["-n", "1000"], 1000), (["-n", "9999"], 2101):
        shown = re.findall(rf"^{ID}", cli.run("task", "list", *options).out, re.M)
        assert shown == tasks[::-1][:count], options
    assert len(lines_of(cli.run("task", "list", "--all", "--json"))) == 2101
    with Terminal(cli, "task", "list", "-n", "3") as terminal:
        assert terminal.end() == 0 and "newest 3" in terminal.written and "--all" in terminal.written


def test_an_empty_list(cli, client):
    assert cli.run("task", "list").out == "" and cli.run("task", "list", "--json").out == ""
    with Terminal(cli, "task", "list") as terminal:
        assert terminal.end() == 0 and "no tasks;" in terminal.written


# --- get, stats ---


def test_get(cli, client):
    task = submit(client, 'progress 50 half; usage 7 9; done the\nend', priority=4, agent="coder")
    wait(client, task)
    done = cli.run("task", "get", task)
    assert done.code == 0
    for word in (task, "completed", "coder", "50 %, half", "7 in, 9 out", "priority 4", get(client, task)["sessionId"]):
        assert word in done.out, word
    assert cli.run("task", "get", task, "--json").json() == get(client, task)
    done = cli.run("task", "get", "task_none")
    assert done.code == 1 and "task_none" in done.err and "task list" in done.err and done.out == ""


def test_stats(cli, client):
    running = submit(client, "hold")
    until_state(client, running, "running")
    for prompt in "done", "done", "fail a b":
        wait(client, submit(client, prompt))
    counts = dict(line.split() for line in cli.run("task", "stats").out.splitlines())
    assert counts == {"queued": "0", "running": "1", "completed": "2", "failed": "1", "cancelled": "0", "total": "4"}
    assert cli.run("task", "stats", "--json").json() == client.call("task.stats")


# --- cancel ---


def test_cancelling(cli, client):
    session = session_of(client)
    running = submit(client, "hold", sessionId=session)
    until_state(client, running, "running")
    queued = submit(client, "waits", sessionId=session)
    for task in queued, running:
        done = cli.run("task", "cancel", task, "--reason", "no longer needed")
        assert done.code == 0 and done.out == f"cancelled {task}\n" and state(client, task) == "cancelled"
    assert "cancelled: no longer needed" in cli.run("task", "logs", running).out
    again = cli.run("task", "cancel", running)
    assert again.code == 1 and "has ended" in again.err and "task get" in again.err
    assert cli.run("task", "cancel", "task_none").code == 1
    other = submit(client, "hold")
    assert cli.run("task", "cancel", other, "--json").json() == {"cancelled": True}


def test_a_task_that_is_faster_than_its_cancelling(cli, client):
    task = submit(client, "hold complete")
    until_state(client, task, "running")
    done = cli.run("task", "cancel", task)
    assert done.code == 0 and "ended before it could be cancelled" in done.out and state(client, task) == "completed"


def test_cancelling_takes_too_long(cli, start, place):
    client = start(stopMs=1000 * WATCHDOG_SECONDS).client()
    gate = Gate(place)
    task = submit(client, f"hold {gate}")
    until_state(client, task, "running")
    done = cli.run("task", "cancel", task, "--timeout", "0.05")
    assert done.code == 4 and "the task continues to stop" in done.err
    gate.open()
    assert wait(client, task)["state"] == "cancelled"


# --- wait ---


def test_waiting(cli, client):
    task = submit(client, "done well")
    assert cli.run("task", "wait", task).out.endswith("well\n")
    failed = submit(client, "fail broken it broke")
    done = cli.run("task", "wait", failed)
    assert done.code == 1 and "it broke (broken)" in done.out and done.err == ""
    assert cli.run("task", "wait", failed, "--json").json() == get(client, failed)
    assert cli.run("task", "wait", "task_none").code == 1


def test_waiting_for_the_end(cli, client, place):
    """It returns with the task, not before."""
    gate = Gate(place)
    task = submit(client, f"read {gate}; done now")
    until_state(client, task, "running")
    with Running(cli, "task", "wait", task) as waiting:
        gate.open()
        code, out, err = waiting.end(None)
    assert code == 0 and out.endswith("now\n") and err == ""


def test_waiting_not_for_ever(cli, client):
    task = submit(client, "hold")
    until_state(client, task, "running")
    done = cli.run("task", "wait", task, "--timeout", "0.05")
    assert done.code == 4 and f"{task} running for" in done.out and f"weir task wait {task}" in done.err and "daemon" not in done.err
    done = cli.run("task", "wait", task, "--timeout", "0.05", "--json")
    assert done.code == 4 and done.json()["state"] == "running"
    assert state(client, task) == "running"


def test_the_limit_is_not_that_of_the_daemons_answers(cli, daemon, client):
    """One that takes its time tells nevertheless how the task stands."""
    task = submit(client, "hold")
    until_state(client, task, "running")
    daemon.send_signal(signal.SIGSTOP)
    with Running(cli, "task", "wait", task, "--timeout", "0.05", WEIR_IPC_DEBUG="1") as waiting:
        waiting.until_noticed('"event.subscribe"')
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.process.wait(0.2)
        daemon.send_signal(signal.SIGCONT)
        code, out, _ = waiting.end(None)
    assert code == 4 and f"{task} running for" in out


def test_the_progress_is_shown_on_a_terminal(cli, client, place):
    gate = Gate(place)
    task = submit(client, f"progress 40 compiling; read {gate}; progress 90 linking; hold")
    until_state(client, task, "running")
    with Terminal(cli, "task", "wait", task, columns=60) as terminal:
        terminal.until(lambda: re.search(r"\([1-9]\d* s\)", terminal.written), "that it takes long")
        gate.open()
        terminal.until_shown("running: 90 %, linking")
        terminal.press("\x03")
        assert terminal.end() == 130
        said = " ".join(terminal.written.split())
        assert "the task continues" in said and f"weir task wait {task}" in said
        shown = [without_colour(part).replace("\x1b[K", "") for part in terminal.written.split("\r")]
        assert all(len(part) < 60 for part in shown if "running:" in part)
    assert state(client, task) == "running"


def test_no_progress_without_a_terminal(cli, client):
    """Nothing on its pipes; Ctrl-C ends the waiting, not the task."""
    task = submit(client, "progress 10 x; hold")
    until_state(client, task, "running")
    with Running(cli, "task", "wait", task, WEIR_IPC_DEBUG="1") as waiting:
        waiting.until_noticed('"task.wait"')
        code, out, err = waiting.end()
    assert code == 130 and out == "" and "the task continues" in err and "\r" not in err
    assert state(client, task) == "running"


# --- logs ---


TALK = (
    'say Hel; message content_block_delta {"text":"lo, "}; say world.; '
    'message tool_call {"tool":"Read","input":{"path":"/x"}}; progress 50; say Bye; done'
)


def test_logs(cli, client):
    task = wait(client, submit(client, TALK))["id"]
    done = cli.run("task", "logs", task)
    assert done.code == 0 and done.err == ""
    text = done.out[done.out.index("-- started") :]
    assert text == "-- started\nHello, world.\n* Read /x\n-- progress: 50 %\nBye\n-- completed: 5 messages\n"
    assert f"> {TALK}\n" in done.out
    events = lines_of(cli.run("task", "logs", task, "--json"))
    assert [event["method"] for event in events][-1] == "event.taskCompleted" and events[0]["params"]["taskId"] == task
    assert cli.run("task", "logs", task, "-f").out == done.out


def test_logs_over_many_pages(cli, client):
    task = wait(client, submit(client, "events 2500 1"))["id"]
    assert "x" * 2500 + "\n-- completed: 2500 messages\n" in cli.run("task", "logs", task).out
    assert "x" * 2500 + "\n-- completed: 2500 messages\n" in cli.run("task", "logs", "-f", task).out


def test_following_the_logs(cli, client, place):
    gate = Gate(place)
    task = submit(client, f'say first; read {gate}; message content_block_delta {{"text":" second"}}; fail broken it broke')
    with Running(cli, "task", "logs", "-f", task) as logs:
        logs.until_said("-- started\nfirst")  # before its line has ended
        gate.open()
        code, out, err = logs.end(None)
    assert code == 1 and err == "" and out.endswith("first second\n-- failed: it broke (broken)\n"), out


def test_following_until_it_is_interrupted(cli, client):
    task = submit(client, "say something; hold")
    with Running(cli, "task", "logs", "-f", task) as logs:
        logs.until_said("-- started\nsomething")  # the prompt is shown before
        code, _, err = logs.end()
    assert code == 130 and f"weir task cancel {task}" in err and state(client, task) == "running"


def test_what_agents_say_steers_no_terminal(cli, client):
    task = wait(client, submit(client, 'message content_block_delta {"text":"a\\u001b[2Jb\\u0007c\\nd"}; done'))["id"]
    with Terminal(cli, "task", "logs", task, "--color", "never") as terminal:
        assert terminal.end() == 0 and "\x1b" not in terminal.written and "\x07" not in terminal.written
        assert "c\r\nd\r\n" in terminal.written


def test_logs_of_nothing(cli, client):
    for options in [], ["-f"]:
        done = cli.run("task", "logs", "task_none", *options)
        assert done.code == 1 and "task_none" in done.err and done.out == ""
