"""task.submit, task.get, task.list, task.stats: the queue, its order, and the records of tasks."""

import signal

import pytest

from setting import MIB, SANITIZED
from tasks import Gate, answers, cancel, get, life, log, messages, run, session_of, state, state_in, submit, until_state, until_states, wait

# --- one task ---------------------------------------------------------------------------


def test_a_prompt_becomes_a_task_that_runs(client, place):
    answer = client.call("task.submit", {"prompt": "hello there"})
    assert set(answer) == {"taskId", "state", "sessionId"} and answer["state"] == "queued"
    task = wait(client, answer["taskId"])
    assert task["state"] == "completed" and task["result"] == {"text": "hello there", "message_count": 1}
    assert task["prompt"] == "hello there" and task["priority"] == 0 and task["timeoutMs"] == 600_000
    assert task["sessionId"] == answer["sessionId"] and task["cwd"] == str(place.state / "weir-scratch" / task["sessionId"])
    assert task["createdAt"] <= task["startedAt"] <= task["endedAt"]
    assert get(client, answer["taskId"]) == task
    assert life(client, task["id"]) == ["queued", "starting", "running", "completed"]


def test_the_events_tell_its_life(daemon, client):
    watcher = daemon.client()
    watcher.ping()
    task = submit(client, "say one; progress 40 getting on; say two; usage 10 20; done all of it", priority=3)
    seen = [watcher.event() for _ in range(4)]
    assert [state_in(event) for event in seen] == [(task, word) for word in ("queued", "starting", "running", "completed")]
    assert seen[0]["params"]["priority"] == 3 and seen[0]["params"]["summary"].startswith("say one; progress")
    assert seen[3]["params"]["message_count"] == 2
    assert seen[3]["params"]["token_usage"] == {"input_tokens": 10, "output_tokens": 20}
    numbers = [event["params"]["seq"] for event in seen]
    assert numbers == sorted(numbers)


def test_its_messages_are_in_the_log(client):
    task = run(client, 'say one; message tool_call {"name": "Bash", "input": {"command": "ls; cat"}}; say "two"')["id"]
    said = messages(client, task)
    assert [(m["role"], m["type"], m["sequence"]) for m in said] == [
        ("user", "prompt", 0), ("assistant", "content_block_delta", 1), ("assistant", "tool_call", 2), ("assistant", "content_block_delta", 3),
    ]
    assert said[0]["data"]["text"].startswith("say one; message")
    assert said[1]["data"] == {"text": "one"} and said[2]["data"]["input"] == {"command": "ls; cat"}
    kinds = [event["method"] for event in log(client, taskId=task)]
    assert kinds.index("event.taskUpdated") < kinds.index("event.messageCreated") < kinds.index("event.taskStarted")
    assert kinds[-1] == "event.taskCompleted"


def test_progress_and_usage(daemon, client):
    watcher = daemon.client()
    watcher.call("event.subscribe", {"topics": ["taskProgress"]})
    task = run(client, "progress 10; progress 75 almost; usage 12 34; say bye")
    pushed = next(event["params"] for event in iter(watcher.event, None) if event["method"] == "event.taskProgress")
    assert pushed["taskId"] == task["id"] and pushed["progress"] == {"percent": 10}
    assert task["progress"] == {"percent": 75, "message": "almost"}
    assert task["result"] == {"text": "bye", "message_count": 1, "token_usage": {"input_tokens": 12, "output_tokens": 34}}
    told = [event["params"]["progress"] for event in log(client, taskId=task["id"]) if event["method"] == "event.taskProgress"]
    assert told == [{"percent": 10}, {"percent": 75, "message": "almost"}]


def test_a_progress_that_makes_no_sense_is_left_out(client):
    task = run(client, "progress 10; progress 150; say on")
    assert task["state"] == "completed" and task["progress"] == {"percent": 10} and task["result"]["text"] == "on"


def test_a_task_that_fails(daemon, client):
    watcher = daemon.client()
    watcher.ping()
    task = run(client, "say trying; usage 1 2; fail TOOL_BROKE the tool is broken")
    error = {"reason": "TOOL_BROKE", "message": "the tool is broken"}
    assert task["state"] == "failed" and task["result"]["error"] == error and task["result"]["text"] == "trying"
    assert task["result"]["token_usage"] == {"input_tokens": 1, "output_tokens": 2}
    until_failed = next(event for event in iter(watcher.event, None) if event["method"] == "event.taskFailed")
    assert until_failed["params"]["error"] == error


def test_a_task_that_cannot_be_started(client):
    task = run(client, "refuse no such agent")
    assert task["state"] == "failed" and task["result"]["error"] == {"reason": "start_failed", "message": "no such agent"}
    assert life(client, task["id"]) == ["queued", "starting", "failed"]


