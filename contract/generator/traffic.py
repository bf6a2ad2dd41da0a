"""Checks messages against an OpenRPC document, for tests that record the traffic of a socket."""

from .names import separator_free
from .validate import Validator


class Traffic:
    """Returns a list of the problems of a message, such as "params.priority: must be integer"."""

    def __init__(self, document):
        self._document = document
        self._methods = {separator_free(m["name"]): m for m in document["methods"]}
        self._events = {e["name"]: e for e in document["x-events"]}
        self._params = {name: params_schema(method) for name, method in self._methods.items()}
        self._validator = Validator(self._resolve)

    def method(self, name):
        """The method of this name, or None."""
        return self._methods.get(separator_free(name))

    def params(self, name, params):
        """Checks the parameters of a request or a notification."""
        method = self.method(name)
        if method is None:
            return [f"{name}: no such method"]
        if isinstance(params, list):
            order = method.get("x-positional", [])
            if len(params) > len(order):
                return ["params: too many by position"]
            params = dict(zip(order, params))
        return self._check({} if params is None else params, self._params[separator_free(name)], "params")

    def result(self, name, result):
        """Checks the result of a request."""
        method = self.method(name)
        if method is None or "result" not in method:
            return [f"{name}: has no result"]
        return self._check(result, method["result"]["schema"], "result")

    def event(self, name, params):
        """Checks an event of the daemon."""
        if name not in self._events:
            return [f"{name}: no such event"]
        return self._check(params, self._events[name]["params"], "params")

    def error(self, error):
        """Checks that the word and the code of an error match."""
        word = error.get("data", {}).get("code") if isinstance(error.get("data"), dict) else None
        known = self._document["components"]["errors"].get(word)
        if known is None:
            return [f"error.data.code: no such error: {word}"]
        return [] if known["code"] == error.get("code") else [f"error.code: must be {known['code']} for {word}"]

    def _resolve(self, reference):
        target = self._document
        for key in reference.removeprefix("#/").split("/"):
            target = target[key]
        return target, self._resolve

    def _check(self, value, schema, start):
        return [f"{'.'.join((start,) + path)}: {message}" for path, message in self._validator.problems(value, schema)]


def params_schema(method):
    """The schema of all parameters of a method of an OpenRPC document."""
    schema = {
        "type": "object",
        "properties": {p["name"]: p["schema"] for p in method["params"]},
        "required": [p["name"] for p in method["params"] if p.get("required", False)],
    }
    if method.get("x-closed", False):
        schema["additionalProperties"] = False
    return schema
