"""chat:sendMessage and its ports: the gate, the chunks, and clients that do not do as they should. The agent plays the message
as a script."""

import json
import os
import socket
import time

import pytest

from chat_ports import Port, begin, check, text_of
from client import RpcError
from setting import MIB, SANITIZED, SHIPPED
from shells import fd_client
from tasks import Gate, get, log, session_of, state, wait
from test_desktop_chat import block, conversation, say, threads
from waiting import until

REFUSED = "chat: closed the port of task"


@pytest.fixture
def client(daemon):
    return fd_client(daemon)


def chat(client, content, thread=None):
    """(the chunks of the whole answer, the thread)"""
    port, thread, _ = begin(client, content, thread)
    return port.ack().all(), thread


def submitted(client, task):
    """Waits until the ACK has submitted it."""
    until(lambda: any(one["id"] == task for one in client.call("task.list")), "the task to be there")


def finish(client, task):
    submitted(client, task)
    return wait(client, task)


# --- the ten steps ------------------------------------------------------------------------


def test_send_message(client):
    """The steps of the definition, in their order."""
    request = client.request("chat:sendMessage", {"content": "message text \"Hello\"; message text \" world\"; usage 150 42; done"})
    transfer = client.read()  # first the port, with its descriptor, then the result
    assert transfer["method"] == "chat:streamPort" and len(client.fds) == 1
    port, ids = Port(client.take_fd()), transfer["params"]
    assert client.answer(request)["result"] == ids
    # The thread exists; the message does not, and no task.
    assert [one["threadId"] for one in threads(client)] == [ids["threadId"]] and conversation(client, ids["threadId"]) == []
    assert client.error("task.get", {"taskId": ids["taskId"]}).word == "task_not_found" and port.is_silent()
    assert client.call("task.list") == []
    # The ACK begins it.
    assert port.ack().all() == [
        {"type": "text-delta", "textDelta": "Hello"},
        {"type": "text-delta", "textDelta": " world"},
        {"type": "finish", "usage": {"promptTokens": 150, "completionTokens": 42}},
    ]
    assert state(client, ids["taskId"]) == "completed" and get(client, ids["taskId"])["sessionId"] == ids["threadId"]
    assert [content for _, content in conversation(client, ids["threadId"])][1:] == ["Hello", " world"]


def test_stream_port(client):
    """The bytes of a port."""
    port, _, _ = begin(client, 'message text "a\\nb\\u00e9"; message tool_call {"tool": "Read", "input": {"a": [1]}, "tool_call_id": "tc_1"}; '
                       'message tool_result {"tool": "Read", "result": {"temp": 65}, "tool_call_id": "tc_1"}; done')
    port.socket.sendall(b"ACK")
    text = b""
    while more := port.socket.recv(1 << 16):
        text += more
    port.close()
    assert text.decode() == (
        'data: {"type":"text-delta","textDelta":"a\\nbé"}\n\n'
        'data: {"type":"tool-call","toolCallId":"tc_1","toolName":"Read","args":{"a":[1]}}\n\n'
        'data: {"type":"tool-result","toolCallId":"tc_1","result":{"temp":65}}\n\n'
        'data: {"type":"finish"}\n\n')


def test_a_thread_goes_on(client):
    _, thread = chat(client, "done one")
    chunks, again = chat(client, "done two", thread)
    assert again == thread and text_of(chunks) == "two"
    assert conversation(client, thread) == [("user", "done one"), ("assistant", "one"), ("user", "done two"), ("assistant", "two")]
    assert threads(client)[0]["title"] == "done one"


def test_both_ways_on_one_thread(client):
    thread = say(client, "done one")
    chat(client, "done two", thread)
    assert say(client, "done three", thread) == thread and len(conversation(client, thread)) == 6


