"""The list of agents, which one a task gets, and what its sandbox shows; with the shipped daemon."""

import json
import os
import shutil
import signal
import socketserver
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from cli import Cli
from kernels import needs_namespaces
from setting import BIN, SHIPPED
from tasks import messages, run, session_of, submit, wait
from waiting import until

pytestmark = pytest.mark.usefixtures("staged")

SEEING = Path(__file__).with_name("seeing_agent.py")
NOBODY = {"ollama": {"url": "http://127.0.0.1:9", "connectMs": 100, "retries": 0}}  # nobody listens there
KEY = "sk-test-of-no-service-at-all"


class Machine:
    """A user's machine: a home, a PATH of its own with nothing of the real one's, and a daemon whose agents see nothing of it
    unless they are to."""

    def __init__(self, place, make_daemon):
        self.place, self.make_daemon, self.daemon = place, make_daemon, None
        self.home = place.home
        self.project = place.home / "project"
        self.bin = place.home / "bin"
        self.project.mkdir()
        self.bin.mkdir()

    def install(self, name, script=SEEING):
        """A program in PATH, by a link as npm makes it: what it leads to needs an interpreter that is a link as well."""
        package = self.home / "lib" / "node_modules" / name
        package.mkdir(parents=True)
        program = package / "cli.py"
        program.write_text("#!/usr/bin/env nodelike\n" + script.read_text())
        program.chmod(0o755)
        (self.bin / name).symlink_to(f"../lib/node_modules/{name}/cli.py")
        runtime = self.home / "runtimes" / "nodelike"
        runtime.parent.mkdir(exist_ok=True)
        runtime.write_text('#!/bin/sh\nexec /usr/bin/python3 "$@"\n')
        runtime.chmod(0o755)
        if not (self.bin / "nodelike").exists():
            (self.bin / "nodelike").symlink_to(runtime)
        return program

    def start(self, agents=(), providers=None, program=SHIPPED, **settings):
        usual = {"view": {"read": [str(BIN.parent)]}, "pool": {"warm": 0}, "permissions": {"approverMs": 0}}
        self.place.write_config(usual | {"agents": dict(agents), "providers": providers or NOBODY} | settings)
        self.daemon = self.make_daemon().start(program=program, environment={"PATH": self.bin})
        return self.daemon.client()

    def without_executor(self):
        """The daemon's programs elsewhere, but for the one that looks for agents; answers the daemon."""
        copy = self.place.root / "programs"
        copy.mkdir()
        for program in ("weird", "weir-jail"):
            shutil.copy(SHIPPED.parent / program, copy / program)
        return copy / "weird"

    def see(self, client, *paths, **more):
        """What the agent can do with each path, and the task."""
        task = run(client, "\n".join(map(str, paths)), **more)
        assert task["state"] == "completed", task["result"]
        return json.loads(task["result"]["text"]), task


@pytest.fixture
def machine(place, make_daemon):
    machine = Machine(place, make_daemon)
    yield machine
    if not machine.daemon:
        return
    if machine.daemon.is_running():
        machine.daemon.stop()
    executors = machine.daemon.state / "executors"
    assert not executors.exists() or os.listdir(executors) == []


def chosen(client, task):
    """The event that says whom the executor has taken: the first of the task."""
    told = [message for message in messages(client, task["id"]) if message["role"] == "assistant"]
    assert told[0]["type"] == "agent_chosen" and told[0]["sequence"] == 1
    return told[0]["data"]


def agents(client):
    return {agent["name"]: agent for agent in client.call("agent.list")["agents"]}


