"""The offline agent, which needs no model, with the real daemon, sandbox, permissions and events; and weir's own tools
in their real environment."""

import json
import os

import pytest

from asking import answer, approver, requested
from executor_peer import Executor
from tasks import cancel, messages, run, session_of, submit, wait

LONG = {"permissions": {"approverMs": 600000, "timeoutMs": 600000}}


LEVELS = pytest.mark.parametrize("project", ["namespace", "landlock"], indirect=True)


@pytest.fixture
def project(request, house, place):
    """A daemon, and a project in the home."""
    house.configure(sandbox=getattr(request, "param", "namespace"), view={}, **LONG)
    folder = place.home / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "README.md").write_text("# Weather\n\nTells whether it rains.\n")
    (folder / "meson.build").write_text("project('weather', 'c')\n")
    (folder / "src" / "main.c").write_text("int main(void)\n{\n    return rain(1);\n}\n")
    (folder / ".gitignore").write_text("*.o\n")
    (folder / "src" / "main.o").write_text("rain")
    house.start()
    return folder


def begin(client, project, prompt, **terms):
    session = session_of(client, cwd=str(project), **terms)
    return submit(client, prompt, agent="offline", sessionId=session)


def do(client, project, prompt, **terms):
    """The task, and its events as (type, data)."""
    session = session_of(client, cwd=str(project), **terms)
    task = run(client, prompt, agent="offline", sessionId=session)
    return task, events(client, task["id"])


def events(client, task):
    return [(message["type"], message["data"]) for message in messages(client, task)]


def of(found, kind):
    return [data for name, data in found if name == kind]


def check_shape(found):
    """Each message is begun and ended, each block too, and the whole is what its pieces are."""
    open_message, block, pieces = None, None, ""
    for name, data in found:
        if name == "message_start":
            assert open_message is None and data["role"] == "assistant" and data["agent"] == "offline"
            open_message = data["message_id"]
        elif name == "message_stop":
            assert data["message_id"] == open_message and block is None
            open_message = None
        elif name == "content_block_start":
            assert open_message and block is None
            block, pieces = data, ""
        elif name == "content_block_delta":
            assert data["index"] == block["index"]
            pieces += data["delta"].get("text", "") + data["delta"].get("partial_json", "")
        elif name == "content_block_stop":
            whole = data["content_block"]
            assert whole["type"] == block["content_block"]["type"] and data["index"] == block["index"]
            assert pieces == whole["text"] if whole["type"] == "text" else json.loads(pieces) == whole["input"]
            block = None
    assert open_message is None and block is None


def test_what_is_in_this_folder(house, project):
    task, found = do(house.client(), project, "what is in this folder?")
    assert task["state"] == "completed"
    text = task["result"]["text"]
    assert text.splitlines()[0].startswith("This is the offline agent") and "weir key set anthropic" in text.splitlines()[0]
    assert "3 files" in text and "built with Meson" in text and "- `src/`: 1 file\n" in text and "Tells whether it rains." in text
    assert "- `read README.md`" in text and "main.o" not in text
    assert "what is in this folder?" not in text, "what was just asked is no suggestion"
    assert [data["tool"] for data in of(found, "tool_call")] == ["Glob", "Read"]
    assert [data["is_error"] for data in of(found, "tool_result")] == [False, False]
    assert [data["stop_reason"] for data in of(found, "message_stop")] == ["tool_use", "tool_use", "end_turn"]
    assert "usage" not in dict(found)
    said = "".join(data["content_block"]["text"] for data in of(found, "content_block_stop") if data["content_block"]["type"] == "text")
    assert said == text
    check_shape(found)


@pytest.mark.parametrize("prompt, tool, part", [
    ("Please read src/main.c", "Read", "return rain(1);"),
    ("search for rain( in src", "Grep", "src/main.c:3:"),
    ("find *.c", "Glob", "src/main.c"),
    ("ls src", "Glob", "- `main.c`"),
    ("what can you do?", "Glob", "- `what is in this folder?`"),
    ("show me the readme", "Read", "Tells whether it rains."),
    ("read main.c", "Read", "return rain(1);"),
    ("what does rain do?", "Read", "src/main.c:3:"),
    ("find weather", "Glob", "meson.build:1:"),
    ("list all C files", "Glob", "src/main.c"),
    ("how many files are there?", "Glob", "3 files"),
    ("how many lines of code are there?", "Grep", "8 lines in 3 files"),
    ("how many lines does src/main.c have?", "Grep", "`src/main.c` has 4 lines."),
    ("search for snow", "Grep", "I found nothing"),
])
def test_what_it_reads(house, project, prompt, tool, part):
    task, found = do(house.client(), project, prompt)
    assert task["state"] == "completed" and part in task["result"]["text"], task
    assert of(found, "tool_result")[0]["tool"] == tool
    check_shape(found)


