"""weir sessions and weir run --resume: a list to choose from."""

import pytest

import tasks
from cli import Cli
from setting import SHIPPED, WEIR
from terminals import Terminal
from tmuxes import Tmux, needs_tmux

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

TITLES = ["mend a parser", "write a poem", "time the store"]


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def sessions(place, make_daemon):
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}})
    return begun(place, make_daemon().start())


@pytest.fixture
def at_work(place, make_daemon):
    """The same with executors as they are shipped, who tell which agent works."""
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0}})
    return begun(place, make_daemon().start(program=SHIPPED))


def begun(place, daemon):
    client = daemon.client()
    made = {}
    for title in TITLES:
        directory = place.home / title.split()[-1]
        directory.mkdir()
        made[title] = client.call("session.create", {"cwd": str(directory), "title": title, "agent": "script"})["id"]
    return client, made


def chosen(screen):
    return next((line for line in screen.lines() if line.startswith("> ") and line[2:].strip()), "")


@needs_tmux
@pytest.mark.parametrize("columns", [80, 40])
def test_one_is_chosen_and_goes_on(cli, sessions, columns):
    client, made = sessions
    client.call("session.close", {"sessionId": made["write a poem"]})  # as those of `weir run` are after a day
    with Tmux(cli, "run", "--resume", "say it goes on", columns=columns, rows=12) as screen:
        screen.until_shown("write a poem")
        assert all(title in screen.text() for title in TITLES), screen.text()
        assert columns == 40 or "~/poem" in screen.text() and "script" in screen.text()
        assert "time the store" in chosen(screen), "the newest is first"
        screen.press("Down")
        screen.until(lambda _: "write a poem" in chosen(screen), "the next one")
        screen.press("j")
        screen.until(lambda _: "mend a parser" in chosen(screen), "the last one")
        screen.press("k")
        screen.until(lambda _: "write a poem" in chosen(screen), "the one before")
        screen.press("Enter")
        code, text = screen.ended()
        assert code == 0 and "it goes on" in text, text
    assert [task["prompt"] for task in client.call("task.list", {"sessionId": made["write a poem"]})] == ["say it goes on"]


@needs_tmux
def test_letters_filter(cli, sessions):
    client, made = sessions
    with Tmux(cli, "run", "--resume", "say found", columns=60, rows=12) as screen:
        screen.until_shown("write a poem")
        screen.type("PARS")
        screen.until(lambda text: "poem" not in text and "mend a parser" in text, "only what fits")
        screen.type("zz")
        screen.until_shown("no matching session")
        screen.press("BSpace", "BSpace")
        screen.until_shown("mend a parser")
        screen.resize(40, 8)
        screen.until(lambda text: "mend a parser" in text and max(map(len, text.splitlines())) <= 40, "the other size")
        screen.press("Enter")
        assert screen.ended()[0] == 0
    assert client.call("task.list", {"sessionId": made["mend a parser"]})


@pytest.mark.parametrize("key", ["\x1b", "\x03"], ids=["escape", "ctrl-c"])
def test_leaving_gives_the_terminal_back(cli, sessions, key):
    client, _ = sessions
    with Terminal(cli, "sessions") as terminal:
        terminal.until_shown("write a poem")
        assert "\x1b[?1049h" in terminal.written and terminal.mode() != terminal.before
        terminal.press(key)
        assert terminal.end() != 0
        assert terminal.mode() == terminal.before and terminal.written.rfind("\x1b[?1049l") > terminal.written.rfind("\x1b[?1049h")
    assert client.call("task.list", {}) == []


@needs_tmux
def test_sessions_opens_the_conversation(cli, sessions):
    client, made = sessions
    with Tmux(cli, "sessions", columns=80, rows=16) as screen:
        screen.until_shown("write a poem")
        screen.type("poem")
        screen.press("Enter")
        screen.until_shown("type /help")
        screen.type("say hello again")
        screen.press("Enter")
        screen.until(lambda _: client.call("task.list", {"sessionId": made["write a poem"]}), "its task")
        screen.until(lambda text: "completed in" in text and text.rstrip().endswith("\n>"), "the next prompt")
        screen.press("C-d")
        assert screen.ended()[0] == 0


