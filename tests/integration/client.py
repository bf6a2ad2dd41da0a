"""Two clients: one sends and reads raw bytes and lines, the other requests and responses."""

import array
import json
import os
import select
import socket
import struct
import time

from setting import WATCHDOG_SECONDS

READ_BYTES = 1 << 16


class RpcError(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']} {error['message']}")
        self.code = error["code"]
        self.message = error["message"]
        self.data = error.get("data", {})
        self.word = self.data.get("code")


def connected(path, seconds=WATCHDOG_SECONDS):
    """A connection. It waits while the queue of the socket is full, which Python's own timeout would not do."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", seconds, 0))
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        raise
    connection.settimeout(seconds)
    return connection


class RawClient:
    """Sends bytes, reads lines. What it sends with bad=True need not fit the contract."""

    def __init__(self, path, record, seconds=WATCHDOG_SECONDS):
        self._record = record
        self._buffer = bytearray()
        self.seconds = seconds
        self.socket = connected(path, seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data, bad=False):
        self._record.sent(data, bad)
        self.socket.sendall(data)

    def knock(self):
        """Asks, and answers whether there was room: False when the daemon said that there is none, and hung up."""
        try:
            self.send(b'{"jsonrpc":"2.0","id":"knock","method":"ping"}\n')
        except BrokenPipeError:
            pass  # it has hung up already; what it said can still be read
        answer = self.read()
        if answer["id"] == "knock":
            return True
        assert answer["error"]["code"] == -32014 and answer["error"]["data"]["code"] == "too_many_connections", answer
        self.assert_ended()
        return False

    def send_with_fds(self, data, fds):
        self._record.sent(data, False)
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))]
        sent = self.socket.sendmsg([data], ancillary)
        self.socket.sendall(data[sent:])

    def send_until_full(self, line, other, most=64 << 20):
        """Sends the same line again and again until the daemon takes no more; answers how many whole lines it has.

        That it takes no more is certain when it has answered somebody else twice since: then it had its chance."""
        count, rest = 0, b""
        self.socket.setblocking(False)
        try:
            while count * len(line) < most:
                for _ in range(3):
                    try:
                        sent = self.socket.send(rest or line)
                        break
                    except BlockingIOError:
                        other.ping()
                else:
                    return count
                rest = (rest or line)[sent:]
                count += not rest
            raise AssertionError(f"it goes on reading after {most} bytes")
        finally:
            self._record.sent(line * count + (line[: len(line) - len(rest)] if rest else b""), False)
            self.socket.settimeout(self.seconds)

    def end(self):
        """Says that nothing more will be sent; what comes can still be read."""
        self._record.ended()
        self.socket.shutdown(socket.SHUT_WR)

    def read_line(self, seconds=None):
        """The next line without its newline; None at the end."""
        deadline = time.monotonic() + (seconds or self.seconds)
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                self._record.received(line)
                return line
            searched = len(self._buffer)
            data = self._receive(deadline)
            if not data:
                assert not self._buffer, f"the connection ended inside a line: {bytes(self._buffer[:200])}"
                return None
            self._buffer += data

    def _receive(self, deadline):
        self.socket.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            return self.socket.recv(READ_BYTES)
        except ConnectionResetError:
            return b""
        except (socket.timeout, BlockingIOError):
            raise AssertionError(f"no line came in time; so far: {bytes(self._buffer[:200])!r}") from None
        finally:
            self.socket.settimeout(self.seconds)

    def read(self, seconds=None):
        line = self.read_line(seconds)
        assert line is not None, "the connection ended"
        return json.loads(line)

    def read_all(self):
        """Every line until the end. They are understood when all are here: who sends them may not wait for ever."""
        return [json.loads(line) for line in list(iter(self.read_line, None))]

    def assert_ended(self):
        line = self.read_line()
        assert line is None, f"the connection goes on: {line}"

    def nothing_came(self):
        return not self._buffer and not select.select([self.socket], [], [], 0)[0]


class Client(RawClient):
    """Speaks JSON-RPC. Notifications that come meanwhile wait in `events`, but for the health of services, which every connection
    that has called initialize gets: it waits in `health`."""

    def __init__(self, path, record, seconds=WATCHDOG_SECONDS):
        super().__init__(path, record, seconds)
        self._next_id = 1
        self.events = []
        self.health = []

    def request(self, method, params=None, bad=False):
        """Sends a request; answers its id."""
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method}
        if params is not None:
            message["params"] = params
        self._next_id += 1
        self.send(json.dumps(message).encode() + b"\n", bad)
        return message["id"]

    def answer(self, request_id):
        """The answer to this request; notifications are kept for later."""
        while True:
            message = self.read()
            if "method" in message:
                self._keep(message)
                continue
            assert message["id"] == request_id, message
            return message

    def call(self, method, params=None, bad=False):
        message = self.answer(self.request(method, params, bad))
        if "error" in message:
            raise RpcError(message["error"])
        return message["result"]

    def error(self, method, params=None, bad=False):
        """Calls what has to fail; answers the error."""
        try:
            result = self.call(method, params, bad)
        except RpcError as error:
            return error
        raise AssertionError(f"{method} should have failed: {result}")

    def notify(self, method, params=None, bad=False):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.send(json.dumps(message).encode() + b"\n", bad)

    def event(self):
        """The next notification."""
        while not self.events:
            message = self.read()
            assert "method" in message, message
            self._keep(message)
        return self.events.pop(0)

    def next_health(self):
        """The next state of a service: its name, the state, and the message or None."""
        while not self.health:
            message = self.read()
            assert "method" in message, message
            self._keep(message)
        params = self.health.pop(0)
        return params["service"], params["state"], params.get("message")

    def _keep(self, message):
        if message["method"] == "system:health":
            self.health.append(message["params"])
        else:
            self.events.append(message)

    def ping(self):
        assert self.call("ping")["pong"] is True

    def peer_pid(self):
        credentials = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return int.from_bytes(credentials[:4], "little")


def open_descriptors(pid):
    """How many it has; None where only root may look: one that has secrets forbids dumps, and with them this."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except PermissionError:
        return None
