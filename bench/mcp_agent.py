"""The agent's side of MCP calls, for mcp_measures.py: an executor of its own, which calls a tool through the daemon.

Its prompt is JSON: `tool`, `calls` (one after another), `at_once` (all together) and `out`, a file for the numbers. It sends with one
write and reads with as few as possible, as weir-executor does."""
import json
import os
import socket
import sys
import time

READ_BYTES = 1 << 18


class Agent:
    def __init__(self, connection):
        self.connection = connection
        self.rest = b""
        self.last_id = 0
        self.token = None

    def receive(self):
        while True:
            line, end, rest = self.rest.partition(b"\n")
            if end:
                self.rest = rest
                return json.loads(line)
            data = self.connection.recv(READ_BYTES)
            if not data:
                sys.exit(0)
            self.rest += data

    def send(self, *messages):
        self.connection.sendall(b"".join(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages))

    def serve(self):
        while True:
            message = self.receive()
            method, number = message.get("method"), message.get("id")
            if method == "execute_prompt":
                self.token = message["params"]["session_token"]
                order = json.loads(message["params"]["prompt"])
                numbers = {"one": self.one_by_one(order), "many": self.together(order)}
                with open(order["out"], "w", encoding="utf-8") as file:
                    json.dump(numbers, file)
                self.send({"id": number, "result": {"status": "completed", "message_count": 0}})
            elif method == "shutdown":
                self.send({"id": number, "result": {"status": "idle"}})
                sys.exit(0)
            elif method and number is not None:
                self.send({"id": number, "error": {"code": -32601, "message": f"Method not found: {method}"}})

    # --- calls ---

    def request(self, tool):
        """A call, and the text that its answer must have."""
        self.last_id += 1
        text = f"message {self.last_id}"
        return {"id": self.last_id, "method": "call_mcp_tool",
                "params": {"session_token": self.token, "call_id": f"call_{self.last_id}", "tool": tool,
                           "arguments": {"message": text}}}, f"Echo: {text}"

    def answer(self):
        while True:
            message = self.receive()
            if "method" not in message:
                return message

    @staticmethod
    def is_right(message, text):
        result = message.get("result", {}).get("result", {})
        return result.get("content") == [{"type": "text", "text": text}]

    def one_by_one(self, order):
        times = []
        for _ in range(order["warmup"] + order["calls"]):
            request, text = self.request(order["tool"])
            began = time.perf_counter_ns()
            self.send(request)
            message = self.answer()
            times.append(time.perf_counter_ns() - began)
            if message["id"] != request["id"] or not self.is_right(message, text):
                return {"wrong": message}
        return {"times_ns": times[order["warmup"]:]}

    def together(self, order):
        made = [self.request(order["tool"]) for _ in range(order["at_once"])]
        wanted = {request["id"]: text for request, text in made}
        began = time.perf_counter_ns()
        self.send(*(request for request, _ in made))
        for _ in made:
            message = self.answer()
            if self.is_right(message, wanted.get(message["id"])):
                del wanted[message["id"]]
        return {"wall_ns": time.perf_counter_ns() - began, "lost": len(wanted)}


def main():
    path = os.environ["EXECUTOR_SOCKET"]
    os.umask(0o077)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(path)
        listener.listen(1)
        while True:
            Agent(listener.accept()[0]).serve()


if __name__ == "__main__":
    main()