def test_the_chosen_one_is_exported(cli, sessions, place):
    target = place.home / "poem.html"
    with Terminal(cli, "sessions", "--export", "html", "--output", str(target)) as terminal:
        terminal.until_shown("write a poem")
        terminal.press("poem\r")
        assert terminal.end() == 0
    assert target.read_text().startswith("<!doctype html>") and "write a poem" in target.read_text()


def test_without_a_terminal_it_is_a_list(cli, sessions):
    _, made = sessions
    done = cli.run("sessions")
    assert done.code == 0 and done.out == cli.run("session", "list").out and all(title in done.out for title in TITLES)
    assert len(cli.run("sessions", "--json").out.splitlines()) == 3
    done = cli.run("run", "--resume", "say x")
    assert done.code == 2 and "--resume=" in done.err, done


def test_a_session_may_be_named(cli, sessions):
    client, made = sessions
    done = cli.run("run", f"--resume={made['write a poem'][-6:]}", "say named")
    assert done.code == 0 and "named" in done.out
    assert [task["prompt"] for task in client.call("task.list", {"sessionId": made["write a poem"]})] == ["say named"]
    done = cli.run("sessions", made["write a poem"], "--export", "markdown")
    assert done.code == 0 and done.out.startswith("# write a poem\n") and "named" in done.out
    assert cli.run("sessions", "--export", "html").code == 2


def test_the_id_may_be_the_first_word(cli, sessions):
    client, made = sessions
    for number, id in enumerate((made["write a poem"], made["write a poem"][-8:])):
        done = cli.run("run", "--resume", id, f"say number {number}")
        assert done.code == 0 and done.out == f"number {number}\n", done
    assert len(client.call("task.list", {"sessionId": made["write a poem"]})) == 2


@needs_tmux
def test_resume_without_a_prompt_is_a_conversation(cli, sessions):
    client, made = sessions
    with Tmux(cli, "run", "--resume", columns=80, rows=16) as screen:
        screen.until_shown("write a poem")
        screen.type("poem")
        screen.press("Enter")
        screen.until_shown("type /help")
        screen.type("say hello again")
        screen.press("Enter")
        screen.until(lambda text: "completed in" in text and text.rstrip().endswith("\n>"), "the next prompt")
        screen.press("C-d")
        assert screen.ended()[0] == 0
    assert client.call("task.list", {"sessionId": made["write a poem"]})


@needs_tmux
def test_the_one_used_last_is_first_with_its_title_and_agent(cli, at_work, place):
    client, made = at_work
    assert cli.run("run", "--session", made["mend a parser"], "say worked").code == 0
    directory = place.home / "untitled"
    directory.mkdir()
    plain = client.call("session.create", {"cwd": str(directory)})["id"]
    tasks.wait(client, tasks.submit(client, "\n  say the first line\nsay more", sessionId=plain))
    record = client.call("session.get", {"sessionId": plain})
    assert record["title"] == "say the first line" and record["lastAgent"] == "script"
    assert record["lastTaskAt"] >= record["createdAt"] and "agent" not in record
    assert cli.run("run", "--session", made["write a poem"], "say worked").code == 0
    with Tmux(cli, "sessions", columns=100, rows=12) as screen:
        screen.until_shown("time the store")
        rows = [line for line in screen.lines() if "~/" in line]
        assert [next(t for t in (*TITLES, "say the first line") if t in row) for row in rows] == [
            "write a poem", "say the first line", "mend a parser", "time the store"], rows
        assert "script" in rows[1], rows
        screen.press("Escape")


def test_continue_takes_the_one_used_last(cli, sessions, place):
    client, _ = sessions
    directory = place.home / "both"
    directory.mkdir()
    first, second = (client.call("session.create", {"cwd": str(directory), "title": name})["id"] for name in "ab")
    assert cli.run("run", "--session", second, "say one").code == 0
    assert cli.run("run", "--session", first, "say two").code == 0
    assert cli.run("run", "-c", "say three", cwd=directory).code == 0
    assert client.call("task.list", {"limit": 1})[0]["sessionId"] == first


def test_a_thread_has_the_title_of_its_first_message(cli, sessions):
    client, _ = sessions
    sent = client.call("chat.send", {"message": "say hello\nand more"})
    tasks.wait(client, sent["taskId"])
    client.call("chat.send", {"message": "say another", "threadId": sent["threadId"]})
    assert client.call("session.get", {"sessionId": sent["threadId"]})["title"] == "say hello"
