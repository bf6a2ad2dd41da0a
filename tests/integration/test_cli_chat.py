"""weir chat: a conversation on a terminal, lines from a pipe, and one message on the command line."""

import json
import os
import re
import shutil
import signal
import stat
from pathlib import Path

import pytest

from cli import Cli
from kernels import needs_namespaces
from setting import SHIPPED, WEIR
from tasks import Gate, state
from terminals import Terminal, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

TASK, SESSION = r"task_[0-9A-Z]{26}", r"sess_[0-9A-Z]{26}"
CONFIG = {"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0},
          "permissions": {"approverMs": 600_000}}
UP, CTRL_C, CTRL_D = "\x1b[A", "\x03", "\x04"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config(CONFIG)
    return make_daemon().start(program=SHIPPED)


class Chat(Terminal):
    """Waits for the prompt, types a line, and answers what came of it."""

    def __init__(self, cli, *arguments, **more):
        super().__init__(cli, "chat", *arguments, **more)
        self.prompts = 0
        self.at = 0

    def text(self):
        return re.sub(r"\x1b\[\d*G", "", without_colour(self.written)).replace("\r\n", "\n")

    def ready(self):
        """What was shown since the last prompt; the editor is reading."""
        self.prompts += 1
        self.until(lambda: self.written.count("\x1b[?2004h") >= self.prompts and self.written.endswith("> "), "the prompt")
        text, self.at = self.text()[self.at:], len(self.text())
        return text

    def say(self, line):
        self.press(line + "\r")
        return self.ready()


def tasks(client):
    return client.call("task.list", {"limit": 100})


def session(client):
    return client.call("session.get", {"sessionId": tasks(client)[0]["sessionId"]})


def history(place):
    return place.user_state / "chat_history"


# --- on a terminal -------------------------------------------------------------------------


def test_a_conversation(cli, client, place):
    with Chat(cli, "--title", "small talk") as chat:
        greeting = chat.ready()
        assert "type /help" in greeting and "continues" not in greeting
        assert "No session yet" in chat.say("/status")
        assert "No messages yet" in chat.say("/history")
        assert "hello there\n-- completed in" in chat.say("say hello **there**")
        assert "again\n" in chat.say("say again")
        both = tasks(client)
        assert len(both) == 2 and both[0]["sessionId"] == both[1]["sessionId"]
        text = chat.say("/history")
        assert re.search(r"> say hello \*\*there\*\*\n.*hello \*\*there\*\*\n> say again\nagain\n", text, re.S)
        text = chat.say("/tasks")
        assert all(task["id"] in text for task in both) and "completed" in text
        text = chat.say("/status")
        assert both[0]["sessionId"] in text and "small talk" in text
        assert "/cancel" in chat.say("/help")
        assert "/slash\n" in chat.say("//slash")
        assert tasks(client)[0]["prompt"] == "/slash"
        chat.press(CTRL_D)
        assert chat.end() == 0 and chat.mode() == chat.before
        assert f"weir chat --session {both[0]['sessionId']}" in " ".join(chat.text().split())
    assert stat.S_IMODE(history(place).stat().st_mode) == 0o600
    assert history(place).read_text().splitlines()[-1] == "//slash"


def test_it_goes_on_another_day(cli, client, place):
    with Chat(cli) as chat:
        chat.ready()
        chat.say("say unforgettable")
        first = session(client)["id"]
        chat.press(CTRL_D)
        assert chat.end() == 0
    with Chat(cli, "--continue") as chat:
        chat.ready()
        chat.press(UP + "\r")  # the last line of the last conversation
        assert "unforgettable\n" in chat.ready()
        assert [task["prompt"] for task in tasks(client)] == ["say unforgettable"] * 2 and session(client)["id"] == first
        chat.press("/quit\r")
        assert chat.end() == 0
    for how in ("--session", "--thread"):
        with Chat(cli, how, first) as chat:
            assert "continues: say unforgettable; /history" in " ".join(chat.ready().split())
            assert "> say unforgettable" in chat.say("/history")
            chat.say("say here")
            assert session(client)["id"] == first
            chat.press(CTRL_D)
            assert chat.end() == 0
    lines = history(place).read_text().splitlines()
    assert lines.count("say unforgettable") == 2 and "/quit" in lines