def test_a_second_message_waits_behind_the_first(place, client):
    gate = Gate(place)
    first, thread, one = begin(client, f'message text "1"; read {gate}; done')
    first.ack().until("text-delta")
    second, _, two = begin(client, 'message text "2"; done', thread)
    second.ack()
    submitted(client, two)
    assert state(client, two) == "queued"
    assert second.is_silent()
    gate.open()
    assert text_of(first.all()) == "1" and text_of(second.all()) == "2"
    assert get(client, one)["endedAt"] <= get(client, two)["startedAt"]


def test_reserved_is_not_queued(client):
    """The order is that of the ACKs."""
    first, thread, one = begin(client, "done 1")
    second, _, two = begin(client, "done 2", thread)
    second.ack().all()
    assert client.error("task.get", {"taskId": one}).word == "task_not_found"
    first.ack().all()
    assert get(client, two)["endedAt"] <= get(client, one)["startedAt"]


# --- chunks ---------------------------------------------------------------------------------


def test_pieces_are_not_sent_twice(client):
    delta = lambda text, index: "message content_block_delta " + json.dumps({"index": index, "delta": {"text": text}})
    script = "; ".join(["message message_start {}", 'message thinking_chunk {"index": 0, "chunk": "hm"}', block("hm", "thinking"), delta("I lo", 1), delta("ok.", 1),
                        'message content_block_delta {"index": 2, "delta": {"partial_json": "{"}}', block("I look.", index=1),
                        "message message_stop {}", "message message_start {}", delta("Do", 0), block("Done."), "message message_stop {}",
                        "message message_start {}", block("Whole."), "message message_stop {}", "done Whole."])
    chunks, thread = chat(client, script)
    assert [chunk.get("textDelta") for chunk in chunks] == ["I lo", "ok.", "Do", "ne.", "Whole.", None]
    assert [content for _, content in conversation(client, thread)][1:] == ["I look.", "Done.", "Whole."]


def test_only_the_final_text(client):
    """An agent that reports no message."""
    assert [chunk["type"] for chunk in chat(client, "done all of it")[0]] == ["text-delta", "finish"]
    assert [chunk["type"] for chunk in chat(client, "progress 50 half; done")[0]] == ["finish"]


def test_tool_calls_without_ids(client):
    call, result = 'message tool_call {"tool": "Bash", "input": {"command": "ls"}}', 'message tool_result {"tool": "Bash", "output": "a b"}'
    chunks, _ = chat(client, f"{call}; {result}; {call}; {result}; done")
    assert [chunk["type"] for chunk in chunks] == ["tool-call", "tool-result"] * 2 + ["finish"]
    assert chunks[0]["toolCallId"] == chunks[1]["toolCallId"] != chunks[2]["toolCallId"] == chunks[3]["toolCallId"]
    assert chunks[0]["args"] == {"command": "ls"} and chunks[1]["result"] == "a b"


def test_a_denied_call_is_told_once(client):
    call = {"tool": "Bash", "input": {"command": "rm"}, "tool_call_id": "t1"}
    result = json.dumps({"tool": "Bash", "result": "This call was denied.", "tool_call_id": "t1", "is_error": True})
    denied = json.dumps({**call, "reason": "user_denied"})
    for script in (f"message permission_denied {denied}", f"message tool_call {json.dumps(call)}; message permission_denied {denied}"):
        chunks, _ = chat(client, f"{script}; message tool_result {result}; done")
        assert [chunk["type"] for chunk in chunks] == ["tool-call", "tool-result", "finish"]


@pytest.mark.parametrize("data", ["1", "null", "[]", "{}", '"x"', '{"tool": 1, "input": 2, "tool_call_id": 3}', '{"text": 5, "index": -1}', '{"delta": 1, "content_block": []}'])
@pytest.mark.parametrize("type", ["tool_call", "tool_result", "content_block_delta", "content_block_stop", "permission_denied", "message_start", "text"])
def test_reports_of_any_form(client, type, data):
    """An agent may report anything; the chunks keep their definition."""
    chunks, _ = chat(client, f"message {type} {data}; done")
    assert chunks[-1] == {"type": "finish"}


