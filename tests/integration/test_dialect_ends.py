"""The messages by which a daemon controls and ends an executor, and those after a reconnect."""

import contextlib
import json
import signal

import pytest

from setting import WATCHDOG_SECONDS
from tasks import get, messages, session_of, state, submit, wait

LONG_MS = 1000 * WATCHDOG_SECONDS  # for a test that answers, however late


def begin(house, prompt="do it", resumes=False, **more):
    client = house.client()
    task = submit(client, prompt, agent="fake", **more)
    fake = house.next()
    return client, task, fake, fake.serve(resumes)


def sequences(client, task):
    return [m["sequence"] for m in messages(client, task) if m["sequence"] > 0]


# --- stop_task, shutdown, cancel_task -----------------------------------------------------


def test_stop_task(house):
    client, task, fake, prompt = begin(house.configure(tasks={"stopMs": LONG_MS}).start())
    waiting = client.request("task.cancel", {"taskId": task})
    request = prompt.link.until("stop_task")
    assert request["params"] == prompt.ids | {"reason": "user_cancelled"}
    prompt.link.answer(request, {"stopped": True, "message": "at once"})
    prompt.done(status="cancelled")
    fake.wait()
    fake.close()
    answer = client.answer(waiting)["result"]
    assert answer["cancelled"] is True and answer["processes"] >= 0
    assert state(client, task) == "cancelled"
    house.nothing_is_left()


def test_stop_task_of_a_task_whose_time_is_up(house):
    client, task, fake, prompt = begin(house.configure(tasks={"stopMs": LONG_MS}).start())
    prompt.done()
    session = wait(client, task)["sessionId"]
    task = submit(client, "again", agent="fake", sessionId=session, timeoutMs=50)
    prompt = prompt.link.prompt()
    request = prompt.link.until("stop_task")
    assert request["params"] == prompt.ids | {"reason": "timeout"}
    prompt.link.answer(request, {"stopped": True})
    prompt.done(status="cancelled")
    error = wait(client, task)["result"]["error"]
    assert error["reason"] == "timeout" and error["message"]
    fake.wait()


def test_shutdown_follows_a_stop_that_has_no_effect(house):
    client, task, fake, prompt = begin(house.start())
    waiting = client.request("task.cancel", {"taskId": task})
    prompt.link.until("stop_task")
    request = prompt.link.until("shutdown")
    assert request["params"]["reason"] and request["params"]["timeout_ms"] > 0
    with contextlib.suppress(BrokenPipeError):  # too late: it was ended
        prompt.link.answer(request, {"status": "interrupted"})
    fake.wait()
    fake.close()
    assert client.answer(waiting)["result"]["cancelled"] is True
    assert state(client, task) == "cancelled"


def test_shutdown_of_an_idle_executor(house):
    client, task, fake, prompt = begin(house.configure(pool={"idleMs": 50, "shutdownMs": LONG_MS}).start())
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    request = prompt.link.until("shutdown")
    assert request["params"]["reason"] == "idle_timeout" and request["params"]["timeout_ms"] > 0
    prompt.link.answer(request, {"status": "idle"})
    fake.exit(0)
    house.nothing_is_left()


def test_shutdown_when_the_daemon_stops(house):
    client, task, fake, prompt = begin(house.start())
    prompt.done()
    wait(client, task)
    house.daemon.send_signal(signal.SIGTERM)
    request = prompt.link.until("shutdown")
    assert request["params"]["reason"] and request["params"]["timeout_ms"] > 0
    with contextlib.suppress(BrokenPipeError):  # too late: it was ended
        prompt.link.answer(request, {"status": "idle"})
    fake.exit(0)
    assert house.daemon.wait() == 0


def test_shutdown_that_nobody_answers(house):
    client, task, fake, prompt = begin(house.configure(pool={"idleMs": 50, "shutdownMs": 50}).start())
    prompt.done()
    wait(client, task)
    prompt.link.until("shutdown")
    fake.wait()
    house.nothing_is_left()


def test_cancel_task_follows_stop_task(house):
    """An executor that ends its agent then is heard: it is told nothing more."""
    client, task, fake, prompt = begin(house.configure(tasks={"stopMs": 4000}).start())
    waiting = client.request("task.cancel", {"taskId": task, "reason": "enough"})
    prompt.link.answer(prompt.link.until("stop_task"), {"stopped": True})
    told = prompt.link.expect("cancel_task")
    assert told["params"] == {"session_token": prompt.token, "task_id": task, "reason": "enough"} and "id" not in told
    prompt.link.answer(prompt.request, {"status": "cancelled", "message_count": 0})
    assert client.answer(waiting)["result"]["cancelled"] is True
    assert get(client, task)["state"] == "cancelled"
    prompt.link.assert_ended()
    house.nothing_is_left()