def test_commands_change_the_session(cli, client):
    with Chat(cli, "--agent", "script") as chat:
        chat.ready()
        chat.say("say first")
        assert "m-2" not in str(session(client)) and "next message uses this model" in chat.say("/model m-2")
        assert session(client)["model"] == "m-2" and "m-2" in chat.say("/model")
        assert "The agent chooses" in chat.say("/model -") and "model" not in session(client)
        assert "The mode is plan." in chat.say("/mode plan") and session(client)["permissionMode"] == "plan"
        assert "no such mode" in chat.say("/mode sometimes")
        assert "goes to probe" in chat.say("/agent probe") and session(client)["agent"] == "probe"
        assert "goes to script" in chat.say("/agent script")
        chat.say("say second")
        assert tasks(client)[0]["agent"] == "script" and session(client)["permissionMode"] == "plan"
        assert "did you mean /help?" in chat.say("/hlep")
        assert "see /help" in chat.say("/xyzzy-and-more")
        chat.press(CTRL_D)
        assert chat.end() == 0


def test_tasks_beside_it(cli, client):
    with Chat(cli) as chat:
        chat.ready()
        assert "missing prompt" in chat.say("/run")
        assert "no task of /run" in chat.say("/cancel")
        task = re.search(TASK, chat.say("/run say I work.; hold"))[0]
        until(lambda: state(client, task) == "running", "that it runs")
        assert "meanwhile\n" in chat.say("say meanwhile")
        assert tasks(client)[0]["sessionId"] != client.call("task.get", {"taskId": task})["sessionId"]
        text = chat.say("/tasks")
        assert task in text and "running" in text and "completed" in text
        assert "The task was stopped." in chat.say("/cancel") and state(client, task) == "cancelled"
        assert "task_not_cancellable" in chat.say(f"/cancel {task}")
        chat.press(CTRL_D)
        assert chat.end() == 0


def test_ctrl_c(cli, client):
    with Chat(cli) as chat:
        chat.ready()
        chat.press("say this is not said")
        chat.until(lambda: chat.text().endswith("not said"), "what was typed")
        chat.press(CTRL_C)
        chat.ready()
        chat.press("say I am running.; hold\r")
        chat.until(lambda: "\nI am running." in chat.text().replace("\x1b[?2004l", ""), "that it runs")
        chat.press(CTRL_C)
        text = chat.ready()
        assert "stopping the task" in text and "the task was stopped" in text and tasks(client)[0]["state"] == "cancelled"
        assert "still here\n" in chat.say("say still here")
        chat.press(CTRL_C)
        assert "Ctrl-C again" in chat.ready()
        chat.press(CTRL_C)
        assert chat.end() == 0 and chat.mode() == chat.before
    assert [task["prompt"] for task in tasks(client)] == ["say still here", "say I am running.; hold"]


def test_a_line_is_edited(cli, client):
    """UTF-8, the cursor, a paste of several lines, a tab that completes and one that was pasted."""
    with Chat(cli) as chat:
        chat.ready()
        assert "grün\n" in chat.say("say grünx\x7f")
        assert "日本語\n" in chat.say("日本語\x01say ")
        chat.say("\x1b[200~say one;\r\tsay two\x1b[201~; say three")
        assert tasks(client)[0]["prompt"] == "say one;\n\tsay two; say three"
        chat.say("say four;\x1b\rsay five")
        assert tasks(client)[0]["prompt"] == "say four;\nsay five"
        assert "sess_" in chat.say("/sta\t")
        chat.press("/\t")
        chat.until(lambda: "/help  /status  /history" in chat.text(), "the commands")
        chat.press("\x15")  # the line is cleared
        chat.set_size(30, 10)
        chat.press(UP)
        chat.until(lambda: "/sta" in chat.text()[-20:], "the last line")
        chat.press(CTRL_C)
        chat.ready()
        chat.press(CTRL_D)
        assert chat.end() == 0


def test_permissions_are_asked_in_place(cli, client, place):
    (place.home / "a.txt").write_text("one\n")
    with Chat(cli) as chat:
        chat.ready()
        chat.press("permission Write " + json.dumps({"file_path": "a.txt", "content": "two\n"}) + "\r")
        chat.until(lambda: "show all >" in chat.text(), "the question")
        assert "-one" in chat.text() and "+two" in chat.text()
        chat.press("n")
        assert "denied\n" in chat.ready()
        assert "fine\n" in chat.say("say fine")
        chat.press(CTRL_D)
        assert chat.end() == 0


