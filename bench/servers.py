"""Starts and stops the servers under test, and runs the load generator against them."""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tests", "integration"))

from bound import bound  # noqa: E402

PING = b'{"jsonrpc":"2.0","method":"ping","id":100000}\n'
PONG = b'{"jsonrpc":"2.0","id":100000,"result":{"pong":true,"timestamp":1763180000000}}\n'

START_SECONDS = 15
STOP_SECONDS = 15
LOAD_SECONDS = 60
POLL_SECONDS = 0.0002


class Failed(Exception):
    pass


class Kind:
    """A kind of server: its name in the results, and its command line."""

    def __init__(self, name, title, command, load_options=(), settle=None):
        self.name, self.title, self.command, self.load_options = name, title, command, list(load_options)
        self.settle = settle  # a method that answers once the start is complete


def kinds(build, here, notes):
    """Returns the servers that can run on this machine. Adds a note for each missing one."""
    mean = (len(PING) + len(PONG)) // 2
    found = [Kind("raw", "raw echo", lambda home: [f"{build}/bench/raw_echo", f"{home}/socket"],
                  ["--line-bytes", str(mean), "--expect", '"method":"ping"'])]
    if os.access(f"{build}/bin/weird", os.X_OK):
        found.append(daemon_kind(f"{build}/bin/weird"))
    else:
        notes.append(f"{build}/bin/weird does not exist: no results for weir")
    node = shutil.which("node")
    if node:
        found.append(Kind("node", "Node.js", lambda home: [node, f"{here}/node_server.mjs", f"{home}/socket"],
                          ["--expect", '"pong":true']))
    else:
        notes.append("node is not installed: no results for Node.js")
    return found


def daemon_kind(program, title="weir", state=None, settings="{}"):
    """The daemon, or the test daemon, with the given state directory or a new, empty one."""
    return Kind("weir", title, lambda home: weird_command(program, home, state, settings),
                ["--expect", '"pong":true'], settle="db.stats")


def weird_command(program, home, state, settings):
    if state is None:
        state = f"{home}/state"
        os.mkdir(state, 0o700)
    with open(f"{home}/config.jsonc", "w", encoding="utf-8") as file:
        file.write(f"{settings}\n")
    return [program, "--foreground", "--socket", f"{home}/socket", "--state", state, "--config", f"{home}/config.jsonc"]


class Server:
    """A running server in a directory of its own; a context manager, which stops it."""

    def __init__(self, kind, cpus, home, cpu=None):
        self.kind, self.cpus, self.home = kind, cpus, home
        self.cpu = cpus.server if cpu is None else cpu
        self.socket = f"{home}/socket"
        self.process = None
        self.started = None  # time
        self.start_ms = None  # from before the fork to the first complete reply

    def __enter__(self):
        os.mkdir(self.home, 0o700)
        if len(os.fsencode(self.socket)) > 107:
            raise Failed(f"{self.socket} is too long for a socket: set TMPDIR to a shorter path")
        command = self.kind.command(self.home)
        try:
            with open(f"{self.home}/log", "wb") as log, self.cpus.born_on(self.cpu):
                self.started = time.perf_counter()
                self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=bound())
            self.wait_for_answer(self.started + START_SECONDS)
            self.start_ms = (time.perf_counter() - self.started) * 1000
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    @property
    def pid(self):
        return self.process.pid

    def wait_for_answer(self, deadline):
        while time.perf_counter() < deadline:
            if self.process.poll() is not None:
                raise Failed(f"{self.kind.title} exited at once: {self.log_end()}")
            with socket.socket(socket.AF_UNIX) as peer:
                try:
                    peer.connect(self.socket)
                except (FileNotFoundError, ConnectionRefusedError):
                    time.sleep(POLL_SECONDS)
                    continue
                peer.settimeout(START_SECONDS)
                peer.sendall(PING)
                reply = b""
                while b'"id":100000' not in reply or not reply.endswith(b"\n"):
                    got = peer.recv(4096)
                    if not got:
                        raise Failed(f"{self.kind.title} hung up: {self.log_end()}")
                    reply += got
                return
        raise Failed(f"{self.kind.title} did not answer within {START_SECONDS} s: {self.log_end()}")

    def log_end(self):
        with contextlib.suppress(OSError), open(f"{self.home}/log", encoding="utf-8", errors="replace") as file:
            return file.read()[-1000:].strip() or "the log is empty"
        return "no log"


def ask_program(command, cpus, cpu, seconds):
    """Runs a program that prints JSON and exits; kills it after a time limit."""
    with cpus.born_on(cpu):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        try:
            out, errors = process.communicate(timeout=seconds)
        finally:
            process.kill()
    if process.returncode != 0:
        said = errors.decode(errors="replace").strip() or f"exit status {process.returncode}"
        raise Failed(f"{os.path.basename(command[0])}: {said}")
    return json.loads(out)


class Load:
    """The load generator."""

    def __init__(self, build, cpus):
        self.program, self.cpus = f"{build}/bench/load", cpus

    def command(self, server, options):
        return [self.program, "--socket", server.socket, "--timeout", str(LOAD_SECONDS), *options]

    def run(self, server, options, cpu=None, traffic=None):
        """Sends pings, or the requests of the options or of a file. Runs on the CPU of the load generator by default."""
        usual = ["--traffic", traffic] if traffic else server.kind.load_options
        command = self.command(server, [*usual, *options])
        try:
            return ask_program(command, self.cpus, self.cpus.load if cpu is None else cpu, LOAD_SECONDS + 10)
        except Failed as error:
            raise Failed(f"against {server.kind.title} ({' '.join(options)}): {error}; "
                         f"server: {server.log_end()}") from None

    @contextlib.contextmanager
    def hold(self, server, options):
        """A context in which idle connections or pending calls are held."""
        with self.cpus.born_on(self.cpus.load):
            process = subprocess.Popen(self.command(server, options), stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with process:
            try:
                if process.stdout.readline() != b"ready\n":
                    said = process.stderr.read().decode(errors="replace").strip()
                    raise Failed(f"load against {server.kind.title} ({' '.join(options)}): {said}")
                yield
            finally:
                process.kill()
