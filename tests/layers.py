"""Nothing in src/ includes something of a layer to its right: base ← json ← rpc ← client | daemon | tools ← agent ← offline ←
executor | agent/runtime; the jail stands on base alone."""

import pathlib
import re
import sys

# Each folder, and the folders whose headers it may include. "contract" is what the generator writes. A folder that is not
# here belongs to the one that it is in.
MAY_INCLUDE = {
    "base": {"base"},
    "json": {"base", "json"},
    "rpc": {"base", "json", "rpc", "contract"},
    "client": {"base", "json", "rpc", "contract", "client"},
    "judge": {"base", "json", "contract", "judge"},
    "transfer": {"base", "transfer"},
    "provider": {"base", "json", "contract", "provider"},
    "daemon": {"base", "json", "rpc", "contract", "judge", "provider", "daemon"},
    "tools": {"base", "json", "tools"},
    "agent": {"base", "json", "contract", "provider", "tools", "transfer", "agent"},
    "offline": {"base", "json", "contract", "tools", "agent", "offline"},
    "agent/runtime": {"base", "json", "rpc", "contract", "client", "judge", "provider", "tools", "agent", "offline", "agent/runtime"},
    "probe": {"base", "probe"},
    "executor": {"base", "json", "rpc", "contract", "probe", "tools", "agent", "offline", "executor"},
    "broker": {"base", "json", "rpc", "contract", "transfer", "broker"},
    "jail": {"base", "jail"},
    "cli": {"base", "json", "rpc", "contract", "client", "probe", "cli"},
}
# Libraries that belong to one layer and those above it.
LIBRARIES = {
    "yyjson.h": {"json", "rpc", "client", "judge", "daemon", "tools", "agent", "offline", "executor", "broker", "cli"},
    "uv.h": {"rpc", "transfer", "client", "daemon", "tools", "agent", "offline", "executor", "broker", "cli"},
    "curl/curl.h": {"transfer"},
    "microhttpd.h": {"broker"},
    "sqlite3.h": {"daemon/store"},
    "seccomp.h": {"jail"},
}
# The concerns of the daemon, from below: each stands on those before it only. The files of src/daemon itself put them together, and
# may know all of them.
CONCERNS = ("client", "work", "resolve", "store", "audit", "event", "process", "key", "sandbox", "agent", "broker", "session", "command",
            "task", "executor", "snapshot", "db", "permission", "terminal", "health", "handover")
# What of src/daemon itself a concern may include.
FOR_CONCERNS = {"daemon/concern.h", "daemon/options.h", "daemon/socket.h"}
# A concern's public header is CONCERN/CONCERN.h. These have more than one.
ALSO_PUBLIC = {
    "daemon/store/rows.h",  # what can be done inside of a change or a query
    "daemon/store/permissions.h", "daemon/store/audit.h",  # likewise, of these tables
    "daemon/store/request.h",  # a client's call that the store answers
    "daemon/task/backend.h",  # what the queue asks of whatever runs tasks
    "daemon/task/transitions.h",  # a task's way from state to state, inside of a change
    "daemon/process/service.h",  # a helper program that is kept running
    "daemon/key/master_file.h",  # where the master key lies, to be hidden
}
# Who knows struct daemon: the files that assemble it, and the one that gives a handler its concern.
ASSEMBLERS = {"concern.c", "main.c", "methods.c", "reload.c", "run.c", "stop.c"} | {
    f"handover/{name}.c" for name in ("become", "read", "restart", "write")}
# Headers that only their own folder may see.
PRIVATE = {"daemon/store/internal.h": "daemon/store", "rpc/internal.h": "rpc", "client/internal.h": "client",
           "probe/internal.h": "probe", "judge/internal.h": "judge", "offline/internal.h": "offline"}
FOR_TESTS = {"unit", "contract"}  # what a *_test.c may need besides
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def layer_of(folder):
    """The nearest folder around it that has a place in the order."""
    while folder not in MAY_INCLUDE and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder


def daemon_problem(here, name, is_test):
    """Why a file, by its path below src/daemon, must not include a header of the daemon; None: it may."""
    own, _, _ = here.rpartition("/")
    if name == "daemon/daemon.h":
        return None if here in ASSEMBLERS else "is for the files that assemble the daemon"
    folder = name.split("/")[1] if name.count("/") == 2 else ""
    if folder == own or is_test:
        return None
    if not folder:
        return None if name in FOR_CONCERNS or own == "handover" else "belongs to what assembles the daemon"
    if own and CONCERNS.index(folder) > CONCERNS.index(own):
        return f"daemon/{folder} is above daemon/{own}"
    return None if is_public(name, folder) else f"is private to daemon/{folder}"


def is_public(name, concern):
    return name == f"daemon/{concern}/{concern}.h" or name in ALSO_PUBLIC


def problems(root):
    for path in sorted((root / "src").rglob("*.[ch]")):
        folder = path.parent.relative_to(root / "src").as_posix()
        layer = layer_of(folder)
        allowed = MAY_INCLUDE.get(layer)
        if allowed is None:
            yield f"{path.relative_to(root)}: the layer {layer} is not in the table"
            continue
        is_test = path.stem.endswith("_test")
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match[2]
            where = f"{path.relative_to(root)}:{number}"
            if match[1] == '"':
                target = layer_of(name.rpartition("/")[0]) if "/" in name else layer
                if target not in allowed and not (is_test and target in FOR_TESTS):
                    yield f"{where}: {layer} must not include {name}"
                if PRIVATE.get(name, folder) != folder and not is_test:
                    yield f"{where}: {name} is for {PRIVATE[name]} alone"
                if layer.startswith("daemon") and name.startswith("daemon/"):
                    why = daemon_problem(path.relative_to(root / "src/daemon").as_posix(), name, is_test)
                    if why:
                        yield f"{where}: {name} {why}"
            elif name in LIBRARIES and not {layer.split("/")[0], folder} & LIBRARIES[name] and not is_test:
                yield f"{where}: {layer} must not need {name}"


def main():
    found = list(problems(pathlib.Path(__file__).resolve().parent.parent))
    print("\n".join(found) or "layers: each stands only on those to its left")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
