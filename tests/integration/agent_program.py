"""weir-agent, for tests: starts the program, writes requests, reads answers.

    with AgentProgram(place, model) as agent:
        agent.ask("one", "Hello")
        assert agent.text("one") == "Hi"

What it says must be lines of the protocol, whatever happens; and it ends well when its input does."""

import json
import os
import select
import signal
import subprocess
import time

from bound import bound
from models import KEY
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS

PROGRAM = BIN / "weir-agent"
FIELDS = {
    "ready": {"type", "version", "capabilities", "timestamp"},
    "token": {"type", "id", "token", "timestamp"},
    "tool_use": {"type", "id", "data", "timestamp"},
    "tool_result": {"type", "id", "data", "timestamp"},
    "done": {"type", "id", "timestamp"},
    "error": {"type", "id", "error", "timestamp"},
    "status": {"type", "id", "data", "timestamp"},
}
ENDS = ("done", "error", "status")


class AgentProgram:
    def __init__(self, place, model=None, *arguments, key=True, providers=("anthropic",), environment=None, settings=None,
                 cwd=None, pass_fds=()):
        self.place = place
        self.work = place.root / "work"
        self.work.mkdir(exist_ok=True)
        self.config = place.root / "agent.jsonc"
        self.config.write_text(json.dumps({"providers": model.providers(*providers, **(settings or {}))} if model else {}))
        self.stderr_path = place.root / "agent.stderr"
        more = ["--config", str(self.config), "--cwd", str(cwd or self.work)]
        if key:
            self.key_file = place.root / "agent.key"
            self.key_file.touch()
            self.key_file.chmod(0o600)
            self.key_file.write_text(KEY + "\n")
            more += ["--key-file", str(self.key_file), "--service", providers[0]]
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [str(PROGRAM), *more, *map(str, arguments)],
                env={**place.environment(), **(environment or {})},
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, pass_fds=pass_fds,
                preexec_fn=bound(),
            )
        self.answers = []  # all of them, in order
        self.expected_exit = 0
        self._lines, self._begun = [], []  # that came, and the pieces of one that has not come whole

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.process.kill()
            self.process.communicate()
            return
        self.end_input()
        code = self.wait()
        text = self.stderr()
        for sign in SANITIZER_SIGNS:
            assert sign not in text, text
        assert code == self.expected_exit, f"it exited with {code}: {text}"
        ends = {}
        for answer in self.answers:
            if answer["type"] in ENDS and "id" in answer:
                ends[answer["id"]] = ends.get(answer["id"], 0) + 1
        self.ends = ends

    def stderr(self):
        return self.stderr_path.read_text(errors="replace")

    # --- sending ---

    def send(self, *messages):
        for message in messages:
            self.raw(json.dumps(message) + "\n")

    def raw(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.flush()

    def ask(self, request_id, text, conversation=None, **more):
        metadata = {} if conversation is None else {"metadata": {"conversationId": conversation, "userId": "me"}}
        self.send({"id": request_id, "kind": "user_message", "message": text, **metadata, **more})

    def end_input(self):
        if not self.process.stdin.closed:
            self.process.stdin.close()

    def signal(self, number=signal.SIGTERM):
        self.process.send_signal(number)

    # --- hearing ---

    def hear(self):
        """The next answer; None at the end."""
        while not self._lines:
            ready, _, _ = select.select([self.process.stdout], [], [], WATCHDOG_SECONDS)
            assert ready, f"it says nothing; so far: {self.answers[-5:]}; {self.stderr()}"
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                assert not self._begun, f"half a line: {b''.join(self._begun)!r}"
                return None
            *whole, rest = data.split(b"\n")
            for line in whole:
                self._lines.append(b"".join([*self._begun, line]))
                self._begun = []
            self._begun += [rest] if rest else []
        answer = json.loads(self._lines.pop(0))
        nameless = {"id"} if answer["type"] == "error" and "id" not in answer else set()  # of a request that had none
        assert set(answer) == FIELDS[answer["type"]] - nameless, answer
        assert abs(answer["timestamp"] - time.time() * 1000) < 600000
        self.answers.append(answer)
        return answer

    def until(self, look):
        """The first answer that it is true of, also of those that have come already."""
        for answer in self.answers:
            if look(answer):
                return answer
        while True:
            answer = self.hear()
            assert answer is not None, f"it ended: {self.stderr()}"
            if look(answer):
                return answer

    def ready(self):
        return self.until(lambda answer: answer["type"] == "ready")

    def end(self, request_id):
        """The answer that ends a request."""
        return self.until(lambda answer: answer.get("id") == request_id and answer["type"] in ENDS)

    def text(self, request_id):
        assert self.end(request_id)["type"] == "done", self.end(request_id)
        return "".join(answer["token"] for answer in self.of(request_id, "token"))

    def error(self, request_id):
        answer = self.end(request_id)
        assert answer["type"] == "error", answer
        return answer["error"]

    def of(self, request_id, kind=None):
        return [answer for answer in self.answers
                if answer.get("id") == request_id and kind in (None, answer["type"])]

    def rest(self):
        """Everything until its end."""
        while self.hear() is not None:
            pass
        return self.answers

    def wait(self):
        """Its exit code; what it still says is read."""
        if self.process.stdout and not self.process.stdout.closed:
            self.rest()
        code = self.process.wait(WATCHDOG_SECONDS)
        self.process.stdout.close()
        return code
