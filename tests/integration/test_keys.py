"""Keys: set, list, delete, reseal; and which executors may get them."""

import os
import signal
import stat

import pytest

from client import RpcError
from daemon import Daemon
from tasks import run, session_of, submit, wait
from waiting import until

VALUE = "sk-test-0123456789abcd"


def put(client, service="anthropic", value=VALUE):
    return client.call("key.set", {"service": service, "value": value})


def services(client):
    return [key["service"] for key in client.call("key.list")]


def locked(client, *words, method="key.set", **params):
    error = client.error(method, params or ({"service": "anthropic", "value": VALUE} if method == "key.set" else {}))
    assert error.code == -32003 and error.word == "keys_locked", error
    assert all(word in error.message for word in words), error.message


def stop(daemon):
    assert daemon.stop() == 0


# --- what a client sees ---------------------------------------------------------------------


def test_set_list_delete(daemon, client):
    assert client.call("key.list") == []
    made = put(client)
    assert made["service"] == "anthropic" and made["lastFour"] == "abcd" and made["uses"] == 0 and "usedAt" not in made
    assert client.call("key.list") == [made]
    put(client, "openai", "another key of somebody")
    assert services(client) == ["anthropic", "openai"]
    assert client.call("key.delete", {"service": "anthropic"}) == {"deleted": True}
    assert client.call("key.delete", ["openai"]) == {"deleted": True}
    assert client.call("key.list") == []
    assert client.error("key.delete", {"service": "openai"}).word == "no_such_key"


def test_one_that_was_there_is_replaced(client):
    put(client)
    assert put(client, value="a longer one, 9876")["lastFour"] == "9876"
    assert [key["lastFour"] for key in client.call("key.list")] == ["9876"]


def test_given_to_a_program_of_the_user(house):
    """In clear, counted, and written down with who asked; beyond the rate it is refused."""
    daemon = house.configure(keys={"perMinute": 5}).start()
    client = daemon.client()
    client.call("initialize", {"client": {"name": "my-editor", "version": "1"}})
    error = client.error("key.give", {"service": "anthropic"})
    assert error.word == "key_not_found" and "weir key set anthropic" in error.message
    put(client)
    assert client.call("key.give", ["anthropic"]) == {"api_key": VALUE}
    given, = client.call("audit.list", {"what": "key.given"})
    assert (given["client"], given["pid"], given["data"]) == ("my-editor", os.getpid(), {"service": "anthropic"})
    refused, = client.call("audit.list", {"what": "key.refused"})
    assert refused["client"] == "my-editor"
    until(lambda: client.call("key.list")[0]["uses"] == 1, "its use is counted")
    words = []
    while len(words) < 20 and not words.count("too_many_key_requests"):
        try:
            client.call("key.give", {"service": "anthropic"})
            words.append("given")
        except RpcError as error:
            words.append(error.word)
    assert words[-1] == "too_many_key_requests" and words.count("given") >= 3


@pytest.mark.parametrize("value, shown", [("x" * 11, ""), ("x" * 8 + "1234", "1234"), ("schlüssel: äöüß", "äöüß")])
def test_last_four(client, value, shown):
    assert put(client, value=value)["lastFour"] == shown


@pytest.mark.parametrize("params, path", [
    ({"service": "Anthropic", "value": VALUE}, "params.service"),
    ({"service": "../x", "value": VALUE}, "params.service"),
    ({"service": "x" * 65, "value": VALUE}, "params.service"),
    ({"service": "anthropic", "value": "a\r\nHost: b"}, "params.value"),
    ({"service": "anthropic", "value": "tab\tbed"}, "params.value"),
])
def test_what_cannot_be_a_key(daemon, params, path):
    client = daemon.client()
    error = client.error("key.set", params, bad=len(params["service"]) > 64)
    assert error.code == -32602 and error.data["path"] == path, error
    assert params["value"] not in error.message and client.call("key.list") == []


def test_nothing_gives_a_value_back(client):
    put(client)
    assert VALUE not in str(client.call("key.list"))
    assert client.error("get_api_key", {"session_token": "x", "service": "anthropic"}, bad=True).code == -32601


def test_they_survive_a_restart(house):
    client = house.start().client()
    put(client)
    stop(house.daemon)
    house.daemon.finish()
    house.daemon = Daemon(house.place, house.recorder)
    client = house.start().client()
    assert services(client) == ["anthropic"]
    assert run(client, "key anthropic", agent="script")["result"]["text"] == f"a key of {len(VALUE)} bytes"


# --- the master key --------------------------------------------------------------------------


def test_the_file_is_made_with_the_first_key(daemon, client):
    path = daemon.state / "master.key"
    assert not path.exists()
    put(client)
    info = path.stat()
    assert stat.S_IMODE(info.st_mode) == 0o600 and info.st_size == 32 and sorted(p.name for p in daemon.state.glob("master*")) == ["master.key"]
    key = path.read_bytes()
    put(client, "openai")
    assert path.read_bytes() == key