def test_a_failure_is_one_error(client):
    chunks, _ = chat(client, 'message text "half"; fail error the disk is full')
    assert chunks[-1] == {"type": "error", "error": "the disk is full"} and text_of(chunks) == "half"


@pytest.mark.parametrize("how", ["task.cancel", "session.close"])
def test_a_cancelled_task_is_one_error(client, how):
    port, thread, task = begin(client, 'message text "half"; hold')
    port.ack().until("text-delta")
    client.call(how, {"taskId": task} if how == "task.cancel" else {"sessionId": thread})
    end = port.all()[-1]
    assert end["type"] == "error" and end["error"].startswith("the task was cancelled") and ("closed" in end["error"]) == (how == "session.close")


def test_the_daemon_stops(place, make_daemon):
    place.write_config({"tasks": {"drainMs": 100}})
    daemon = make_daemon().start()
    client = fd_client(daemon)
    port, _, _ = begin(client, 'message text "half"; hold')
    port.ack().until("text-delta")
    waiting, _, _ = begin(client, "done")
    daemon.send_signal(15)
    assert "daemon stop" in port.all()[-1]["error"]
    waiting.assert_closed()
    assert daemon.wait() == 0


# --- the gate ---------------------------------------------------------------------------------


def nothing_was_written(client, thread):
    return client.call("task.list") == [] and conversation(client, thread) == []


@pytest.mark.parametrize("text", [b"A", b"AC", b"NAK", b"ack", b"ACk", b"AAA", b" ACK", b"\nACK", b"\0", b"GET / HTTP/1.0\r\n\r\n", b"x" * 100000], ids=lambda text: repr(text[:5]))
def test_something_else_than_an_ack(daemon, client, text):
    port, thread, task = begin(client, "done")
    try:
        port.socket.sendall(text)
        if b"ACK".startswith(text):  # half of one: the daemon waits for the rest
            client.ping()
            port.socket.shutdown(socket.SHUT_WR)
        port.assert_closed()
    except (BrokenPipeError, ConnectionResetError):
        port.close()
    daemon.wait_for_log(f"{REFUSED} {task}")
    assert nothing_was_written(client, thread)


@pytest.mark.long
def test_no_ack_within_its_time(daemon, client):
    port, thread, task = begin(client, "done")
    half, _, other = begin(client, "done", thread)
    half.ack(b"AC")
    before = time.monotonic()
    port.assert_closed()
    half.assert_closed()
    assert 4 < time.monotonic() - before
    daemon.wait_for_log(f"{REFUSED} {task}: no ACK has come within 5 s")
    daemon.wait_for_log(f"{REFUSED} {other}: no ACK has come within 5 s")
    assert nothing_was_written(client, thread)


def test_an_ack_in_pieces(client):
    port, _, _ = begin(client, "done well")
    for piece in (b"A", b"C", b"K"):
        port.ack(piece)
        client.ping()
    assert text_of(port.all()) == "well"


@pytest.mark.parametrize("text", [b"ACK\n", b"ACKACK", b"ACK" + b"x" * 4000], ids=["a line", "twice", "more"])
def test_what_comes_after_the_ack_is_ignored(client, text):
    port, _, _ = begin(client, "done well")
    assert text_of(port.ack(text).all()) == "well"


def test_a_client_that_talks_too_much(client):
    port, _, task = begin(client, "hold")
    port.ack()
    submitted(client, task)
    until(lambda: state(client, task) == "running", "the task to run")
    try:
        port.ack(b"x" * 10000)
    except BrokenPipeError:
        pass
    assert port.read() == {"type": "error", "error": "the client sent data after the ACK"}
    port.close()
    assert state(client, task) == "running"  # it goes on
    client.call("task.cancel", {"taskId": task})


def test_a_port_that_is_closed_before_the_ack(daemon, client):
    port, thread, task = begin(client, "done")
    port.close()
    daemon.wait_for_log(f"{REFUSED} {task}: the client closed it without an ACK")
    assert nothing_was_written(client, thread)


