"""Tasks as a client sees them. Prompts are scripts of the test worker; tests/worker/verbs.c tells its language."""

import os

from client import RpcError

FINAL = {"completed", "failed", "cancelled"}
STATE_OF = {
    "event.taskQueued": "queued",
    "event.taskStarted": "running",
    "event.taskCompleted": "completed",
    "event.taskFailed": "failed",
    "event.taskCancelled": "cancelled",
}


class Gate:
    """A FIFO at which a script waits. Opening it waits for the script to be there."""

    def __init__(self, place, name="gate"):
        self.path = place.root / name
        os.mkfifo(self.path)

    def __str__(self):
        return str(self.path)

    def open(self):
        with open(self.path, "w", encoding="utf-8") as fifo:
            fifo.write("go\n")


class Turnstile(Gate):
    """A gate that lets one script pass each time: the next one meets another FIFO, since the old one has a writer for a moment more."""

    def open(self):
        following = self.path.with_name(f"{self.path.name}.next")
        with open(self.path, "w", encoding="utf-8") as fifo:
            os.mkfifo(following)
            following.rename(self.path)
            fifo.write("go\n")


def submit(client, prompt, **more):
    return client.call("task.submit", {"prompt": prompt, **more})["taskId"]


def submit_until_stored(client, prompt, **more):
    """Some groups fail, and that of the submit may be one of them: which groups a start makes is a matter of time."""
    while True:
        try:
            return submit(client, prompt, **more)
        except RpcError as error:
            assert error.code == -32003, error


def get(client, task):
    return client.call("task.get", {"taskId": task})


def state(client, task):
    return get(client, task)["state"]


def wait(client, task, **more):
    return client.call("task.wait", {"taskId": task, **more})


def run(client, prompt, **more):
    """The task, once it has ended."""
    task = wait(client, submit(client, prompt, **more))
    assert task["state"] in FINAL and task["startedAt"] <= task["endedAt"], task
    return task


def cancel(client, task, **more):
    return client.call("task.cancel", {"taskId": task, **more})["cancelled"]


def answers(client, *requests):
    """The answers to several requests, in the order of the requests; the events that come meanwhile are kept."""
    found = {}
    while len(found) < len(requests):
        message = client.read()
        if "method" in message:
            client.events.append(message)
        else:
            assert message["id"] in requests, message
            found[message["id"]] = message
    return [found[request] for request in requests]


def state_in(event):
    """(task, its new state) of an event of its life; (None, None) of any other."""
    state = STATE_OF.get(event["method"]) or event["params"].get("state")
    return (event["params"].get("taskId"), state) if event["method"].startswith("event.task") else (None, None)


def until_state(client, task, wanted):
    """Waits for the event that says so."""
    while state_in(client.event()) != (task, wanted):
        pass


def until_states(client, wanted):
    """Waits for the events that say so of each task, in whatever order they come."""
    left = set(wanted.items())
    while left:
        left.discard(state_in(client.event()))


def session_of(client, **more):
    return client.call("session.create", {"cwd": "/tmp", **more})["id"]


def log(client, **wanted):
    """The events of the log, or a part of it, through all its pages."""
    found, at = [], 0
    while True:
        page = client.call("event.list", {"fromSeq": at, "limit": 1000, **wanted})
        found += page["events"]
        at = page["nextSeq"]
        if not page["more"]:
            return found


def messages(client, task):
    return [event["params"] for event in log(client, taskId=task, topics=["message"])]


def life(client, task):
    """The states that it went through, as the log has them."""
    return [state_in(event)[1] for event in log(client, taskId=task, topics=["task"]) if state_in(event)[1]]