def test_a_task_that_waits_for_a_permission(client, place):
    gate = Gate(place)
    task = submit(client, f"permission; read {gate}; resume; say thanks")
    until_state(client, task, "awaiting_permission")
    assert state(client, task) == "awaiting_permission"
    assert client.call("task.stats")["running"] == 1
    gate.open()
    assert wait(client, task)["state"] == "completed"
    assert life(client, task) == ["queued", "starting", "running", "awaiting_permission", "running", "completed"]


def test_what_is_reported_twice_is_stored_once(client):
    task = run(client, "say one; again; say two; again; again")
    assert [m["data"]["text"] for m in messages(client, task["id"])][1:] == ["one", "two"]
    assert task["result"]["message_count"] == 2


def test_a_hole_is_refused(client):
    task = run(client, "say one; hole")
    assert [m["data"]["text"] for m in messages(client, task["id"])][1:] == ["one", "EPROTO"]


@pytest.mark.parametrize("script", ["events 20000 40", "flood 3000 4000", "events 40 400000", "rate 50 2000 10"])
def test_a_talkative_task_loses_nothing(daemon, client, script):
    task = run(client, script)
    count = int(script.split()[1])
    assert task["state"] == "completed" and task["result"]["message_count"] == count
    assert [m["sequence"] for m in messages(client, task["id"])] == list(range(count + 1))
    assert SANITIZED or daemon.rss() < 100 * MIB


@pytest.mark.parametrize("prompt, summary", [
    ("one line", "one line"),
    ("\n\n  first  \nsecond", "first"),
    ("x" * 300, "x" * 200),
    ("ä" * 150, "ä" * 100),
    ("😀" * 60, "😀" * 50),
    (" \n ", ""),
])
def test_the_summary_is_how_the_prompt_begins(daemon, client, prompt, summary):
    submit(client, prompt)
    event = next(event for event in iter(client.event, None) if event["method"] == "event.taskQueued")
    assert event["params"]["summary"] == summary


def test_a_very_long_prompt(client):
    prompt = "\x01" * 100_000 + "ü€😀" * 200_000
    task = run(client, prompt)
    assert task["prompt"] == prompt and messages(client, task["id"])[0]["data"]["text"] == prompt


