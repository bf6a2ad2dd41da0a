"""Which daemon weir speaks to."""

import fcntl
import os
import shutil

import pytest

from cli import Cli
from setting import WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def start(place, make_daemon):
    """Starts a daemon somewhere; answers it."""

    def start_one(where, *arguments):
        daemon = make_daemon()
        daemon.socket, daemon.state = where / "daemon.sock", where / "state"
        return daemon.start(*(arguments or ("--socket", daemon.socket, "--state", daemon.state)))

    return start_one


def project_of(place, start, name="project"):
    project = place.root / name
    (project / "src" / "deep").mkdir(parents=True)
    return project, start(project / ".weir", "--project", project)


def asked(cli, *arguments, **options):
    done = cli.run("daemon", "status", "--json", *arguments, **options)
    assert done.code == 0, done
    return done.json()["pid"]


def test_the_users_daemon(cli, daemon):
    assert asked(cli) == daemon.pid


def test_an_option_wins_over_everything(cli, daemon, place, start):
    project, of_project = project_of(place, start)
    other, third = start(place.root / "other"), start(place.root / "third")
    assert asked(cli, "--socket", other.socket, cwd=project, WEIR_SOCKET=third.socket) == other.pid
    assert asked(cli, cwd=project, WEIR_SOCKET=third.socket) == third.pid
    assert asked(cli, cwd=project, WEIR_SOCKET="") == of_project.pid
    assert asked(cli) == daemon.pid


def test_a_relative_socket(cli, place, start):
    other = start(place.root / "other")
    assert asked(cli, "--socket", "other/daemon.sock", cwd=place.root) == other.pid


def test_a_named_socket_without_a_daemon_is_not_replaced_by_another(cli, daemon, place):
    done = cli.run("ping", "--socket", place.root / "nothing")
    assert done.code == 3 and str(place.root / "nothing") in done.err
    assert cli.run("ping", WEIR_SOCKET=place.root / "nothing").code == 3


def test_a_registered_project_from_any_directory_in_it(cli, daemon, place, start):
    project, of_project = project_of(place, start)
    for directory in (project, project / "src", project / "src" / "deep"):
        done = cli.run("daemon", "status", "--json", cwd=directory)
        assert done.json()["pid"] == of_project.pid and done.err == ""
    assert asked(cli, cwd=place.root) == daemon.pid


def test_the_nearest_project(cli, place, start):
    outer, of_outer = project_of(place, start, "outer")
    inner = outer / "src" / "inner"
    inner.mkdir()
    of_inner = start(inner / ".weir", "--project", inner)
    assert asked(cli, cwd=inner) == of_inner.pid
    assert asked(cli, cwd=outer / "src") == of_outer.pid


def test_a_project_through_a_link(cli, place, start):
    project, of_project = project_of(place, start)
    (place.root / "link").symlink_to(project)
    assert asked(cli, cwd=place.root / "link" / "src") == of_project.pid


def test_an_unregistered_project_is_named_and_not_used(cli, daemon, place, start):
    planted = place.root / "planted"
    (planted / ".weir").mkdir(parents=True, mode=0o700)
    trap = start(planted / ".weir")
    done = cli.run("daemon", "status", cwd=planted)
    assert done.code == 0 and f"pid      {daemon.pid}" in done.out
    assert str(trap.socket) in done.err and "ignoring" in done.err and "register" in done.err
    assert "initialize" not in trap.log()
    assert trap.client().call("daemon.status")["clients"] == 1


def test_without_another_daemon_the_hint_comes_with_the_error(cli, place, start):
    planted = place.root / "planted"
    (planted / ".weir").mkdir(parents=True, mode=0o700)
    trap = start(planted / ".weir")
    done = cli.run("ping", cwd=planted)
    assert done.code == 3 and str(trap.socket) in done.err and str(place.user_socket) in done.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_another_users_project_is_not_used(cli, daemon, place, start):
    """Registered once; since then somebody else has put the socket there."""
    project, of_project = project_of(place, start)
    os.chown(of_project.socket, 65534, 65534)
    done = cli.run("daemon", "status", "--json", cwd=project)
    assert done.code != 0 or done.json()["pid"] == daemon.pid


@pytest.fixture
def alone():
    """Waits for whoever runs the same test on this machine."""
    fd = os.open("/tmp", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(fd, fcntl.LOCK_EX)
    yield
    os.close(fd)


def test_without_xdg_runtime_dir(cli, place, recorder, alone):
    """A stand-in under /run/user or /tmp, which start and ping agree on; it belongs to this user alone."""
    stand_in = cli.run("ping", XDG_RUNTIME_DIR=None)
    if stand_in.code == 0:
        pytest.skip("this user has a daemon of their own at the stand-in")
    uid = os.geteuid()
    assert stand_in.code == 3
    directory = next((d for d in (f"/run/user/{uid}/weir", f"/tmp/weir-{uid}") if d in stand_in.err), None)
    assert directory, stand_in
    existed = os.path.exists(directory)
    try:
        started = cli.run("daemon", "start", XDG_RUNTIME_DIR=None)
        assert started.code == 0 and directory in started.out, started
        assert os.stat(directory).st_mode & 0o777 == 0o700
        assert cli.run("ping", XDG_RUNTIME_DIR=None).code == 0
    finally:
        assert cli.run("daemon", "stop", XDG_RUNTIME_DIR=None).code == 0
        if not existed:
            shutil.rmtree(directory)


def test_a_relative_xdg_runtime_dir_is_ignored(cli, place):
    done = cli.run("ping", XDG_RUNTIME_DIR="relative")
    assert "relative/" not in done.err