def again(make_daemon, daemon):
    stop(daemon)
    return make_daemon().start()


def test_another_master_key_changes_nothing(make_daemon):
    daemon = make_daemon().start()
    put(daemon.client())
    stop(daemon)
    path = daemon.state / "master.key"
    right, wrong = path.read_bytes(), os.urandom(32)
    path.write_bytes(wrong)
    daemon = make_daemon().start()
    client = daemon.client()
    daemon.wait_for_log("does not match the stored keys")
    locked(client, "master.key", "does not match the stored keys")
    locked(client, "master.key", method="key.rotate")
    assert services(client) == ["anthropic"] and path.read_bytes() == wrong
    path.write_bytes(right)  # who puts it right need not restart
    put(client, "openai")
    assert services(client) == ["anthropic", "openai"]


def test_a_missing_master_key_changes_nothing(make_daemon):
    daemon = make_daemon().start()
    put(daemon.client())
    path = daemon.state / "master.key"
    stop(daemon)
    path.rename(daemon.state / "kept")
    client = make_daemon().start().client()
    locked(client, "is missing")
    assert services(client) == ["anthropic"] and not path.exists()
    assert client.call("key.delete", {"service": "anthropic"}) == {"deleted": True}
    put(client)
    assert path.exists(), "without keys there is nothing to lose, and a new one is made"


