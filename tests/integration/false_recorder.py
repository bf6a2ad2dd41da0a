#!/usr/bin/python3
"""Replaces weir-capture. It records what the test tells it to: each line of the pipe `orders` beside it is an order. What the
daemon asked of it is in the file `heard`, in a directory of its own.

    {"rows": [...], "more": {...}}   send recorder.rows with the next sequence; `more` replaces fields of the request
    {"keep": [...]}                  rows that it has when it is asked to flush
    {"states": {stream: error}}      report these streams as inactive
    {"notes": {stream: note}}        and these with a note; told with `states`
    {"send": {...}}                  send this message
    {"silent": true}                 answer nothing from now on
    {"again": true}                  send the last rows again, with their sequence
    {"exit": 3}                      end
"""

import contextlib
import json
import os
import secrets
import signal
import socket
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
STREAMS = ("window_tracking", "keystroke", "focus", "browser", "clipboard")


class Program:
    def __init__(self):
        self.lock = threading.RLock()
        self.connection = None
        self.identity = secrets.token_hex(8)
        self.sequence = 0
        self.next_id = 0
        self.wanted = []
        self.errors = {}
        self.notes = {}
        self.kept = []
        self.last = None
        self.silent = False
        self.flushing = {}  # the id of recorder.rows: that of recorder.flush
        listener = socket.socket(fileno=3)
        own = os.path.join(os.path.dirname(os.path.dirname(os.environ["EXECUTOR_SOCKET"])), "own")
        self.heard = os.open(os.path.join(own, "heard"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.listener = listener

    def send(self, **message):
        with self.lock:
            if self.connection and not self.silent:
                try:
                    self.connection.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
                except OSError:
                    pass

    def states(self):
        return [{"stream": name, "active": name in self.wanted and name not in self.errors}
                | ({"error": self.errors[name]} if name in self.errors else {})
                | ({"note": self.notes[name]} if name in self.notes else {}) for name in STREAMS]

    def rows(self, rows, **more):
        with self.lock:
            self.sequence += 1
            self.next_id += 1
            self.last = {"recorder_id": self.identity, "sequence": self.sequence, "rows": rows} | more
            self.send(id=self.next_id, method="recorder.rows", params=self.last)
            return self.next_id

    def note(self, thing):
        with contextlib.suppress(OSError):  # the disk is full
            os.write(self.heard, json.dumps(thing).encode() + b"\n")

    def take(self, message):
        self.note(message)
        number, params = message.get("id"), message.get("params", {})
        if message.get("method") == "recorder.set":
            self.wanted = params["streams"]
            self.send(id=number, result={"streams": self.states()})
        elif message.get("method") == "recorder.flush":
            if self.kept:
                rows, self.kept = self.kept, []
                self.flushing[self.rows(rows)] = number
            else:
                self.send(id=number, result={"flushed": True})
        elif message.get("method") == "ping":
            self.send(id=number, result={"pong": True})
        elif "method" not in message and number in self.flushing:
            self.send(id=self.flushing.pop(number), result={"flushed": True})

    def order(self, order):
        with self.lock:
            if "rows" in order:
                self.rows(order["rows"], **order.get("more", {}))
            self.kept = order.get("keep", self.kept)
            self.silent = order.get("silent", self.silent)
            self.notes = order.get("notes", self.notes)
            if "states" in order:
                self.errors = order["states"]
                self.send(method="recorder.state", params={"streams": self.states()})
            if "send" in order:
                self.send(**order["send"])
            if "again" in order:
                self.next_id += 1
                self.send(id=self.next_id, method="recorder.rows", params=self.last)
            self.note({"obeyed": order["number"]})
            if "exit" in order:
                os._exit(order["exit"])

    def obey(self):
        while True:
            with open(os.path.join(HERE, "orders"), encoding="utf-8") as orders:
                for line in orders:
                    self.order(json.loads(line))

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            with self.lock:
                self.connection = connection
            with connection.makefile("rb") as lines:
                for line in lines:
                    with self.lock:
                        self.take(json.loads(line))
            with self.lock:
                self.connection = None


def main():
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    program = Program()
    threading.Thread(target=program.obey, daemon=True).start()
    program.serve()


if __name__ == "__main__":
    sys.exit(main())
