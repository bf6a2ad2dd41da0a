"""daemon.restart with third-party executors, which keep no messages: they do not notice it."""

import json
import time

import pytest

from tasks import answers, get, log, messages, session_of, state, submit, wait
from waiting import until


@pytest.fixture
def client(house):
    return house.start().client()


def restart(client):
    assert client.call("daemon.restart")["pause_ms"] >= 0


def texts(client, task):
    return [message["data"]["delta"]["text"] for message in messages(client, task) if message.get("type") == "content_block_delta"]


def begin(house, client, **more):
    task = submit(client, "do it", agent="fake", **more)
    fake = house.next()
    return task, fake, fake.serve()


def test_a_task_goes_on(house, client):
    task, fake, prompt = begin(house, client)
    prompt.report()
    restart(client)
    assert not fake.is_called(), "it was connected once more"
    prompt.report()
    restart(client)
    assert state(client, task) == "running"
    prompt.report()
    prompt.done(token_usage={"input": 3, "output": 4})
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["text"] == "1 2 3 ", ended
    assert ended["result"]["token_usage"] == {"input_tokens": 3, "output_tokens": 4}
    assert "refused the session token" not in house.daemon.log() and "cannot" not in house.daemon.log()


def test_it_may_speak_at_any_time(house, client):
    """Half a line, a line that lies in the socket, messages without numbers, and its end while nobody is served."""
    task, _, prompt = begin(house, client)
    line = json.dumps({"jsonrpc": "2.0", "method": "report_message", "params": prompt.message()}).encode() + b"\n"
    prompt.link.send(line[:50])
    client.ping()
    restart(client)
    prompt.link.send(line[50:])
    asked = client.request("daemon.restart")
    for number in range(2, 200):
        prompt.report()
    prompt.done()
    client.answer(asked)
    ended = wait(client, task)
    assert ended["state"] == "completed"
    assert [event["params"]["sequence"] for event in log(client, taskId=task, topics=["message"]) if event["params"]["role"] == "assistant"] == list(range(1, 200))


def test_what_it_asks_is_answered(house, client):
    task, _, prompt = begin(house, client)
    restart(client)
    assert prompt.ask("request_permission", tool_name="Bash", tool_input={})["result"]["approved"] is False
    ids = []
    for number in range(20):
        asked = client.request("daemon.restart") if number % 5 == 0 else None
        said = prompt.ask("create_message", task_id=task, message={"role": "assistant", "type": "text", "content": {"n": number}})
        ids.append(said["result"]["message_id"])
        if asked:
            assert "result" in client.answer(asked)
    assert len(set(ids)) == 20
    prompt.done()
    assert wait(client, task)["state"] == "completed"


def test_its_token_stays_and_no_other_is_taken(house, client):
    task, _, prompt = begin(house, client)
    restart(client)
    refused = prompt.link.ask("create_message", {"session_token": "0" * 64, "task_id": task, "message": {"role": "assistant", "type": "text", "content": "x"}})
    assert refused["error"]["data"]["code"] == "token_refused"
    assert "result" in prompt.ask("create_message", task_id=task, message={"role": "assistant", "type": "text", "content": "x"})
    prompt.done()
    wait(client, task)
    assert prompt.token not in house.daemon.log()


def test_one_that_is_idle_gets_the_next_task(house, client):
    session = session_of(client)
    task, fake, prompt = begin(house, client, sessionId=session)
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    restart(client)
    restart(client)
    second = submit(client, "again", agent="fake", sessionId=session)
    prompt = prompt.link.prompt()
    assert house.none_was_started() and not fake.is_called()
    prompt.report()
    prompt.done()
    assert wait(client, second)["result"]["text"] == "1 "


def test_its_end_is_noticed(house, client):
    task, fake, prompt = begin(house, client)
    restart(client)
    prompt.report()
    fake.exit(3)
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["exit_code"] == 3, ended
    assert ended["result"]["text"] == "1 "


def test_its_end_meanwhile_is_noticed(house, client):
    task, fake, prompt = begin(house, client)
    asked = client.request("daemon.restart")
    prompt.report()
    fake.kill()
    client.answer(asked)
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["signal"] == 9, ended
    assert ended["result"]["text"] == "1 "


@pytest.mark.faults
def test_its_last_words_are_heard_however_long_that_takes(house):
    """They lie in the socket while the daemon, which knows of its end already, does something else for a while."""
    release = house.place.root / "release"
    client = house.start(environment={"WEIR_FAULT": "executor.gone=hold", "WEIR_FAULT_RELEASE": str(release)}).client()
    task, fake, prompt = begin(house, client)
    fake.order("exit", code=3)
    until(lambda: "holding at executor.gone" in house.daemon.stderr(), "its end")
    began = time.monotonic()
    said = [{"jsonrpc": "2.0", "method": "report_message", "params": prompt.message()} for _ in range(500)]
    prompt.link.send(b"".join(json.dumps(one).encode() + b"\n" for one in said))  # more than one read brings
    until(lambda: time.monotonic() > began + 0.2, "more time than it has")
    release.touch()
    ended = wait(client, task)
    assert ended["result"]["error"]["exit_code"] == 3 and ended["result"]["message_count"] == 500, ended


@pytest.mark.parametrize("kind", ["task.cancel", "session.close"])
@pytest.mark.parametrize("resumes", [False, True], ids=["keeps nothing", "resumes"])
def test_who_waits_for_its_end_goes_on_waiting(house, kind, resumes):
    """The task was told to stop, and takes its time, over two restarts."""
    client = house.configure(tasks={"stopMs": 20000}).start().client()
    session = session_of(client)
    task = submit(client, "do it", agent="fake", sessionId=session)
    fake = house.next()
    prompt = fake.serve(resumes)
    other = house.client()
    waits = other.request(kind, {"taskId": task} if kind == "task.cancel" else {"sessionId": session})
    prompt.link.until("stop_task")
    for _ in range(2):
        restart(client)
        if resumes:
            prompt.link = fake.accept()
            hello = prompt.link.greet(True, tasks=[{"task_id": task, "last_sequence": 0}])
            prompt.token = hello["tokens"][task]
        assert prompt.link.until("stop_task")["params"]["reason"]
    assert state(client, task) == "stopping"
    prompt.report()
    if resumes:
        prompt.link.notify("report_completion", prompt.ids | {"execution": {"status": "cancelled", "message_count": 1}})
    else:
        prompt.link.answer(prompt.request, {"status": "cancelled", "message_count": 1})
    fake.wait()
    fake.close()
    answer = answers(other, waits)[0]
    assert answer["result"].get("cancelled", True), answer
    assert get(client, task)["state"] == "cancelled" and texts(client, task) == ["1 "]