@pytest.mark.parametrize("prompt, code, part", [
    ("write me a poem about rain", "not_understood", "I do not understand this request"),
    ("read nothing.txt", "not_found", "There is no file `nothing.txt`"),
    ("read twin", "not_found", "- `read src/twin.c`\n- `read src/twin.h`"),
    ("read /etc/shadow", "not_permitted", "permission was denied"),
    ("list nowhere", "tool_failed", "That failed."),
])
def test_what_is_not_done_does_not_look_done(house, project, prompt, code, part):
    for age, name in enumerate(["twin.c", "twin.h"]):  # the newest is named first
        (project / "src" / name).write_text("")
        os.utime(project / "src" / name, (1e9 - age, 1e9 - age))
    task, found = do(house.client(), project, prompt, **({"permissionMode": "plan", "permissionTimeoutMs": 1} if "shadow" in prompt else {}))
    assert task["state"] == "failed" and task["result"]["error"]["code"] == code, task
    assert part in task["result"]["text"] and task["result"]["error"]["message"], task
    check_shape(found)


def test_tests_and_builds(house, project):
    """By the command that the files tell of; where they do not, it says so."""
    front = approver(house)
    (project / "meson.build").unlink()
    task, _ = do(front, project, "run the tests")
    assert task["state"] == "failed" and task["result"]["error"]["code"] == "not_understood" and "run COMMAND" in task["result"]["text"]
    (project / "Makefile").write_text("test:\n\techo all is well\n")
    task = begin(front, project, "please run the tests")
    request = requested(front)
    assert (request["tool"], request["input"]["command"]) == ("Bash", "make test")
    answer(front, request, "deny")
    assert wait(front, task)["result"]["error"]["code"] == "not_permitted"


def test_runs_what_somebody_allows(house, project):
    front = approver(house)
    task = begin(front, project, "$ echo $((6 * 7)); pwd; exit 3")
    request = requested(front)
    assert request["tool"] == "Bash" and request["input"]["command"] == "echo $((6 * 7)); pwd; exit 3"
    answer(front, request, "allow_once")
    ended = wait(front, task)
    found = events(front, task)
    assert ended["state"] == "failed" and "has failed" in ended["result"]["text"]
    assert ended["result"]["error"]["code"] == "command_failed" and "[exit code 3]" in ended["result"]["error"]["message"]
    [result] = of(found, "tool_result")
    assert result == {"tool": "Bash", "result": f"42\n{project}\n[exit code 3]\n", "is_error": True,
                      "tool_call_id": of(found, "tool_call")[0]["tool_call_id"]}
    check_shape(found)


def test_does_nothing_when_it_may_not(house, project):
    front = approver(house)
    task = begin(front, project, "run touch made")
    answer(front, requested(front), "deny", reason="not today")
    ended = wait(front, task)
    found = events(front, task)
    assert ended["state"] == "failed" and "permission was denied" in ended["result"]["text"] and "not today" in ended["result"]["text"]
    assert of(found, "tool_call") == [] and not (project / "made").exists()
    [refused], [result] = of(found, "permission_denied"), of(found, "tool_result")
    assert refused["tool"] == "Bash" and refused["reason"] == "user_denied" and refused["input"]["command"] == "touch made"
    assert result["is_error"] and result["tool_call_id"] == refused["tool_call_id"]
    check_shape(found)


def test_replaces(house, project):
    client = house.client()
    task, found = do(client, project, 'replace "rain(1)" with "snow(2)" in src/main.c', permissionMode="acceptEdits")
    assert task["state"] == "completed" and "Done:" in task["result"]["text"]
    assert (project / "src" / "main.c").read_text() == "int main(void)\n{\n    return snow(2);\n}\n"
    assert of(found, "tool_call")[0]["input"] == {"file_path": "src/main.c", "old_string": "rain(1)", "new_string": "snow(2)"}

    task, _ = do(client, project, "replace n with m in src/main.c", permissionMode="acceptEdits")
    assert "old_string was found" in task["result"]["text"] and 'replace all "n" with "m"' in task["result"]["text"]