def test_a_connection_that_ends_before_the_ack(daemon, client):
    other = fd_client(daemon)
    port, thread, task = begin(other, "done")
    other.close()
    port.assert_closed()
    daemon.wait_for_log(f"{REFUSED} {task}")
    assert nothing_was_written(client, thread)


def test_the_task_goes_on_when_its_reader_leaves(place, client):
    gate = Gate(place)
    port, thread, task = begin(client, f'message text "1"; read {gate}; message text "2"; done')
    port.ack().until("text-delta")
    port.close()
    gate.open()
    assert finish(client, task)["state"] == "completed"
    assert [content for _, content in conversation(client, thread)][1:] == ["1", "2"]


def test_a_port_outlives_its_connection(place, daemon):
    gate = Gate(place)
    client = fd_client(daemon)
    port, _, _ = begin(client, f'message text "1"; read {gate}; message text "2"; done')
    port.ack().until("text-delta")
    client.close()
    gate.open()
    assert text_of(port.all()) == "12"


def test_a_client_may_stop_sending(client):
    port, _, _ = begin(client, 'message text "1"; done')
    port.ack().socket.shutdown(socket.SHUT_WR)
    assert text_of(port.all()) == "1"


def test_the_thread_is_gone_at_the_ack(client):
    port, thread, _ = begin(client, "done")
    client.call("session.delete", {"sessionId": thread})
    (end,) = port.ack().all()
    assert end == {"type": "error", "error": "no session has this id"}
    port, thread, _ = begin(client, "done")
    client.call("session.close", {"sessionId": thread})
    assert "closed" in port.ack().all()[0]["error"]


def test_the_queue_is_full_at_the_ack(place, make_daemon):
    place.write_config({"tasks": {"queue": 1, "atOnce": 1}})
    client = fd_client(make_daemon().start())
    held = client.call("task.submit", {"prompt": "hold"})["taskId"]
    until(lambda: state(client, held) == "running", "the queue to be empty")
    one, _, first = begin(client, "done")
    two, thread, second = begin(client, "done")
    one.ack()
    submitted(client, first)
    assert two.ack().all() == [{"type": "error", "error": "the queue is full (limit: tasks.queue = 1)"}]
    assert client.error("task.get", {"taskId": second}).word == "task_not_found" and conversation(client, thread) == []
    before = len(threads(client))
    assert client.error("chat:sendMessage", {"content": "x"}).word == "queue_full"
    assert client.error("chat:sendMessage", {"content": "x", "threadId": thread}).word == "queue_full"
    assert len(threads(client)) == before and client.fds == []
    one.close()
    client.call("task.cancel", {"taskId": held})


# --- slow readers -------------------------------------------------------------------------------


def test_a_reader_that_stops_holds_back_nobody(daemon, client):
    port, _, task = begin(client, "events 8000 8000; done the end")
    port.ack()
    before = daemon.rss()
    assert finish(client, task)["state"] == "completed"  # 64 MB, of which nothing was read
    assert text_of(chat(client, "done other")[0]) == "other"
    assert SANITIZED or daemon.rss() < before + 40 * MIB
    chunks = port.all()
    assert len(chunks) == 8001 and chunks[-1] == {"type": "finish"} and all(len(chunk["textDelta"]) == 8000 for chunk in chunks[:-1])


def test_a_reader_that_is_slow_gets_everything_in_order(client):
    port, _, _ = begin(client, "; ".join(f'message text "{i} {"x" * 20000}"' for i in range(40)) + "; events 20000 20; done")
    port.ack()
    chunks = []
    while chunk := port.read():
        chunks.append(chunk)
        if len(chunks) % 500 == 0:
            client.ping()
    assert [int(chunk["textDelta"].split()[0]) for chunk in chunks[:40]] == list(range(40)) and len(chunks) == 20041
    port.close()


