"""weir key: what a person types, sees, and does not see."""

import os
import pty
import select
import signal
import subprocess
import termios
import time

import pytest

from bound import bound
from cli import Cli
from running import Running
from setting import WATCHDOG_SECONDS, WEIR

VALUE = "sk-typed-0123456789wxyz"

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(daemon):
    return Cli(daemon.place)


class Typist:
    """weir on a terminal, and who types there."""

    def __init__(self, place, *arguments):
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.shown = b""
        self.process = subprocess.Popen(
            [str(WEIR), *arguments], env=place.environment(TERM="xterm"), cwd=place.home,
            stdin=self.slave, stdout=self.slave, stderr=self.slave, start_new_session=True,
            preexec_fn=bound(then=lambda: __import__("fcntl").ioctl(0, termios.TIOCSCTTY, 0)),
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def until(self, text):
        deadline = time.monotonic() + WATCHDOG_SECONDS
        while text.encode() not in self.shown:
            assert select.select([self.master], [], [], max(0, deadline - time.monotonic()))[0], self.shown
            self.shown += os.read(self.master, 4096)

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        code = self.process.wait(WATCHDOG_SECONDS)
        while select.select([self.master], [], [], 0)[0]:
            self.shown += os.read(self.master, 4096)
        return code

    def is_as_before(self):
        return termios.tcgetattr(self.slave) == self.before


def listed(client):
    return [(key["service"], key["lastFour"]) for key in client.call("key.list")]


def test_from_the_standard_input(cli, client):
    done = cli.run("key", "set", "anthropic", input=VALUE + "\n")
    assert done.code == 0 and done.out == "stored the key for anthropic\n" and done.err == ""
    assert listed(client) == [("anthropic", "wxyz")]
    assert cli.run("--json", "key", "set", "openai", input=VALUE).json()["service"] == "openai"


def test_one_newline_does_not_count(cli, client):
    for text in (VALUE, VALUE + "\n", VALUE + "\r\n"):
        assert cli.run("key", "set", "anthropic", input=text).code == 0
        assert listed(client) == [("anthropic", "wxyz")]
    done = cli.run("key", "set", "anthropic", input=VALUE + "\n\n")
    assert done.code == 1 and "one line" in done.err and VALUE not in done.err


@pytest.mark.parametrize("text", ["", "\n"])
def test_an_empty_one_is_refused(cli, client, text):
    done = cli.run("key", "set", "anthropic", input=text)
    assert done.code == 2 and "empty" in done.err and listed(client) == []


def test_never_an_argument(cli, client):
    done = cli.run("key", "set", "anthropic", VALUE)
    assert done.code == 2 and listed(client) == []


def test_typed_and_not_shown(daemon, client):
    with Typist(daemon.place, "key", "set", "anthropic") as typist:
        typist.until("API key for anthropic: ")
        typist.type(VALUE + "\n")
        assert typist.end() == 0
        assert b"stored the key" in typist.shown and VALUE.encode() not in typist.shown
        assert typist.is_as_before()
    assert listed(client) == [("anthropic", "wxyz")]


@pytest.mark.parametrize("how", ["ctrl-c", "sigterm"])
def test_interrupted(daemon, client, how):
    with Typist(daemon.place, "key", "set", "anthropic") as typist:
        typist.until("API key for anthropic: ")
        typist.type(VALUE[:10])
        if how == "ctrl-c":
            typist.type("\x03")
            assert typist.end() == 130
        else:
            typist.process.send_signal(signal.SIGTERM)
            assert typist.end() == -signal.SIGTERM
        assert typist.is_as_before(), "the terminal shows again what is typed"
    assert listed(client) == []


def test_list(cli, client):
    assert cli.run("key", "list").code == 0
    cli.run("key", "set", "anthropic", input=VALUE)
    cli.run("key", "set", "short", input="short")
    title, *rows = cli.run("key", "list").out.splitlines()
    assert title.split() == ["SERVICE", "ENDS", "SET", "USED", "USES"]
    assert rows[0].split()[:2] == ["anthropic", "…wxyz"] and rows[0].split()[3:] == ["never", "0"]
    assert rows[1].split()[:2] == ["short", "…"]
    assert VALUE not in "".join(rows)


def test_delete(cli, client):
    cli.run("key", "set", "anthropic", input=VALUE)
    done = cli.run("key", "delete", "anthropic")
    assert done.code == 0 and done.out == "deleted the key for anthropic\n" and listed(client) == []
    done = cli.run("key", "delete", "anthropic")
    assert done.code == 1 and "weir key list" in done.err


@pytest.mark.parametrize("answer, left", [("y\n", []), ("n\n", [("anthropic", "wxyz")]), ("\n", [("anthropic", "wxyz")])])
def test_delete_asks_on_a_terminal(daemon, cli, client, answer, left):
    cli.run("key", "set", "anthropic", input=VALUE)
    with Typist(daemon.place, "key", "delete", "anthropic") as typist:
        typist.until("[y/N] ")
        typist.type(answer)
        assert typist.end() == (1 if left else 0)
    assert listed(client) == left


def test_delete_without_being_asked(daemon, cli, client):
    cli.run("key", "set", "anthropic", input=VALUE)
    with Typist(daemon.place, "key", "delete", "--yes", "anthropic") as typist:
        assert typist.end() == 0 and b"[y/N]" not in typist.shown
    assert listed(client) == []


def test_rotate(cli, daemon):
    assert "no keys" in cli.run("key", "rotate").err
    cli.run("key", "set", "anthropic", input=VALUE)
    done = cli.run("key", "rotate")
    assert done.code == 0 and done.out == f"1 key was encrypted again; the master key is in {daemon.state}/master.key\n"
    assert cli.run("--json", "key", "rotate").json() == {"keys": 1, "masterKey": f"{daemon.state}/master.key"}


def test_rotate_one_from_outside(make_daemon, place):
    for name in ("given", "new"):
        (place.root / name).write_bytes(os.urandom(32))
        (place.root / name).chmod(0o600)
    make_daemon().start(environment={"WEIR_MASTER_KEY_FILE": str(place.root / "given")})
    cli = Cli(place)
    cli.run("key", "set", "anthropic", input=VALUE)
    done = cli.run("key", "rotate", "--key-file", str(place.root / "new"))
    assert done.code == 0 and "put it in the place of the old one" in done.out
    assert cli.run("key", "rotate", "--key-file", str(place.root / "none")).code == 2


def test_debug_output_does_not_show_it(cli):
    done = cli.run("key", "set", "anthropic", input=VALUE, WEIR_IPC_DEBUG="1")
    assert done.code == 0 and "key.set" in done.err and VALUE not in done.err


def test_it_waits_for_the_input(cli, client):
    with Running(cli, "key", "set", "anthropic") as running:  # /dev/null: nothing comes
        code, _, err = running.end(None)
    assert code == 2 and "empty" in err and listed(client) == []


def test_a_name_that_is_wrong_by_a_letter_is_told(cli):
    done = cli.run("key", "set", "anthropc", input=VALUE)
    assert done.code == 0 and "did you mean anthropic?" in done.err
    for service in ("anthropic", "gitlab", "work"):
        assert "did you mean" not in cli.run("key", "set", service, input=VALUE).err
