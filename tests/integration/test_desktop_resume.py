"""chat:resume: the answer of a task once more, from its beginning, for a client that has lost its connection or began late."""

import signal

import pytest

from chat_ports import Port, begin, text_of
from setting import SHIPPED
from shells import fd_client
from stores import change, store_of
from tasks import Gate, state, wait

PARTS = ['message text "one"', 'message tool_call {"tool": "Read", "input": {}, "tool_call_id": "c"}',
         'message tool_result {"tool": "Read", "result": "x", "tool_call_id": "c"}']


@pytest.fixture
def client(daemon):
    return fd_client(daemon)


def resume(client, task):
    request = client.request("chat:resume", {"taskId": task})
    while (message := client.read()).get("method") != "chat:streamPort":
        assert "id" not in message, message
    port = Port(client.take_fd())
    assert client.answer(request)["result"] == message["params"] and message["params"]["taskId"] == task
    return port, message["params"]["threadId"]


def test_a_task_that_has_ended(client):
    port, thread, task = begin(client, "; ".join([*PARTS, 'message text "two"', "usage 3 4"]))
    chunks = port.ack().all()
    for _ in range(2):
        again, of = resume(client, task)
        assert again.is_silent()
        assert again.ack().all() == chunks and of == thread
    assert text_of(chunks) == "onetwo" and chunks[-1]["type"] == "finish"


def test_a_task_that_runs(client, daemon, place):
    """Both ports have all of it, those that began and those that joined."""
    gate = Gate(place)
    port, _, task = begin(client, "; ".join([*PARTS, f"read {gate}", 'message text "two"']))
    port.ack().until("tool-result")
    others = [resume(fd_client(daemon), task)[0].ack() for _ in range(3)]
    for other in others:
        other.until("tool-result")
    gate.open()
    chunks = port.all()
    assert [other.all() for other in others] == [chunks] * 3


def test_a_task_without_a_text_of_its_own(client):
    port, _, task = begin(client, "done the end")
    chunks = port.ack().all()
    assert text_of(chunks) == "the end" and resume(client, task)[0].ack().all() == chunks


def test_chunks_as_notifications(client, daemon):
    port, _, task = begin(client, PARTS[0])
    chunks = port.ack().all()
    plain = daemon.client()
    plain.call("initialize", {"acceptsDescriptors": False})
    for _ in range(2):
        assert plain.call("chat:resume", {"taskId": task})["taskId"] == task
        assert plain.call("chat:ack", {"taskId": task}) == {"acknowledged": True}
        told = []
        while not told or told[-1]["type"] != "finish":
            event = plain.event()
            if event["method"] == "chat:streamChunk":
                told.append(event["params"]["chunk"])
        assert told == chunks
    assert plain.error("chat:ack", {"taskId": task}).word == "port_not_found"


def test_a_task_of_a_daemon_that_was_killed(staged, place, make_daemon):
    """The agent goes on, and so does its answer."""
    place.write_config({"tasks": {"agent": "script"}})
    daemon, gate = make_daemon().start(program=SHIPPED), Gate(place)
    port, _, task = begin(fd_client(daemon), f'message text "one"; read {gate}; message text "two"; done')
    port.ack().until("text-delta")
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)
    client = fd_client(make_daemon().start(program=SHIPPED))
    again, _ = resume(client, task)
    again.ack().until("text-delta")
    gate.open()
    assert text_of(again.all()) == "onetwo" and wait(client, task)["state"] == "completed"


def test_a_restart_of_the_daemon(staged, place, make_daemon):
    """A port that streams a task once more goes on through it, as others do; one without an ACK does not."""
    place.write_config({"tasks": {"agent": "script"}})
    daemon, gate = make_daemon().start(program=SHIPPED), Gate(place)
    client = fd_client(daemon)
    port, _, task = begin(client, f'message text "one"; read {gate}; message text "two"; done')
    port.ack().until("text-delta")
    again, _ = resume(client, task)
    again.ack().until("text-delta")
    waiting, _ = resume(client, task)
    client.call("daemon.restart")
    waiting.assert_closed()
    gate.open()
    assert again.all() == port.all() and text_of(again.chunks) == "onetwo"


def test_what_cannot_be_resumed(client):
    assert client.error("chat:resume", {"taskId": "task_none"}).word == "task_not_found"
    assert client.error("chat:resume", {}, bad=True).word == "invalid_params"


def test_an_answer_whose_beginning_was_deleted(client, daemon, place, make_daemon):
    port, _, task = begin(client, "; ".join(PARTS))
    port.ack().all()
    daemon.stop()
    change(store_of(place), "DELETE FROM events WHERE seq < (SELECT max(seq) - 2 FROM events)")
    client = fd_client(make_daemon().start())
    assert state(client, task) == "completed"
    chunks = resume(client, task)[0].ack().all()
    assert len(chunks) == 1 and "was deleted before it was read" in chunks[0]["error"]


def test_the_limit_of_ports(place, make_daemon):
    place.write_config({"chat": {"portsPerClient": 2}})
    client = fd_client(make_daemon().start())
    port, _, task = begin(client, "hello")
    port.ack().all()
    ports = [resume(client, task)[0] for _ in range(2)]
    assert client.error("chat:resume", {"taskId": task}).word == "too_many_ports"
    for port in ports:
        assert text_of(port.ack().all()) == "hello"
    resume(client, task)[0].ack().all()