# --- programs ---------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_program_of_the_configuration_is_run_in_a_view_of_its_own(machine, level):
    """Its link, its package, what runs it, and the paths that are named for it; nothing of these for another agent."""
    program = machine.install("mine")
    own, other, secret = machine.home / ".mine", machine.home / ".other", machine.home / ".aws"
    for directory in (own, other, secret):
        directory.mkdir()
    (own / "settings").write_text("x")
    read = machine.home / "notes"
    read.write_text("x")
    mine = {"adapter": "stdio", "command": ["mine"], "env": {"GREETING": "hello"}, "read": ["~/notes"],
            "write": ["~/.mine", "~/missing"]}
    client = machine.start({"mine": mine, "other": {"adapter": "stdio", "command": ["mine"], "write": [str(other)]}},
                           sandbox=level)
    session = session_of(client, cwd=str(machine.project))
    paths = [own, own / "settings", other, read, secret, program, program.parent, machine.project, machine.bin / "mine"]
    seen, task = machine.see(client, *paths, sessionId=session, agent="mine")
    assert [seen[str(path)] for path in paths] == [
        "write", "write", "nothing", "read", "nothing", "read", "read", "write",
        "nothing" if level == "namespace" else "read"]  # a link, which the one does not show and the other follows
    assert seen["environment"] == {"GREETING": "hello", "HOME": str(machine.home)}
    assert {"agent_chosen"}.isdisjoint(message["type"] for message in messages(client, task["id"]))
    record = client.call("session.get", {"sessionId": session})["sandbox"]
    assert str(own) in record["write"] and str(other) not in record["write"]

    seen, _ = machine.see(client, *paths, sessionId=session, agent="other")  # in the same session
    assert [seen[str(path)] for path in paths[:4]] == ["nothing", "nothing", "write", "nothing"]


@needs_namespaces
def test_what_an_agent_has_left_behind(machine):
    """It was at work in the home: a program where PATH leads, and links in the place of what others are shown."""
    machine.install("gemini", SEEING)
    secret, elsewhere = machine.home / ".ssh", machine.home / "private"
    for directory in (secret, elsewhere):
        directory.mkdir()
        (directory / "file").write_text("x")
    (machine.home / ".mine").symlink_to(".ssh")
    (machine.project / "notes").symlink_to(elsewhere / "file")
    client = machine.start({"mine": {"adapter": "stdio", "command": ["gemini"], "write": ["~/.mine"], "automatic": False}})
    paths = [secret, secret / "file", elsewhere / "file", machine.project]
    session = session_of(client, cwd=str(machine.project), contextFiles=[str(machine.project / "notes")])
    seen, _ = machine.see(client, *paths, sessionId=session, agent="mine")
    assert [seen[str(path)] for path in paths] == ["nothing", "nothing", "nothing", "write"]
    at_home = session_of(client, cwd=str(machine.home))
    task = run(client, "x", sessionId=at_home, agent="gemini")
    assert task["state"] == "failed" and "that agents can write to" in task["result"]["error"]["message"]
    assert chosen(client, run(client, "what can you do?", sessionId=at_home))["agent"] == "offline"
    assert agents(client)["gemini"]["usable"]


def test_warm_executor_gets_the_paths_with_the_session(machine):
    machine.install("mine")
    own = machine.home / ".mine"
    own.mkdir()
    agent = {"adapter": "stdio", "command": ["mine"], "write": ["~/.mine"]}
    client = machine.start({"mine": agent}, pool={"warm": 1})
    run(client, "say hello", agent="script")
    executors = machine.daemon.state / "executors"
    records = lambda: [json.loads(record.read_text()) for record in executors.glob("*/record")]
    until(lambda: any(record["use"] == "warm" and "level" in record for record in records()), "one to be warm")
    warm = next(path for path in executors.iterdir() if json.loads((path / "record").read_text())["use"] == "warm")
    seen, task = machine.see(client, own, agent="mine", sessionId=session_of(client, cwd=str(machine.project)))
    assert seen[str(own)] == "write"
    assert json.loads((warm / "record").read_text())["session_id"] == task["sessionId"]


def test_next_task_of_a_program_has_the_same_executor(machine):
    machine.install("mine")
    (machine.home / ".mine").mkdir()
    client = machine.start({"mine": {"adapter": "stdio", "command": ["mine"], "write": ["~/.mine"]}})
    session = session_of(client, cwd=str(machine.project), agent="mine")
    machine.see(client, "/usr", sessionId=session)
    before = os.listdir(machine.daemon.state / "executors")
    machine.see(client, "/usr", sessionId=session)
    assert os.listdir(machine.daemon.state / "executors") == before