def test_the_log_is_cut_before_it_was_read(place, make_daemon):
    place.write_config({"retention": {"days": 0, "bytes": 8 * MIB}})
    daemon = make_daemon().start()
    client = fd_client(daemon)
    port, _, task = begin(client, "events 3000 8000; done the end")
    port.ack()
    finish(client, task)
    client.call("db.compact")
    assert "was deleted before it was read" in port.all()[-1]["error"]


def test_a_thread_that_is_deleted_while_it_is_read(client):
    port, thread, task = begin(client, "events 3000 4000; done the end")
    port.ack()
    finish(client, task)
    client.call("session.delete", {"sessionId": thread})
    client.call("db.compact")
    assert port.all()[-1]["type"] == "error"


# --- chunks as notifications -----------------------------------------------------------------------


@pytest.fixture
def plain(daemon):
    """A client that cannot receive descriptors."""
    client = daemon.client()
    client.call("initialize", {"acceptsDescriptors": False})
    return client


def begin_plain(client, content, thread=None):
    """(the thread, the task)"""
    request = client.request("chat:sendMessage", {"content": content} | ({"threadId": thread} if thread else {}))
    while (message := client.read()).get("method") != "chat:streamPort":
        assert "id" not in message, message
    params = message["params"]
    assert client.answer(request)["result"] == params
    return params["threadId"], params["taskId"]


def chunks_of(client, task, thread):
    chunks = []
    while not chunks or chunks[-1]["type"] not in ("finish", "error"):
        event = client.event()
        if event["method"] == "chat:streamChunk" and event["params"]["taskId"] == task:
            assert set(event["params"]) == {"taskId", "threadId", "chunk"} and event["params"]["threadId"] == thread
            chunks.append(event["params"]["chunk"])
            check(chunks[-1])
    return chunks


def test_chunks_as_notifications(plain):
    thread, task = begin_plain(plain, 'message text "Hello"; usage 3 4; done')
    assert plain.error("task.get", {"taskId": task}).word == "task_not_found"
    assert plain.call("chat:ack", {"taskId": task}) == {"acknowledged": True}
    assert chunks_of(plain, task, thread) == [{"type": "text-delta", "textDelta": "Hello"}, {"type": "finish", "usage": {"promptTokens": 3, "completionTokens": 4}}]
    assert plain.error("chat:ack", {"taskId": task}).word == "port_not_found"
    assert conversation(plain, thread)[1] == ("assistant", "Hello")


def test_acks_that_are_none(daemon, client, plain):
    thread, task = begin_plain(plain, "hold")
    other = daemon.client()
    assert other.error("chat:ack", {"taskId": task}).word == "port_not_found"
    for params in ({}, {"taskId": 1}, {"taskId": ""}, {"taskId": None}, {"taskId": "x" * (10 * MIB)}):
        assert plain.error("chat:ack", params, bad=True).code == -32602
    error = plain.error("chat:ack", {"taskId": "task_none"})
    assert error.code == -32000 and error.word == "port_not_found"
    assert nothing_was_written(plain, thread)
    port, _, with_port = begin(client, "done")
    assert client.error("chat:ack", {"taskId": with_port}).word == "port_not_found"  # it has a descriptor for that
    port.close()
    plain.call("chat:ack", {"taskId": task})
    assert plain.error("chat:ack", {"taskId": task}).word == "port_not_found"
    submitted(plain, task)
    plain.call("task.cancel", {"taskId": task})
    assert chunks_of(plain, task, thread) == [{"type": "error", "error": "the task was cancelled"}]


@pytest.mark.long
def test_no_ack_of_a_plain_client(daemon, plain):
    thread, task = begin_plain(plain, "done")
    daemon.wait_for_log(f"{REFUSED} {task}: no ACK has come within 5 s")
    assert plain.error("chat:ack", {"taskId": task}).word == "port_not_found" and nothing_was_written(plain, thread)


