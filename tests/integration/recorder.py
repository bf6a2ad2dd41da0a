"""Records all traffic of a test's connections, and checks it against the contract at the end of the test."""

import hashlib
import json
from collections import Counter

from setting import MIB, TRAFFIC

# Any request may meet these; the others have to be listed by the method.
ANYWHERE = {"stopping", "result_too_long", "too_many_waiting", "request_cancelled", "internal_error"}
MENTION_BYTES = 200
LONG_BYTES = 4096  # such a result is looked at once, however often it comes

checked = set()  # of the long results that fit the contract: the method, and a hash of the line from its result on
answered_elsewhere = set()  # methods that were answered on connections that check themselves


class Recorder:
    def __init__(self):
        self._connections = []

    def connection(self):
        return self.add(Connection())

    def add(self, connection):
        """One of another kind, such as a Dialogue."""
        self._connections.append(connection)
        return connection

    def check(self):
        """Answers what was wrong, the methods that were answered, the events that came."""
        problems, methods, events = [], set(), set()
        for connection in self._connections:
            connection.check(problems, methods, events)
        return problems, methods, events


class Nothing:
    """A record that keeps nothing."""

    def sent(self, data, bad):
        pass

    def received(self, line):
        pass

    def ended(self):
        pass

    def connection(self):
        return self

    def add(self, connection):
        return self


class Connection:
    """The lines of one connection. A line with a byte that was sent as bad may be anything; the answer may not."""

    def __init__(self):
        self._out = bytearray()
        self._out_is_bad = False
        self._sent = []
        self._received = []

    def sent(self, data, bad):
        if bad:
            self._out_is_bad = True
        if len(self._out) + len(data) > 32 * MIB:
            self._out.clear()  # a line that is longer than any limit
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._sent.append((bytes(self._out + line), self._out_is_bad))
            self._out.clear()
            self._out_is_bad = bad
        self._out += rest
        if not rest:
            self._out_is_bad = False

    def ended(self):
        """The last output is a complete message even without a newline."""
        if self._out:
            self.sent(b"\n", self._out_is_bad)

    def received(self, line):
        self._received.append(line)

    def check(self, problems, methods, events):
        requests = {}
        open_ids = Counter()
        for line, bad in self._sent:
            messages = self._messages(line, None if bad else problems)
            if bad:
                messages = [message for message in messages if isinstance(message, dict)]
            for message in messages:
                self._check_sent(message, bad, problems, methods, requests, open_ids)
        for line in self._received:
            for message in self._messages(line, problems):
                for problem in check_received(message, requests, open_ids, methods, events, line):
                    problems.append(f"received {mention(line)}: {problem}")

    @staticmethod
    def _messages(line, problems):
        if not line.strip():
            return []
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            if problems is not None:
                problems.append(f"not JSON: {error}: {mention(line)}")
            return []
        if isinstance(value, list) and not value and problems is not None:
            problems.append("an empty batch")
        return value if isinstance(value, list) else [value]

    @staticmethod
    def _check_sent(message, bad, problems, methods, requests, open_ids):
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            if not bad:
                problems.append(f"sent {mention(message)}: not a request")
            elif isinstance(message, dict) and "id" in message:
                open_ids[json.dumps(message["id"])] += 1  # it is refused with the id that it has
            return
        method = TRAFFIC.method(message["method"])
        wrong = TRAFFIC.params(message["method"], message.get("params"))
        if wrong and not bad:
            problems.append(f"sent {mention(message)}: {'; '.join(wrong)}")
        if "id" in message:
            key = json.dumps(message["id"])
            open_ids[key] += 1
            requests[key] = (message["method"], bad)
        elif method is not None and not wrong:
            methods.add(method["name"])


def check_received(message, requests, open_ids, methods, events, line):
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return ["not a JSON-RPC 2.0 message"]
    if "method" in message:
        if set(message) != {"jsonrpc", "method", "params"}:
            return ["a notification has a method and params"]
        events.add(message["method"])
        return TRAFFIC.event(message["method"], message["params"])
    kind = set(message) - {"jsonrpc", "id"}
    if "id" not in message or kind not in ({"result"}, {"error"}):
        return ["an answer has an id and either a result or an error"]
    key = json.dumps(message["id"])
    if open_ids[key] == 0 and message["id"] is not None:
        return ["nobody asked, or it was answered before"]
    open_ids[key] -= 1
    method, bad = requests.get(key, (None, True))
    if "result" in message:
        if method is None:
            return ["a result without a request"]
        methods.add(TRAFFIC.method(method)["name"] if TRAFFIC.method(method) else method)
        return check_result(method, message["result"], line)
    return TRAFFIC.error(message["error"]) or check_error(message["error"], method, bad)


def check_result(method, result, line):
    is_long = len(line) > LONG_BYTES and not line.startswith(b"[")
    key = (method, hashlib.sha256(line[line.find(b'"result":') :]).digest()) if is_long else None
    if key in checked:
        return []
    problems = TRAFFIC.result(method, result)
    if key and not problems:
        checked.add(key)
    return problems


def check_error(error, method, bad):
    """A request that fits the contract gets no other errors than the contract lists for it."""
    word = error["data"]["code"]
    if bad or word in ANYWHERE:
        return []
    listed = [e["$ref"].rsplit("/", 1)[1] for e in TRAFFIC.method(method).get("errors", [])]
    return [] if word in listed else [f"{method} does not list {word}"]


def mention(text):
    text = text if isinstance(text, str) else text.decode("utf-8", "replace") if isinstance(text, bytes) else repr(text)
    return text if len(text) <= MENTION_BYTES else f"{text[:MENTION_BYTES]}… ({len(text)})"
