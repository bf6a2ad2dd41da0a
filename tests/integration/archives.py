"""Zip archives of apps, byte by byte, so that they can be wrong in every way. good() is what apps are made of."""

import json
import struct
import zlib
from dataclasses import dataclass, field

STORED, DEFLATED = 0, 8
DESCRIPTOR, UTF8, ENCRYPTED = 8, 0x800, 1
FILE, DIRECTORY, LINK, DEVICE, FIFO, SOCKET = 0o100644, 0o040755, 0o120777, 0o020666, 0o010644, 0o140777


@dataclass
class Entry:
    name: bytes
    data: bytes = b""
    method: int = DEFLATED
    mode: int = FILE
    flags: int = 0
    system: int = 3  # that made the entry: 0 DOS, 3 Unix
    attributes: int = None
    wide: bool = False  # zip64 sizes
    local: dict = field(default_factory=dict)  # other values in the header than in the directory
    central: dict = field(default_factory=dict)
    extra: bytes = b""
    central_extra: bytes = b""
    descriptor: bytes = None  # behind the data; None: a right one, if flags say so
    body: bytes = None  # the packed data; None: made from data
    at: int = None  # the place that the directory says
    hidden: bool = False  # not in the directory
    before: bytes = b""

    def __post_init__(self):
        if isinstance(self.name, str):
            self.name = self.name.encode()
        if isinstance(self.data, str):
            self.data = self.data.encode()
        if any(byte > 127 for byte in self.name):
            self.flags |= UTF8
        if self.body is None:
            press = zlib.compressobj(9, zlib.DEFLATED, -15)
            self.body = press.compress(self.data) + press.flush() if self.method == DEFLATED else self.data

    def numbers(self):
        return {"version": 45 if self.wide else 20, "flags": self.flags, "method": self.method, "crc": zlib.crc32(self.data),
                "packed": len(self.body), "size": len(self.data), "name": self.name}

    def header(self):
        has = self.numbers()
        if self.flags & DESCRIPTOR:
            has |= {"crc": 0, "packed": 0, "size": 0}
        extra = self.extra
        if self.wide:
            extra = struct.pack("<HHQQ", 1, 16, has["size"], has["packed"]) + extra
            has |= {"packed": 0xFFFFFFFF, "size": 0xFFFFFFFF}
        has |= self.local
        return struct.pack("<IHHHHHIIIHH", 0x04034B50, has["version"], has["flags"], has["method"], 0, 0x5B21, has["crc"], has["packed"],
                           has["size"], len(has["name"]), len(extra)) + has["name"] + extra

    def record(self, at):
        has = self.numbers()
        extra = self.central_extra
        if self.wide:
            extra = struct.pack("<HHQQ", 1, 16, has["size"], has["packed"]) + extra
            has |= {"packed": 0xFFFFFFFF, "size": 0xFFFFFFFF}
        has |= {"at": at if self.at is None else self.at} | self.central
        attributes = self.mode << 16 if self.attributes is None else self.attributes
        return struct.pack("<IBBHHHHHIIIHHHHHII", 0x02014B50, 20, self.system, has["version"], has["flags"], has["method"], 0, 0x5B21,
                           has["crc"], has["packed"], has["size"], len(has["name"]), len(extra), 0, has.get("disk", 0), 0, attributes,
                           has["at"]) + has["name"] + extra

    def tail(self):
        if self.descriptor is not None:
            return self.descriptor
        if not self.flags & DESCRIPTOR:
            return b""
        return struct.pack("<IIQQ" if self.wide else "<IIII", 0x08074B50, zlib.crc32(self.data), len(self.body), len(self.data))


def archive(entries, *, prefix=b"", gap=b"", comment=b"", count=None, size=None, at=None, zip64=None, tail=b"", disk=0):
    """The bytes of an archive. `zip64`: an end for zip64, with these numbers changed."""
    out = bytearray(prefix)
    records = bytearray()
    for entry in entries:
        out += entry.before
        begin = len(out)
        out += entry.header() + entry.body + entry.tail()
        if not entry.hidden:
            records += entry.record(begin)
    out += gap
    begin, shown = len(out), sum(not entry.hidden for entry in entries)
    count, size, at = shown if count is None else count, len(records) if size is None else size, begin if at is None else at
    out += records
    if zip64 is not None:
        has = {"count": count, "size": size, "at": at} | zip64
        place = len(out)
        out += struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, has["count"], has["count"], has["size"], has["at"])
        out += struct.pack("<IIQI", 0x07064B50, 0, has.get("place", place), 1)
        count, size, at = zip64.get("old", (0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF))
    out += struct.pack("<IHHHHIIH", 0x06054B50, disk, 0, count, count, size, at, len(comment)) + comment
    return bytes(out + tail)


def manifest(**fields):
    """The manifest of an app. A field that is None is left out."""
    has = {"id": "notes", "name": "Notes", "version": "1.0.0", "entry": "index.html", "permissions": {}} | fields
    return Entry("manifest.json", json.dumps({name: value for name, value in has.items() if value is not None}))


INDEX = "<!doctype html><title>Notes</title>"


def good(*more, **fields):
    """The entries of an app that can be installed."""
    return [manifest(**fields), Entry("index.html", INDEX), *more]
