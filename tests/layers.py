"""Checks that no file in src/ includes a header of a higher layer: base ← json ← rpc ← client | daemon | tools ← agent ← offline ←
executor | agent/runtime; the jail uses only base. And that no concern of the daemon names struct daemon."""

import pathlib
import re
import sys

# The folders whose headers each folder may include. "contract" is generated. A folder that is not listed belongs to its parent.
MAY_INCLUDE = {
    "base": {"base"},
    "json": {"base", "json"},
    "rpc": {"base", "json", "rpc", "contract"},
    "client": {"base", "json", "rpc", "contract", "client"},
    "judge": {"base", "json", "contract", "judge"},
    "transfer": {"base", "transfer"},
    "provider": {"base", "json", "contract", "provider"},
    "mcp": {"base", "json", "mcp"},
    "schedule": {"base", "schedule"},
    "webhook": {"base", "webhook"},
    "notify": {"base", "notify"},
    "daemon": {"base", "json", "rpc", "contract", "judge", "provider", "mcp", "schedule", "webhook", "notify", "daemon"},
    "tools": {"base", "json", "tools"},
    "agent": {"base", "json", "contract", "provider", "tools", "transfer", "agent"},
    "offline": {"base", "json", "contract", "tools", "agent", "offline"},
    "agent/runtime": {"base", "json", "rpc", "contract", "client", "judge", "provider", "tools", "agent", "offline", "agent/runtime"},
    "mcp": {"base", "json", "mcp"},
    "probe": {"base", "probe"},
    "executor": {"base", "json", "rpc", "contract", "probe", "mcp", "tools", "agent", "offline", "executor"},
    "helper": {"base", "json", "rpc", "contract", "helper"},
    "broker": {"base", "json", "rpc", "contract", "helper", "transfer", "broker"},
    "connector": {"base", "json", "rpc", "contract", "helper", "mcp", "transfer", "connector"},
    "capture": {"base", "json", "rpc", "contract", "helper", "capture"},
    "watch": {"base", "json", "rpc", "contract", "helper", "watch"},
    "jail": {"base", "jail"},
    "cli": {"base", "json", "rpc", "contract", "client", "probe", "schedule", "notify", "cli"},
    "unpack": {"base", "json", "rpc", "contract", "helper", "unpack"},
}
# The layers that may use a library.
LIBRARIES = {
    "yyjson.h": {"json", "rpc", "client", "judge", "daemon", "tools", "agent", "offline", "mcp", "executor", "broker", "connector", "cli"},
    "uv.h": {"rpc", "transfer", "client", "daemon", "tools", "agent", "offline", "executor", "broker", "connector", "helper", "capture", "unpack", "watch", "cli"},
    "curl/curl.h": {"transfer"},
    "microhttpd.h": {"broker"},
    "sqlite3.h": {"daemon/store"},
    "seccomp.h": {"jail"},
    "xcb/xcb.h": {"capture"}, "xcb/xcbext.h": {"capture"}, "xcb/xfixes.h": {"capture"}, "xcb/xinput.h": {"capture"},
    "xcb/screensaver.h": {"capture"}, "xcb/xkb.h": {"capture"}, "xkbcommon/xkbcommon.h": {"capture"},
    "xkbcommon/xkbcommon-x11.h": {"capture"}, "systemd/sd-bus.h": {"capture"},
    "archive.h": {"unpack"},
    "archive_entry.h": {"unpack"},
    "unicase.h": {"unpack"},
    "uninorm.h": {"unpack"},
}
# The concerns of the daemon, lowest first: each may use only those before it. The files in src/daemon itself assemble them and may
# use all of them.
CONCERNS = ("client", "work", "resolve", "store", "audit", "event", "process", "key", "sandbox", "agent", "broker", "watch", "session", "command",
            "task", "executor", "snapshot", "db", "permission", "terminal", "settings", "context", "question", "mcp", "chat", "capture", "apps", "automation",
            "health", "handover")
# Headers in src/daemon itself that a concern may include.
FOR_CONCERNS = {"daemon/options.h", "daemon/socket.h"}
# Public headers besides CONCERN/CONCERN.h.
ALSO_PUBLIC = {
    "daemon/store/rows.h",  # operations inside a change or a query
    "daemon/store/permissions.h", "daemon/store/audit.h", "daemon/store/mcp.h", "daemon/store/questions.h",
    "daemon/store/settings.h", "daemon/store/activity.h", "daemon/store/threads.h", "daemon/store/apps.h", "daemon/store/automation.h",  # the same for these tables
    "daemon/store/request.h",  # a client's call that the store answers
    "daemon/task/backend.h",  # interface to the executors of tasks
    "daemon/task/submission.h",  # a task that is to be queued
    "daemon/task/said.h",  # what reports of agents say to people
    "daemon/task/transitions.h",  # state changes of a task, inside a change
    "daemon/process/service.h",  # a supervised helper program
    "daemon/key/master_file.h",  # path of the master key, for hiding it
}
# Files that may include daemon/daemon.h: those that assemble the daemon, and the one that gives a handler its concern.
ASSEMBLERS = {"concern.c", "main.c", "methods.c", "reload.c", "run.c", "stop.c"} | {
    f"handover/{name}.c" for name in ("become", "read", "restart", "write")}
# Files that may name struct daemon. A pointer to it would give a concern the whole daemon, also where the struct is opaque.
KNOW_THE_DAEMON = ASSEMBLERS | {"daemon.h", "handover/handover.h"}
# Headers that only their own folder may include.
PRIVATE = {"daemon/store/internal.h": "daemon/store", "rpc/internal.h": "rpc", "client/internal.h": "client",
           "probe/internal.h": "probe", "schedule/internal.h": "schedule", "judge/internal.h": "judge", "offline/internal.h": "offline"}
FOR_TESTS = {"unit", "contract"}  # additional folders for *_test.c
DAEMON = re.compile(r"\bstruct\s+daemon\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def layer_of(folder):
    """The nearest enclosing folder that is listed."""
    while folder not in MAY_INCLUDE and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder


def daemon_problem(here, name, is_test):
    """The reason why a file, given by its path below src/daemon, must not include a header of the daemon; None: it may."""
    own, _, _ = here.rpartition("/")
    if name == "daemon/daemon.h":
        return None if here in ASSEMBLERS else "may be included only by the files that assemble the daemon"
    folder = name.split("/")[1] if name.count("/") == 2 else ""
    if folder == own or is_test:
        return None
    if not folder:
        return None if name in FOR_CONCERNS or own == "handover" else "may be included only by files in src/daemon itself"
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
            if layer == "daemon" and DAEMON.search(line) and path.relative_to(root / "src/daemon").as_posix() not in KNOW_THE_DAEMON:
                yield f"{path.relative_to(root)}:{number}: only the files that assemble the daemon may name struct daemon"
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
                    yield f"{where}: {name} is private to {PRIVATE[name]}"
                if layer.startswith("daemon") and name.startswith("daemon/"):
                    why = daemon_problem(path.relative_to(root / "src/daemon").as_posix(), name, is_test)
                    if why:
                        yield f"{where}: {name} {why}"
            elif name in LIBRARIES and not {layer.split("/")[0], folder} & LIBRARIES[name] and not is_test:
                yield f"{where}: {layer} must not use {name}"


def main():
    found = list(problems(pathlib.Path(__file__).resolve().parent.parent))
    print("\n".join(found) or "layers: no problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