def write(place, name="a.txt"):
    (place.home / name).write_text("one\n")
    return "permission Write " + json.dumps({"file_path": name, "content": "two\n"})


def test_a_task_beside_it_asks_at_the_prompt(cli, client, place):
    gate = Gate(place)
    with Chat(cli) as chat:
        chat.ready()
        task = re.search(TASK, chat.say(f"/run read {gate}; " + write(place)))[0]
        gate.open()  # it asks behind the prompt, however quick it is
        chat.until(lambda: "show all >" in chat.text(), "the question")
        question = chat.text()[chat.at:]
        assert "-one" in question and "+two" in question and re.search(rf"task +{task}", question)
        chat.press("y")
        assert "allowed\n" in chat.ready()
        until(lambda: state(client, task) == "completed", "that it goes on")
        assert "fine\n" in chat.say("say fine")
        chat.press(CTRL_D)
        assert chat.end() == 0 and chat.mode() == chat.before


def test_a_question_that_is_put_off_is_asked_again(cli, client, place):
    gate = Gate(place)
    with Chat(cli) as chat:
        chat.ready()
        task = re.search(TASK, chat.say(f"/run read {gate}; " + write(place)))[0]
        gate.open()
        chat.until(lambda: "show all >" in chat.text(), "the question")
        chat.press(CTRL_C)
        assert "asks again after the next line" in chat.ready()
        assert state(client, task) == "awaiting_permission"
        chat.press("/tasks\r")
        chat.until(lambda: chat.text()[chat.at:].count("show all >") == 1, "the question")
        chat.prompts += 1  # in the place of one
        chat.press("n")
        assert "denied" in chat.ready()
        until(lambda: state(client, task) == "completed", "that it goes on")
        chat.press(CTRL_D)
        assert chat.end() == 0


def test_a_question_does_not_come_between_what_is_typed(cli, client, place):
    gate = Gate(place)
    with Chat(cli) as chat:
        chat.ready()
        task = re.search(TASK, chat.say(f"/run read {gate}; " + write(place)))[0]
        until(lambda: state(client, task) == "running", "that it runs")
        chat.press("say hal\x1b[Dl")  # the cursor stands before the last letter
        chat.until(lambda: chat.written.endswith("l\b"), "that it is all there")
        gate.open()
        chat.until(lambda: "send or clear this line to answer" in chat.text(), "the notice")
        chat.until(lambda: chat.written.endswith("\r\n> say hall\b"), "the line below it, with its cursor")
        assert f"\r\x1b[J\x1b[33m-- {task} requests" in chat.written
        chat.press("\x1b[C way\r")
        chat.until(lambda: "show all >" in chat.text(), "the question")
        chat.press("y")
        until(lambda: state(client, task) == "completed", "that it goes on")
        until(lambda: tasks(client)[0]["prompt"] == "say hall way", "the message as it was typed")


def test_what_was_changed_is_shown_and_put_back(cli, client, place):
    (place.home / "a.txt").write_text("one\n")
    with Chat(cli, "--agent", "offline", "--permission-mode", "acceptEdits") as chat:
        chat.ready()
        assert "no task yet" in chat.say("/diff")
        assert "changed: 1 file (/diff, /undo)" in chat.say('replace "one" with "two" in a.txt')
        text = chat.say("/diff")
        assert "-one" in text and "+two" in text
        chat.press("/undo\r")
        chat.until(lambda: "[y/N]" in chat.text(), "the question")
        chat.press("y")
        assert "restored" in chat.ready() and (place.home / "a.txt").read_text() == "one\n"
        assert "offline" in chat.say("/agent")
        chat.press(CTRL_D)
        assert chat.end() == 0


def test_undo_is_refused_with_one_key_too(cli, client, place):
    (place.home / "a.txt").write_text("one\n")
    with Chat(cli, "--agent", "offline", "--permission-mode", "acceptEdits") as chat:
        chat.ready()
        chat.say('replace "one" with "two" in a.txt')
        for key in ("n", CTRL_C, "\r"):
            chat.press("/undo\r")
            chat.until(lambda: "[y/N]" in chat.text()[chat.at:], "the question")
            chat.press(key)
            assert "[y/N] no\n" in chat.ready().replace("^C", "") and (place.home / "a.txt").read_text() == "two\n"