def test_a_plain_client_that_does_not_read(daemon, client, plain):
    thread, task = begin_plain(plain, "events 8000 8000; done the end")
    plain.call("chat:ack", {"taskId": task})
    before = daemon.rss()
    assert finish(client, task)["state"] == "completed"
    assert SANITIZED or daemon.rss() < before + 40 * MIB
    chunks = chunks_of(plain, task, thread)
    assert len(chunks) == 8001 and chunks[-1] == {"type": "finish"}


def test_a_plain_client_that_leaves(daemon, client):
    plain = daemon.client()
    plain.call("initialize", {"acceptsDescriptors": False})
    thread, task = begin_plain(plain, 'message text "1"; done')
    plain.call("chat:ack", {"taskId": task})
    plain.close()
    assert finish(client, task)["state"] == "completed" and conversation(client, thread)[1:] == [("assistant", "1")]


def test_an_executor_that_crashes_is_one_error(staged, place, make_daemon):
    place.write_config({"tasks": {"agent": "script"}})
    client = fd_client(make_daemon().start(program=SHIPPED))
    chunks, thread = chat(client, 'message text "half"; signal 9')
    assert text_of(chunks) == "half" and chunks[-1]["type"] == "error" and len(chunks[-1]["error"].split()) > 3
    assert conversation(client, thread)[-1] == ("system", chunks[-1]["error"])
    assert text_of(chat(client, "done again", thread)[0]) == "again"


# --- daemon.restart ----------------------------------------------------------------------------------


@pytest.fixture
def kept(staged, place, make_daemon):
    """The daemon with an executor that it keeps, a client, and a gate at which the agent waits."""
    place.write_config({"tasks": {"agent": "script"}})
    daemon = make_daemon().start(program=SHIPPED)
    return daemon, fd_client(daemon), Gate(place)


def test_ports_go_on_through_a_restart(kept):
    daemon, client, gate = kept
    delta = 'message content_block_delta {"index": 0, "delta": {"text": "be"}}'
    port, thread, _ = begin(client, f'message message_start {{}}; {delta}; read {gate}; {block("before")}; message message_stop {{}}; message text "after"; done')
    port.ack().until("text-delta")
    waiting, _, reserved = begin(client, "done", thread)
    client.call("daemon.restart")
    waiting.assert_closed()
    gate.open()
    assert [chunk.get("textDelta") for chunk in port.all()] == ["be", "fore", "after", None]
    assert [content for _, content in conversation(client, thread)][1:] == ["before", "after"]
    assert client.error("task.get", {"taskId": reserved}).word == "task_not_found"
    assert text_of(chat(client, "done again", thread)[0]) == "again"


def test_what_was_not_read_comes_after_a_restart(kept):
    daemon, client, _ = kept
    port, _, task = begin(client, "events 3000 4000; done the end")
    port.ack()
    finish(client, task)
    client.call("daemon.restart")
    ended, _, _ = begin(client, "done")
    chunks = port.all()
    assert len(chunks) == 3001 and chunks[-1] == {"type": "finish"}
    ended.close()


def test_a_plain_client_goes_on_through_a_restart(kept):
    daemon, _, gate = kept
    plain = daemon.client()
    plain.call("initialize", {"acceptsDescriptors": False})
    thread, task = begin_plain(plain, f'message text "1"; read {gate}; message text "2"; done')
    plain.call("chat:ack", {"taskId": task})
    while plain.event()["method"] != "chat:streamChunk":
        pass
    plain.call("daemon.restart")
    gate.open()
    assert text_of(chunks_of(plain, task, thread)) == "2"
    thread, task = begin_plain(plain, "done 3")  # it is remembered that this client takes no descriptors
    plain.call("chat:ack", {"taskId": task})
    assert text_of(chunks_of(plain, task, thread)) == "3"


# --- limits ---------------------------------------------------------------------------------------


