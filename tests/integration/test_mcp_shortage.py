"""MCP servers when descriptors, disk space or processes are short: the server says why it does not work, the others go on, it works
when there is room again, and nothing is left."""

import os
import resource

import pytest

from asking import approver
from daemon import Daemon
from disks import needs_mount, small_disk  # noqa: F401 (a fixture)
from mcp_servers import call, connect, state, terms, text
from setting import SHIPPED
from waiting import until

BIG = 2 << 20  # bytes of a result: it goes to a file


def open_files(daemon):
    return len(os.listdir(f"/proc/{daemon.pid}/fd"))


def limit_files(daemon, count):
    hard = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (count, hard))


def works(client, server_id):
    assert text(call(client, "echo", {"text": "fine"}, server_id=server_id)) == "fine"


# --- descriptors ----------------------------------------------------------------------------------


@pytest.mark.parametrize("room", range(4))
def test_no_descriptors(house, room):
    client = approver(house.configure().start())
    connect(client, "good")
    before, limit = open_files(house.daemon), resource.prlimit(house.daemon.pid, resource.RLIMIT_NOFILE)[0]
    limit_files(house.daemon, before + room)
    result = client.call("mcp:connect", terms("other"))
    if result["status"] != "running":
        assert result["status"] == "starting" and "Too many open files" in result["error"] and "cannot" in result["error"], result
    assert room > 1 or state(client, "other") == "restarting"
    works(client, "good")
    limit_files(house.daemon, limit)
    works(client, "other")  # the call waits for the next start
    client.call("mcp.remove", {"serverId": "other"})
    until(lambda: open_files(house.daemon) == before, "no descriptor is left open")


# --- processes ------------------------------------------------------------------------------------


@pytest.mark.faults
@pytest.mark.parametrize("point", ["executor.before_start", "executor.spawn", "service.before_start", "service.before_wait", "executor.before_note"])
def test_a_process_cannot_be_started(house, place, point):
    client = approver(house.configure().start(environment={"WEIR_FAULT": f"{point}=fail*0+1", "WEIR_FAULT_BEGIN": str(place.root / "begin")}))
    connect(client, "good")
    (place.root / "begin").touch()
    result = client.call("mcp:connect", terms("other"))
    assert result["status"] in ("running", "starting") and (result["status"] == "running" or result["error"]), result
    works(client, "good")
    works(client, "other")
    (place.root / "begin").unlink()


# --- disk space -----------------------------------------------------------------------------------


@pytest.fixture
def full(place, recorder, small_disk):  # noqa: F811
    """A daemon with a server that works, on a disk without room."""
    place.write_config({"pool": {"warm": 0, "idle": 0}})
    small_disk.remount("size=64m")
    daemon = Daemon(place, recorder)
    daemon.start(program=SHIPPED, wrapper=small_disk.wrapper)
    client = daemon.client()
    connect(client, "good")
    works(client, "good")
    small_disk.fill()
    yield client
    small_disk.empty()
    problems = daemon.finish()
    assert not problems, problems


@needs_mount
def test_no_room_for_another_server(full, small_disk):  # noqa: F811
    error = full.error("mcp:connect", terms("other"))
    assert error.word == "subsystem_unavailable" and "full" in str(error), error
    works(full, "good")
    small_disk.empty()
    connect(full, "other")
    works(full, "other")
    small_disk.fill()


@needs_mount
def test_no_room_for_a_result(full, small_disk):  # noqa: F811
    error = full.error("mcp.call", {"serverId": "good", "tool": "big", "arguments": {"bytes": BIG}})
    assert error.word == "mcp_request_failed" and "could not be written" in str(error)
    works(full, "good")


@needs_mount
def test_no_room_for_a_log(full, small_disk):  # noqa: F811
    call(full, "flood", {"what": "stderr", "count": 2000}, server_id="good")
    works(full, "good")


@needs_mount
def test_no_room_to_start_again(full, small_disk):  # noqa: F811
    full.call("mcp:disconnect", {"serverId": "good"})
    until(lambda: state(full, "good") == "stopped", "it is stopped")
    until(lambda: not list(small_disk.files.glob("**/executors/*")), "its directory is removed, which makes room")
    small_disk.fill()
    error = full.error("mcp.call", {"serverId": "good", "tool": "echo", "arguments": {"text": "x"}})
    assert error.word == "mcp_server_failed" and "No space left on device" in str(error), error
    assert state(full, "good") == "restarting"
    small_disk.empty()
    works(full, "good")
    small_disk.fill()
