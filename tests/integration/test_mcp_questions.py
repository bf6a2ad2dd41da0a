"""Questions of MCP servers: asked once, answered once, and never stored with their answer."""

import json

import pytest

from asking import approver, next_of
from mcp_servers import call, connect, text
from test_mcp_agents import Agent

ASKED, ANSWERED = "event.questionAsked", "event.questionAnswered"


@pytest.fixture
def client(house):
    client = approver(house.configure().start())
    connect(client)
    return client


def ask(client, tool="ask"):
    number = client.request("mcp.call", {"serverId": "one", "tool": tool})
    return number, next_of(client, ASKED)["question"]


def reply(client, question, action="accept", **more):
    return client.call("question.answer", {"questionId": question["id"], "action": action, **more})["question"]


def told(client, number):
    return json.loads(text(client.answer(number)["result"]))["result"]


def test_a_form(house, client):
    number, question = ask(client)
    assert question["serverId"] == "one" and question["serverName"] == "Server one" and question["tool"] == "ask"
    assert question["state"] == "pending" and question["mode"] == "form" and question["message"] == "Who are you?"
    assert question["schema"]["required"] == ["name"] and "sessionId" not in question
    assert client.call("question.list") == [question]
    answered = reply(client, question, content={"name": "Ada-of-the-secret"})
    assert answered["state"] == "accepted" and answered["answeredBy"] == "front end"
    assert told(client, number) == {"action": "accept", "content": {"name": "Ada-of-the-secret", "age": 33}}
    assert client.call("question.list") == [] and client.call("question.list", {"all": True}) == [answered]
    assert next_of(client, ANSWERED)["state"] == "accepted"
    for path in house.daemon.state.rglob("*"):
        if path.is_file():
            assert b"Ada-of-the-secret" not in path.read_bytes(), path


def test_formats_of_an_answer(house):
    client = approver(house.configure().start())
    formats = {"email": ("ada", "ada@example.org"), "uri": ("x y", "https://example.org"), "date": ("2026-02-30", "2026-02-28"),
               "date-time": ("noon", "2026-02-28T12:00:00Z")}
    connect(client, options={"form": {"type": "object", "properties": {name: {"type": "string", "format": name} for name in formats}}})
    number, question = ask(client)
    for name, (bad, _) in formats.items():
        error = client.error("question.answer", {"questionId": question["id"], "action": "accept", "content": {name: bad}})
        assert error.word == "answer_refused" and error.message.startswith(f"{name} must be "), error
    content = {name: good for name, (_, good) in formats.items()}
    reply(client, question, content=content)
    assert told(client, number) == {"action": "accept", "content": content}


def test_answers_that_do_not_fit(client):
    number, question = ask(client)
    for content in ({}, {"name": 1}, {"name": "x", "age": 200}, {"name": "x", "other": 1}):
        error = client.error("question.answer", {"questionId": question["id"], "action": "accept", "content": content})
        assert error.word == "answer_refused" and error.message, content
    error = client.error("question.answer", {"questionId": question["id"], "action": "decline", "content": {"name": "x"}})
    assert error.word == "invalid_params"
    assert client.error("question.answer", {"questionId": "ques_none", "action": "accept"}).word == "question_not_found"
    assert reply(client, question, "decline")["state"] == "declined"
    assert told(client, number) == {"action": "decline"}
    late = client.error("question.answer", {"questionId": question["id"], "action": "cancel"})
    assert late.word == "question_answered" and late.data["state"] == "declined"


def test_many_answer_at_once(house, client):
    """The first answer counts, and the others hear what it was."""
    number, question = ask(client)
    others = [approver(house, f"front end {count}") for count in range(8)]
    names = [{"name": f"Ada {count}"} for count in range(len(others))]
    sent = [other.request("question.answer", {"questionId": question["id"], "action": "accept", "content": name}) for other, name in zip(others, names)]
    answers = [other.answer(one) for other, one in zip(others, sent)]
    [first] = [place for place, found in enumerate(answers) if "result" in found]
    assert answers[first]["result"]["question"]["answeredBy"] == f"front end {first}"
    for place, found in enumerate(answers):
        if place != first:
            assert found["error"]["data"]["code"] == "question_answered" and found["error"]["data"]["state"] == "accepted", found
    assert told(client, number)["content"] == {"age": 33} | names[first]
    [kept] = client.call("question.list", {"all": True})
    assert kept == answers[first]["result"]["question"]
    assert next_of(client, ANSWERED)["questionId"] == question["id"]
    client.call("ping")
    assert not [event for event in client.events if event["method"] == ANSWERED], "one end"


def test_an_answer_and_the_end_of_the_call(house, client):
    """Either the answer comes first and the server gets it, or it is told that the question is over."""
    number, question = ask(client)
    other = approver(house)
    client.notify("$/cancel_request", {"requestId": number})
    found = other.answer(other.request("question.answer", {"questionId": question["id"], "action": "decline"}))
    assert client.answer(number)["error"]["data"]["code"] == "request_cancelled"
    [kept] = client.call("question.list", {"all": True})
    if "result" in found:
        assert kept["state"] == "declined"
    else:
        assert found["error"]["data"]["code"] == "question_answered" and kept["state"] == "withdrawn"


def test_a_page(client):
    number, question = ask(client, "ask_url")
    assert question["mode"] == "url" and question["url"] == "https://example.com/login" and "schema" not in question
    assert client.error("question.answer", {"questionId": question["id"], "action": "accept", "content": {"a": 1}}).word == "answer_refused"
    reply(client, question)
    assert told(client, number)["action"] == "accept"


def test_nobody_answers(house):
    client = approver(house.configure(mcp={"questionMs": 300}).start())
    connect(client)
    number, question = ask(client)
    ended = next_of(client, ANSWERED)
    assert ended["state"] == "expired" and ended["questionId"] == question["id"] and told(client, number) == {"action": "cancel"}
    assert client.call("question.list", {"all": True})[0]["state"] == "expired"


def test_the_call_is_cancelled(client):
    number, question = ask(client)
    client.notify("$/cancel_request", {"requestId": number})
    assert client.answer(number)["error"]["data"]["code"] == "request_cancelled"
    withdrawn = next_of(client, ANSWERED)
    assert withdrawn["questionId"] == question["id"] and withdrawn["state"] == "withdrawn"


def test_the_server_is_stopped(house, client):
    number, question = ask(client)
    house.client().call("mcp:disconnect", {"serverId": "one"})
    assert client.answer(number)["error"]["data"]["code"] == "mcp_server_lost"
    assert next_of(client, ANSWERED)["questionId"] == question["id"]


def test_of_a_task(house, client):
    agent = Agent(house, client, permissionMode="bypassPermissions")
    number = agent.use("mcp__one__ask")
    asked = next_of(client, ASKED)
    question = asked["question"]
    assert asked["sessionId"] == question["sessionId"] == agent.session and asked["taskId"] == question["taskId"] == agent.task
    assert client.call("question.list", {"sessionId": agent.session}) == [question]
    reply(client, question, content={"name": "Ada"})
    assert json.loads(text(agent.told(number)["result"]))["result"]["content"]["name"] == "Ada"


def test_it_survives_a_restart(house, client):
    number, question = ask(client)
    client.call("daemon.restart")
    assert client.call("question.list")[0]["id"] == question["id"]
    reply(client, question, content={"name": "Ada"})
    assert told(client, number)["content"]["name"] == "Ada"
    assert text(call(client, "echo", {"text": "x"})) == "x"
