"""A model provider for tests: HTTP on the loopback in the format of Anthropic and OpenAI, or with errors that no
provider should make."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from setting import WATCHDOG_SECONDS


class Gate:
    """Closed until somebody opens it."""

    def __init__(self):
        self._event = threading.Event()

    def open(self):
        self._event.set()

    def wait(self):
        assert self._event.wait(WATCHDOG_SECONDS), "the gate stayed closed"

    def is_open(self):
        return self._event.is_set()


def message(input_tokens=11, output_tokens=7):
    """An answer of Anthropic's in one piece."""
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test", "stop_reason": "end_turn",
            "stop_sequence": None, "content": [{"type": "text", "text": "Hello"}],
            "usage": {"input_tokens": input_tokens, "output_tokens": output_tokens}}


def completion(prompt_tokens=11, completion_tokens=7):
    """One of OpenAI's."""
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-test",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello"}}],
            "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens,
                      "total_tokens": prompt_tokens + completion_tokens}}


def message_events(texts=("Hel", "lo"), input_tokens=11, output_tokens=7):
    """A stream of Anthropic's, event by event."""
    start = message(input_tokens, 1) | {"content": [], "stop_reason": None}
    yield "message_start", {"type": "message_start", "message": start}
    yield "content_block_start", {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    for text in texts:
        yield "content_block_delta", {"type": "content_block_delta", "index": 0,
                                      "delta": {"type": "text_delta", "text": text}}
    yield "content_block_stop", {"type": "content_block_stop", "index": 0}
    yield "message_delta", {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                            "usage": {"output_tokens": output_tokens}}
    yield "message_stop", {"type": "message_stop"}


def sse(name, data):
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


class Seen:
    """A request that has come."""

    def __init__(self, handler, body):
        self.method, self.path = handler.command, handler.path
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.fields = [(name.lower(), value) for name, value in handler.headers.items()]
        self.body = body


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _serve(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.owner.take(self, Seen(self, body))

    do_GET = do_POST = do_DELETE = do_PUT = _serve

    def log_message(self, *_):
        pass

    # --- for the functions that play ---

    def answer(self, value, status=200, kind="application/json", **fields):
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.begin(status, **{"content-type": kind, "content-length": len(text)} | fields)
        self.wfile.write(text)

    def begin(self, status=200, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def begin_stream(self, **fields):
        self.begin(200, **{"content-type": "text/event-stream", "transfer-encoding": "chunked"} | fields)

    def piece(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def end_stream(self):
        self.wfile.write(b"0\r\n\r\n")

    def hang_up(self):
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(2)


def play_message(handler, seen):
    """Answers an ordinary request."""
    asked = json.loads(seen.body or b"{}")
    if not asked.get("stream"):
        handler.answer(message() if seen.path.endswith("/messages") else completion())
        return
    handler.begin_stream()
    for name, data in message_events():
        handler.piece(sse(name, data))
    handler.end_stream()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


class Provider:
    """`play(handler, seen)` says what is done with each request; `seen` has all that came."""

    def __init__(self, play=play_message):
        self.play = play
        self.seen = []
        self.problems = []
        self._arrived = threading.Condition()
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.owner = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def take(self, handler, seen):
        with self._arrived:
            self.seen.append(seen)
            self._arrived.notify_all()
        try:
            self.play(handler, seen)
        except OSError:
            handler.close_connection = True  # who asked has gone
        except Exception as error:  # for the test to see
            self.problems.append(error)
            raise

    def wait_for(self, count):
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.seen) >= count, WATCHDOG_SECONDS), f"{len(self.seen)} requests came"
        return self.seen[count - 1]

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        assert not self.problems, self.problems