def test_the_mode_is_one_line(cli, client):
    with Chat(cli) as chat:
        chat.ready()
        text = chat.say("/mode")
        assert "The mode is default.\n" in text and text.count("\n") == 2  # the command, and one line
        assert chat.say("/mode plan").count("The mode is plan.") == 1
        chat.say("say hello")
        text = chat.say("/mode")
        assert "The mode is plan.\n" in text and text.count("\n") == 2


def test_clear_begins_anew_with_the_same_settings(cli, client, place):
    with Chat(cli, "--permission-mode", "acceptEdits") as chat:
        chat.ready()
        assert "No messages yet" in chat.say("/clear")
        chat.say("say hello")
        before = client.call("session.update", {"sessionId": session(client)["id"], "thinkingTokens": 7})
        assert f"weir chat --session {before['id']}" in " ".join(chat.say("/clear").split())
        assert "hello" not in chat.say("/history").replace("say hello", "")
        chat.say("say again")
        after = session(client)
        assert after["id"] != before["id"] and after["cwd"] == before["cwd"]
        assert after["permissionMode"] == "acceptEdits" and after["thinkingTokens"] == 7
        assert before["title"] == "say hello" and after["title"] == "say again"


def test_commands_of_the_agent(cli, client, place):
    (place.home / ".weir" / "commands").mkdir(parents=True)
    (place.home / ".weir" / "commands" / "greet.md").write_text("---\ndescription: Greet somebody\nargument-hint: NAME\n---\nsay hi $1\n")
    with Chat(cli, "--agent", "builtin") as chat:
        chat.ready()
        text = chat.say("/help")
        assert "/greet NAME" in text and "Greet somebody" in text and "!COMMAND" in text and "@PATH" in text
        assert "no such command: /gree; " in chat.say("/gree")
        chat.say("/greet Ada")  # it has no model, but gets it
        assert tasks(client)[0]["prompt"] == "/greet Ada"
        chat.say("/compact the end")
        assert tasks(client)[0]["prompt"] == "/compact the end"


def test_tab_completes_files(cli, client, place):
    (place.home / "src").mkdir()
    (place.home / "src" / "main.c").write_text("int x;")
    (place.home / "src" / "two words.txt").write_text("a")
    with Chat(cli) as chat:
        chat.ready()
        chat.press("say see @sr\t")
        chat.until(lambda: "c/" in chat.text()[chat.at:], "the rest of the directory")
        chat.press("ma\t")
        chat.until(lambda: "in.c " in chat.text()[chat.at:], "the rest of the file")
        chat.press("and @two\t")
        chat.until(lambda: '"src/two words.txt" ' in chat.text()[chat.at:], "its name in quotes")
        chat.press("\r")
        chat.ready()
        assert [a["path"] for a in tasks(client)[0]["attachments"]] == [f"{place.home}/src/main.c", f"{place.home}/src/two words.txt"]


def in_shell(chat, line):
    """What a command has printed, without the line that was typed."""
    text = chat.say(line).split("\n", 1)[1].replace("\x1b[?2004l", "")
    return re.sub(r"^-- the sandbox is off:.*\n(?: {3}.*\n)*", "", text)  # where there is none


SLEEP = "sh -c 'echo ready; exec cat'"  # it holds the terminal when it says so


def run_and_wait(chat, line, shown):
    chat.press(line + "\r")
    chat.until(lambda: f"\n{shown}" in chat.text()[chat.at:].replace("\x1b[?2004l", ""), f"{shown!r}")


def test_a_command_in_the_terminal(cli, client, place):
    with Chat(cli) as chat:
        chat.ready()
        text = in_shell(chat, "!echo it is $((6 * 7)); pwd; (exit 3)")
        assert re.fullmatch(rf"it is 42\n{place.home}\n\[exit status 3\]\n.*", text, re.DOTALL), text
        chat.say("say hello")
        text = in_shell(chat, "!test -t 0 && echo a terminal of $(tput cols 2>/dev/null || stty size)")
        assert "a terminal of" in text and "[exit status 0]" in text
        assert len(tasks(client)) == 1 and len(client.call("terminal.list")) == 1
        chat.press(CTRL_D)
        assert chat.end() == 0
        assert client.call("terminal.list") == []  # it ends with the conversation