def test_a_very_long_result_is_cut(client):
    task = run(client, "done " + "€" * 1_000_000)
    assert task["result"]["text"] == "€" * (MIB // 3)


# --- sessions -------------------------------------------------------------------------------


def test_a_task_in_a_session(client):
    session = session_of(client, cwd="/usr")
    one = run(client, "one", sessionId=session)
    two = run(client, "two", sessionId=session, cwd="/var", agent="claude", timeoutMs=5000)
    assert one["sessionId"] == two["sessionId"] == session
    assert one["cwd"] == "/usr" and "agent" not in one
    assert two["cwd"] == "/var" and two["agent"] == "claude" and two["timeoutMs"] == 5000
    assert [task["id"] for task in client.call("task.list", {"sessionId": session})] == [two["id"], one["id"]]


def test_a_new_session_for_a_task_that_has_none(client):
    client.call("event.subscribe", {"topics": ["sessionCreated"]})
    answer = client.call("task.submit", {"prompt": "hello", "cwd": "/var"})
    session = client.call("session.get", {"sessionId": answer["sessionId"]})
    assert session["cwd"] == "/var" and session["state"] == "open" and session["permissionMode"] == "default"
    created = client.event()
    assert created["method"] == "event.sessionCreated"
    assert {**created["params"]["session"], "lastTaskAt": session["lastTaskAt"]} == session


def test_a_projects_daemon_works_in_its_project(make_daemon, place):
    project = place.root / "project"
    project.mkdir()
    daemon = make_daemon()
    daemon.socket, daemon.state = project / ".weir" / "daemon.sock", project / ".weir"
    client = daemon.start("--project", project).client()
    assert run(client, "hello")["cwd"] == str(project)


def test_a_session_that_is_not_there(client):
    error = client.error("task.submit", {"prompt": "x", "sessionId": "sess_nobody"})
    assert error.code == -32000 and error.word == "session_not_found"
    assert client.call("task.stats")["total"] == 0


def test_a_session_that_is_closed(client):
    session = session_of(client)
    client.call("session.close", {"sessionId": session})
    error = client.error("task.submit", {"prompt": "x", "sessionId": session})
    assert error.code == -32001 and error.word == "session_closed"


@pytest.mark.parametrize("cwd", ["relative", "./x", "~"])
def test_a_directory_has_to_be_absolute(client, cwd):
    error = client.error("task.submit", {"prompt": "x", "cwd": cwd}, bad=True)
    assert error.code == -32602 and error.data["path"] == "params.cwd"
    assert client.call("session.list") == []


def test_one_at_a_time_in_a_session(client, place):
    gates = [Gate(place, f"gate{i}") for i in range(3)]
    session = session_of(client)
    tasks = [submit(client, f"read {gate}", sessionId=session) for gate in gates]
    for i, (task, gate) in enumerate(zip(tasks, gates)):
        until_state(client, task, "running")
        assert [state(client, other) for other in tasks[i + 1:]] == ["queued"] * (2 - i)
        gate.open()
        assert wait(client, task)["state"] == "completed"


# --- the queue -------------------------------------------------------------------------------


@pytest.fixture
def make_client(make_daemon, place):
    """Starts a daemon with these settings of tasks."""

    def make(**settings):
        place.write_config({"tasks": settings})
        return make_daemon().start().client()

    return make


def test_as_many_at_once_as_configured(make_client):
    client = make_client(atOnce=2)
    tasks = [submit(client, "hold") for _ in range(5)]
    until_states(client, dict.fromkeys(tasks[:2], "running"))
    assert [state(client, task) for task in tasks[2:]] == ["queued"] * 3
    for i in range(3):
        assert cancel(client, tasks[i])
        until_state(client, tasks[i + 2], "running")
        assert client.call("task.stats") == {"total": 5, "running": 2, "queued": 2 - i, "completed": 0, "failed": 0, "cancelled": i + 1}
    for task in tasks[3:]:
        assert cancel(client, task)


def test_at_least_three_at_once_by_default(client):
    tasks = [submit(client, "hold") for _ in range(3)]
    until_states(client, dict.fromkeys(tasks, "running"))
    for task in tasks:
        assert cancel(client, task)


def test_more_at_once_after_a_reload(make_daemon, place):
    place.write_config({"tasks": {"atOnce": 1}})
    daemon = make_daemon().start()
    client = daemon.client()
    tasks = [submit(client, "hold") for _ in range(3)]
    until_state(client, tasks[0], "running")
    place.write_config({"tasks": {"atOnce": 3}})
    daemon.send_signal(signal.SIGHUP)
    until_states(client, dict.fromkeys(tasks[1:], "running"))
    for task in tasks:
        assert cancel(client, task)


def test_priority_first_then_age(make_client):
    client = make_client(atOnce=1)
    first = submit(client, "hold")
    until_state(client, first, "running")
    queued = {name: submit(client, name, priority=priority) for name, priority in
              [("a", 0), ("b", 5), ("c", 5), ("d", -7), ("e", 1_000_000), ("f", 0)]}
    assert cancel(client, first)
    started = []
    while len(started) < len(queued):
        task, new = state_in(client.event())
        if new == "running":
            started.append(task)
    assert started == [queued[name] for name in "ebcafd"]
    until_state(client, queued["d"], "completed")


def test_a_busy_session_does_not_hold_up_the_others(make_client):
    client = make_client(atOnce=2)
    session = session_of(client)
    holder = submit(client, "hold", sessionId=session)
    behind = submit(client, "behind", sessionId=session, priority=9)
    assert run(client, "another session")["state"] == "completed"
    assert state(client, behind) == "queued"
    assert cancel(client, holder)
    assert wait(client, behind)["state"] == "completed"


def test_a_full_queue(make_client):
    client = make_client(atOnce=1, queue=3)
    running = submit(client, "hold")
    until_state(client, running, "running")
    queued = [submit(client, "x") for _ in range(3)]
    sessions = len(client.call("session.list"))
    for _ in range(2):
        error = client.error("task.submit", {"prompt": "one too many"})
        assert error.code == -32002 and error.word == "queue_full"
    error = client.error("chat.send", {"message": "one too many"})
    assert error.word == "queue_full"
    assert len(client.call("session.list")) == sessions, "a refused task leaves no session"
    assert cancel(client, queued[1])
    submit(client, "room again")
    assert cancel(client, running)


def test_many_tasks_of_many_clients(daemon):
    clients = [daemon.client() for _ in range(8)]
    for client in clients:
        client.call("event.subscribe", {"topics": ["session"]})
    requests = [[client.request("task.submit", {"prompt": f"say {i}; events 20"}) for i in range(25)] for client in clients]
    tasks = [[answer["result"]["taskId"] for answer in answers(client, *ids)] for client, ids in zip(clients, requests)]
    assert len({task for some in tasks for task in some}) == 200
    for client, some in zip(clients, tasks):
        waits = [client.request("task.wait", {"taskId": task}) for task in some]
        assert [answer["result"]["result"]["message_count"] for answer in answers(client, *waits)] == [21] * 25
    assert clients[0].call("task.stats") == {"total": 200, "running": 0, "queued": 0, "completed": 200, "failed": 0, "cancelled": 0}


# --- idempotency ----------------------------------------------------------------------------------


def test_a_repeated_key_answers_with_the_same_task(client, place):
    gate = Gate(place)
    params = {"prompt": f"read {gate}", "idempotencyKey": "key 1", "priority": 2, "timeoutMs": 60_000}
    first = client.call("task.submit", params)
    until_state(client, first["taskId"], "running")
    assert client.call("task.submit", params) == first | {"state": "running"}
    gate.open()
    wait(client, first["taskId"])
    assert client.call("task.submit", params) == first | {"state": "completed"}
    assert client.call("task.stats")["total"] == 1 and len(client.call("session.list")) == 1
    assert get(client, first["taskId"])["idempotencyKey"] == "key 1"


@pytest.mark.parametrize("change", [{"prompt": "other"}, {"priority": 1}, {"agent": "a"}, {"cwd": "/"}, {"timeoutMs": 1000}, {"limits": {"tokens": 1}}])
def test_a_key_with_another_request(client, change):
    params = {"prompt": "hello", "idempotencyKey": "k"}
    client.call("task.submit", params)
    error = client.error("task.submit", params | change)
    assert error.code == -32019 and error.word == "idempotency_conflict"
    assert client.call("task.stats")["total"] == 1


def test_a_key_survives_the_daemon(make_daemon):
    params = {"prompt": "hello", "idempotencyKey": "k"}
    daemon = make_daemon().start()
    first = daemon.client().call("task.submit", params)
    daemon.stop()
    again = make_daemon().start().client().call("task.submit", params)
    assert again["taskId"] == first["taskId"] and again["sessionId"] == first["sessionId"]


def test_a_refused_task_takes_no_key(client):
    params = {"prompt": "hello", "idempotencyKey": "k"}
    assert client.error("task.submit", params | {"sessionId": "sess_none"}).word == "session_not_found"
    assert client.call("task.submit", params)["state"] == "queued"


def test_one_key_from_many_at_once(daemon):
    clients = [daemon.client() for _ in range(10)]
    params = {"prompt": "hello", "idempotencyKey": "k"}
    requests = [client.request("task.submit", params) for client in clients]
    found = {answers(client, request)[0]["result"]["taskId"] for client, request in zip(clients, requests)}
    assert len(found) == 1


# --- get, list, stats -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["task.get", "task.wait", "task.cancel"])
def test_a_task_that_is_not_there(client, method):
    error = client.error(method, {"taskId": "task_nobody"})
    assert error.code == -32000 and error.word == "task_not_found" and error.data == {"code": "task_not_found"}


@pytest.mark.parametrize("limit", [1, 3, 7, 1000])
def test_pages_newest_first(client, limit):
    tasks = [submit(client, f"task {i}") for i in range(20)]
    found, after = [], {}
    while page := client.call("task.list", {"limit": limit, **after}):
        assert len(page) <= limit and all("result" not in task for task in page)
        found += [task["id"] for task in page]
        after = {"after": page[-1]["id"]}
    assert found == tasks[::-1]


def test_a_list_by_state(make_client):
    client = make_client(atOnce=1)
    done, failed = run(client, "x")["id"], run(client, "fail a b")["id"]
    holder = submit(client, "hold")
    until_state(client, holder, "running")
    queued = submit(client, "x")
    cancelled = submit(client, "x")
    assert cancel(client, cancelled)
    for word, task in [("completed", done), ("failed", failed), ("running", holder), ("queued", queued), ("cancelled", cancelled)]:
        assert [t["id"] for t in client.call("task.list", {"state": word})] == [task]
        assert [t["id"] for t in client.call("task.list", [word, 10])] == [task]
    assert client.call("task.list", {"state": "stopping"}) == client.call("task.list", {"sessionId": "sess_none"}) == []
    assert cancel(client, holder)


def test_a_page_of_long_prompts_is_short(client):
    tasks = [submit(client, f"{i} " + "y" * 600_000) for i in range(6)]
    found, after, pages = [], {}, 0
    while page := client.call("task.list", after):
        found += [task["id"] for task in page]
        after, pages = {"after": page[-1]["id"]}, pages + 1
    assert found == tasks[::-1] and 2 <= pages <= 6


def test_stats_count_everything(client):
    assert client.call("task.stats") == dict.fromkeys(["total", "running", "queued", "completed", "failed", "cancelled"], 0)
    run(client, "x")
    run(client, "fail a b")
    cancel(client, submit(client, "hold"))
    assert client.call("task.stats") == {"total": 3, "running": 0, "queued": 0, "completed": 1, "failed": 1, "cancelled": 1}


def test_what_a_client_wrote_it_can_read(client):
    for i in range(200):
        requests = [client.request("task.submit", {"prompt": f"{i}"}), client.request("task.stats")]
        assert answers(client, *requests)[1]["result"]["total"] == i + 1
