"""A client of chat:sendMessage, and the ports that it gets."""

import json
import select
import socket

from setting import WATCHDOG_SECONDS


class Port:
    """One end of the socket pair."""

    def __init__(self, fd):
        self.socket = socket.socket(fileno=fd)
        self.socket.settimeout(WATCHDOG_SECONDS)
        self.text = b""
        self.chunks = []

    def ack(self, text=b"ACK"):
        self.socket.sendall(text)
        return self

    def read(self):
        """The next chunk; None at the end."""
        while b"\n\n" not in self.text:
            more = self.socket.recv(1 << 16)
            if not more:
                assert self.text == b"", self.text
                return None
            self.text += more
        line, _, self.text = self.text.partition(b"\n\n")
        assert line.startswith(b"data: ") and b"\n" not in line, line
        self.chunks.append(json.loads(line.removeprefix(b"data: ")))
        check(self.chunks[-1])
        return self.chunks[-1]

    def until(self, wanted):
        """Reads up to and with the first chunk of this type."""
        while True:
            chunk = self.read()
            assert chunk, f"no {wanted} among {self.chunks}"
            if chunk["type"] == wanted:
                return chunk

    def all(self):
        """All chunks, once it has ended."""
        while self.read():
            pass
        ends = [chunk for chunk in self.chunks if chunk["type"] in ("finish", "error")]
        assert self.chunks and len(ends) == 1 and self.chunks[-1] is ends[0], self.chunks
        self.close()
        return self.chunks

    def is_silent(self):
        return not select.select([self.socket], [], [], 0)[0]

    def assert_closed(self):
        """It has ended without a chunk."""
        assert self.read() is None and self.chunks == []
        self.close()

    def close(self):
        self.socket.close()


def check(chunk):
    """Its fields are those of its definition."""
    fields = {"text-delta": {"textDelta": str}, "tool-call": {"toolCallId": str, "toolName": str, "args": dict},
              "tool-result": {"toolCallId": str, "result": object}, "error": {"error": str}, "finish": {}}[chunk["type"]]
    more = {"usage"} if chunk["type"] == "finish" else set()
    assert {"type", *fields} <= set(chunk) <= {"type", *fields} | more, chunk
    assert all(isinstance(chunk[name], kind) for name, kind in fields.items()), chunk
    if "usage" in chunk:
        assert set(chunk["usage"]) == {"promptTokens", "completionTokens"} and all(isinstance(n, int) and n >= 0 for n in chunk["usage"].values())


def text_of(chunks):
    return "".join(chunk["textDelta"] for chunk in chunks if chunk["type"] == "text-delta")


def begin(client, content, thread=None):
    """(the port, the thread, the task). The port comes before the result."""
    request = client.request("chat:sendMessage", {"content": content} | ({"threadId": thread} if thread else {}))
    while True:
        message = client.read()
        if message.get("method") == "chat:streamPort":
            port = Port(client.take_fd())
            params = message["params"]
        elif message.get("id") == request:
            break
        else:
            client.events.append(message)
    assert message["result"] == params and set(params) == {"threadId", "taskId"} and params["threadId"] == (thread or params["threadId"])
    return port, params["threadId"], params["taskId"]
