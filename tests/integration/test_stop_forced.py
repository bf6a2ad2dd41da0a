"""A stop in progress: which clients may connect meanwhile, how it is forced, and that no process is left."""

import os
import signal

import pytest

from cli import Cli
from tasks import submit
from waiting import until

# Longer than any test: the tasks at work would be waited for all the time.
PATIENT = {"drainMs": 600_000, "stopMs": 600_000}
SIGNALS = [signal.SIGTERM, signal.SIGINT]


@pytest.fixture
def draining(house):
    """A daemon that was told to stop and waits for its task, whose executor has a child that hears no signal."""
    client = house.configure(tasks=PATIENT).start().client()
    submit(client, "hello", agent="fake")
    fake = house.next()
    fake.serve()
    house.child = house.witness().arrived(fake)
    house.others = house.client()
    assert client.call("daemon.stop") == {"stopping": True}
    assert house.daemon.notifications.wait_for("STOPPING=1")
    return house


@pytest.fixture
def cli(place):
    return Cli(place)


def nothing_is_left(house):
    assert house.daemon.wait() == 0
    until(house.child.is_over, "the end of the executor's child")
    until(lambda: not house.processes(), "the end of all processes")


def test_a_new_connection_hears_that_it_is_stopping(draining):
    client = draining.client()
    assert client.call("ping")["pong"]
    assert client.call("initialize", {"client": {"name": "late"}})["server"]["name"] == "weird"
    assert client.call("daemon.status")["stopping"] is True
    for method, params in [("task.list", {}), ("task.submit", {"prompt": "x"}), ("daemon.restart", {}), ("event.subscribe", {})]:
        assert client.error(method, params).word == "stopping"
    assert draining.others.call("task.list", {})  # who was there before is served until the end
    assert draining.daemon.is_running()
    client.call("daemon.stop", {"force": True})
    nothing_is_left(draining)


@pytest.mark.parametrize("new", [True, False], ids=["new", "old"])
def test_a_request_forces_it(draining, new):
    client = draining.client() if new else draining.others
    assert client.call("daemon.stop", {}) == {"stopping": True}  # changes nothing
    assert draining.daemon.is_running()
    assert client.call("daemon.stop", {"force": True}) == {"stopping": True}
    nothing_is_left(draining)
    assert draining.daemon.log().count("stop: request") == 2


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_forces_it(draining, number):
    draining.daemon.send_signal(number)
    nothing_is_left(draining)
    assert "stop: signal, forced" in draining.daemon.log()


@pytest.mark.parametrize("number", SIGNALS)
def test_further_signals_leave_no_process_behind(draining, number):
    """The daemon waits for nothing any more, and its jails end their trees all the same."""
    draining.daemon.left_behind_is_fine = True  # the next daemon removes the directories
    while draining.daemon.is_running():
        draining.daemon.send_signal(number)
    nothing_is_left(draining)


def test_clients_hear_of_both(draining):
    draining.daemon.send_signal(signal.SIGTERM)
    told = []
    while len(told) < 2:
        event = draining.others.event()
        if event["method"] == "event.daemonStopping":
            told.append((event["params"]["reason"], event["params"]["force"]))
    assert told == [("request", False), ("signal", True)]
    nothing_is_left(draining)


def test_the_command_forces_it(draining, cli):
    stop = cli.start("daemon", "stop")
    done = cli.run("daemon", "stop", "--force")
    assert done.code == 0 and "has stopped" in done.out, done
    nothing_is_left(draining)
    out, err = stop.communicate()
    assert stop.returncode == 0 and "has stopped" in out, err


def test_the_command_forces_it_while_the_clients_are_let_go(daemon, cli):
    """A client that does not read may take three seconds; a new client can force the stop meanwhile."""
    hung, reader = daemon.raw(), daemon.client()
    with daemon.client() as other:
        assert hung.send_until_full(b'{"id":1,"method":"rpc.discover"}\n', other) > 10
    daemon.send_signal(signal.SIGTERM)
    assert reader.event()["method"] == "event.daemonStopping"
    reader.assert_ended()  # so the others are let go
    done = cli.run("daemon", "stop", "--force")
    assert done.code == 0 and "has stopped" in done.out, done
    assert daemon.wait() == 0
    assert "stop: request, forced" in daemon.log()
    hung.close()


