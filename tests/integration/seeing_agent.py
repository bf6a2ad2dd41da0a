"""An agent on standard input and output: it reads paths, one a line, and reports what it can do with each: "write",
"read", or "nothing"."""

import json
import os
import sys


def say(kind, **more):
    print(json.dumps({"type": kind, **more, "timestamp": 1}), flush=True)


def can(path):
    """By trying: not every sandbox tells in other ways."""
    where = os.path.join(path, "made by an agent") if os.path.isdir(path) else path
    for what, flags in (("write", os.O_WRONLY | (os.O_CREAT if where != path else 0)), ("read", os.O_RDONLY)):
        try:
            os.close(os.open(where if what == "write" else path, flags))
            return what
        except OSError:
            pass
    return "nothing"


say("ready", version="1.0.0", capabilities=["streaming"])
for line in sys.stdin:
    request = json.loads(line)
    told = {path: can(path) for path in request["message"].split("\n")}
    told["environment"] = {name: os.environ.get(name) for name in ("GREETING", "HOME")}
    say("token", id=request["id"], token=json.dumps(told))
    say("done", id=request["id"])