def test_changes_nothing_in_plan_mode(house, project):
    client = house.client()
    before = (project / "src" / "main.c").read_text()
    task, found = do(client, project, 'replace "rain" with "snow" in src/main.c', permissionMode="plan")
    assert "mode=plan" in task["result"]["text"] and of(found, "tool_call") == []
    task, found = do(client, project, "`touch made`", permissionMode="plan")
    assert "mode=plan" in task["result"]["text"] and of(found, "tool_call") == []
    task, _ = do(client, project, "read src/main.c", permissionMode="plan")
    assert "rain(1)" in task["result"]["text"]
    assert (project / "src" / "main.c").read_text() == before and not (project / "made").exists()


# --- the executor alone ---------------------------------------------------------------------------


@pytest.fixture
def executor(place):
    with Executor(place) as executor:
        yield executor


def test_the_list_of_tools_holds(executor, place):
    daemon = executor.connect()
    daemon.resume()
    ended = daemon.run(f"run touch {place.root}/made", agent="offline", tools=["Read", "Glob"], permission_mode="bypassPermissions")
    assert "not among the tools" in ended["text"] and not (place.root / "made").exists()
    assert daemon.asked == []


def test_keeps_what_it_is_about_to_change(executor, place):
    """After the permission, and before the change; where that is not possible nothing is changed."""
    file = place.root / "file"
    file.write_text("one two")
    daemon = executor.connect()
    daemon.resume()
    for kept in (True, False):
        request = daemon.execute("replace two with three in file", agent="offline", tools=["Edit"], cwd=str(place.root),
                                 task=f"task_{kept}", token=f"token {kept}")
        daemon.reply(daemon.wait_for_ask("request_permission"), {"approved": True})
        ask = daemon.wait_for_ask("keep_files")
        assert ask["params"]["paths"] == [str(file)] and file.read_text() == "one two"
        if kept:
            daemon.reply(ask, {"kept": 1, "complete": True})
        else:
            daemon.refuse(ask)
        text = daemon.result(request)["text"]
        assert file.read_text() == ("one three" if kept else "one two")
        assert ("Done:" in text) if kept else ("cannot save" in text)
        file.write_text("one two")

    request = daemon.execute("run echo hello >>file", agent="offline", tools=["Bash"], cwd=str(place.root), task="task_2", token="token 2")
    daemon.reply(daemon.wait_for_ask("request_permission"), {"approved": True})
    ask = daemon.wait_for_ask("keep_files")
    assert "paths" not in ask["params"] and file.read_text() == "one two"
    daemon.reply(ask, {"kept": 1, "complete": True})
    assert "has run" in daemon.result(request)["text"] and file.read_text() == "one twohello\n"


def test_stopped_while_it_waits(executor):
    """For an answer that does not come."""
    daemon = executor.connect()
    daemon.resume()
    request = daemon.execute("run true", agent="offline", tools=["Bash"])
    daemon.wait_for_ask("request_permission")
    daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(request)["status"] == "cancelled"


# --- nothing is left ----------------------------------------------------------------------------------


@LEVELS
def test_stopped_with_all_that_it_started(house, project):
    """A process in a session of its own is gone before the answer."""
    client = house.client()
    os.mkfifo(project / "ready")
    task = begin(client, project, "$ setsid sh -c 'trap : TERM; echo $$ >ready; for i in 1 2 3; do sleep 40; done' & wait",
                 permissionMode="bypassPermissions")
    with open(project / "ready", encoding="utf-8") as ready:
        ready.readline()
    assert cancel(client, task)
    assert wait(client, task)["state"] == "cancelled"
    left = [pid for pid in os.listdir("/proc") if pid.isdigit() and is_in(pid, project)]
    assert left == []


def is_in(pid, project):
    try:
        return os.readlink(f"/proc/{pid}/cwd") == str(project)
    except OSError:
        return False


@LEVELS
def test_commands_see_nothing_of_weir(house, project):
    """Neither its sockets nor its descriptors."""
    client = house.client()
    _, found = do(client, project, "$ env | cut -d= -f1 | grep -E 'EXECUTOR|WEIR' ; ls /proc/self/fd | wc -l; ls -A",
                  permissionMode="bypassPermissions")
    result = of(found, "tool_result")[0]["result"].splitlines()
    assert result == ["4", ".gitignore", "README.md", "meson.build", "src"]
