"""The daemon and the jail fail, or are killed, at each step of an executor's life: the task ends with a reason, no
message is lost or duplicated, and nothing is left behind."""

import pytest

from tasks import Gate, messages, submit, wait

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("staged")]

SCRIPT = "events 40; rate 10 100; done all"
ALONE = {"pool": {"warm": 0, "idle": 0, "shutdownMs": 1000}}
# What the daemon does on the way of one task, and what it tells when that fails.
STEPS = {
    "executor.before_take": "start_failed",
    "executor.before_start": "start_failed",
    "executor.spawn": None,  # no further process: it is tried again
    "executor.before_note": None,  # the task goes on: only a daemon after this one would miss it
    "executor.before_connect": "start_failed",
    "executor.before_resume": "start_failed",
    "executor.resumed": None,
    "executor.before_prompt": "EXECUTOR_CRASHED",
    "executor.before_confirm": None,
    "executor.before_end": None,
    "executor.before_stored": None,
    "executor.before_bury": None,
}
JAIL = ["jail.before_clone", "jail.before_exec", "jail.before_end", "jail.before_status"]


def sequences(client, task):
    return [m["sequence"] for m in messages(client, task) if m["sequence"] > 0]


def completes(client, task):
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["message_count"] == 50, ended
    assert sequences(client, task) == list(range(1, 51))


@pytest.mark.parametrize("point", STEPS)
def test_the_daemon_fails_at(house, point):
    client = house.configure(**ALONE).start(environment={"WEIR_FAULT": f"{point}=fail*0+1"}).client()
    task = submit(client, SCRIPT, agent="script")
    if STEPS[point]:
        error = wait(client, task)["result"]["error"]
        assert error["reason"] == STEPS[point] and error["message"], error
    else:
        completes(client, task)
    house.nothing_is_left()
    completes(client, submit(client, SCRIPT, agent="script"))
    house.nothing_is_left()


@pytest.mark.parametrize("passes", [0, 1])
@pytest.mark.parametrize("point", STEPS)
def test_the_daemon_is_killed_at(house, point, passes):
    """The next one finds what is there and goes on: with what works, and with what was given to nobody yet."""
    house.configure(**ALONE).start(environment={"WEIR_FAULT": f"{point}=kill*{passes}"})
    client = house.client()
    # What is stored behind the end of a task is not confirmed one by one any more: so it does not end before that.
    gates = [Gate(house.place, name) for name in ("one", "two")] if point == "executor.before_confirm" else []
    scripts = [SCRIPT.replace("done", f"read {gate}; done") for gate in gates] or [SCRIPT, SCRIPT]
    try:
        for task in [submit(client, script, agent="script") for script in scripts]:
            wait(client, task)
    except (AssertionError, OSError):
        pass  # the connection has ended
    house.daemon.wait()
    client = house.again().client()
    tasks = client.call("task.list")
    for gate in [gate for gate in gates if any(str(gate) in task["prompt"] for task in tasks)]:
        gate.open()
    for task in [t["id"] for t in tasks]:
        completes(client, task)
    completes(client, submit(client, SCRIPT, agent="script"))
    house.nothing_is_left()


@pytest.mark.parametrize("how", ["fail", "kill"])
@pytest.mark.parametrize("point", JAIL)
def test_the_jail_stumbles_at(house, point, how):
    """Every jail does. Tasks end all the same, and so does everything that was started."""
    house.executors["short"] = {"command": ["sh", "-c", "echo why >&2; exit 7"]}
    client = house.configure(**ALONE).start(environment={"WEIR_FAULT": f"{point}={how}"}).client()
    for agent, prompt in (("script", SCRIPT), ("short", "do it"), ("script", "exit 3")):
        found = wait(client, submit(client, prompt, agent=agent))
        if found["state"] == "completed":
            completes(client, found["id"])
        else:
            assert found["result"]["error"]["reason"] in ("start_failed", "sandbox_unavailable", "EXECUTOR_CRASHED"), found
    house.nothing_is_left()


def test_a_task_waits_if_no_process_can_start(house):
    """As at RLIMIT_NPROC or pids.max: it begins as soon as there is room again."""
    client = house.configure(**ALONE).start(environment={"WEIR_FAULT": "executor.spawn=fail*0+3"}).client()
    task = submit(client, "do it", agent="fake")
    house.next().serve().done()
    assert "temporarily unavailable" in house.daemon.log() and "cannot start yet, retrying" in house.daemon.log()
    assert wait(client, task)["state"] == "completed"