def test_the_terminal_ends_with_the_window(cli, client):
    with Chat(cli) as chat:
        chat.ready()
        in_shell(chat, "!true")
        assert len(client.call("terminal.list")) == 1
        chat.process.send_signal(signal.SIGHUP)
        assert chat.end() == -signal.SIGHUP
        assert client.call("terminal.list") == []


def test_the_terminal_stays_from_command_to_command(cli, place, client):
    (place.home / "sub" / "deep").mkdir(parents=True)
    with Chat(cli) as chat:
        chat.ready()
        in_shell(chat, "!cd sub && GREETING='good day'; twice() { echo $1 $1; }")
        assert in_shell(chat, "!pwd; echo $GREETING; twice a").startswith(f"{place.home}/sub\ngood day\na a\n")
        assert in_shell(chat, "!cd $PWD/d*p; false").startswith("[exit status 1]")
        assert in_shell(chat, "!echo before: $?; pwd").startswith(f"before: 1\n{place.home}/sub/deep\n")
        assert in_shell(chat, "!sleep 120 &").startswith("[1] ")
        assert "sleep 120" in in_shell(chat, "!jobs") and "[exit status 0]" in in_shell(chat, "!kill %1")
        text = in_shell(chat, "!if")
        assert "yntax error" in text and "[exit status 2]" in text
        long = "x" * 9000
        assert in_shell(chat, f"!echo {long} | wc -c").startswith("9001\n")
        chat.press("\x1b[200~!for i in 1 2; do\n  echo line $i # said\ndone\x1b[201~\r")
        assert "line 1\nline 2\n[exit status 0]" in chat.ready()


def test_keys_go_to_the_command_in_the_terminal(cli, client):
    with Chat(cli) as chat:
        chat.ready()
        run_and_wait(chat, f"!{SLEEP}", "ready")
        chat.press(CTRL_C)
        assert "[exit status 130]" in chat.ready()  # the chat goes on
        run_and_wait(chat, f"!while :; do {SLEEP}; done; echo not this", "ready")
        chat.press(CTRL_C)
        assert "[exit status 130]" in chat.ready()
        run_and_wait(chat, "!echo who; read name; echo hello $name", "who")
        chat.press("Ada\r")
        assert "hello Ada\n[exit status 0]" in chat.ready()
        run_and_wait(chat, "!stty raw -echo; echo ready; kill -9 $(exec sh -c 'echo $PPID')", "ready")
        assert "has ended" in chat.ready()


def test_a_command_is_left_and_found_again(cli, client):
    with Chat(cli) as chat:
        chat.ready()
        run_and_wait(chat, "!echo begun; read word; echo got $word", "begun")
        chat.press("\x1cd")
        assert "type ! alone" in chat.ready()
        assert "still runs" in chat.say("!echo other")
        chat.press("!\r")
        chat.until(lambda: "the command continues" in chat.text()[chat.at:], "that it is back")
        chat.press("it\r")
        assert "got it\n[exit status 0]" in chat.ready()
        assert in_shell(chat, "!echo next").startswith("next\n")


def test_a_terminal_that_died_is_opened_again(cli, client, place):
    (place.home / "sub").mkdir()
    with Chat(cli) as chat:
        chat.ready()
        assert "[the shell has ended: exit status 3]" in in_shell(chat, "!cd sub; exit 3")
        text = in_shell(chat, "!pwd")
        assert f"The shell has ended; a new one starts in {place.home}." in " ".join(text.split())
        assert f"{place.home}\n[exit status 0]" in text
        assert "new one" not in in_shell(chat, "!true")
        (terminal,) = client.call("terminal.list")
        client.call("terminal.close", {"terminalId": terminal["id"]})  # by somebody else
        text = in_shell(chat, "!echo again")
        assert text.count("a new one") == 1 and "again\n[exit status 0]" in text


