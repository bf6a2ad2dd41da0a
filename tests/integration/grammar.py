"""Makes messages that look valid from the contract: parameters that match their schema, and names of things that exist.

A grammar knows nothing of sockets: the clients of grammar_soak.py and the executor of grammar_executor.py share it."""

import base64
import json
from collections import deque

POOL_SIZE = 64
DEEPEST = 5
# What a thing is called in the results and events of a namespace, and how parameters name it.
NAMED_BY = {"session": "sessionId", "task": "taskId", "terminal": "terminalId", "permission": "requestId", "permission.rules": "ruleId"}
KINDS = {"string": str, "integer": int, "array": list, "object": dict, "boolean": bool}
TEXTS = ["", "x", "weir", "ünï¢ødé ☃", "a\tb\nc", "../..", "%s%n", "'; --", "\u202egnp", "x" * 300, "\u0000", "*", "-1", "null"]
TYPED = ["echo one\n", "seq 5000\n", "\x03", "\x04", "cat\n", "exit 2\n", "true &\n", "stty -a\n", "\x1b[A", "é"]
LIKELY = {"agent": 0.7, "keys": 0.7}  # optional parameters of which much depends
SERVICES = ["anthropic", "openai", "ollama", "nosuch"]
TOOLS = ["Bash", "Write", "Read", "Edit", "Grep", "Glob", "Other", "mcp__x__y"]
COMMANDS = ["ls", "rm -rf x", "cd x && make", "echo $(id)", "git status; git push", "cat <<E\nx\nE", "a | b", "'", "x\u0000y"]
STATEMENTS = [
    "say {text}", "message content_block {{\"type\":\"text\",\"text\":\"t\"}}", "events 40 100", "flood 400 200", "rate 20 200 20", "progress 50 half",
    "usage 10 20", "error E_X {text}", "permission Bash {{\"command\":\"{command}\"}}", "permission Write {{\"file_path\":\"f\",\"content\":\"c\"}}",
    "permission Bash {{\"command\":\"make test\"}}", "permission Other {{}}", "key anthropic", "context", "create assistant text \"t\"", "keep", "keep f", "hold", "hold complete", "hold fail", "write f {text}",
    "child sleep 0.05", "wait", "fail E_Y {text}", "done {text}", "again", "hole", "badtoken", "othertask x", "garbage {{]", "halfline", "close",
    "exit 3", "signal 9", "stderr {text}", "tree 3",
]


class Pools:
    """Names of things that exist, or did a moment ago, by the name of the parameter that takes them."""

    def __init__(self):
        self._pools = {}

    def add(self, name, value):
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            self._pools.setdefault(name, deque(maxlen=POOL_SIZE)).append(value)

    def pick(self, rng, name):
        """Rather a new one than an old one, which may be over."""
        pool = self._pools.get(name)
        return pool[-1 - min(int(rng.expovariate(0.2)), len(pool) - 1)] if pool else None

    def learn(self, namespace, value):
        """Everything in a result or an event that has the name of a thing."""
        if isinstance(value, list):
            for item in value[:50]:
                self.learn(namespace, item)
        elif isinstance(value, dict):
            for key, item in value.items():
                if key == "id":
                    self.add(NAMED_BY.get(namespace, "id"), item)
                elif key.endswith("Id") or key in ("epoch", "seq", "lastSeq"):
                    self.add(key, item)
                elif isinstance(item, (dict, list)):
                    inner = {"rule": "permission.rules", "rules": "permission.rules", "request": "permission", "session": "session", "task": "task"}
                    self.learn(inner.get(key, namespace), item)


