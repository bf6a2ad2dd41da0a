"""A D-Bus session bus with a desktop that records the notifications it is asked to show. It implements as much of D-Bus
as org.freedesktop.Notifications needs."""

import os
import shutil
import socket
import struct
import subprocess
import threading

from bound import bound

CALL, ANSWER = 1, 2
NAME = "org.freedesktop.Notifications"
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


def is_there():
    return shutil.which("dbus-daemon") is not None


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def align(self, to):
        self.at += -self.at % to

    def number(self):
        self.align(4)
        self.at += 4
        return struct.unpack_from("<I", self.data, self.at - 4)[0]

    def text(self, size=None):
        size = self.number() if size is None else size
        self.at += size + 1
        return self.data[self.at - size - 1 : self.at - 1].decode()

    def signature(self):
        self.at += 1
        return self.text(self.data[self.at - 1])


def text(out, value):
    out += b"\0" * (-len(out) % 4) + struct.pack("<I", len(value.encode())) + value.encode() + b"\0"


def message(kind, serial, fields, body=b""):
    """`fields`: code, type, value."""
    head = bytearray()
    for code, letter, value in fields:
        head += b"\0" * (-len(head) % 8) + bytes([code, 1, ord(letter), 0])
        if letter == "u":
            head += struct.pack("<I", value)
        elif letter == "g":
            head += bytes([len(value)]) + value.encode() + b"\0"
        else:
            text(head, value)
    start = struct.pack("<BBBBIII", ord("l"), kind, 0, 1, len(body), serial, len(head)) + head
    return start + b"\0" * (-len(start) % 8) + body


class Desktop:
    """In the block the bus lives. `shown` has (application, title, text, limit in ms) of each notification."""

    def __init__(self, root, answers=True):
        self.path, self.answers, self.shown = root / "bus", answers, []
        self.address = f"unix:path={self.path}"
        (root / "bus.conf").write_text(CONFIG.format(socket=self.path))
        self.arguments = ["dbus-daemon", f"--config-file={root / 'bus.conf'}", "--nofork", "--print-address=1"]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=bound())
        assert self.process.stdout.readline().startswith(b"unix:")
        self.link = socket.socket(socket.AF_UNIX)
        self.link.connect(str(self.path))
        self.link.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        assert self.link.recv(4096).startswith(b"OK")
        self.link.sendall(b"BEGIN\r\n")
        self.kept, self.serial = b"", 0
        self._ask("Hello")
        body = bytearray()
        text(body, NAME)
        self._ask("RequestName", "su", bytes(body + b"\0" * (-len(body) % 4) + struct.pack("<I", 0)))
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.listener.join()
        self.link.close()

    def _send(self, kind, fields, body=b""):
        self.serial += 1
        self.link.sendall(message(kind, self.serial, fields, body))

    def _ask(self, member, signature=None, body=b""):
        bus = "org.freedesktop.DBus"
        fields = [(1, "o", "/org/freedesktop/DBus"), (2, "s", bus), (3, "s", member), (6, "s", bus)]
        self._send(CALL, fields + ([(8, "g", signature)] if signature else []), body)
        while self._next()[0] != ANSWER:
            pass

    def _next(self):
        """The kind, the fields and the body of the next message; a kind of 0 at the end."""
        while True:
            if len(self.kept) >= 16:
                _, kind, _, _, size, serial, head = struct.unpack_from("<BBBBIII", self.kept)
                begin = 16 + head + -head % 8
                if len(self.kept) >= begin + size:
                    whole, self.kept = self.kept[: begin + size], self.kept[begin + size :]
                    return kind, self._fields(whole, 16 + head) | {"serial": serial}, whole[begin:]
            data = self.link.recv(4096)
            if not data:
                return 0, {}, b""
            self.kept += data

    @staticmethod
    def _fields(whole, end):
        reader, found = Reader(whole, 16), {}
        while reader.at < end:
            reader.align(8)
            code = whole[reader.at]
            reader.at += 1
            kind = reader.signature()
            found[code] = reader.signature() if kind == "g" else reader.number() if kind == "u" else reader.text()
        return found

    def _listen(self):
        while True:
            kind, fields, body = self._next()
            if kind == 0:
                return
            if kind != CALL or fields.get(3) != "Notify":
                continue
            assert fields[8] == "susssasa{sv}i", fields
            reader = Reader(body)
            application, _, _, title, words = reader.text(), reader.number(), reader.text(), reader.text(), reader.text()
            assert reader.number() == 0 and reader.number() == 0  # no buttons, no hints
            reader.align(8)
            limit = struct.unpack("<i", struct.pack("<I", reader.number()))[0]
            assert reader.at == len(body)
            self.shown.append((application, title, words, limit))
            if self.answers:
                self._send(ANSWER, [(5, "u", fields["serial"]), (6, "s", fields[7]), (8, "g", "u")], struct.pack("<I", 1))
