"""HTTP over a Unix socket, as an executor sends it to the broker, and raw bytes that no HTTP library would send."""

import http.client
import json
import socket

from setting import WATCHDOG_SECONDS


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("broker", timeout=WATCHDOG_SECONDS)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(WATCHDOG_SECONDS)
        self.sock.connect(str(self.path))


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)


def begin(path, target="/anthropic/v1/messages", body=None, method=None, **headers):
    """Sends a request; answers the connection, whose answer is still to come."""
    connection = Connection(path)
    text = json.dumps(body) if isinstance(body, (dict, list)) else body
    fields = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method or ("GET" if body is None else "POST"), target, text, fields)
    return connection


def ask(path, target="/anthropic/v1/messages", body=None, method=None, **headers):
    """One request on a connection of its own."""
    connection = begin(path, target, body, method, **headers)
    try:
        return Answer(connection.getresponse())
    finally:
        connection.close()


def raw(path, *pieces, half_close=False):
    """Sends these bytes; answers all that comes until the other side hangs up, or has answered."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(WATCHDOG_SECONDS)
        sock.connect(str(path))
        try:
            for piece in pieces:
                sock.sendall(piece)
            if half_close:
                sock.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has seen enough
        return read_answer(sock)


def read_answer(sock):
    """The head and as much of the body as it says; or what came until the end."""
    data = b""
    while True:
        head, gap, body = data.partition(b"\r\n\r\n")
        if gap:
            lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            if lengths and len(body) >= int(lengths[0]):
                return data
        try:
            more = sock.recv(65536)
        except ConnectionResetError:
            more = b""
        if not more:
            return data
        data += more
