#!/usr/bin/python3
"""Replaces weir-executor, and lies about terminals. The file `mode` beside it says how."""

import array
import fcntl
import json
import os
import socket
import struct
import sys
import time

MODE = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "mode"), encoding="utf-8").read().strip()
RING_BYTES = 4096 + (1 << 20)
F_ADD_SEALS, SEALS = 1033, 2 | 4


def memory(size=RING_BYTES, seals=SEALS, total=0):
    fd = os.memfd_create("ring", os.MFD_ALLOW_SEALING)
    os.ftruncate(fd, size)
    os.pwrite(fd, struct.pack("Q", total), 0)
    fcntl.fcntl(fd, F_ADD_SEALS, seals)
    return fd


def terminal():
    """A terminal whose other end stays open here."""
    master, _ = os.openpty()
    return master


def waiting_terminal():
    """A terminal that is written to all the time, and whose O_NONBLOCK flag is cleared repeatedly."""
    master, other = os.openpty()
    parent = os.getpid()
    if os.fork() == 0:
        while os.getppid() == parent:
            fcntl.fcntl(master, fcntl.F_SETFL, os.O_RDWR)
        os._exit(0)
    if os.fork() == 0:
        while os.getppid() == parent:
            os.write(other, b"x")
            time.sleep(0.001)
        os._exit(0)
    return master


def descriptors():
    return {
        "nothing": lambda: [],
        "files": lambda: [os.open("/dev/null", os.O_RDWR) for _ in range(3)],
        "pipe": lambda: [os.pipe()[0], memory()],
        "alone": lambda: [terminal()],
        "short": lambda: [terminal(), memory(size=4096)],
        "unsealed": lambda: [terminal(), memory(seals=0)],
        "nonsense": lambda: [terminal(), memory(total=(1 << 64) - 1)],
        "waits": lambda: [waiting_terminal(), memory()],
        "many": lambda: [terminal(), memory()] + [os.open("/dev/null", os.O_RDWR) for _ in range(10)],
    }.get(MODE, lambda: [terminal(), memory(), os.open("/dev/null", os.O_RDWR)])()


class Speaker:
    made = []  # the ids of all that it was asked for

    def __init__(self, connection):
        self.connection = connection

    def send(self, message, fds=()):
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        self.connection.sendmsg([line], rights)

    def tell_exit(self, **params):
        self.send({"method": "report_terminal_exit", "params": {"exit_code": 1, **params}})

    def spawn_terminal(self, request):
        params = request["params"]
        if MODE == "dies":
            sys.exit(3)
        terminal_id = "term_of_another" if MODE == "another" else params["terminal_id"]
        self.made.append(params["terminal_id"])
        if MODE == "early":
            self.tell_exit(terminal_id=params["terminal_id"], session_token=params["session_token"])
        self.send({"id": request["id"], "result": {"terminal_id": terminal_id, "pty_pid": 1}}, descriptors())
        if MODE == "liar":
            self.tell_exit(terminal_id="term_of_another", session_token=params["session_token"])
            self.tell_exit(terminal_id=params["terminal_id"], session_token="x" * 64)

    def resume(self, request):
        known = [{"terminal_id": made, "pty_pid": 1, "use_tmux": False, "cwd": "/tmp", "shell": "sh"} for made in self.made]
        orphan = [{"terminal_id": "term_orphan", "pty_pid": 1}] if known else []
        handed = {"keeps": known, "keeps twice": known * 3, "keeps none": orphan}.get(MODE, [])
        self.send({"id": request["id"], "result": {"tasks": [], "terminals": handed}})

    def keep(self, request):
        """Passes it when it may, and never lets go of it."""
        asked_for = request.get("params", {}).get("terminal_id")
        if request["method"] == "get_terminal" and MODE == "keeps twice":
            result = {"terminal_id": asked_for, "pty_pid": 1, "use_tmux": False, "exited": False}
            self.send({"id": request["id"], "result": result}, [terminal(), memory()])
        elif request["method"] == "close_terminal" and MODE == "keeps none":
            self.connection.shutdown(socket.SHUT_RDWR)
        elif request["method"] == "close_terminal" and MODE == "keeps twice":
            self.send({"id": request["id"], "result": {"terminal_id": asked_for, "pty_pid": 1, "exited": True}})
        elif "id" in request:
            self.send({"id": request["id"], "error": {"code": -32603, "message": "no"}})

    def handle(self, request):
        if request["method"] == "spawn_terminal":
            self.spawn_terminal(request)
        elif request["method"] == "resume":
            self.resume(request)
        elif MODE.startswith("keeps"):
            self.keep(request)
        elif request["method"] == "close_terminal":
            self.send({"id": request["id"], "result": {"terminal_id": request["params"]["terminal_id"], "pty_pid": 1}})
        elif "id" in request:
            self.send({"id": request["id"], "error": {"code": -32601, "message": "no"}})


def main():
    listening = socket.socket(fileno=3)  # as weir-jail gives it to weir-executor
    while True:
        connection = listening.accept()[0]
        speaker = Speaker(connection)
        for line in connection.makefile("rb"):
            speaker.handle(json.loads(line))
        if not MODE.startswith("keeps"):
            break


main()