def test_a_thousand_ports_of_one_client(daemon, client):
    requests = {client.request("chat:sendMessage", {"content": "done"}) for _ in range(1000)}
    results, fds = [], []
    while requests:
        message = client.read()
        if message.get("id") in requests:
            requests.remove(message["id"])
            results.append(message)
        fds += client.fds
        client.fds.clear()
    made = [one for one in results if "result" in one]
    refused = [one["error"] for one in results if "error" in one]
    assert len(made) == len(fds) == 128 and {error["data"]["code"] for error in refused} == {"too_many_ports"}
    assert "chat.portsPerClient" in refused[0]["message"] and len(threads(client, limit=200)) == 128
    other = fd_client(daemon)
    chat(other, "done")  # nobody else is refused
    for fd in fds:
        os.close(fd)
    until(lambda: not ports_are_full(client), "the ports to be closed")
    daemon.wait_for_log(REFUSED, 128)


def ports_are_full(client):
    try:
        port, _, _ = begin(client, "done")
        port.ack().all()
        return False
    except (RpcError, KeyError):
        return True


def test_all_ports_together(place, make_daemon):
    place.write_config({"chat": {"ports": 3, "portsPerClient": 2}})
    daemon = make_daemon().start()
    one, two = fd_client(daemon), fd_client(daemon)
    ports = [begin(one, "hold")[0], begin(one, "hold")[0], begin(two, "hold")[0]]
    error = one.error("chat:sendMessage", {"content": "x"})
    assert error.word == "too_many_ports" and error.code == -32060 and "chat.portsPerClient" in error.message
    assert "chat.ports)" in two.error("chat:sendMessage", {"content": "x"}).message
    ports[0].close()
    until(lambda: daemon.log().count(REFUSED) == 1, "one to be closed")
    ports.append(begin(two, "hold")[0])
    for port in ports:
        port.close()


def test_messages_that_wait_are_limited(client):
    """64 MiB of all of them."""
    thread, ports = session_of(client), []
    for _ in range(64):
        ports.append(begin(client, "x" * MIB, thread)[0])
    assert "wait for an ACK" in client.error("chat:sendMessage", {"content": "x" * MIB, "threadId": thread}).message
    for port in ports:
        port.close()


# --- bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("params", [{}, {"content": ""}, {"content": 1}, {"content": None}, {"content": ["x"]}, {"content": "x" * (10 * MIB)},
                                    {"content": "x" * (MIB + 1)}, {"content": "x", "threadId": 1}, {"content": "x", "threadId": ""},
                                    {"content": "x", "threadId": "x" * (10 * MIB)}, {"content": "x", "threadId": None}, "x", 7])
def test_messages_that_are_none(client, params):
    error = client.error("chat:sendMessage", params, bad=True)
    assert error.code in (-32602, -32600) and client.fds == [] and threads(client) == []


def test_threads_that_cannot_be_used(client):
    thread = session_of(client)
    client.call("session.close", {"sessionId": thread})
    assert client.error("chat:sendMessage", {"content": "x", "threadId": thread}).word == "session_closed"
    assert client.error("chat:sendMessage", {"content": "x", "threadId": "sess_none"}).word == "session_not_found"
    assert client.fds == [] and log(client)[-1]["method"] == "event.sessionClosed"


def test_a_notification_gets_its_port(client):
    """Whoever asks without an id gets no result."""
    client.notify("chat:sendMessage", {"content": "done well"})
    while client.event()["method"] != "chat:streamPort":
        pass
    assert text_of(Port(client.take_fd()).ack().all()) == "well"


def test_in_a_batch(client):
    client.send(b'[{"jsonrpc":"2.0","id":"a","method":"chat:sendMessage","params":{"content":"done 1"}},'
                b'{"jsonrpc":"2.0","id":"b","method":"chat:sendMessage","params":{"content":"done 2"}}]\n')
    while not isinstance(message := client.read(), list):
        pass
    assert {one["id"] for one in message} == {"a", "b"} and len(client.fds) == 2
    assert {text_of(Port(client.fds.pop()).ack().all()) for _ in range(2)} == {"1", "2"}