def test_cancel_task_is_heard_before_the_end(house):
    """An executor that ignores everything hears it, and is ended whatever it does."""
    client, task, fake, prompt = begin(house.configure(tasks={"stopMs": 100}).start())
    fake.do("deaf")
    witness = house.witness().arrived(fake)
    waiting = client.request("task.cancel", {"taskId": task})
    request = prompt.link.until("cancel_task")
    assert {"session_token", "task_id"} <= set(request["params"]) and request["params"]["task_id"] == task
    assert "id" not in request
    prompt.link.until("shutdown")
    told = [m["method"] for m in prompt.link.passed if m["method"] in ("stop_task", "cancel_task", "shutdown")]
    assert told == ["stop_task"], told  # before it; and nothing between the two
    answer = client.answer(waiting)["result"]
    assert answer["cancelled"] is True and answer["processes"] >= 2
    assert fake.is_gone() and witness.is_over()
    house.nothing_is_left()


def test_stop_with_force_does_not_ask(house):
    client, task, fake, prompt = begin(house.start())
    fake.do("deaf")
    witness = house.witness().arrived(fake)
    client.call("daemon.stop", {"force": True})
    assert house.daemon.wait() == 0
    assert fake.is_gone() and witness.is_over()


# --- pause_notifications, resume_notifications ---------------------------------------------


def test_pause_and_resume_notifications(house):
    client, task, fake, prompt = begin(house.configure(pool={"pauseAt": 2, "resumeAt": 1}).start())
    batch = [{"method": "report_message", "params": prompt.message()} for _ in range(50)]
    prompt.link.notify("batch_notification", {"notifications": batch})
    pause = prompt.link.until("pause_notifications")
    go_on = prompt.link.until("resume_notifications")
    assert "id" not in pause and "id" not in go_on
    prompt.report()
    prompt.done()
    assert wait(client, task)["result"]["message_count"] == 51
    assert sequences(client, task) == list(range(1, 52))


# --- the version ---------------------------------------------------------------------------


@pytest.mark.parametrize("version", [None, "1.0", "1.1", "1.7"])
def test_a_version_that_fits(house, version):
    client = house.start().client()
    task = submit(client, "do it", agent="fake")
    link = house.next().listen().accept()
    hello = link.expect("resume")
    assert hello["params"]["protocol_version"] == "1.1"
    link.answer(hello, {"tasks": [], "terminals": []} | ({"protocol_version": version} if version else {}))
    link.prompt().done()
    assert wait(client, task)["state"] == "completed"


@pytest.mark.parametrize("version", ["2.0", "0.9", "one", None])
def test_a_version_that_does_not_fit(house, version):
    """Its task fails, and says which version is missing."""
    client = house.start().client()
    task = submit(client, "do it", agent="fake")
    link = house.next().listen().accept()
    hello = link.expect("resume")
    if version:
        link.answer(hello, {"tasks": [], "terminals": [], "protocol_version": version})
    else:
        link.say({"id": hello["id"], "error": {"code": -32013, "message": "I speak 2.0", "data": {"code": "unsupported_protocol"}}})
    task = wait(client, task)
    error = task["result"]["error"]
    assert task["state"] == "failed" and error["reason"] == "start_failed", task
    assert "1.1 of the executor protocol" in error["message"] or f"version {version} of the executor protocol" in error["message"]
    house.nothing_is_left()


# --- resume, confirm_messages, report_completion -------------------------------------------


def test_resume_is_the_handshake(house):
    client = house.start().client()
    task = submit(client, "do it", agent="fake")
    link = house.next().listen().accept()
    hand_shake = link.greet(resumes=True)
    assert len(hand_shake["hand_shake"]) >= 32 and not hand_shake.get("confirmed") and not hand_shake.get("tokens")
    prompt = link.prompt()
    assert prompt.token != hand_shake["hand_shake"]
    prompt.done()
    wait(client, task)


