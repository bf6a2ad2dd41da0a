"""Bad input for the channels of desktop shells: each is refused with its error, and nothing is written."""

LONG = "x" * (10 << 20)
BAD_LIMITS = [0, -1, 201, 1 << 53, 1.5, "10", None, [], True]
WRONG_TYPES = [None, 1, True, [], {}]


def only(result, required, optional=()):
    """It has the required fields, and none but the optional ones besides."""
    assert set(required) <= set(result) <= set(required) | set(optional), result


def refuses(client, method, params, path=None):
    """The method refuses the params, and names the field."""
    error = client.error(method, params, bad=True)
    assert error.code == -32602 and error.word == "invalid_params", (method, str(params)[:200], error)
    if path is not None:
        assert error.data["path"] == f"params.{path}", (path, error.data)


def log_of(client):
    return client.call("event.list", {"limit": 1000})["events"]


class Unchanged:
    """Within it, no event is written."""

    def __init__(self, client):
        self.client = client

    def __enter__(self):
        self.before = log_of(self.client)

    def __exit__(self, kind, *_):
        if kind is None:
            assert log_of(self.client) == self.before
