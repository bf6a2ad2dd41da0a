"""What a person sees: narrow terminals, no colour, ASCII alone, a stream that stands still."""

import json
import re

import pytest

import tasks
from automations import create, start, task
from cli import Cli
from running import Running
from setting import SHIPPED, WEIR
from tasks import Gate
from terminals import Terminal, width, without_colour
from test_cli_chat import Chat
from tmuxes import Tmux, needs_tmux
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

WORDS = "rewrite the parser so that it takes nothing for granted"
MARKDOWN = r"""message content_block_delta {"delta":{"text":"# Title\n\nA **bold** word and `code`, a list:\n\n- one\n- two\n\n"}}
message content_block_delta {"delta":{"text":"| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted words\n\n---\nLast — “line”… ✓ ä 😀\n"}}
message tool_call {"tool":"Bash","input":{"command":"ls — ü"}}
message tool_result {"result":"naïve\ntwo"}"""


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}})
    return make_daemon().start()


@pytest.fixture
def client(daemon):
    return daemon.client()


def shown(cli, *arguments, columns, **environment):
    """The lines that a terminal of this width is given; none of them is wider."""
    with Terminal(cli, *arguments, columns=columns, **environment) as terminal:
        terminal.end()
        lines = without_colour(terminal.written).replace("\r\n", "\n").split("\n")
    assert all(width(line) <= columns for line in lines), "\n".join(lines)
    return [line.rstrip() for line in lines if line]


# --- tables ---


def test_a_table_of_40_columns_shows_the_prompt(client, cli, place):
    ids = [tasks.run(client, f"done {WORDS}", cwd=str(place.home))["id"] for _ in range(3)]
    title, *rows = shown(cli, "task", "list", columns=40)
    assert title.split() == ["ID", "STATE", "AGE", "PROMPT"], title
    assert [row.split()[0] for row in rows] == [f"…{one[-6:]}" for one in reversed(ids)]
    assert all(" completed " in row and " done rewrite" in row for row in rows), rows
    assert cli.run("task", "get", rows[0].split()[0], "--json").json()["id"] == ids[-1]
    title, *rows = shown(cli, "task", "list", columns=80)
    assert [row.split()[0] for row in rows] == list(reversed(ids)) and all("done rewrite" in row for row in rows)


def test_sessions_at_40_and_80_columns(client, cli, place):
    deep = place.home / "a-long-name-of-a-directory" / "and-another-one-in-it" / "project"
    deep.mkdir(parents=True)
    session = client.call("session.create", {"cwd": str(deep), "title": WORDS})["id"]
    title, row = shown(cli, "session", "list", columns=40)
    assert title.split() == ["ID", "STATE", "AGE", "TITLE"] and row.startswith(f"…{session[-6:]}  open") and "rewrite the par" in row
    title, row = shown(cli, "session", "list", columns=80)
    assert "CWD" in title and "project" in row and "rewrite the par" in row, row


def test_widths_come_from_all_rows(client, cli, place):
    """The longest state is in the last of two pages."""
    tasks.wait(client, tasks.submit(client, "fail x y", cwd=str(place.home)))
    session = tasks.session_of(client, cwd=str(place.home))
    last = tasks.submit(client, "hold", sessionId=session)
    tasks.until_state(client, last, "running")
    queued = [tasks.submit(client, f"say {number}", sessionId=session) for number in range(999)]
    assert len(queued) == 999
    lines = cli.run("task", "list", "--all").out.splitlines()
    column = lines[0].index("PROMPT")
    assert len(lines) == 1002 and all(line[column - 2 : column] == "  " and line[column] != " " for line in lines[1:])
    client.call("session.close", {"sessionId": session})


@pytest.mark.parametrize("arguments", [("task", "gt"), ("task", "get", "nothing"), ("daemon", "status"), ("db", "stats"),
                                       ("permissions", "rules"), ("session", "list"), ("audit", "list"), ("agents",), ("apps", "list"),
                                       ("automation", "list"), ("automation", "log"), ("automation", "show", "one"),
                                       ("automation", "preview", "0 9 * * *")], ids=" ".join)
def test_nothing_is_wider_than_the_terminal(client, cli, arguments):
    client.call("permission.rules.add", {"effect": "deny", "tool": "Bash", "command": "rm *"})
    start(client, create(client, [task("fail broken the tests of the project do not compile any more")], name="one"))
    until(lambda: "failed" in cli.run("automation", "log").out, "the end of the run")
    with Terminal(cli, *arguments, columns=40) as terminal:
        terminal.end()
        lines = without_colour(terminal.written).replace("\r\n", "\n").split("\n")
    too_wide = [line for line in lines if width(line) > 40 and " " in line.strip()]  # a path alone cannot be broken
    assert not too_wide, too_wide
    for line, after in zip(lines, lines[1:]):  # a word that is longer than the line may be broken, no other
        if width(line) == 40 and re.search(r"\w$", line) and re.match(r"\w", after):
            pytest.fail(f"broken in a word: {line!r} {after!r}")


