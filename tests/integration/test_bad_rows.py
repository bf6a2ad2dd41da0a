"""Lists stay readable whatever an agent reports: reports are made valid before they are stored, and an unreadable row
is skipped."""

import json
import signal
import sqlite3

import pytest

from asking import Asker, answer, approver, requested
from cli import Cli
from tasks import session_of, wait
from waiting import until

LONG = {"permissions": {"approverMs": 600000, "timeoutMs": 600000}}


@pytest.fixture
def desk(house):
    house.configure(**LONG)
    return house.start()


def listed(house, *arguments):
    """The lists of weir, each checked against the contract."""
    done = Cli(house.place).run(*arguments, "--json")
    assert done.code == 0, done
    return [line for line in done.out.splitlines() if line]


# --- what an agent asks for --------------------------------------------------------------------------

HARD = [
    ("Bash", {"command": "echo a\0b"}, "echo a\ufffdb"),
    ("Bash", {"command": "\0"}, "\ufffd"),
    ("Bash", {"command": "true; 'a\0b' > 'c\0d'"}, "true; 'a\ufffdb' > 'c\ufffdd'"),
    ("Bash", {"command": "x" * 5000}, "x" * 5000),
    ("Write", {"file_path": "a\0b", "content": "\0"}, None),
    ("Write", {"file_path": "\U0001f600" * 1000, "content": "x"}, None),
    ("Write", {"file_path": "*" * 2050, "a\0b": ["\0"]}, None),
    ("Edit", {"file_path": "a", "number": 1e308, "other": -(2**63), "more": 2**64}, None),
]


@pytest.mark.parametrize("tool, tool_input, shown", HARD, ids=range(len(HARD)))
def test_whatever_it_asks_for_the_lists_can_be_read(desk, tool, tool_input, shown):
    front = approver(desk)
    other, asker = Asker(desk, front), Asker(desk, front)
    other.send("Bash", command="make")
    requested(front)
    asker.send(tool, **tool_input)
    assert requested(front).get("command") == shown
    assert len(front.call("permission.list")) == len(listed(desk, "permissions", "list")) == 2
    for one in front.call("permission.list"):
        answer(front, one, "deny")
    assert len(listed(desk, "permissions", "list", "--past")) == 2
    assert len(listed(desk, "audit", "list", "--what", "permission.answered")) == 2
    assert front.call("daemon.status")["subsystems"]["store"]["health"] == "ok"


def test_the_next_daemon_reads_it_too(desk):
    front = approver(desk)
    asker = Asker(desk, front, resumes=True)
    asker.send("Bash", "one", command="echo a\0b")
    request = requested(front)
    desk.daemon.process.kill()
    desk.daemon.process.wait()
    front = approver(desk.again())
    asker.link.close()
    asker.comes_back()
    assert requested(front) == request
    call = asker.send("Bash", "one", command="echo a\0b")
    answer(front, request, "allow_once")
    assert asker.told(call)["approved"] is True


def test_u0000_is_not_understood_and_no_rule_allows_it(desk):
    front = approver(desk)
    for rule in ({"tool": "Bash", "command": "echo *"}, {"tool": "Bash", "command": "echo a"}):
        front.call("permission.rules.add", {"effect": "allow", **rule})
    asker = Asker(desk, front)
    assert asker.ask("Bash", command="echo a")["approved"] is True
    call = asker.send("Bash", command="echo a\0; rm -rf /")
    assert requested(front).get("suggestion") is None
    answer(front, front.call("permission.list")[0], "deny")
    assert asker.told(call)["approved"] is False


def test_whatever_it_says_its_log_can_be_read(desk):
    client = desk.client()
    asker = Asker(desk, client)
    for data in ({"text": "a\0b"}, {"\0": 1}, {"n": 1e308, "m": 2**64, "l": -(2**63)}, {"text": "\ufffe\uffff\u2028"}):
        asker.prompt.report("content_block_delta", data)
    asker.prompt.loosely("tool_result", {"text": "\0" * 1000})
    asker.prompt.done()
    assert wait(client, asker.task)["state"] == "completed"
    assert len(listed(desk, "task", "logs", asker.task)) >= 5
    assert len(listed(desk, "task", "list")) == 1
    assert len(listed(desk, "session", "list")) == 1
    assert listed(desk, "audit", "list")


