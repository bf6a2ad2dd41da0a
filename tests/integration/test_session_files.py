"""session.files and agent.commands: completion while a person types."""

import pytest

from client import RpcError
from dead_mount import dead_mount, needs_fuse  # noqa: F401 (a fixture)
from sessions import create
from setting import MIB, SANITIZED
from tasks import submit, wait
from waiting import until

INVALID, NOT_FOUND, UNAVAILABLE = -32602, -32000, -32050


@pytest.fixture
def tree(place):
    root = place.root / "tree"
    for name in ("src/main.c", "src/Main.h", "src/deep/domain.c", "README.md", "build/main.o", "notes/a.log", ".git/config", "é/ü.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    (root / ".gitignore").write_text("build/\n*.log\n")
    (root / "link").symlink_to("/etc")
    return root


@pytest.fixture
def client(make_daemon):
    return make_daemon().start().client()


def files(client, **params):
    found = client.call("session.files", params)
    return [file["path"] + ("/" if file.get("directory") else "") for file in found["files"]], found["complete"]


def refused(client, method, **params):
    with pytest.raises(RpcError) as error:
        client.call(method, params)
    return error.value


def test_files(client, tree):
    session = create(client, cwd=str(tree))["id"]
    everything, complete = files(client, sessionId=session)
    assert complete and everything[:5] == [".gitignore", "README.md", "link", "notes/", "src/"]
    assert set(everything) == {".gitignore", "README.md", "link", "notes/", "src/", "é/", "src/main.c", "src/Main.h", "src/deep/", "src/deep/domain.c", "é/ü.txt"}
    assert files(client, sessionId=session, query="main") == (["src/Main.h", "src/main.c", "src/deep/domain.c"], True)
    assert files(client, sessionId=session, query="src/m") == (["src/main.c", "src/Main.h"], True)
    assert files(client, cwd=str(tree), query="src/", limit=2) == (["src/Main.h", "src/deep/"], False)
    assert files(client, cwd=str(tree), query="nothing") == ([], True)


def test_what_is_refused(client, place):
    assert refused(client, "session.files").code == INVALID
    assert refused(client, "session.files", sessionId="s", cwd="/").code == INVALID
    assert refused(client, "session.files", cwd="here").code == INVALID
    assert refused(client, "session.files", sessionId="sess_none").data["code"] == "session_not_found"
    assert refused(client, "session.files", cwd=str(place.root / "gone")).code == UNAVAILABLE
    assert refused(client, "agent.commands", sessionId="sess_none").data["code"] == "session_not_found"


@needs_fuse
@pytest.mark.parametrize("method", ["session.files", "agent.commands"])
def test_a_dead_mount_holds_up_its_own_call_alone(make_daemon, dead_mount, method):  # noqa: F811
    daemon = make_daemon().start(wrapper=dead_mount.wrapper)
    one, other = daemon.client(), daemon.client()
    request = one.request(method, {"cwd": str(dead_mount.paths[0] / "project")})
    task = submit(other, "say hello; done", sessionId=create(other, cwd=str(daemon.place.home))["id"])
    assert wait(other, task)["state"] == "completed"
    one.call("ping")
    assert one.answer(request)["error"]["code"] == UNAVAILABLE


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_commands(client, place, tree):
    write(tree / ".claude/commands/review.md", "---\ndescription: Review the change\nargument-hint: '[file]'\nmodel: x\n---\nLook at $1.\n")
    write(tree / ".weir/commands/git/commit.md", "# Commit it\nDo that.\n")
    write(tree / ".claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: >\n  Read and\n  write PDF\n---\nUse it.\n")
    write(place.home / ".claude/commands/review.md", "another")
    write(place.home / ".weir/commands/mine.md", "My own.")
    write(place.root / "secret.md", "secret")
    (tree / ".claude/commands/leak.md").symlink_to(place.root / "secret.md")
    (tree / ".claude/commands/binary.md").write_bytes(b"\0\1")
    (tree / ".claude/commands/large.md").write_text("x" * 70_000)
    found = client.call("agent.commands", {"cwd": str(tree)})
    assert found["agent"] == "builtin" and found["complete"]
    known = {command["name"]: command for command in found["commands"]}
    assert set(known) == {"compact", "review", "git:commit", "pdf", "mine"}
    assert known["compact"]["source"] == "weir"
    assert known["review"] == {"name": "review", "description": "Review the change", "hint": "[file]", "kind": "command",
                               "source": "project", "path": f"{tree}/.claude/commands/review.md"}
    assert known["git:commit"]["description"] == "Commit it"
    assert known["pdf"] | {"path": ""} == {"name": "pdf", "description": "Read and write PDF", "kind": "skill", "source": "project", "path": ""}
    assert known["mine"]["source"] == "user"
    session = create(client, cwd=str(tree))["id"]
    assert client.call("agent.commands", {"sessionId": session})["commands"] == found["commands"]
    assert client.call("agent.commands", {"sessionId": session, "agent": "claude"}) == {"agent": "claude", "commands": [], "complete": True}


# --- what an agent may have put there -----------------------------------------------------------------


def test_rules_that_cost_seconds_a_name(client, place):
    """The call ends in time with what it has found, and does not leave a thread at work."""
    folder = place.root / "slow"
    rules = ("*" + "a" * 120 + "Q\n") * 1000
    for _ in range(32):
        write(folder / ".gitignore", rules)
        folder /= "d"
    write(folder / "x", "x")
    for number in range(60):
        write(folder / ("a" * 250 + str(number)), "x")
    found, complete = files(client, cwd=str(place.root / "slow"))
    assert found[:2] == [".gitignore", "d/"] and not complete


@pytest.mark.faults
@pytest.mark.parametrize("swapped", ["a", "a/b", "a/b/c"])
def test_a_link_that_comes_into_a_path(make_daemon, place, swapped):
    """A directory is replaced by a link before it is opened, in the middle or at the end of the path."""
    release = place.root / "release"
    for name in ("tree/a/b/c/inside", "outside/b/c/secret", "outside/c/secret", "outside/secret"):
        write(place.root / name, "x")
    tree = place.root / "tree"
    daemon = make_daemon().start(environment={"WEIR_FAULT": "session.files.directory=hold*3+1", "WEIR_FAULT_RELEASE": str(release)})
    client = daemon.client()
    call = client.request("session.files", {"cwd": str(tree)})
    until(lambda: "holding at session.files.directory" in daemon.stderr(), "a/b/c is about to be opened")
    (tree / swapped).rename(place.root / "moved")
    (tree / swapped).symlink_to(place.root / "outside")
    release.touch()
    found = [file["path"] for file in client.answer(call)["result"]["files"]]
    assert found == ["a", "a/b", "a/b/c"]


def test_a_directory_of_too_many_names(make_daemon, place):
    """Not all of them are held at the same time."""
    tree = place.root / "tree"
    write(tree / ".weir/commands/one.md", "One.")
    for number in range(60_000):
        (tree / ".weir/commands" / (f"{number:05}" + "x" * 240)).touch()
    daemon = make_daemon().start()
    client = daemon.client()
    client.call("agent.commands", {"cwd": str(place.home)})
    before = daemon.rss("VmHWM")
    assert client.call("agent.commands", {"cwd": str(tree)})["complete"] is False
    assert SANITIZED or daemon.rss("VmHWM") < before + 4 * MIB
