"""An answer that breaks off and is tried again: once in a pipe, and on a terminal with a word that it began again."""

import pytest

from agents import Workshop
from cli import Cli
from setting import WEIR
from terminals import Terminal, without_colour

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

WHOLE = "The whole answer.\nIn two lines."


@pytest.fixture
def shop(house, model):
    return Workshop(house, model).open(provider={"retries": 2})


@pytest.mark.parametrize("command", [("run",), ("run", "-q"), ("chat",)])
@pytest.mark.parametrize("half", [
    [{"text": "The whole ans"}, {"cut": True}],
    [{"text": WHOLE}, {"text": "And a second bl"}, {"cut": True}],  # a block that was whole goes with its message
])
def test_in_a_pipe_it_appears_once(shop, model, command, half):
    model.play(half, half, [{"text": WHOLE}])
    done = Cli(shop.house.place).run(*command, "do it", cwd=shop.folder)
    assert done.code == 0 and len(model.requests) == 3
    lines = done.out.splitlines()
    said = [line for line in lines if not line.startswith("-- error")] if command == ("chat",) else lines
    assert said == WHOLE.splitlines(), done
    if command == ("run",):
        assert done.err.count("; retrying in ") == 2


def test_in_a_pipe_what_no_retry_follows_is_written(shop, model):
    """The last attempt broke off, too: what it said is all that there is."""
    model.play(*[[{"text": "The whole ans"}, {"cut": True}]] * 3)
    done = Cli(shop.house.place).run("run", "do it", cwd=shop.folder)
    assert done.code == 1 and done.out == "The whole ans\n" and "-- failed: " in done.err


def test_in_a_pipe_text_comes_before_what_follows_it(shop, model):
    """A message is written when it is whole, not when the task is."""
    model.play([{"text": "I look."}, {"tool": "Bash", "input": {"command": "true"}, "id": "toolu_1"}],
               [{"text": "It is "}, {"wait": "gate"}, {"text": "there."}])
    process = Cli(shop.house.place).start("run", "--permission-mode", "bypassPermissions", "do it", cwd=shop.folder)
    try:
        assert process.stdout.readline() == "I look.\n"
        model.reached("gate")
        model.open("gate")
        out, _ = process.communicate()
        assert process.returncode == 0 and out == "It is \nthere.\n"
    finally:
        process.kill()
        process.wait()


def test_on_a_terminal_it_streams_and_begins_again(shop, model):
    model.play([{"text": "The whole ans"}, {"wait": "gate"}, {"cut": True}], [{"text": WHOLE}])
    with Terminal(Cli(shop.house.place), "run", "-C", str(shop.folder), "do it") as terminal:
        model.reached("gate")
        terminal.until_shown("The whole ans")
        model.open("gate")
        assert terminal.end() == 0
        shown = without_colour(terminal.written)
        assert "; the answer restarts in " in shown
        assert shown.index("The whole ans") < shown.index("the answer restarts") < shown.index("In two lines.")
