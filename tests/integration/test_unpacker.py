"""weir-unpack without its sandbox: the test is the daemon."""

import array
import json
import os
import socket
import subprocess

import pytest

from archives import Entry, archive, good
from bound import bound
from dialogue import Dialogue
from setting import BIN, WATCHDOG_SECONDS
from waiting import until

PROGRAM = BIN / "weir-unpack"


class Unpacker:
    def __init__(self, place, recorder, tmp_path):
        self.path, self.directory = tmp_path / "socket", tmp_path / "files"
        self.directory.mkdir()
        self.process = subprocess.Popen([PROGRAM, str(self.path)], env=place.environment(), stdin=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True, preexec_fn=bound())
        self._record = recorder.add(Dialogue("daemon", "unpacker"))
        self._socket = until(self._connect, "weir-unpack listens")
        self._socket.settimeout(WATCHDOG_SECONDS)
        self._file = self._socket.makefile("rb")

    def _connect(self):
        assert self.process.poll() is None
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(self.path))
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            return None
        return connection

    def ask(self, *fds, number=1, **params):
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": "unpacker.unpack", "params": params}).encode() + b"\n"
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        self._record.sent(line, False)
        self._socket.sendmsg([line], rights)
        answer = self._file.readline()
        self._record.received(answer)
        return json.loads(answer)

    def unpack(self, data, **more):
        fd = os.memfd_create("archive")
        try:
            os.write(fd, data)
            return self.ask(fd, directory=str(self.directory), **more)
        finally:
            os.close(fd)

    def end(self):
        """Its end comes with the end of the connection."""
        self._file.close()
        self._socket.close()
        assert self.process.wait(WATCHDOG_SECONDS) == 0
        assert self.process.communicate()[1] == ""


@pytest.fixture
def unpacker(place, recorder, tmp_path):
    unpacker = Unpacker(place, recorder, tmp_path)
    yield unpacker
    if unpacker.process.poll() is None:
        unpacker.process.kill()
        unpacker.process.communicate()


def test_unpack(unpacker):
    entries = good(Entry("pages/about.html", "about"))
    result = unpacker.unpack(archive(entries))["result"]
    files = {str(path.relative_to(unpacker.directory)): path.read_bytes() for path in unpacker.directory.rglob("*") if path.is_file()}
    assert files == {entry.name.decode(): entry.data for entry in entries}
    assert result == {"files": len(files), "bytes": sum(map(len, files.values()))}
    unpacker.end()


def test_refuse(unpacker):
    result = unpacker.unpack(archive(good(Entry("../outside", "x"))))["result"]
    assert result["refusal"] == "bad_path" and result["entry"] == "../outside" and result["message"]
    assert not (unpacker.directory.parent / "outside").exists()
    unpacker.end()


def test_one_archive_only(unpacker):
    assert "result" in unpacker.unpack(archive(good()))
    again = unpacker.unpack(archive(good()), number=2)["error"]
    assert again["data"]["code"] == "invalid_params" and "unpacks one archive" in again["message"]
    unpacker.end()


def test_descriptor_is_missing(unpacker):
    error = unpacker.ask(directory=str(unpacker.directory))["error"]
    assert error["data"]["code"] == "invalid_params" and "descriptor of the archive is missing" in error["message"]
    unpacker.end()
