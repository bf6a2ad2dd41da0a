"""weir threads: the list of threads, and one as a conversation."""

import json
import re

import pytest

from cli import Cli
from setting import WEIR
from sessions import create
from stores import change, store_of
from terminals import Terminal, without_colour
from test_desktop_chat import conversation, say

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    return Cli(place)


def test_none(cli, client):
    assert cli.run("threads").out == "no threads; to begin one: weir run, weir chat\n"
    assert cli.run("threads", "--json").out == ""
    thread = create(client)["id"]
    assert cli.run("threads", thread).out == "no messages\n" and cli.run("threads", thread, "--json").out == ""


def test_the_list(cli, place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    first, second = say(client, "done one"), say(client, 'message text "two\\nlines \\u001b[31m"; done')
    daemon.stop()
    change(store_of(place), "UPDATE threads SET updated_at = updated_at - 3 * 3600 * 1000 WHERE last = 'one'")
    make_daemon().start()
    done = cli.run("threads")
    assert done.code == 0 and done.err == ""
    title, newest, oldest = done.out.splitlines()
    assert re.match(r" *AGE +MESSAGES +TITLE +LAST MESSAGE +THREAD$", title)
    assert re.match(rf" *\d+s +2 +message text .* +two lines \\u001b\[31m +{second}$", newest), newest
    assert re.match(rf" *3h +2 +done one +one +{first}$", oldest), oldest
    lines = [json.loads(line) for line in cli.run("threads", "--json").out.splitlines()]
    assert [line["threadId"] for line in lines] == [second, first] and lines[1]["lastMessage"] == "one"


def test_how_many(cli, client):
    made = [create(client, title=f"number {number}")["id"] for number in range(230)]
    shown = lambda *options: [json.loads(line)["threadId"] for line in cli.run("threads", "--json", *options).out.splitlines()]
    assert shown() == made[:-51:-1] and shown("-n", 3) == made[:-4:-1] and shown("--all") == made[::-1] and shown("-n", 210) == made[:-211:-1]


def test_a_conversation(cli, client):
    thread = say(client, 'message text "Hello,\\n\\n  world \\u0007"; done')
    say(client, "fail error broken", thread, "failed")
    done = cli.run("threads", thread[-8:])  # any end of the id will do
    assert done.code == 0 and done.err == ""
    told = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "TIME", done.out)
    (_, prompt), *_ = conversation(client, thread)
    assert told == (f"you  TIME\n  {prompt}\n\nagent  TIME\n  Hello,\n\n    world \\u0007\n\nyou  TIME\n  fail error broken\n\nweir  TIME\n  broken\n")
    messages = [json.loads(line) for line in cli.run("threads", thread, "--json").out.splitlines()]
    assert messages == client.call("chat:getThread", [thread])["messages"]


def test_a_long_conversation(cli, client):
    thread = say(client, "; ".join(f'message text "{number}"' for number in range(70)) + "; done")
    contents = lambda *options: [json.loads(line)["content"] for line in cli.run("threads", thread, "--json", *options).out.splitlines()]
    assert contents()[1:] == [str(number) for number in range(70)]
    assert contents("-n", 1) == ["69"] and contents("-n", 16) == contents()[-16:] and contents("-n", 40) == contents()[-40:]


def test_on_a_terminal(cli, client):
    thread = say(client, "done hello")
    with Terminal(cli, "threads", thread) as screen:
        assert screen.end() == 0
        assert "\033[1myou\033[0m" in screen.written and "  hello" in without_colour(screen.written)


def test_mistakes(cli, client):
    for arguments, reason in ((["-n", "0"], "--limit must be"), (["-n", "x"], "--limit must be"), (["-n", "2", "--all"], "exclude each other")):
        for target in ([], [create(client)["id"]]):
            done = cli.run("threads", *target, *arguments)
            assert done.code == 2 and reason in done.err, done
    done = cli.run("threads", "sess_00000000000000000000000000")
    assert done.code == 1 and "no such thread" in done.err
    assert cli.run("threads", "a", "b").code == 2