# The agents that act without asking, and the variable that makes them ask.
ASKS = {"opencode": "OPENCODE_PERMISSION", "goose": "GOOSE_MODE"}

SAYS_ENVIRONMENT = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    result = {"initialize": {"protocolVersion": 1}, "session/new": {"sessionId": "s"}}.get(asked["method"])
    if asked["method"] == "session/prompt":
        text = json.dumps({name: os.environ.get(name) for name in ("OPENCODE_PERMISSION", "GOOSE_MODE")})
        update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
        print(json.dumps({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": update}}))
        result = {"stopReason": "end_turn"}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


@pytest.mark.parametrize("agent", ASKS)
def test_an_agent_that_would_not_ask_is_told_to(machine, agent):
    script = machine.home / "environment.py"
    script.write_text(SAYS_ENVIRONMENT)
    machine.install(agent, script)
    client = machine.start()
    task = run(client, "go", sessionId=session_of(client, cwd=str(machine.project)), agent=agent)
    assert task["state"] == "completed", task["result"]
    told = json.loads(task["result"]["text"])
    assert {name for name, value in told.items() if value} == {ASKS[agent]}
    if agent == "opencode":
        asks = json.loads(told["OPENCODE_PERMISSION"])
        assert set(asks.values()) == {"ask"} and {"edit", "bash", "webfetch"} <= set(asks)
    else:
        assert told["GOOSE_MODE"] == "approve"


@pytest.mark.parametrize("agent, command, problem", [
    ("gone", "no-such-program", "no-such-program is not in the daemon's PATH; install it"),
    ("gone", "/no/such/program", "/no/such/program does not exist"),
    ("gone", "bin/mine", "absolute path"),
    ("gone", "scripted", "needs no-such-interpreter, which is not installed"),
    ("goose", "true", "goose is not in the daemon's PATH"),
])
def test_agent_that_is_not_installed_says_so(machine, agent, command, problem):
    script = machine.bin / "scripted"
    script.write_text("#!/usr/bin/env no-such-interpreter\n")
    script.chmod(0o755)
    client = machine.start({"gone": {"adapter": "acp", "command": [command]}})
    task = run(client, "hello", agent=agent)
    assert task["state"] == "failed" and problem in task["result"]["error"]["message"]
    found = agents(client)[agent]
    assert not found["usable"] and problem in found["reason"] and "program" not in found


# --- the choice -------------------------------------------------------------------------


@needs_namespaces
def test_program_is_chosen_without_a_model(machine):
    """The first that may be; the sandbox shows that one only."""
    machine.install("mine")
    for name in (".first", ".second"):
        (machine.home / name).mkdir()
    client = machine.start({
        "shy": {"adapter": "stdio", "command": ["mine"], "automatic": False},
        "gone": {"adapter": "stdio", "command": ["no-such-program"]},
        "first": {"adapter": "stdio", "command": ["mine"], "write": ["~/.first"]},
        "second": {"adapter": "stdio", "command": ["mine"], "write": ["~/.second"]},
    })
    first, second = machine.home / ".first", machine.home / ".second"
    seen, task = machine.see(client, first, second, sessionId=session_of(client, cwd=str(machine.project)))
    assert (seen[str(first)], seen[str(second)]) == ("write", "nothing")
    told = chosen(client, task)
    assert (told["agent"], told["adapter"]) == ("first", "stdio")
    assert told["why"].startswith("the program is installed (builtin: ") and "http://127.0.0.1:9" in told["why"]
    found = agents(client)
    assert [name for name, agent in found.items() if agent.get("chosen")] == ["first"]
    assert list(found)[:4] == ["builtin", "shy", "first", "second"]
    assert all(found[name]["usable"] and found[name]["source"] == "config" for name in ("shy", "first", "second"))
    assert not found["builtin"]["usable"] and found["builtin"]["source"] == "weir"
    assert found["first"]["program"] == str(machine.home / "lib" / "node_modules" / "mine" / "cli.py")
    assert {"script", "probe"}.isdisjoint(found)


@needs_namespaces
def test_the_next_program_is_taken_where_the_first_cannot_be_used(machine):
    """Each is offered to an executor that shows what belongs to it, and to no other; the last is followed by weir's own."""
    machine.install("mine")
    hidden = machine.place.root / "state" / "weir" / "agent"  # weir's own directories are not shown to anybody
    hidden.parent.mkdir(parents=True, mode=0o700)
    hidden.write_text("#!/bin/sh\n")
    hidden.chmod(0o755)
    places = [machine.home / f".{name}" for name in ("first", "second", "third")]
    for place in places:
        place.mkdir()
    client = machine.start({
        "first": {"adapter": "stdio", "command": [str(hidden)], "write": ["~/.first"]},
        "second": {"adapter": "stdio", "command": [str(hidden)], "write": ["~/.second"]},
        "third": {"adapter": "stdio", "command": ["mine"], "write": ["~/.third"]},
    })
    seen, task = machine.see(client, *places, sessionId=session_of(client, cwd=str(machine.project)))
    assert [seen[str(place)] for place in places] == ["nothing", "nothing", "write"]
    assert chosen(client, task)["agent"] == "third"
    assert [name for name, agent in agents(client).items() if agent.get("chosen")] == ["third"]
    machine.daemon.stop()

    client = machine.start({name: {"adapter": "stdio", "command": [str(hidden)]} for name in ("first", "second")})
    task = run(client, "what can you do?", sessionId=session_of(client, cwd=str(machine.project)))
    assert task["state"] == "completed" and chosen(client, task)["agent"] == "offline", task
    assert "second: cannot find the program" in chosen(client, task)["why"]


class Ollama(socketserver.ThreadingTCPServer):
    """A service that only lists one model."""

    daemon_threads = True

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps({"object": "list", "data": [{"id": "small", "object": "model"}]}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            self.send_error(400, "it is not that kind of a test")

        def log_message(self, *_):
            pass

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


@pytest.mark.parametrize("keys, service, why", [
    ((), "ollama", "ollama responds"),
    (("openai",), "openai", "a key for openai is available"),
    (("openai", "anthropic"), "anthropic", "a key for anthropic is available"),
])
def test_model_is_taken_before_a_program(machine, keys, service, why):
    machine.install("mine")
    with Ollama() as ollama:
        dead = {"url": ollama.url, "retries": 0, "model": "large"}
        providers = {"ollama": {"url": ollama.url + "/"}, "anthropic": dead, "openai": dead}
        client = machine.start({"mine": {"adapter": "stdio", "command": ["mine"]}}, providers=providers)
        for name in keys:
            client.call("key.set", {"service": name, "value": KEY})
        task = run(client, "hello", sessionId=session_of(client, cwd=str(machine.project)))
        told = chosen(client, task)
        assert (told["agent"], told["service"], told["why"].split(" (")[0]) == ("builtin", service, why)
        assert told["model"] == ("small" if service == "ollama" else "large")
        found = agents(client)
        assert found["builtin"]["chosen"] and found["builtin"]["service"] == service
        ollama.shutdown()


@needs_namespaces
def test_command_line_in_path_is_taken_with_its_login(machine, place):
    """Claude Code's credentials are hidden from every agent but itself. This one only tells what it sees, and ends."""
    login = machine.home / ".claude" / ".credentials.json"
    (machine.home / ".gemini").mkdir()
    login.parent.mkdir()
    login.write_text("{}")
    script = place.root / "claude"
    script.write_text("import os, sys\nhome = os.environ['HOME']\n"
                      "login = os.access(home + '/.claude/.credentials.json', os.W_OK)\n"
                      "sys.exit(f'login {login}, other {os.path.exists(home + \"/.gemini\")}')\n")
    machine.install("claude", script)
    client = machine.start()
    task = run(client, "hello", sessionId=session_of(client, cwd=str(machine.project)))
    told = chosen(client, task)
    assert (told["agent"], told["adapter"]) == ("claude", "claude-code")
    assert task["state"] == "failed" and "login True, other False" in task["result"]["error"]["message"], task["result"]


def test_offline_is_taken_where_there_is_nothing(machine):
    (machine.project / "notes.txt").write_text("x")
    client = machine.start()
    task = run(client, "what is in this folder?", sessionId=session_of(client, cwd=str(machine.project)))
    assert task["state"] == "completed" and "notes.txt" in task["result"]["text"], task["result"]
    told = chosen(client, task)
    assert told["agent"] == "offline" and told["why"].startswith("no other agent is usable (builtin: ")
    assert [name for name, agent in agents(client).items() if agent.get("chosen")] == ["offline"]


@pytest.mark.parametrize("model, words", [
    ("gpt-test", "no agent is usable: builtin: no model is available"),
    ("openai/gpt-test", "no API key for openai that this session may use; add one: weir key set openai"),
    ("ollama/small", "ollama: cannot reach http://127.0.0.1:9"),
])
def test_model_that_is_named_is_not_replaced_by_rules(machine, model, words):
    client = machine.start()
    session = session_of(client, cwd=str(machine.project), model=model)
    task = run(client, "what is in this folder?", sessionId=session)
    assert task["state"] == "failed", task
    error = task["result"]["error"]["message"]
    assert error.startswith(words)
    assert error.endswith("offline: it uses no model, but the session names one") == ("/" not in model)
    task = run(client, "what is in this folder?", sessionId=session, agent="offline")
    assert task["state"] == "completed", task


def test_key_that_the_session_may_not_use_is_none(machine):
    """Nor is one that leads nowhere, since there is no network."""
    machine.install("mine")
    client = machine.start({"mine": {"adapter": "stdio", "command": ["mine"]}})
    client.call("key.set", {"service": "anthropic", "value": KEY})
    for terms in ({"services": ["openai"]}, {"keys": "none"}, {"network": "none"}):
        _, task = machine.see(client, "/usr", sessionId=session_of(client, cwd=str(machine.project), **terms))
        assert chosen(client, task)["agent"] == "mine", terms


@needs_namespaces
def test_named_one_goes_before_the_choice(machine):
    machine.install("mine")
    client = machine.start({"mine": {"adapter": "stdio", "command": ["mine"]}}, tasks={"agent": "script"})
    task = run(client, "done fine")
    assert task["result"]["text"] == "fine"
    assert [name for name, agent in agents(client).items() if agent.get("chosen")] == []  # it is no one's to list
    seen, _ = machine.see(client, "/usr", agent="mine")
    assert seen["/usr"] == "read"


def test_stopping_while_it_is_chosen(machine):
    """Nothing of a choice is left when the task is cancelled in the middle of it: whoever is asked for models is silent."""
    class Silent(socketserver.BaseRequestHandler):
        def handle(self):
            asked.set()
            self.request.recv(65536)
            over.wait(60)

    asked, over = threading.Event(), threading.Event()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silent) as silent:
        silent.daemon_threads = True
        threading.Thread(target=silent.serve_forever, daemon=True).start()
        # Who is silent for long is given up, and the next one taken: that one goes on until it is stopped.
        endless = machine.home / "endless.py"
        endless.write_text("import signal\nsignal.pause()\n")
        machine.install("endless", endless)
        client = machine.start({"endless": {"adapter": "stdio", "command": ["endless"]}},
                               providers={"ollama": {"url": f"http://127.0.0.1:{silent.server_address[1]}"}})
        task = submit(client, "hello", cwd=str(machine.project))
        assert asked.wait(60)
        assert client.call("task.cancel", {"taskId": task})["cancelled"]
        assert wait(client, task)["state"] == "cancelled"
        over.set()
        silent.shutdown()


# --- the list ---------------------------------------------------------------------------


def test_known_programs_are_found_in_path(machine):
    program = machine.install("claude")
    (machine.home / ".claude").mkdir()
    client = machine.start(executors={
        "theirs": {"command": ["/usr/bin/true"]}, "lost": {"command": ["/no/such/program"]}})
    found = agents(client)
    assert (found["claude"]["adapter"], found["claude"]["source"]) == ("claude-code", "path")
    assert found["claude"]["program"] == str(program)
    assert (found["gemini"]["usable"], found["gemini"]["source"]) == (False, "path")
    assert "gemini is not in the daemon's PATH" in found["gemini"]["reason"]
    assert (found["theirs"]["adapter"], found["theirs"]["usable"]) == ("executor", True)
    assert not found["lost"]["usable"] and "executors in the configuration" in found["lost"]["reason"]


def test_list_for_people(machine, place):
    machine.install("mine")
    machine.start({"mine": {"adapter": "stdio", "command": ["mine"]}})
    weir = Cli(place)
    done = weir.run("agents")
    lines = done.out.splitlines()
    assert done.code == 0 and lines[0].split()[:3] == ["NAME", "STATE", "HOW"], done
    mine = next(line for line in lines if line.startswith("mine"))
    assert mine.split()[:4] == ["mine", "*", "usable", "stdio"] and "node_modules/mine/cli.py" in mine
    assert next(line for line in lines if line.startswith("gemini")).split()[1:3] == ["not", "usable"]
    shown = weir.on_terminal("agents", COLUMNS="50", NO_COLOR="1").out.replace("\r\n", "\n")
    assert all(len(line) <= 50 for line in shown.splitlines())
    reasons = [agent["reason"] for agent in weir.run("agents", "--json").json()["agents"] if "reason" in agent]
    assert reasons and all(reason in " ".join(shown.split()) for reason in reasons)  # none is cut
    told = weir.run("agents", "--json").json()
    assert [agent["name"] for agent in told["agents"] if agent.get("chosen")] == ["mine"]


def test_list_without_a_sandbox_to_look_from(machine):
    """The executor never comes up: that is said, and nobody waits."""
    error = machine.start(program=machine.without_executor()).error("agent.list")
    assert error.data["code"] == "subsystem_unavailable" and "weir-executor" in error.message


def test_stop_while_agents_are_listed(machine):
    daemon = machine.without_executor()
    silent = daemon.with_name("weir-executor")  # who looks says nothing for as long as it is there
    silent.write_text("#!/bin/sh\nexec /usr/bin/sleep 120\n")
    silent.chmod(0o755)
    client = machine.start(program=daemon, pool={"warm": 0, "startMs": 600_000})
    listed, pinged = client.request("agent.list"), client.request("ping")
    assert client.answer(pinged)["result"]  # so the list has begun
    machine.daemon.send_signal(signal.SIGTERM)
    assert client.answer(listed)["error"]["data"]["code"] == "stopping"
    assert machine.daemon.wait() == 0


# An executor that looks for agents until the file `go` is beside it. Told to leave, it leaves.
LOOKING = """#!/usr/bin/python3
import json, os, socket, threading, time
go = os.path.join(os.path.dirname(os.path.abspath(__file__)), "go")
connection = socket.socket(fileno=3).accept()[0]
def answer(request, result):
    connection.sendall(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + bytes([10]))
def look(request):
    while not os.path.exists(go):
        time.sleep(0.01)
    answer(request, {"agents": []})
for line in connection.makefile("rb"):
    request = json.loads(line)
    if request.get("method") == "list_agents":
        threading.Thread(target=look, args=[request], daemon=True).start()
    elif request.get("method") == "resume":
        answer(request, {"tasks": [], "terminals": []})
    elif request.get("method") == "shutdown":
        answer(request, {"status": "idle"})
        os._exit(0)
"""

STARTED = "started (name weir, pid "  # in the log, of each executor that looks


def looking(machine, **settings):
    """A daemon whose executors look for agents for as long as a test wants; and the file that ends it."""
    daemon = machine.without_executor()
    program = daemon.with_name("weir-executor")
    program.write_text(LOOKING)
    program.chmod(0o755)
    return machine.start(program=daemon, pool={"warm": 0}, **settings), daemon.with_name("go")


def executors_of(machine):
    directory = machine.daemon.state / "executors"
    return sorted(os.listdir(directory)) if directory.exists() else []


def test_many_lists_take_one_executor(machine):
    """Calls that arrive during a search share the next one."""
    client, go = looking(machine, log={"level": "debug"})
    others = [machine.daemon.client() for _ in range(10)]
    first = client.request("agent.list")
    until(lambda: executors_of(machine), "an executor that looks")
    listed = [(other, other.request("agent.list")) for other in others for _ in range(10)]
    others[0].close()
    for other, _ in listed[10:]:
        other.socket.sendall(b'{"jsonrpc":"2.0","method":"ping"}\n')
    assert machine.daemon.client().call("ping")["pong"]
    assert len(executors_of(machine)) == 1, executors_of(machine)
    go.touch()
    assert client.answer(first)["result"]["agents"]
    for other, request in listed[10:]:
        assert other.answer(request)["result"]["agents"]
    assert machine.daemon.log().count(STARTED) <= 2


def test_reload_while_agents_are_listed(machine):
    """The executor that looks was started by another configuration; it is let finish."""
    client, go = looking(machine, log={"level": "debug"})
    listed = client.request("agent.list")
    machine.daemon.wait_for_log("ready after")
    machine.place.write_config({"agents": {}, "providers": {}, "pool": {"warm": 0, "idle": 3}, "log": {"level": "debug"}})
    machine.daemon.send_signal(signal.SIGHUP)
    machine.daemon.wait_for_log("config: reloaded")
    later = client.request("agent.list")  # by the new configuration: with another executor
    go.touch()
    assert client.answer(listed)["result"]["agents"]
    assert client.answer(later)["result"]["agents"]
    assert machine.daemon.log().count(STARTED) == 2
    until(lambda: not executors_of(machine), "the end of the executor that looked")


def test_restart_while_agents_are_listed(machine):
    """The new program looks once more, and answers; who looked for the old one goes."""
    client = machine.start()
    other = machine.daemon.client()
    listed, pinged = client.request("agent.list"), client.request("ping")
    assert client.answer(pinged)["result"]
    other.call("daemon.restart")
    assert "offline" in [agent["name"] for agent in client.answer(listed)["result"]["agents"]]
    executors = machine.daemon.state / "executors"
    until(lambda: os.listdir(executors) == [], "nobody to be left who looks")


# --- the context ------------------------------------------------------------------------


@needs_namespaces
def test_files_that_a_session_names_are_seen(machine):
    outside = machine.home / "rules.md"
    outside.write_text("be kind")
    link = machine.home / "link.md"
    link.symlink_to(outside)
    machine.install("mine")
    client = machine.start({"mine": {"adapter": "stdio", "command": ["mine"]}})
    session = session_of(client, cwd=str(machine.project), contextFiles=[str(link), "docs/here.md"], thinkingTokens=4000)
    record = client.call("session.get", {"sessionId": session})
    assert (record["contextFiles"], record["thinkingTokens"]) == ([str(link), "docs/here.md"], 4000)
    seen, _ = machine.see(client, outside, link, sessionId=session, agent="mine")
    assert (seen[str(outside)], seen[str(link)]) == ("read", "nothing")
    fork = client.call("session.fork", {"sessionId": session})
    assert (fork["contextFiles"], fork["thinkingTokens"]) == ([str(link), "docs/here.md"], 4000)
    updated = client.call("session.update", {"sessionId": session, "contextFiles": [], "thinkingTokens": None})
    assert {"contextFiles", "thinkingTokens"}.isdisjoint(updated)
    seen, _ = machine.see(client, outside, sessionId=session, agent="mine")
    assert seen[str(outside)] == "nothing"
