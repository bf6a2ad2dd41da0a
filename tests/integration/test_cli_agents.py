"""What a person sees of an agent that speaks the Agent Client Protocol: titles and texts, the part of a result that
matters, whose result it is, how full the context is, and the agent's own commands."""

import re
import sys

import pytest

from cli import Cli
from kernels import needs_namespaces
from setting import SHIPPED, WEIR
from terminals import Terminal, without_colour
from test_acp import FALSE
from test_cli_chat import Chat

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

TOOLS = """
def call(id, **fields): update("tool_call", toolCallId=id, status="in_progress", **fields)
def end(id, text, status="completed"):
    update("tool_call_update", toolCallId=id, status=status, content=[{"type": "content", "content": {"type": "text", "text": text}}])
"""

WORKS = TOOLS + """
prompt = begin()
lines = "".join(f"test_{n} ... ok\\n" for n in range(1, 216))
call("a", title="`make test`", kind="execute", rawInput={"command": "make test"})
call("b", title="Look at the weather", kind="other", rawInput={"days": 3, "where": {"city": "Ulm"}})
end("b", "sunny")
end("a", f"```console\\n{lines}FAILED test_216\\n1 failed, 215 passed\\n```", "failed")
call("c", title="Read numbers", kind="read", rawInput={"file_path": "/tmp/numbers"})
end("c", "".join(f"{n}\\n" for n in range(1, 101)))
call("d", title="grep x", kind="search", rawInput={"pattern": "x"})
end("d", "".join(f"a.py:{n}: x\\n" for n in range(1, 43)))
call("e", title="Edit `a.py`", kind="edit", rawInput={},
     content=[{"type": "diff", "path": "/w/a.py", "oldText": "a = 1\\nb = 2\\n", "newText": "a = 1\\nb = 3\\n"}])
update("tool_call_update", toolCallId="e", status="completed")
update("usage_update", used=68000, size=200000, cost={"amount": 0.25, "currency": "USD"},
       _meta={"_claude/rateLimit": {"status": "allowed_warning", "rateLimitType": "five_hour", "utilization": 0.91}})
text("Done.")
answer(prompt, stopReason="end_turn", usage={"totalTokens": 30, "inputTokens": 20, "outputTokens": 10})
"""

COMMANDS = """
first = hear(); answer(first, protocolVersion=1, agentCapabilities={})
second = hear()
update("available_commands_update", availableCommands=[
    {"name": "review", "description": "Review a change", "input": {"hint": "NUMBER"}},
    {"name": "status", "description": "Of the agent"}, {"name": "x\\u001b[31m", "description": "evil"},
    {"name": "long", "description": "words " * 200}])
answer(second, sessionId="s")
prompt = hear()
text("heard: " + prompt["params"]["prompt"][0]["text"].splitlines()[-1])
answer(prompt, stopReason="end_turn")
"""

MODELS = """
message = begin(models={"currentModelId": "p/a", "availableModels": [{"modelId": "p/a", "name": "The quick one"},
                                                                      {"modelId": "p/b", "name": "The slow one"}]})
model = "its own model"
if message["method"] == "session/set_model":
    model = message["params"]["modelId"]
    answer(message)
    message = hear()
text("works with " + model)
answer(message, stopReason="end_turn")
"""


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def start(place, make_daemon):
    daemons = []

    def start(body):
        agents = {"mine": {"adapter": "acp", "command": [sys.executable, "-c", FALSE + body]}}
        place.write_config({"tasks": {"agent": "mine", "drainMs": 0}, "pool": {"warm": 0}, "agents": agents})
        daemons.append(make_daemon().start(program=SHIPPED))

    yield start
    for daemon in daemons:
        daemon.stop()


