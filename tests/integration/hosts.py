"""weir-executor with an agent that is a program, driven by a test instead of the daemon; shared by the tests of the
adapters."""

from pathlib import Path

from executor_peer import Executor
from models import Model

TOOLS = ["Read", "Write", "Edit", "Bash", "Grep", "Glob"]


class Host:
    """A weir-executor with one launch. The daemon keeps files, knows no history and approves, unless told otherwise. It has
    the version of the dialect that is named, 1.0 without one."""

    def __init__(self, place, adapter, command, env=None, version=None, **more):
        self.version = version
        self.work = place.root / "work"
        self.home = place.root / "home"
        self.work.mkdir(exist_ok=True)
        self.home.mkdir(exist_ok=True)
        self.launch = {"name": "other", "adapter": adapter, "command": [str(part) for part in command],
                       "env": {"HOME": str(self.home), **(env or {})}, **more}
        self.executor = Executor(place)
        self.context = {"session_id": "ses_1", "task_id": "task_1", "messages": [], "mcp_servers": [], "context_files": []}
        self.verdict = lambda params: {"approved": True, "reason": "user_approved"}
        self.permissions = []  # (tool, input) that were asked for
        self.daemon = None

    def __enter__(self):
        self.executor.__enter__()
        self.daemon = self.executor.connect()
        self.daemon.resume(version=self.version)
        self.daemon.answers = {
            "keep_files": lambda params: {"kept": 0, "complete": True},
            "get_execution_context": lambda params: self.context,
            "request_permission": self._judge,
        }
        return self

    def __exit__(self, *problem):
        self.executor.__exit__(*problem)

    def _judge(self, params):
        self.permissions.append((params["tool_name"], params.get("tool_input")))
        return self.verdict(params)

    def execute(self, prompt, task="task_1", **more):
        params = {"agent": "other", "launches": [self.launch], "cwd": str(self.work), "tools": TOOLS, **more}
        return self.daemon.execute(prompt, task=task, token=f"token of {task}", **params)

    def run(self, prompt, **more):
        return self.daemon.result(self.execute(prompt, **more))

    def events(self, *kinds):
        """The reported events as (type, data); of these types, if any are named."""
        pairs = [(message["event_type"], message["event_data"]) for message in self.daemon.messages]
        return [pair for pair in pairs if not kinds or pair[0] in kinds]

    def data(self, kind):
        return [data for _, data in self.events(kind)]

    def wait_for_event(self, kind, count=1):
        self.daemon.wait_for(lambda: len(self.data(kind)) >= count, f"{kind} × {count}")
        return self.data(kind)[count - 1]

    def problems(self):
        """The reports of report_error."""
        return [error["error"] for error in self.daemon.errors]


class AnyModel(Model):
    """Does not mind what it does not know: the agent is another's, and newer than the checks."""

    def _check(self, request):
        return 200, None


def processes_of(pid):
    """This one and all below it."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*"):
        for child in (task / "children").read_text().split():
            found += processes_of(int(child))
    return found
