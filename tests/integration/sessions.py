"""Sessions as a client sees them, and the log behind them."""


def create(client, **more):
    return client.call("session.create", {"cwd": "/tmp", **more})


def get(client, session):
    return client.call("session.get", {"sessionId": session["id"]})


def follow(client, *topics, **more):
    """From now on the client gets these events."""
    return client.call("event.subscribe", {"topics": list(topics) or ["session"], **more})


def next_event(client, *names):
    """The next of the events of these names; all where none is given. Cursors are not events."""
    while True:
        event = client.event()
        if event["method"] in names or (not names and event["method"] != "event.cursor"):
            return event["method"], event["params"]


def no_event_since(client):
    """Whether nothing but cursors came: a session of another kind is the mark behind which nothing can be."""
    mark = create(client, title="mark")
    name, params = next_event(client)
    return name == "event.sessionCreated" and params["sessionId"] == mark["id"]


def log(client, **wanted):
    """The log, or a part of it, through all its pages: (method, params)."""
    found, at = [], 0
    while True:
        page = client.call("event.list", {"fromSeq": at, "limit": 1000, **wanted})
        found += [(event["method"], event["params"]) for event in page["events"]]
        at = page["nextSeq"]
        if not page["more"]:
            return found


def history(client, session):
    return [(name, params["seq"]) for name, params in log(client, sessionId=session["id"])]


def grow(client, session, *titles):
    return [client.call("session.update", {"sessionId": session["id"], "title": title}) for title in titles]