def test_one_that_comes_while_the_clients_are_let_go_holds_up_nothing(daemon):
    hung, reader = daemon.raw(), daemon.client()
    with daemon.client() as other:
        assert hung.send_until_full(b'{"id":1,"method":"rpc.discover"}\n', other) > 10
    daemon.send_signal(signal.SIGTERM)
    assert reader.event()["method"] == "event.daemonStopping"
    reader.assert_ended()
    late = daemon.client()
    assert late.call("daemon.status")["stopping"] is True
    assert late.error("session.list").word == "stopping"
    hung.close()  # the last one of those that are waited for
    assert daemon.wait() == 0
    assert "have not read" not in daemon.log()


def test_a_start_meanwhile(draining, cli):
    """The lock decides: there is no second daemon, and the command says why."""
    done = cli.run("daemon", "start", "--timeout", "1")
    assert done.code == 4 and "still stopping" in done.err and "--force" in done.err, done
    assert draining.daemon.is_running()
    draining.daemon.send_signal(signal.SIGTERM)
    nothing_is_left(draining)


def test_a_forced_restart_meanwhile(draining, cli):
    done = cli.run("daemon", "restart", "--force")
    assert done.code == 0 and "is running" in done.out, done
    assert draining.daemon.wait() == 0
    assert cli.run("daemon", "stop").code == 0
    nothing_is_left(draining)


# --- while the database is closed ---

@pytest.fixture
def closing(make_daemon, place):
    """A daemon that has nothing left to do but to close its database, and does not listen any more."""
    fault = {"WEIR_FAULT": "store.before_close=hold", "WEIR_FAULT_RELEASE": place.root / "release"}
    daemon = make_daemon().start(environment=fault)
    daemon.may_leave_late = True
    daemon.send_signal(signal.SIGTERM)
    until(lambda: "holding at store.before_close" in daemon.stderr(), "the closing of the database to be held")
    return daemon


@pytest.mark.faults
@pytest.mark.parametrize("more", [[], ["--force"]], ids=["plain", "forced"])
def test_the_command_waits_for_the_database(closing, cli, place, more):
    stop = cli.start("daemon", "stop", *more)
    assert f"the daemon (pid {closing.pid}) has stopped serving" in stop.stderr.readline()
    assert closing.is_running() and stop.poll() is None
    (place.root / "release").touch()
    out, err = stop.communicate()
    assert (stop.returncode, out, err) == (0, f"the daemon (pid {closing.pid}) has stopped\n", "")
    assert closing.wait() == 0
    assert cli.run("daemon", "stop").code == 3


@pytest.mark.faults
def test_the_command_does_not_wait_for_it_longer_than_allowed(closing, cli, place):
    done = cli.run("daemon", "stop", "--timeout", "0.1")
    assert done.code == 4 and f"kill -9 {closing.pid}" in done.err, done
    (place.root / "release").touch()
    assert closing.wait() == 0


@pytest.mark.faults
def test_a_restart_waits_for_the_database(closing, cli, place):
    restart = cli.start("daemon", "restart")
    assert "has stopped serving" in restart.stderr.readline()
    assert closing.is_running()
    (place.root / "release").touch()
    out, err = restart.communicate()
    assert restart.returncode == 0 and "is running" in out, err
    assert closing.wait() == 0
    assert cli.run("daemon", "stop").code == 0


def test_the_command_tells_a_pid_that_was_given_to_another_process(place, cli):
    """A daemon that crashed leaves its lock file behind, and the next process may have its pid."""
    socket = place.user_socket
    socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = socket.with_name(socket.name + ".lock")
    lock.write_text(f"{os.getpid()}\n")
    done = cli.run("daemon", "stop")
    assert done.code == 3 and "nothing to stop" in done.err, done
    lock.unlink()
