"""The messages between the daemon and an executor, checked against the contract at the end of the test.

Both sides send requests. A message of weir's own programs must be complete; a third-party executor may omit what the contract
makes optional, and may send any error."""

import json

from recorder import ANYWHERE, Connection, mention
from setting import TRAFFIC

OTHER = {"daemon": "executor", "executor": "daemon"}

# What weir itself always sends, although the contract would do with less.
WHOLE = {
    "execute_prompt": {
        "session_token", "session_id", "task_id", "prompt", "cwd", "tools", "permission_mode", "timeout_ms", "stream",
    },
    "spawn_terminal": {"session_token", "cwd", "shell", "env", "use_tmux", "cols", "rows"},
    "stop_task": {"session_token", "task_id", "reason"},
    "cancel_task": {"session_token", "task_id"},
    "shutdown": {"reason", "timeout_ms"},
    "confirm_messages": {"task_id", "sequence"},
    "get_api_key": {"session_token", "service"},
    "request_permission": {"session_token", "tool_name", "tool_input", "request_id"},
    "get_execution_context": {"session_token"},
    "create_message": {"session_token", "task_id", "message"},
    "report_message": {"session_token", "task_id", "sequence", "timestamp", "event_type", "event_data"},
    "report_progress": {"session_token", "task_id", "progress"},
    "report_error": {"session_token", "task_id", "error"},
    "report_commands": {"session_token", "task_id", "agent", "commands"},
    "report_models": {"session_token", "task_id", "agent", "models"},
    "report_completion": {"session_token", "task_id", "execution"},
}


class Dialogue(Connection):
    """`we` is whom the test plays. A line that the test sends as bad may be anything; what comes may not."""

    def __init__(self, we, they=None):
        super().__init__()
        self._we = we
        they = they or OTHER[we]
        self._other = {we: they, they: we}

    def _is_weir(self, speaker):
        """The daemon is always weir's own; an executor is when the test does not play it."""
        return speaker != self._we

    def check(self, problems, methods, events):
        said = [(self._we, line, bad) for line, bad in self._sent]
        said += [(self._other[self._we], line, False) for line in self._received]
        messages = []
        for speaker, line, bad in said:
            complaints = []
            for message in self._messages(line, None if bad else complaints):
                messages.append((speaker, message, bad))
            problems += [f"{speaker} said: {complaint}" for complaint in complaints]
        asked = {}
        for speaker, message, bad in messages:
            if isinstance(message, dict) and isinstance(message.get("method"), str):
                self._check_asked(speaker, message, bad, problems, methods, asked)
        for speaker, message, bad in messages:
            if isinstance(message, dict) and isinstance(message.get("method"), str):
                continue
            wrong = self._check_answer(speaker, message, methods, asked)
            problems += [f"{speaker} answered {mention(message)}: {problem}" for problem in wrong if not bad]

    def _check_asked(self, speaker, message, bad, problems, methods, asked):
        name = message["method"]
        wrong = [] if message.get("jsonrpc") == "2.0" else ["not a JSON-RPC 2.0 message"]
        wrong += self._check_params(speaker, name, message.get("params"))
        if "id" in message:
            asked[speaker, json.dumps(message["id"])] = (name, bad or bool(wrong))
        elif not wrong:
            methods.add(name)
        if not bad:
            problems += [f"{speaker} said {mention(message)}: {problem}" for problem in wrong]
        if name == "batch_notification" and not wrong:
            for entry in message["params"]["notifications"]:
                wrong = self._check_params(speaker, entry["method"], entry.get("params"))
                if not wrong:
                    methods.add(entry["method"])
                elif not bad:
                    problems.append(f"{speaker} said {mention(entry)}: {'; '.join(wrong)}")

    def _check_params(self, speaker, name, params):
        method = TRAFFIC.method(name)
        wrong = TRAFFIC.params(name, params)
        if method is not None and speaker not in method["x-callers"]:
            wrong.append(f"{name} is not for a {speaker} to say")
        if self._is_weir(speaker) and not wrong:
            missing = sorted(WHOLE.get(name, set()) - set(params or {}))
            wrong += [f"params.{field}: weir always says it" for field in missing]
        return wrong

    def _check_answer(self, speaker, message, methods, asked):
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return ["not a JSON-RPC 2.0 message"]
        kind = set(message) - {"jsonrpc", "id"}
        if "id" not in message or kind not in ({"result"}, {"error"}):
            return ["an answer has an id and either a result or an error"]
        if message["id"] is None and "error" in message:
            return []
        key = (self._other[speaker], json.dumps(message["id"]))
        if key not in asked:
            return ["nobody asked, or it was answered before"]
        name, bad = asked.pop(key)
        if not bad:
            methods.add(name)
        if "result" in message:
            return TRAFFIC.result(name, message["result"])
        return self._check_error(name, message["error"]) if self._is_weir(speaker) and not bad else []

    @staticmethod
    def _check_error(name, error):
        wrong = TRAFFIC.error(error)
        listed = [e["$ref"].rsplit("/", 1)[1] for e in TRAFFIC.method(name).get("errors", [])]
        if not wrong and error["data"]["code"] not in ANYWHERE.union(listed):
            wrong.append(f"{name} does not list {error['data']['code']}")
        return wrong