def nested(depth):
    return {"a": nested(depth - 1)} if depth > 1 else {}


LEFT_OUT = {"text": "(left out: nested deeper than 112 levels)"}


@pytest.mark.parametrize("depth", [112, 113, 122])
def test_whatever_it_says_may_be_nested(desk, depth):
    """What it says lies deeper in the messages and lists of the front ends than in its own message."""
    told = nested(depth) if depth <= 112 else LEFT_OUT
    front = approver(desk)
    asker = Asker(desk, front)
    asker.prompt.report("tool_result", nested(depth))
    assert asker.prompt.ask("create_message", message={"role": "assistant", "type": "text", "content": nested(depth)})["result"]
    call = asker.send("Other", **nested(depth))
    request = requested(front)
    assert request["input"] == told
    assert front.call("permission.list") == [request]
    assert len(listed(desk, "permissions", "list")) == 1
    answer(front, request, "allow_once")
    assert asker.told(call)["approved"] is True
    asker.prompt.done()
    assert wait(front, asker.task)["state"] == "completed"
    assert len(listed(desk, "permissions", "list", "--past")) == 1
    said = [json.loads(line) for line in listed(desk, "task", "logs", asker.task)]
    found = [event["params"]["data"] for event in said if event["method"] == "event.messageCreated"]
    assert found.count(told) == 2, said


