"""chat.send: a message is a task in a thread, and a thread is a session."""

import pytest

from tasks import messages, session_of, wait


def test_a_message_begins_a_thread(client):
    answer = client.call("chat.send", {"message": "hello"})
    assert set(answer) == {"taskId", "threadId"}
    task = wait(client, answer["taskId"])
    assert task["state"] == "completed" and task["sessionId"] == answer["threadId"] and task["prompt"] == "hello"
    assert client.call("session.get", {"sessionId": answer["threadId"]})["state"] == "open"


def test_the_next_message_goes_on_in_it(client):
    first = client.call("chat.send", {"message": "hello"})
    second = client.call("chat.send", {"message": "and again", "threadId": first["threadId"], "priority": 4})
    assert second["threadId"] == first["threadId"] and second["taskId"] != first["taskId"]
    task = wait(client, second["taskId"])
    assert task["priority"] == 4
    assert [m["data"]["text"] for m in messages(client, task["id"])] == ["and again", "and again"]


def test_by_position_and_with_a_colon(client):
    answer = client.call("chat:send", ["hello", 3])
    assert wait(client, answer["taskId"])["priority"] == 3


def test_a_session_is_a_thread(client):
    session = session_of(client, cwd="/usr")
    answer = client.call("chat.send", {"message": "hello", "threadId": session})
    assert answer["threadId"] == session and wait(client, answer["taskId"])["cwd"] == "/usr"


def test_a_thread_that_is_not_there(client):
    error = client.error("chat.send", {"message": "hello", "threadId": "sess_none"})
    assert error.code == -32000 and error.word == "session_not_found"


def test_a_thread_that_is_closed(client):
    session = session_of(client)
    client.call("session.close", {"sessionId": session})
    assert client.error("chat.send", {"message": "hello", "threadId": session}).word == "session_closed"


@pytest.mark.parametrize("params", [{}, {"message": ""}, {"message": 1}, {"message": "x", "more": 1}])
def test_a_message_that_is_none(client, params):
    assert client.error("chat.send", params, bad=True).code == -32602
