"""Which users may connect: the daemon's user, and root."""

import os
import shutil
import subprocess

import pytest

from setting import WATCHDOG_SECONDS, WEIRD
from waiting import is_listening, until

NOBODY = 65534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")

# Run as another user: says what connect() and a ping got.
VISITOR = r"""
import socket, sys
visitor = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
visitor.settimeout(int(sys.argv[2]))
try:
    visitor.connect(sys.argv[1])
    visitor.sendall(b'{"id":1,"method":"ping"}\n')
    print("answer", visitor.recv(4096))
except OSError as error:
    print(type(error).__name__)
"""


def visit(path, user):
    done = subprocess.run(
        ["/usr/bin/python3", "-c", VISITOR, str(path), str(WATCHDOG_SECONDS)], user=user, group=user, extra_groups=[],
        capture_output=True, text=True, timeout=2 * WATCHDOG_SECONDS, cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def open_the_way(daemon):
    """Takes away what the file's rights would refuse, so that only the daemon itself is left to do it."""
    for directory in (daemon.place.root, daemon.place.run, daemon.socket.parent):
        directory.chmod(0o755)


def test_the_rights_of_the_file_keep_others_out(daemon):
    open_the_way(daemon)
    assert visit(daemon.socket, NOBODY) == "PermissionError"


def test_the_directory_keeps_others_out(daemon):
    daemon.socket.chmod(0o666)
    assert visit(daemon.socket, NOBODY) == "PermissionError"


def test_another_user_gets_no_answer_even_through_an_open_door(daemon):
    open_the_way(daemon)
    daemon.socket.chmod(0o666)
    assert visit(daemon.socket, NOBODY) in ("answer b''", "BrokenPipeError", "ConnectionResetError")
    daemon.wait_for_log(f"of user {NOBODY}")
    client = daemon.client()
    client.ping()
    assert client.call("daemon.status")["clients"] == 1
    [entry] = client.call("audit.list", {"what": "client.refused"})
    assert entry["uid"] == NOBODY and entry["data"] == {"reason": "another user", "count": 1}


def test_root_may_use_a_users_daemon(place, make_daemon):
    place.root.chmod(0o755)
    for directory in (place.run, place.config, place.home):
        os.chown(directory, NOBODY, NOBODY)
    place.state.mkdir(mode=0o700)
    os.chown(place.state, NOBODY, NOBODY)
    daemon = make_daemon()
    (place.root / "notify0").unlink(missing_ok=True)
    # The build may lie where only its owner looks.
    program = shutil.copy(WEIRD, place.root / "weird")
    daemon.launch(program=program, user=NOBODY, group=NOBODY, extra_groups=[])
    until(lambda: is_listening(daemon.socket) or not daemon.is_running(), "the socket")
    assert daemon.is_running(), daemon.stderr()
    assert os.stat(daemon.socket).st_uid == NOBODY
    daemon.client().ping()
    assert visit(daemon.socket, NOBODY).startswith("answer b'{")