def test_confirm_messages_when_they_are_stored(house):
    client, task, fake, prompt = begin(house.start(), resumes=True)
    for sequence in (1, 2):
        prompt.report()
        assert prompt.link.until("confirm_messages")["params"] == {"task_id": task, "sequence": sequence}
        assert sequences(client, task) == list(range(1, sequence + 1))
    prompt.done()
    wait(client, task)


def test_confirm_messages_once_for_many(house):
    client, task, fake, prompt = begin(house.start(), resumes=True)
    batch = [{"method": "report_message", "params": prompt.message()} for _ in range(1000)]
    prompt.link.notify("batch_notification", {"notifications": batch})
    confirmed = [0]
    while confirmed[-1] < 1000:
        confirmed.append(prompt.link.until("confirm_messages")["params"]["sequence"])
    assert confirmed == sorted(set(confirmed)) and len(confirmed) < 1000
    prompt.done()
    wait(client, task)


def test_no_confirmation_for_an_executor_that_does_not_resume(house):
    client, task, fake, prompt = begin(house.start())
    prompt.report()
    assert prompt.link.ask("ping", {})["result"]["pong"]
    prompt.done()
    wait(client, task)
    assert all(m["method"] != "confirm_messages" for m in prompt.link.passed)


def killed(house):
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    return house.again()


def test_resume_after_the_daemon_was_killed(house):
    client, task, fake, prompt = begin(house.start(), resumes=True)
    first = prompt.link
    prompt.report()
    prompt.report()
    while first.until("confirm_messages")["params"]["sequence"] < 2:
        pass
    client = killed(house).client()
    link = fake.accept()
    hello = link.expect("resume")
    assert hello["params"]["confirmed"] == {task: 2}
    token = hello["params"]["tokens"][task]
    assert token != prompt.token
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 3}], "terminals": []})
    prompt.link, prompt.token = link, token
    prompt.report()
    prompt.report()
    assert link.until("confirm_messages")["params"]["task_id"] == task
    link.notify("report_completion", prompt.ids | {"execution": {"status": "completed", "message_count": 4, "text": "done"}})
    result = wait(client, task)["result"]
    assert result["message_count"] == 4 and result["text"] == "done"
    assert sequences(client, task) == [1, 2, 3, 4]


def test_report_completion_of_a_task_that_ended_meanwhile(house):
    client, task, fake, prompt = begin(house.start(), resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    client = killed(house).client()
    link = fake.accept()
    hello = link.expect("resume")
    execution = {"status": "failed", "message_count": 2, "error": {"message": "no", "code": "X"}}
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 2, "execution": execution}], "terminals": []})
    prompt.link, prompt.token = link, hello["params"]["tokens"][task]
    prompt.report()
    link.notify("report_completion", prompt.ids | {"execution": execution})
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["message"] == "no"
    assert sequences(client, task) == [1, 2]


def test_an_executor_that_does_not_resume_is_lost_with_its_daemon(house):
    client, task, fake, prompt = begin(house.start())
    client = killed(house).client()
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "EXECUTOR_LOST"
    fake.wait()
    house.nothing_is_left()


def test_an_idle_executor_is_found_again(house):
    session = session_of(house.start().client())
    client, task, fake, prompt = begin(house, resumes=True, sessionId=session)
    prompt.done()
    wait(client, task)
    client = killed(house).client()
    link = fake.accept()
    link.greet(resumes=True)
    second = submit(client, "again", agent="fake", sessionId=session)
    link.prompt().done()
    assert wait(client, second)["state"] == "completed"
    assert house.none_was_started()


def test_the_spool_of_an_executor_that_gave_up(house):
    """Messages that it could not report are read from its spool."""
    client, task, fake, prompt = begin(house.start(), resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    unsent = [{"method": "report_message", "params": prompt.message() | {"session_token": ""}} for _ in range(2)]
    execution = {"status": "failed", "message_count": 3, "error": {"message": "no daemon came back", "code": "DAEMON_GONE"}}
    unsent.append({"method": "report_completion", "params": {"session_token": "", "task_id": task, "execution": execution}})
    spool = fake.start["environment"]["EXECUTOR_SOCKET"].removesuffix("sock") + "spool"
    fake.do("write", path=spool, text="".join(json.dumps({"jsonrpc": "2.0", **entry}) + "\n" for entry in unsent))
    fake.exit(0)
    client = house.again().client()
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"].get("code") == "DAEMON_GONE", (ended, house.daemon.log())
    assert sequences(client, task) == [1, 2, 3]
    house.nothing_is_left()