# --- colour ---


def test_no_color_changes_no_layout(client, cli):
    with_colour = cli.on_terminal("run", MARKDOWN).out
    without = cli.on_terminal("run", MARKDOWN, NO_COLOR="1").out
    never = cli.on_terminal("run", "--color", "never", MARKDOWN).out
    assert "\x1b[0;1m" in with_colour and "\x1b" not in without + never
    assert "• one" in without and "A bold word and code" in without and "a │ b" in without and "│ quoted" in without

    def lines(text):
        return [line for line in without_colour(text).split("\r\n") if not line.startswith("-- completed")]
    assert lines(with_colour) == lines(without) == lines(never)


@pytest.mark.parametrize("command", [("run", "say **hello**"), ("task", "list"), ("daemon", "status"), ("nonsense",)], ids=" ".join)
def test_an_unset_term_has_no_colour(client, cli, command):
    for through, environment in ((("/usr/bin/env", "-u", "TERM"), {}), ((), {"TERM": ""}), ((), {"TERM": "dumb"})):
        with Terminal(cli, *command, through=through, **environment) as terminal:
            terminal.end()
            assert "\x1b" not in terminal.written


# --- ASCII ---


def ascii_only(text):
    return all("\t" <= character <= "~" for character in text)


def test_a_c_locale_prints_ascii(client, cli, place):
    for environment in ({"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_CTYPE": "C"}, {"LC_ALL": "", "LANG": "C"}):
        done = cli.on_terminal("run", MARKDOWN, NO_COLOR="1", **environment)
        assert done.code == 0 and ascii_only(done.out), done.out
    for line in ("* one", "a | b", "--+--", "| quoted", 'Last - "line"... v \\u00e4 \\ud83d\\ude00', "* Bash ls - \\u00fc", "na\\u00efve"):
        assert line in done.out, line
    for command in (("task", "list"), ("session", "list"), ("agents",), ("methods",), ("methods", "task.submit"), ("help",), ("watch", "--help"),
                    ("permissions", "rules"), ("key", "list"), ("task", "logs"), ("task", "diff"), ("session", "get", "x…"), ("daemon", "status")):
        done = cli.run(*command, LC_ALL="C", cwd=place.home)
        assert ascii_only(done.out + done.err), (command, done)
        assert ascii_only(cli.on_terminal(*command, LC_ALL="C", COLUMNS="40", NO_COLOR="1").out), command


def test_a_c_locale_keeps_data_as_it_is(client, cli):
    """What another program reads is not changed: the agent's text in a pipe, and JSON."""
    assert "Last — “line”… ✓ ä 😀" in cli.run("run", "--quiet", MARKDOWN, LC_ALL="C").out
    assert "ü" in cli.run("run", "--json", MARKDOWN, LC_ALL="C").out
    task = tasks.run(client, "say ä")
    assert cli.run("task", "get", task["id"], "--json", LC_ALL="C").json()["prompt"] == "say ä"


def test_utf8_where_the_locale_has_it(client, cli):
    for environment in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}, {"LC_ALL": "xx_XX.UTF-8"}, {"LANG": "en_US.utf8"}):
        assert "• one" in cli.on_terminal("run", MARKDOWN, **environment).out, environment


# --- a stream that stands still ---


@needs_tmux
@pytest.mark.parametrize("columns", [80, 40])
def test_a_still_stream_shows_what_is_waited_for(client, cli, place, columns):
    gate, other = Gate(place), Gate(place, "other")
    script = (f'say Half a line of an answer; read {gate}; say , and its end.; '
              f'message tool_call {{"tool":"Bash","input":{{"command":"make"}}}}; read {other}; '
              'message tool_result {"result":"built"}; say All is done.')
    with Tmux(cli, "run", script, columns=columns) as screen:
        screen.until(lambda text: re.search(r"answer\n. working, waiting for the model: [3-9] s", text), "that it waits for the model")
        gate.open()
        screen.until_shown("answer, and its end.")
        screen.until(lambda text: re.search(r"Bash make\n. working, waiting for Bash make: [3-9] s", text), "that it waits for the tool")
        other.open()
        code, text = screen.ended()
        assert code == 0 and "waiting" not in text and "working" not in text, text
        assert "Half a line of an answer, and its end.\n* Bash make\n  = built\nAll is done.\n-- completed in" in text, text


@needs_tmux
def test_at_the_foot_of_the_screen_too(client, cli, place):
    gate = Gate(place)
    lines = r"\n".join(map(str, range(10)))
    script = f'message content_block_delta {{"delta":{{"text":"{lines}\\nthe last"}}}}; read {gate}; say , and words.'
    with Tmux(cli, "run", "--quiet", script, columns=60, rows=6) as screen:
        screen.until(lambda text: re.search(r"the last\n. working, waiting for the model", text), "that it waits for the model")
        gate.open()
        code, text = screen.ended()
        assert code == 0 and "waiting" not in text and "the last, and words." in text, text


