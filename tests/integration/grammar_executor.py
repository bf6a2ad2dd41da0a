"""An executor that sends anything that the contract lets executors send, in an order that its prompt and its task
determine.

usage: grammar_executor.py OPENRPC_FILE SAID_FILE

Each thing that it does is a line of JSON at the end of SAID_FILE."""

import array
import json
import os
import random
import socket
import sys
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from grammar import Grammar, line  # noqa: E402

MOST_MESSAGES = 60
MODEL_SECONDS = 5
CALLS = {
    "anthropic": ("/anthropic/v1/messages", {"model": "claude-test", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}),
    "openai": ("/openai/v1/chat/completions", {"model": "gpt-test", "messages": [{"role": "user", "content": "Hello"}]}),
    "nosuch": ("/nosuch/v1/messages", {}),
}


class Executor:
    def __init__(self, document, said):
        self.said = os.open(said, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self.rng = random.Random(os.environ["EXECUTOR_SOCKET"])
        self.grammar = Grammar(document, self.rng)
        self.connection = None
        self.lines = None
        self.token = self.task = None
        self.sequence = 0
        self.next_id = 1
        self.asked = {}

    def note(self, what):
        os.write(self.said, json.dumps(what).encode() + b"\n")

    def serve(self):
        os.umask(0o077)
        with self.listener() as listener:
            for _ in range(20):  # who is cut off again and again ends by itself
                self.connection, _ = listener.accept()
                self.connection.settimeout(20)
                self.lines = self.connection.makefile("rb")
                self.asked = {}
                try:
                    for said in self.lines:
                        self.handle(json.loads(said))
                except (OSError, json.JSONDecodeError):
                    pass  # the connection has ended, maybe within a line
                self.connection.close()

    def listener(self):
        """Its listening socket: created here, or inherited from the daemon where the sandbox refuses sockets."""
        if os.environ.get("LISTEN_FDS"):
            return socket.socket(fileno=3)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(os.environ["EXECUTOR_SOCKET"])
        listener.listen(8)
        return listener

    def send(self, message, fds=()):
        data = line({"jsonrpc": "2.0", **message})
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        sent = self.connection.sendmsg([data], ancillary)
        self.connection.sendall(data[sent:])

    # --- what the daemon wants ---

    def handle(self, message):
        method, params, number = message.get("method"), message.get("params") or {}, message.get("id")
        if not method:
            self.note(f"{'result' if 'result' in message else 'error'} of {self.asked.pop(number, 'nothing')}")
            return
        if method == "execute_prompt":
            self.rng.seed(f"{params.get('prompt')} {params.get('task_id')}")
            self.token, self.task, self.sequence = params["session_token"], params.get("task_id"), 0
            self.note("began a task")
            self.play(number)
        elif method in ("shutdown", "terminate"):
            self.send({"id": number, "result": {"status": "idle"}} if number is not None else {"method": "ping"})
            sys.exit(0)
        elif method and number is not None:
            self.answer(method, number, params)

    def answer(self, method, number, params):
        known = self.grammar.methods.get(method, {})
        if "result" not in known or self.rng.random() < 0.4:
            self.send({"id": number, "error": {"code": -32601, "message": f"Method not found: {method}"}})
            return
        result = self.grammar.result(method)
        if method == "resume":
            self.token = (params.get("tokens") or {}).get(self.task, self.token)
            listed = [{"task_id": self.task, "last_sequence": self.sequence}] if self.task else []
            result = self.rng.choice([result, {"tasks": listed, "terminals": []}, {"tasks": listed * 2, "terminals": result.get("terminals", [])}])
        self.send({"id": number, "result": result}, self.descriptors() if "terminal" in method else ())
        for fd in self.made:
            os.close(fd)
        self.made = ()

    made = ()

    def descriptors(self):
        """The descriptors of a terminal, or fewer, or wrong ones."""
        master, slave = os.openpty()
        self.made = [master, slave, os.memfd_create("scrollback"), os.pidfd_open(os.getpid())]
        chosen = [master, self.made[2], self.made[3]]
        return self.rng.choice([chosen, chosen, chosen[:1], [slave, *chosen], []])

    # --- what it says ---

    def play(self, prompt_id):
        for _ in range(self.rng.randint(0, MOST_MESSAGES)):
            self.say(self.rng.choice(self.grammar.called_by("executor")))
            if self.rng.random() < 0.05:
                self.call_model()
            if self.rng.random() < 0.02:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            if self.rng.random() < 0.01:
                os._exit(self.rng.choice([0, 3]))
        if self.rng.random() < 0.9:
            result = self.grammar.result("execute_prompt") | {"status": self.rng.choice(["completed", "failed", "cancelled", "odd"])}
            self.send({"id": prompt_id, **self.rng.choice([{"result": result}] * 4 + [{"error": {"code": -1, "message": "no"}}])})
            self.note("ended a task")
            self.task = None

    def call_model(self):
        """Calls a model through the broker: mostly valid HTTP, sometimes without waiting for the end."""
        path = os.environ.get("WEIR_MODEL_SOCKET")
        if not path or not os.path.exists(path):
            self.note("no model to call")
            return
        target, body = CALLS[self.rng.choice(["anthropic"] * 3 + ["openai", "nosuch"])]
        text = json.dumps(body | self.rng.choice([{}, {}, {"stream": True}, {"stream": 1}])).encode()
        head = f"POST {target} HTTP/1.1\r\nhost: broker\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\n\r\n"
        data = head.encode() + text
        if self.rng.random() < 0.1:
            data = data[: self.rng.randint(0, len(data))] + self.rng.choice([b"", b"\0", b"\r\n\r\n", b"\xff" * 100])
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
                link.settimeout(MODEL_SECONDS)
                link.connect(path)
                link.sendall(data)
                if self.rng.random() < 0.1:
                    self.note("model call left")
                    return
                answer = b"".join(iter(lambda: link.recv(1 << 16), b""))
            self.note(f"model call {answer.split(b' ')[1].decode(errors='replace')}" if answer.startswith(b"HTTP/1.1 ") else "model call without an answer")
        except OSError as error:
            self.note(f"model call: {type(error).__name__}")

    def filled(self, method):
        """Parameters that mostly are this task's."""
        params, _ = self.grammar.params(method)
        if not isinstance(params, dict):
            return params
        rng = self.rng
        if "session_token" in params and rng.random() < 0.95:
            params["session_token"] = self.token
        if "task_id" in params and rng.random() < 0.95:
            params["task_id"] = self.task
        if method == "report_message" and rng.random() < 0.9:
            self.sequence += rng.choice([1] * 20 + [0, 2, -1])
            params["sequence"] = max(self.sequence, 0)
        if "request_id" in params:
            params["request_id"] = f"r{rng.randint(1, 5)}"
        return params

    def say(self, method):
        self.note(f"said {method}")
        if method == "batch_notification":
            inner = self.rng.choices(["report_message", "report_progress", "report_error", "odd"], k=self.rng.randint(0, 12))
            made = [{"method": name, "params": self.filled(name) if name != "odd" else {"x": 1}} for name in inner]
            self.send({"method": method, "params": {"notifications": made}})
        elif "result" in self.grammar.methods[method]:
            self.next_id += 1
            self.asked[self.next_id] = method
            self.send({"id": self.next_id, "method": method, "params": self.filled(method)})
            if self.rng.random() < 0.5:
                self.until_answered(self.next_id)
        else:
            self.send({"method": method, "params": self.filled(method)})

    def until_answered(self, number):
        for said in self.lines:
            message = json.loads(said)
            if message.get("id") == number and "method" not in message:
                self.handle(message)
                return
            if message.get("method") == "execute_prompt":
                continue  # no daemon says that now
            if message.get("method") in ("stop_task", "cancel_task") and self.rng.random() < 0.5:
                self.send({"id": message.get("id"), "result": {"stopped": True}})
                return
            self.handle(message)


def main(openrpc, said):
    with open(openrpc, encoding="utf-8") as file:
        executor = Executor(json.load(file), said)
    try:
        executor.serve()
    except Exception:
        executor.note(f"broke: {traceback.format_exc()}")
        raise


if __name__ == "__main__":
    main(*sys.argv[1:])
