"""Permission requests from both sides: an executor that the test plays, and front ends that can answer."""

from tasks import session_of, submit

REQUESTED, RESOLVED = "event.permissionRequested", "event.permissionResolved"


def approver(house, name="front end"):
    client = house.client()
    client.call("initialize", {"client": {"name": name}, "approves": True})
    return client


def next_of(client, name):
    """The next event of this name; the others are passed over."""
    while (event := client.event())["method"] != name:
        pass
    return event["params"]


def requested(client):
    """The next request that the front end is shown."""
    return next_of(client, REQUESTED)["request"]


def resolved(client):
    return next_of(client, RESOLVED)


def answer(client, request, decision, **more):
    return client.call("permission.answer", {"requestId": request["id"], "decision": decision, **more})


class Asker:
    """A task whose executor asks."""

    def __init__(self, house, client, resumes=False, session=None, prompt="do it", task=None, **terms):
        self.session = session or session_of(client, **{"cwd": str(house.place.home), **terms})
        self.task = task or submit(client, prompt, agent="fake", sessionId=self.session)
        self.fake = house.next()
        self.prompt = self.fake.serve(resumes)
        self.link, self.token = self.prompt.link, self.prompt.token
        self._next = 1

    def comes_back(self):
        """The executor goes on with its task over the next connection."""
        self.link = self.fake.accept()
        hello = self.link.expect("resume")
        self.token = hello["params"]["tokens"][self.task]
        self.link.answer(hello, {"tasks": [{"task_id": self.task, "last_sequence": 0}], "terminals": []})

    def send(self, tool, request_id=None, **tool_input):
        """Asks without waiting; answers the id of the call."""
        call = f"permission-{self._next}"
        self._next += 1
        params = {"session_token": self.token, "tool_name": tool, "tool_input": tool_input}
        if request_id:
            params["request_id"] = request_id
        self.link.say({"id": call, "method": "request_permission", "params": params})
        return call

    def told(self, call):
        answer = self.link.answer_to(call)
        assert "result" in answer, answer
        return answer["result"]

    def ask(self, tool, request_id=None, **tool_input):
        return self.told(self.send(tool, request_id, **tool_input))

    def reason(self, tool, **tool_input):
        told = self.ask(tool, **tool_input)
        return told["approved"], told["reason"]