def check_shell(chat):
    chat.ready()
    assert in_shell(chat, "!X=5; cd /usr; false").startswith("[exit status 1]")
    assert in_shell(chat, "!echo $? $X; pwd # said").startswith("1 5\n/usr\n[exit status 0]")
    run_and_wait(chat, f"!while :; do {SLEEP}; done", "ready")
    chat.press(CTRL_C)
    chat.ready()
    assert in_shell(chat, "!echo still").startswith("still\n[exit status 0]")


def test_zsh_where_it_is_the_persons_shell(cli, place, make_daemon):
    program = shutil.which("zsh")
    if program is None:
        pytest.skip("zsh is not installed")
    place.write_config(CONFIG | {"view": {"read": [str(Path(program).parent)]}})
    make_daemon().start(program=SHIPPED, environment={"PATH": os.environ["PATH"]})
    with Chat(cli, SHELL=program) as chat:
        check_shell(chat)
        assert "5." in in_shell(chat, "!echo $ZSH_VERSION")


def test_a_shell_without_bash(cli, place, make_daemon):
    programs = place.root / "programs"
    programs.mkdir()
    for name, target in {"sh": "dash", "base64": "base64", "stty": "stty", "cat": "cat"}.items():
        if shutil.which(target) is None:
            pytest.skip(f"{target} is not installed")
        (programs / name).symlink_to(Path(shutil.which(target)).resolve())
    place.write_config(CONFIG)
    make_daemon().start(program=SHIPPED, environment={"PATH": str(programs)})
    with Chat(cli) as chat:
        check_shell(chat)
        assert in_shell(chat, "!echo bash: $BASH_VERSION.").startswith("bash: .")


def test_tab_completes_the_agents_commands(cli, client, place):
    (place.home / ".weir" / "commands").mkdir(parents=True)
    (place.home / ".weir" / "commands" / "greet.md").write_text("say hi $1\n")
    with Chat(cli, "--agent", "builtin") as chat:
        chat.ready()
        chat.press("/gr\t")
        chat.until(lambda: chat.text().endswith("eet "), "the whole name")
        chat.press("Ada\r")
        chat.ready()
        assert tasks(client)[0]["prompt"] == "/greet Ada"


def test_who_answers_is_told_once(cli, client):
    script = 'message agent_chosen {"agent":"%s","adapter":"script","why":"it was named"}; say ok'
    with Chat(cli) as chat:
        chat.ready()
        assert "-- agent one: it was named" in chat.say(script % "one")
        assert "it was named\n" not in chat.say(script % "one").replace(script % "one", "")
        assert "-- agent two: it was named" in chat.say(script % "two")


def test_it_starts_the_daemon(cli, place):
    place.write_config(CONFIG)
    try:
        with Chat(cli) as chat:
            assert "started the daemon" in chat.ready()
            assert "hello\n" in chat.say("say hello")
            assert cli.run("daemon", "stop", "--force").code == 0
            text = chat.say("say again")
            assert "started the daemon" in text and "again\n" in text
            chat.press(CTRL_D)
            assert chat.end() == 0
    finally:
        cli.run("daemon", "stop", "--force")


def test_the_history_has_an_end(cli, client, place):
    place.user_state.mkdir(parents=True, exist_ok=True)
    history(place).write_text("".join(f"line {i} " + "x" * 100 + "\n" for i in range(10_000)))
    history(place).chmod(0o644)
    with Chat(cli) as chat:
        chat.ready()
        chat.say("say the newest")
        chat.press(UP + UP)
        chat.until(lambda: "line 9999" in chat.text(), "what was there before")
        chat.press(CTRL_C)
        chat.ready()
        chat.press(CTRL_D)
        assert chat.end() == 0
    assert history(place).stat().st_size < 600_000 and stat.S_IMODE(history(place).stat().st_mode) == 0o600
    assert history(place).read_text().endswith("\nsay the newest\n")


# --- without one ---------------------------------------------------------------------------


def test_lines_from_a_pipe(cli, client):
    done = cli.run("chat", input="say one\n\n/agent script\nsay two")
    assert done.code == 0 and done.out == "one\nThe next message goes to script.\ntwo\n" and "> " not in done.err
    assert len({task["sessionId"] for task in tasks(client)}) == 1 and len(tasks(client)) == 2
    failed = cli.run("chat", input="fail X broken\nsay on\n")
    assert failed.code == 1 and failed.out == "on\n" and "broken" in failed.err
    lines = cli.run("chat", "--json", input="say one\nsay two\n").out.splitlines()
    assert [json.loads(line)["method"] for line in lines].count("event.taskCompleted") == 2