def test_a_command_with_input_that_cannot_be_shown_is_denied(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    assert asker.ask("Bash", command="make", more=nested(112)) == {"approved": False, "reason": "too_large"}
    assert front.call("permission.list") == []


def test_metadata_may_be_nested(desk):
    client = desk.client()
    session = client.call("session.create", {"cwd": "/tmp", "metadata": nested(112)})["id"]
    assert client.call("session.list", {})[0]["metadata"] == nested(112)
    for depth in (113, 126):
        for method, params in (("session.create", {"cwd": "/tmp"}), ("session.update", {"sessionId": session})):
            refusal = client.error(method, {**params, "metadata": nested(depth)})
            assert refusal.message == "Invalid params: params.metadata must be nested at most 112 levels deep"
    assert client.call("session.list", {})[0]["metadata"] == nested(112)


# --- what is in the store already ----------------------------------------------------------------------

BAD = [
    "UPDATE permissions SET suggestion = '{\"effect\":\"allow\",\"tool\":\"a\\u0000b\"}' WHERE no = 1",
    "UPDATE permissions SET suggestion = 'no JSON' WHERE no = 1",
    "UPDATE permissions SET command = 'a' || char(0) || 'b' WHERE no = 1",
    "UPDATE permissions SET parts = '[' WHERE no = 1",
    "UPDATE permissions SET paths = '[1,null]' WHERE no = 1",
    "UPDATE permissions SET digest = x'00' WHERE no = 1",
    "UPDATE tasks SET result = '{\"message_count\":-1}' WHERE no = 1",
    "UPDATE tasks SET progress = '{\"percent\":1000}' WHERE no = 1",
    "UPDATE tasks SET limits = '[]' WHERE no = 1",
    "UPDATE sessions SET terms = '{\"network\":\"everything\"}' WHERE no = 1",
    "UPDATE sessions SET metadata = 'no JSON' WHERE no = 1",
    "UPDATE sessions SET metadata = '[1,' || char(10) || '2]' WHERE no = 1",
    "UPDATE permissions SET input = '{' WHERE no = 1",
    "UPDATE audit SET data = 'no JSON' WHERE no = 2",
    "UPDATE audit SET data = '1}' || char(10) || '{' WHERE no = 2",
    "UPDATE audit SET what = 'a' || char(0) || 'b' WHERE no = 2",
    "UPDATE events SET body = 'no JSON' WHERE seq = 3",
    "UPDATE events SET body = '\"a\":1' WHERE seq = 3",
    "UPDATE events SET body = '\"a\":1}}' || char(10) || '{\"b\":{\"c\":1}' WHERE seq = 3",
    "UPDATE events SET body = '\"seq\":1}' WHERE seq = 3",
    "UPDATE events SET body = '\"a\":' || char(10) || '1}' WHERE seq = 3",
    "UPDATE events SET kind = 999 WHERE seq = 3",
    "UPDATE kinds SET name = 'a\"b' WHERE no = (SELECT kind FROM events WHERE seq = 3)",
    "UPDATE rules SET effect = 'odd' WHERE no = 1",
    "UPDATE rules SET tool = 'a' || char(0) || 'b' WHERE no = 1",
    "UPDATE keys SET last_four = 'a' || char(0) || 'b'",
    "UPDATE task_counts SET state = 'odd' WHERE state = 'completed'",
]


def can_be_followed(house, front, statement):
    """Every other event of the log can still be read: in pages, by a subscription, and for a task."""
    page = front.call("event.list", {"limit": 1000})
    missing = page["lastSeq"] - len(page["events"])
    assert missing in (0, 1) or "kinds" in statement
    with house.daemon.raw() as raw:  # each line is read as JSON
        raw.send(b'{"jsonrpc":"2.0","id":1,"method":"event.subscribe","params":{"fromSeq":1}}\n')
        seen = []
        while not seen or seen[-1] < page["lastSeq"]:
            message = raw.read()
            if message.get("method", "").startswith("event.") and "seq" in message["params"]:
                seen.append(message["params"]["seq"])
    assert seen == [event["params"]["seq"] for event in page["events"]]
    for task in front.call("task.list"):
        listed(house, "task", "logs", task["id"])


@pytest.mark.parametrize("statement", BAD, ids=range(len(BAD)))
def test_one_bad_row_breaks_no_list(house, statement):
    house.configure(**LONG)
    front = approver(house.start())
    for tool in ("Read", "Grep"):
        front.call("permission.rules.add", {"effect": "allow", "tool": tool})
    front.call("key.set", {"service": "anthropic", "value": "sk-" + "x" * 40})
    for _ in range(2):
        session = session_of(front, cwd=str(house.place.home), metadata={"a": 1})
        asker = Asker(house, front, session=session)
        call = asker.send("Bash", command="make")
        answer(front, requested(front), "deny")
        asker.told(call)
        asker.prompt.done()
        assert wait(front, asker.task)["state"] == "completed"
    front.close()
    house.daemon.send_signal(signal.SIGTERM)
    house.daemon.wait()
    with sqlite3.connect(house.place.user_state / "weir.db") as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        assert db.execute(statement).rowcount > 0
    db.close()
    front = house.again(0).client()
    for method in ("permission.list", "permission.rules.list", "task.list", "session.list"):
        found = front.call(method, {"all": True} if method == "permission.list" else {})
        assert len(found) in (1, 2), method
    assert len(front.call("key.list")) == 1
    assert front.call("task.stats")["failed"] == 0
    assert len(front.call("audit.list", {"limit": 1000})) >= 4
    can_be_followed(house, front, statement)
    assert 1 <= len(listed(house, "permissions", "list", "--past")) <= 2
    assert 1 <= len(listed(house, "permissions", "rules")) <= 2
    assert 1 <= len(listed(house, "task", "list")) <= 2
    assert 1 <= len(listed(house, "session", "list")) <= 2
    assert len(listed(house, "key", "list")) == 1
    assert len(listed(house, "audit", "list")) >= 4
    assert front.call("daemon.status")["subsystems"]["store"]["health"] == "ok"


def test_no_rule_counts_beside_one_that_cannot_be_read(house):
    """It may be one that denies."""
    house.configure(**LONG)
    front = approver(house.start())
    for effect, command in (("deny", "make clean"), ("allow", "make *")):
        front.call("permission.rules.add", {"effect": effect, "tool": "Bash", "command": command})
    front.close()
    house.daemon.send_signal(signal.SIGTERM)
    house.daemon.wait()
    with sqlite3.connect(house.place.user_state / "weir.db") as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE rules SET effect = 'odd' WHERE no = 1")
    db.close()
    front = approver(house.again(0))
    assert [rule["command"] for rule in front.call("permission.rules.list")] == ["make *"]
    asker = Asker(house, front)
    call = asker.send("Bash", command="make clean")
    until(lambda: "cannot read the column effect" in house.daemon.log(), "it says so")
    while not asker.link.nothing_came():
        said = asker.link.read()
        assert said.get("id") != call or "result" not in said, said