def test_a_pipe_gets_no_sign(client, cli, place):
    gate = Gate(place)
    with Running(cli, "run", f"say Half a line; read {gate}; say , and its end.") as process:
        gate.open()
        assert process.line() == "Half a line, and its end.\n"
        assert "waiting" not in process.notice()


# --- questions ---


def unbroken(text, columns):
    """No line is too wide, and none ends in the middle of a word that would fit on a line."""
    lines = without_colour(text).replace("\r\n", "\n").split("\n")
    assert all(width(line.split("\r")[-1]) <= columns for line in lines), lines
    for line, after in zip(lines, lines[1:]):
        if width(line) == columns and re.search(r"[a-z]$", line) and re.match(r"[a-z]", after):
            pytest.fail(f"broken in a word: {line!r} {after!r}")


def asking(command):
    return "permission Bash " + json.dumps({"command": command})


def test_a_question_is_broken_between_words(cli, place, make_daemon):
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0}, "permissions": {"approverMs": 600_000}})
    client = make_daemon().start(program=SHIPPED).client()
    tasks.run(client, "say first", cwd=str(place.home))
    with Terminal(cli, "run", asking("make some rather long target"), columns=40) as terminal:
        terminal.until(lambda: re.search(r"show all\s+>", without_colour(terminal.written)), "the question")
        terminal.press("a")
        terminal.until(lambda: "y/n" in terminal.written, "the other question")
        unbroken(terminal.written, 40)
        assert "Bash(make some" in " ".join(without_colour(terminal.written).split())
        terminal.press("y")
        assert terminal.end() == 0
    with Chat(cli, columns=40) as chat:
        chat.ready()
        chat.press("/\t")
        chat.until(lambda: "/quit" in chat.text(), "the commands")
        chat.press("\x15")
        text = chat.say("/run say hello")
        unbroken(text[text.index("task_"):], 40)
        chat.say("say something")
        text = chat.say("/clear")
        assert "To return to the one before" in " ".join(text.split())
        chat.press("\x04")
        assert chat.end() == 0


@pytest.mark.parametrize("through, environment", [(("/usr/bin/env", "-u", "TERM"), {}), ((), {"TERM": "dumb"})], ids=["unset", "dumb"])
def test_a_dumb_terminal_gets_no_sequences_from_a_question(place, make_daemon, through, environment):
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0}, "permissions": {"timeoutMs": 600_000}})
    make_daemon().start(program=SHIPPED)
    with Terminal(Cli(place), "run", asking("make it"), through=through, **environment) as terminal:
        terminal.until(lambda: "left >" in terminal.written, "the question")
        terminal.press("n")
        assert terminal.end() == 0 and "\x1b" not in terminal.written
    with Terminal(Cli(place), "run", "say begun; hold", through=through, **environment) as terminal:
        terminal.until(lambda: "begun" in terminal.written, "that it runs")
        terminal.press("\x03")
        assert terminal.end() == 130 and "\x1b" not in terminal.written
    with Terminal(Cli(place), "chat", through=through, **environment) as terminal:
        terminal.until(lambda: terminal.written.endswith("> "), "the prompt")
        assert "\x1b[?2004h" not in terminal.written
        terminal.press("\x04")
        terminal.end()


def test_a_notice_in_a_pipe_tells_the_limit_that_comes_first(place, make_daemon):
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0},
                        "permissions": {"approverMs": 600_000, "timeoutMs": 1000}})
    make_daemon().start(program=SHIPPED)
    done = Cli(place).run("run", asking("make it"))
    assert "denied without an answer after 1 s" in done.err and done.code == 5, done


# --- a window that changes its size ---


@needs_tmux
def test_a_line_that_is_typed_survives_a_change_of_size(client, cli):
    words = "a message that is long enough to need two rows and more in a narrow window"
    with Tmux(cli, "chat", columns=100) as screen:
        screen.until_shown("\n>")
        screen.type(words)
        screen.until_shown(f"\n> {words}")
        for columns in (40, 60, 100):
            screen.resize(columns, 24)
            words += "!"
            screen.type("!")  # its answer shows that the new size is known; tmux alone would reflow the line as well
            rows = [f"> {words}"[at : at + columns].rstrip() for at in range(0, len(words) + 2, columns)]
            screen.until(lambda text: text.rstrip().splitlines()[-len(rows) :] == rows, f"the line once, {columns} columns wide")
            assert screen.text().count("> a") == 1, screen.text()
        screen.press("C-u", "C-d")
        assert screen.ended()[0] == 0