class Grammar:
    """Makes parameters for the methods of an OpenRPC document."""

    def __init__(self, document, rng, pools=None, places=("/tmp",)):
        self._document = document
        self._rng = rng
        self._places = list(places)
        self.pools = pools or Pools()
        self.methods = {method["name"]: method for method in document["methods"]}

    def called_by(self, caller):
        return [name for name, method in self.methods.items() if caller in method["x-callers"]]

    # --- messages ---

    def params(self, name):
        """Parameters of a method, and whether they were spoilt."""
        method, rng = self.methods[name], self._rng
        made = {}
        for param in method["params"]:
            if param.get("required") or rng.random() < LIKELY.get(param["name"], 0.35):
                made[param["name"]] = self.value(param["schema"], param["name"])
        order = method.get("x-positional", [])
        if rng.random() < 0.06:
            return self._spoilt(made), True
        if order and set(made) <= set(order) and rng.random() < 0.1:
            known = [made[name] for name in order[: len(made)] if name in made]
            return (known, False) if len(known) == len(made) else (made, False)
        return made, False

    def _spoilt(self, params):
        rng = self._rng
        wrong = [None, True, -1, 2**63, 2**64, 1.5, "", "x" * 70_000, [], {}, [[]], {"a": {"b": []}}]
        kind = rng.randrange(4)
        if kind == 0 or not params:
            return rng.choice([[], [1, 2, 3, 4, 5, 6, 7, 8, 9], {"unknown": 1}, params | {"unknown": rng.choice(wrong)}])
        name = rng.choice(list(params))
        if kind == 1:
            return {key: value for key, value in params.items() if key != name}
        return params | {name: rng.choice(wrong)}

    def result(self, name):
        return self.value(self.methods[name]["result"]["schema"], "result")

    # --- values ---

    def value(self, schema, name, depth=0):
        rng = self._rng
        if "$ref" in schema:
            target = self._document
            for key in schema["$ref"].removeprefix("#/").split("/"):
                target = target[key]
            return self.value(target, name, depth)
        special = None if name == "service" and "enum" in schema else self._special(name)
        if special is not None and isinstance(special, KINDS.get(str(schema.get("type")), object)):
            return special
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return self.value(rng.choice(schema[choice]), name, depth)
        kinds = schema.get("type", ["string", "integer", "object", "array", "boolean", "null"] if depth < DEEPEST else "null")
        kind = kinds if isinstance(kinds, str) else rng.choice(kinds)
        return getattr(self, f"_{kind}")(schema, name, depth)

    def _special(self, name):
        """A better value than the schema alone gives; None: there is none."""
        rng = self._rng
        if name.endswith("Id") or name in ("after", "before", "epoch", "fromSeq", "atSeq"):
            pool = {"after": rng.choice(["taskId", "sessionId", "requestId"]), "fromSeq": "seq", "atSeq": "seq", "threadId": "sessionId"}.get(name, name)
            return self.pools.pick(rng, pool) if rng.random() < 0.9 else None
        makers = {
            "cwd": lambda: rng.choice(self._places),
            "path": lambda: rng.choice(["f", "*.txt", "src/**", "/etc/passwd", f"{rng.choice(self._places)}/backup-{rng.randrange(1000)}.db"]),
            "paths": lambda: rng.sample(["f", "g", "dir/h"], rng.randint(1, 3)),
            "keyFile": lambda: rng.choice(self._places) + "/nosuch",
            "contextFiles": lambda: [rng.choice(self._places) + "/f"],
            "prompt": self.prompt,
            "message": self.prompt,
            "shell": lambda: rng.choice(["sh", "bash", "nosuch"]),
            "useTmux": lambda: False,
            "data": lambda: base64.b64encode("".join(rng.choices(TYPED, k=rng.randint(1, 4))).encode()).decode(),
            "service": lambda: rng.choice(SERVICES),
            "agent": lambda: rng.choice(["script", "script", "grammar", "grammar", "grammar", "offline", "builtin", "nosuch"]),
            "keys": lambda: rng.choice(["direct", "broker", "broker", "none"]),
            "timeoutMs": lambda: rng.choice([1, 50, 500, 3000, 30000, 30000]),
            "timeout_ms": lambda: rng.choice([1, 50, 500, 3000, 30000, 30000]),
            # With limits at random next to nothing would run.
            "limits": lambda: rng.choice([None, {}, {}, {}, {"memoryBytes": 1 << 28}, {"processes": 50}, {"outputBytes": 100_000}, {"tokens": 1000}]),
            "permissionTimeoutMs": lambda: rng.choice([1, 100, 1000]),
            "limit": lambda: rng.choice([1, 2, 50]),
            "tool": lambda: rng.choice(TOOLS),
            "tool_name": lambda: rng.choice(TOOLS),
            "tool_input": lambda: rng.choice([{"command": rng.choice(COMMANDS)}, {"file_path": "f", "content": "c"}, {}, [], rng.choice(TEXTS)]),
            "command": lambda: rng.choice(COMMANDS),
            "topics": lambda: rng.sample(["task", "session", "message", "terminal", "permission", "event.taskUpdated", "nosuch"], rng.randint(1, 3)),
            "env": lambda: {"NAME": rng.choice(["x", "y z"])},
            "url": lambda: rng.choice(["http://127.0.0.1:9/mcp", "http://[::1]:9/", "http://localhost:9"]),  # nobody listens there
        }
        return makers[name]() if name in makers else None

    def prompt(self):
        """A script of the agent `script`; the executor of grammar_executor.py takes it as a seed."""
        rng = self._rng
        lines = rng.choices(STATEMENTS, k=rng.randint(1, 6))
        # The language of scripts has statements on one line; a command with a NUL or a quote would end one.
        commands = [command for command in COMMANDS if not set(command) & set("'\n\0;\"")]
        return "; ".join(line.format(text=rng.choice(["one", "two words"]), command=rng.choice(commands)) for line in lines)

    def _string(self, schema, name, depth):
        rng = self._rng
        if schema.get("format") == "date-time":
            return f"20{rng.randrange(20, 40)}-01-{rng.randrange(1, 31):02}T12:00:00{rng.choice(['Z', '.5+02:00', '-11:30'])}"
        text = rng.choice(schema.get("examples") or TEXTS) if rng.random() < 0.9 else "y" * min(schema.get("maxLength", 2000), 70_000)
        text = text.replace("\0", "0")  # a grammar of valid messages: the contract refuses U+0000
        text = text[: schema.get("maxLength", len(text))]
        return text + "z" * (schema.get("minLength", 0) - len(text))

    def _integer(self, schema, name, depth):
        rng = self._rng
        low, high = schema.get("minimum", -(2**53)), schema.get("maximum", 2**53)
        near = [number for number in (0, 1, 2, 10, 1000) if low <= number <= high]
        return rng.choice([low, high, rng.randint(low, high), *near * 3])

    def _number(self, schema, name, depth):
        return self._rng.choice([schema.get("minimum", -1.5), schema.get("maximum", 1e18), 0.5])

    def _boolean(self, schema, name, depth):
        return self._rng.random() < 0.5

    def _null(self, schema, name, depth):
        return None

    def _array(self, schema, name, depth):
        rng = self._rng
        count = min(rng.choice([0, 1, 1, 2, 3]) if depth < DEEPEST else 0, schema.get("maxItems", 3))
        return [self.value(schema.get("items", {}), name, depth + 1) for _ in range(max(count, schema.get("minItems", 0)))]

    def _object(self, schema, name, depth):
        rng, made = self._rng, {}
        for key, inner in schema.get("properties", {}).items():
            if key in schema.get("required", []) or (depth < DEEPEST and rng.random() < 0.5):
                made[key] = self.value(inner, key, depth + 1)
        more = schema.get("additionalProperties")
        if (isinstance(more, dict) or ("properties" not in schema and more is not False)) and depth < DEEPEST:
            for key in rng.sample(["a", "b", "c d"], rng.randint(0, min(2, schema.get("maxProperties", 2)))):
                made[key] = self.value(more if isinstance(more, dict) else {}, key, depth + 1)
        return made


def line(message):
    return json.dumps(message).encode() + b"\n"