@needs_namespaces
def test_what_a_run_shows(cli, start):
    start(WORKS)
    done = cli.run("run", "go")
    assert done.code == 0 and done.out == "Done.\n", done
    notes = done.err
    assert "* Bash make test\n* Look at the weather\n  = (Look at the weather) sunny\n" in notes, notes
    tail = [f"    test_{n} ... ok\n" for n in range(198, 216)]
    assert "  = (Bash make test) … 197 more lines above\n" + "".join(tail) + "    FAILED test_216\n    1 failed, 215 passed\n* Read" in notes, notes
    assert "* Read /tmp/numbers\n  = 1\n    2\n    3\n    … 97 more lines\n" in notes, notes
    assert "* Grep x\n  = 42 results\n" in notes, notes
    assert "* Edit /w/a.py\n     a = 1\n    -b = 2\n    +b = 3\n  = changed /w/a.py\n" in notes, notes
    assert "```" not in notes and "{" not in notes, notes
    assert "-- quota five_hour: 91 % used\n" in notes
    assert re.search(r"^-- completed in \d+ s, 20 tokens in, 10 out, cost 0.2500 USD, ctx 34 %$", notes, re.M), notes
    whole = cli.run("run", "-v", "go").err
    assert "  = (Bash make test)\n    test_1 ... ok\n    test_2 ... ok\n" in whole and "\n    100\n" in whole


@needs_namespaces
@pytest.mark.parametrize("columns", [80, 40])
def test_on_a_terminal_every_line_fits(cli, start, columns):
    start(WORKS)
    with Terminal(cli, "run", "go", columns=columns) as terminal:
        assert terminal.end() == 0, terminal.written
        text = without_colour(terminal.written).replace("\r\n", "\n")
    assert "1 failed, 215 passed" in text and "ctx 34 %" in text
    rows = [row.rpartition("\r")[2] for row in text.splitlines()]
    assert not [row for row in rows if len(row) > columns and not row.startswith("--")], rows


@needs_namespaces
def test_a_transcript_is_folded_on_a_terminal_and_whole_in_a_file(cli, start):
    start(WORKS)
    cli.run("run", "go")
    whole = cli.run("task", "logs").out
    assert "    test_7 ... ok\n" in whole and "\n    100\n" in whole and "a.py:42: x" in whole
    with Terminal(cli, "task", "logs", columns=80) as terminal:
        assert terminal.end() == 0
        text = without_colour(terminal.written).replace("\r\n", "\n")
    assert "197 more lines above" in text and "test_7 ..." not in text and "= 42 results" in text


@needs_namespaces
def test_the_agents_commands_in_a_chat(cli, start):
    start(COMMANDS)
    with Chat(cli) as chat:
        assert "type /help" in chat.ready()
        assert "Commands of the agent" not in chat.say("/help")
        assert "no such command: /review" in chat.say("/review 12") and "heard: hello" in chat.say("hello")
        listed = chat.say("/help")
        assert "Commands of the agent mine:" in listed, listed
        assert re.search(r"/review NUMBER +Review a change", listed) and re.search(r"//status +Of the agent", listed), listed
        assert "evil" not in listed and "\x1b[31m" not in listed and "words words" in listed
        assert "heard: /review 12" in chat.say("/review 12")
        assert "heard: /status" in chat.say("//status") and "sess_" in chat.say("/status")
        assert "did you mean /help?" in chat.say("/hepl")
        chat.press("\x04")
        assert chat.end() == 0


@needs_namespaces
@pytest.mark.parametrize("columns", [80, 40])
def test_the_agents_models_in_a_chat(cli, start, columns):
    start(MODELS)
    with Chat(cli, "--agent", "mine", columns=columns) as chat:
        def lines(said):
            found = [line.rstrip() for line in said.replace("\x1b[?2004l", "").splitlines()]
            assert all(len(line) <= columns for line in found), found
            return [line for line in found if line[:2] in ("* ", "  ")]

        chat.ready()
        said = chat.say("/model")
        assert "The models of mine are not known yet" in " ".join(said.split()) and lines(said) == [], said
        assert "works with its own model" in chat.say("hello")
        assert lines(chat.say("/model")) == ["* p/a  The quick one", "  p/b  The slow one"]
        chat.say("/model p/b")
        assert "works with p/b" in chat.say("hello again")
        assert lines(chat.say("/model")) == ["  p/a  The quick one", "* p/b  The slow one"]
        chat.press("\x04")
        assert chat.end() == 0