@needs_namespaces
def test_one_message(cli, client):
    done = cli.run("chat", "say", "hello")
    assert done.code == 0 and done.out == "hello\n"
    thread = re.search(rf"weir chat --thread ({SESSION})", done.err)[1]
    done = cli.run("chat", "-", "--thread", thread, "--priority", "3", input="say again\n")
    assert done.code == 0 and done.out == "again\n" and re.fullmatch(r"-- completed in \d+ s\n", done.err)
    assert tasks(client)[0]["sessionId"] == thread and tasks(client)[0]["priority"] == 3
    sent = cli.run("chat", "--no-wait", "say later")
    assert re.fullmatch(rf"{TASK} in thread {SESSION}\n", sent.out)
    assert set(cli.run("chat", "--no-wait", "--json", "say x").json()) == {"taskId", "threadId"}
    lines = cli.run("chat", "--json", "say x").out.splitlines()
    assert json.loads(lines[-1])["method"] == "event.taskCompleted"
    assert cli.run("chat", "--priority", "high", "x").code == 2
    assert cli.run("chat", "--thread", "sess_none", "x").code == 1
    assert cli.run("chat", "--session", "sess_none", "x").code == 1
    done = cli.run("chat", "--quiet", "--session", thread, "say there")
    assert done.out == "there\n" and done.err == "" and tasks(client)[0]["sessionId"] == thread
    done = cli.run("chat", "--model", "m-2", "say x")  # not taken in silence
    assert done.code == 2 and "--model cannot be used with a message" in done.err


def test_one_message_works_where_it_is_said(cli, client, place):
    here, there = place.home / "project", place.home / "elsewhere"
    for directory in (here, there):
        directory.mkdir()
    (here / "a.txt").write_text("a")
    assert cli.run("chat", "say @a.txt", cwd=here).code == 0
    assert tasks(client)[0]["cwd"] == str(here) == session(client)["cwd"]
    assert [a["path"] for a in tasks(client)[0]["attachments"]] == [f"{here}/a.txt"]
    thread = session(client)["id"]
    assert cli.run("chat", "--thread", thread, "say again", cwd=there).code == 0
    assert tasks(client)[0]["cwd"] == str(here), "a thread stays where it is"
    assert cli.run("chat", "--cwd", "elsewhere", "say there").code == 0
    assert session(client)["cwd"] == str(there)
    assert cli.run("chat", "--cwd", "nowhere", "say there").code == 2


def test_one_message_asks_in_place(cli, client, place):
    with Terminal(cli, "chat", write(place)) as terminal:
        terminal.until(lambda: "show all >" in without_colour(terminal.written), "the question")
        terminal.press("y")
        assert terminal.end() == 0 and "allowed" in terminal.written
    assert tasks(client)[0]["state"] == "completed" and client.call("permission.list") == []


def test_one_message_that_nobody_answers(cli, place, make_daemon):
    place.write_config(CONFIG | {"permissions": {"approverMs": 1}})
    make_daemon().start(program=SHIPPED)
    done = cli.run("chat", "permission Bash " + json.dumps({"command": "make it"}))
    assert done.code == 5 and "-- permission requested: Bash: make it; to answer: weir approve" in done.err
    assert "1 permission request was denied because nobody answered" in done.err


def test_an_answer_that_began_again_is_in_the_history_once(cli, client):
    script = """
message message_start {"message_id":"m1","role":"assistant"}
message content_block_delta {"index":0,"delta":{"text":"Hel"}}
message error {"code":"connection_lost","message":"cut off","retry_in_ms":1}
message message_start {"message_id":"m2","role":"assistant"}
message content_block_delta {"index":0,"delta":{"text":"Hello."}}
message message_stop {"message_id":"m2","stop_reason":"end_turn"}
done Hello.
"""
    assert cli.run("run", script).code == 0
    done = cli.run("chat", "--continue", input="say on\n/history\n")
    assert done.code == 0 and done.out.count("\nHel") == 1 and "\nHello.\n" in done.out, done
