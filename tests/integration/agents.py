"""The built-in agent as a client sees it: a daemon, a scripted model behind it, a folder to work in."""

from tasks import messages, session_of, submit, wait

FREE = "bypassPermissions"


class Workshop:
    """A daemon that knows the model; sessions in a folder of their own."""

    def __init__(self, house, model):
        self.house, self.model = house, model
        self.folder = house.place.root / "work"
        self.folder.mkdir()
        self.client = None

    def open(self, *services, stored=None, provider=None, **settings):
        services = services or ("anthropic",)
        self.house.configure(providers=self.model.providers(*services, **(provider or {})), **settings).start()
        self.client = self.house.client()
        for service in services if stored is None else stored:
            self.model.give_key(self.client, service)
        return self

    def session(self, **terms):
        return session_of(self.client, **({"cwd": str(self.folder), "agent": "builtin", "permissionMode": FREE} | terms))

    def submit(self, prompt="do it", session=None, **terms):
        return submit(self.client, prompt, sessionId=session or self.session(**terms))

    def run(self, prompt="do it", session=None, **terms):
        return wait(self.client, self.submit(prompt, session, **terms))

    def said(self, task):
        """(type, data) of all that the agent has reported; their numbers have no holes."""
        found = [message for message in messages(self.client, task["id"]) if message["sequence"] > 0]
        assert [message["sequence"] for message in found] == list(range(1, len(found) + 1))
        return [(message["type"], message["data"]) for message in found]

    def of(self, task, kind):
        return [data for name, data in self.said(task) if name == kind]

    def results(self, task):
        """(tool, text, is_error) of each."""
        return [(data["tool"], data["result"], data["is_error"]) for data in self.of(task, "tool_result")]

    def file(self, name, text=None):
        path = self.folder / name
        if text is not None:
            path.write_text(text)
        return path


def failure(task):
    assert task["state"] == "failed", task
    assert task["result"]["error"]["reason"] == "error", task
    return task["result"]["error"]["code"], task["result"]["error"]["message"]


def roles(request):
    """Summarizes a request: (role, kinds of blocks)."""
    return [(message["role"], [block["type"] for block in message["content"]]) for message in request.body["messages"]]


def told(request):
    """All texts of the person's in a request."""
    return [block["text"] for message in request.body["messages"] for block in message["content"] if message["role"] == "user" and block["type"] == "text"]