@pytest.mark.parametrize("spoil, word", [
    (lambda path: path.chmod(0o640), "is accessible to other users"),
    (lambda path: path.chmod(0o604), "is accessible to other users"),
    (lambda path: path.write_bytes(b"short"), "wrong length"),
    (lambda path: path.write_bytes(b"z" * 64), "hexadecimal"),
    (lambda path: (path.rename(path.with_name("real")), path.symlink_to("real")), "is a symbolic link"),
    (lambda path: (path.unlink(), path.mkdir()), "is not a file"),
])
def test_a_file_that_is_not_to_be_relied_on(make_daemon, spoil, word):
    daemon = make_daemon().start()
    put(daemon.client())
    stop(daemon)
    spoil(daemon.state / "master.key")
    client = make_daemon().start().client()
    locked(client, word)
    assert services(client) == ["anthropic"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_somebody_else(make_daemon):
    daemon = make_daemon().start()
    put(daemon.client())
    stop(daemon)
    os.chown(daemon.state / "master.key", 65534, 65534)
    locked(make_daemon().start().client(), "belongs to another user")


@pytest.mark.parametrize("text", [bytes(range(32)), bytes(range(32)).hex().encode(), bytes(range(32)).hex().encode() + b"\n"])
def test_one_from_outside(make_daemon, place, text):
    path = place.root / "given"
    path.write_bytes(text)
    path.chmod(0o600)
    environment = {"WEIR_MASTER_KEY_FILE": str(path)}
    daemon = make_daemon().start(environment=environment)
    put(daemon.client())
    assert not (daemon.state / "master.key").exists()
    stop(daemon)
    path.write_bytes(bytes(range(32)))  # the same, spelt otherwise
    client = make_daemon().start(environment=environment).client()
    put(client, "openai")


def test_one_from_outside_that_is_missing_is_not_made(make_daemon, place):
    client = make_daemon().start(environment={"WEIR_MASTER_KEY_FILE": str(place.root / "none")}).client()
    locked(client, "is missing")
    assert not (place.root / "none").exists()


def test_a_credential_of_systemd(make_daemon, place):
    path = place.root / "weir-master-key"
    path.write_bytes(os.urandom(32))
    path.chmod(0o400)
    daemon = make_daemon().start(environment={"CREDENTIALS_DIRECTORY": str(place.root)})
    put(daemon.client())
    assert not (daemon.state / "master.key").exists()
    assert daemon.client().error("key.rotate").data["path"] == "params.keyFile"


# --- rotation ---------------------------------------------------------------------------------


def opens(client):
    """All keys can be opened: only then they can be sealed anew."""
    return client.call("key.rotate")["keys"]


def test_rotate(daemon, client):
    for service in ("anthropic", "openai", "google"):
        put(client, service)
    path = daemon.state / "master.key"
    before = path.read_bytes()
    assert client.call("key.rotate") == {"keys": 3, "masterKey": str(path)}
    after = path.read_bytes()
    assert after != before and [p.name for p in daemon.state.glob("master*")] == ["master.key"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    put(client)
    assert opens(client) == 3


def test_rotate_where_there_is_nothing(client):
    locked(client, "no keys stored", method="key.rotate")


def test_rotate_one_from_outside(make_daemon, place):
    path, new = place.root / "given", place.root / "new"
    for file in (path, new):
        file.write_bytes(os.urandom(32))
        file.chmod(0o600)
    environment = {"WEIR_MASTER_KEY_FILE": str(path)}
    daemon = make_daemon().start(environment=environment)
    client = daemon.client()
    put(client)
    assert client.error("key.rotate").data["path"] == "params.keyFile"
    assert client.error("key.rotate", {"keyFile": "new"}).data["path"] == "params.keyFile"
    new.chmod(0o644)
    locked(client, "is accessible to other users", method="key.rotate", keyFile=str(new))
    new.chmod(0o600)
    assert client.call("key.rotate", {"keyFile": str(new)}) == {"keys": 1, "masterKey": str(new)}
    put(client, "openai")
    stop(daemon)
    daemon = make_daemon().start(environment=environment)
    locked(daemon.client(), "does not match the stored keys")
    new.rename(path)
    put(daemon.client())


def test_own_ones_are_made_by_the_daemon(client, place):
    put(client)
    assert client.error("key.rotate", {"keyFile": str(place.root / "x")}).data["path"] == "params.keyFile"


def test_two_at_once(daemon):
    """The second is told to wait, and so is who sets a key meanwhile; nothing is sealed under a key that is gone."""
    clients = [daemon.client() for _ in range(3)]
    put(clients[0])
    asked = [client.request("key.rotate") for client in clients[:2]] + [clients[2].request("key.set", {"service": "openai", "value": VALUE})]
    answers = [client.answer(request) for client, request in zip(clients, asked)]
    assert any("result" in answer for answer in answers)
    for answer in answers:
        assert "result" in answer or answer["error"]["data"]["code"] == "subsystem_unavailable", answer
    assert opens(clients[0]) == len(services(clients[0]))


ROTATION = ["key.rotate_begins", "key.file_written", "key.rotate_written", "key.rotate_sealed", "store.before_commit", "store.after_commit",
            "key.rotate_committed", "key.rotate_renamed"]


@pytest.mark.faults
@pytest.mark.parametrize("point", ROTATION)
def test_killed_while_it_rotates(make_daemon, place, point):
    begin = place.root / "begin"
    daemon = make_daemon().start(environment={"WEIR_FAULT": f"{point}=kill", "WEIR_FAULT_BEGIN": str(begin)})
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    client = daemon.client()
    for service in ("anthropic", "openai"):
        put(client, service)
    before = (daemon.state / "master.key").read_bytes()
    begin.touch()
    client.request("key.rotate")
    assert daemon.wait() == -signal.SIGKILL
    daemon = make_daemon().start()
    client = daemon.client()
    assert services(client) == ["anthropic", "openai"]
    now = (daemon.state / "master.key").read_bytes()
    late = point in ("store.after_commit", "key.rotate_committed", "key.rotate_renamed")
    assert (now != before) == late
    assert opens(client) == 2, "all of them"
    assert sorted(p.name for p in daemon.state.glob("master*")) == ["master.key"]


@pytest.mark.faults
@pytest.mark.parametrize("point", ["key.rotate_begins", "key.file_written", "key.rotate_written", "key.rotate_sealed", "store.before_commit"])
def test_rotation_that_fails(make_daemon, place, point):
    times = 2 if point == "key.rotate_sealed" else 1  # what has written already is tried once more, alone
    begin = place.root / "begin"
    daemon = make_daemon().start(environment={"WEIR_FAULT": f"{point}=fail*0+{times}", "WEIR_FAULT_BEGIN": str(begin)})
    client = daemon.client()
    put(client)
    begin.touch()
    assert client.error("key.rotate").code in (-32003, -32603)
    assert opens(client) == 1
    put(client, "openai")
    assert opens(client) == 2
    assert sorted(p.name for p in daemon.state.glob("master*")) == ["master.key"]


@pytest.mark.faults
@pytest.mark.parametrize("point", ["key.file_written", "key.master_saved", "key.set"])
def test_killed_with_the_first_key(make_daemon, point):
    daemon = make_daemon().start(environment={"WEIR_FAULT": f"{point}=kill"})
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.client().request("key.set", {"service": "anthropic", "value": VALUE})
    assert daemon.wait() == -signal.SIGKILL
    client = make_daemon().start().client()
    assert client.call("key.list") == []
    put(client)
    assert opens(client) == 1
    assert sorted(p.name for p in daemon.state.glob("master*")) == ["master.key"]


# --- get_api_key --------------------------------------------------------------------------------


@pytest.fixture
def work(house):
    def begin(settings=None, session=None):
        client = house.configure(**(settings or {})).start().client()
        put(client)
        put(client, "openai", "another key of somebody")
        more = {"sessionId": session_of(client, **session)} if session is not None else {}
        task = submit(client, "go", agent="fake", **more)
        return client, task, house.next().serve()

    return begin


def refused(prompt, service="anthropic", word="key_refused"):
    error = prompt.ask("get_api_key", service=service)["error"]
    assert error["data"]["code"] == word, error
    return error["message"]


def test_get_api_key(work):
    client, task, prompt = work()
    for _ in range(2):
        assert prompt.ask("get_api_key", service="anthropic")["result"] == {"api_key": VALUE}
    assert prompt.ask("get_api_key", service="openai")["result"] == {"api_key": "another key of somebody"}
    assert "weir key set github" in refused(prompt, "github", "key_not_found")
    prompt.done()
    wait(client, task)
    until(lambda: [key["uses"] for key in client.call("key.list")] == [2, 1], "the uses are counted")
    assert all(key["createdAt"] <= key["usedAt"] for key in client.call("key.list"))


def test_only_with_its_token(work):
    client, task, prompt = work()
    answer = prompt.link.ask("get_api_key", {"session_token": "0" * 64, "service": "anthropic"})
    assert answer["error"]["data"]["code"] == "token_refused" and VALUE not in str(answer)
    prompt.done()
    wait(client, task)
    assert prompt.ask("get_api_key", service="anthropic")["error"]["data"]["code"] == "token_refused", "its task has ended"


@pytest.mark.parametrize("session, word", [
    ({"keys": "none"}, "get no keys"),
    ({"keys": "broker"}, "broker"),
    ({"services": ["openai"]}, "may not use"),
    ({"services": []}, "may not use"),
])
def test_a_session_that_may_not(work, session, word):
    client, task, prompt = work(session=session)
    assert word in refused(prompt)
    if session.get("services"):
        assert "result" in prompt.ask("get_api_key", service="openai")
    prompt.done()
    wait(client, task)
    entry, = client.call("audit.list", {"what": "key.refused"})
    assert entry["data"] == {"service": "anthropic"} and entry["taskId"] == task and entry["client"].startswith("executor ")


def test_a_thousand_at_once(work):
    """Beyond the rate it is refused; the session's next minute brings more."""
    client, task, prompt = work({"keys": {"perMinute": 60}})
    for number in range(1000):
        prompt.link.say({"id": number, "method": "get_api_key", "params": {"session_token": prompt.token, "service": "anthropic"}})
    answers = [prompt.link.answer_to(number) for number in range(1000)]
    given = [answer for answer in answers if "result" in answer]
    assert 60 <= len(given) < 120
    assert {answer["error"]["data"]["code"] for answer in answers if "error" in answer} == {"too_many_key_requests"}
    prompt.done()
    wait(client, task)
    until(lambda: client.call("key.list")[0]["uses"] == len(given), "each use is counted")


def test_while_they_are_locked(house):
    client = house.configure().start().client()
    put(client)
    path = house.daemon.state / "master.key"
    stop(house.daemon)
    house.daemon.finish()
    path.write_bytes(os.urandom(32))
    house.daemon = Daemon(house.place, house.recorder)
    client = house.start().client()
    task = submit(client, "go", agent="fake")
    prompt = house.next().serve()
    assert "does not match the stored keys" in refused(prompt, word="keys_locked")
    prompt.done()
    wait(client, task)


def test_a_row_that_was_moved_to_another_service(house):
    """Write access to the store is not enough to use one service's key for another."""
    import sqlite3

    client = house.configure().start().client()
    put(client)
    stop(house.daemon)
    house.daemon.finish()
    with sqlite3.connect(house.daemon.state / "weir.db") as store:
        store.execute("INSERT INTO keys (service, sealed, last_four, created_at) SELECT 'evil', sealed, last_four, created_at FROM keys")
    store.close()
    house.daemon = Daemon(house.place, house.recorder)
    client = house.start().client()
    task = submit(client, "go", agent="fake")
    prompt = house.next().serve()
    assert "result" in prompt.ask("get_api_key", service="anthropic")
    assert "was changed" in refused(prompt, "evil", "keys_locked")
    prompt.done()
    wait(client, task)
    locked(client, "evil", method="key.rotate")


def test_after_a_restart_of_the_daemon(house):
    client = house.configure(pool={"warm": 0}).start().client()
    put(client)
    client.call("daemon.restart")
    assert run(client, "key anthropic", agent="script")["result"]["text"] == f"a key of {len(VALUE)} bytes"


def test_set_where_the_store_is_not_open_yet(make_daemon):
    """Early calls are answered once the stored keys are loaded."""
    daemon = make_daemon().launch()
    until(daemon.socket.exists, "it listens")
    try:
        client = daemon.client()
    except ConnectionRefusedError:
        daemon.notifications.wait_for("READY=1", daemon.process)
        client = daemon.client()
    put(client)
    assert isinstance(client.error("key.delete", {"service": "x"}), RpcError)
