"""weir doctor: its attempts, its report on each level of the sandbox, and that it leaves nothing behind."""

import json
import os
import re
import signal

import pytest

from cli import Cli
from executor_peer import Executor
from kernels import LACKS
from leftovers import until_nothing_is_left
from running import Running
from setting import WEIR
from terminals import Terminal
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

# Held by nothing but the sandbox. A PID namespace, where there is one, keeps other processes away without it.
ONLY_BY_SANDBOX = {
    "read_store", "read_state", "read_sibling", "write_sibling", "read_ssh", "setuid", "set_id", "user_namespace",
    "executor_directory", "tcp", "udp", "abstract", "watch",
} - LACKS
# Of them, what another user than root cannot do outside either, or what a kernel may not have.
NOT_FOR_ALL = {"read_shadow", "write_system", "open_by_handle", "capabilities", "module", "bpf", "type_ahead", "io_uring", "device",
               "write_settings", "read_kernel",
               "mount", "user_namespace"}
NO_MODULES = {"module"} if not os.path.exists("/proc/modules") else set()


@pytest.fixture
def cli(place):
    (place.root / "trial").mkdir()
    return Cli(place)


@pytest.fixture
def doctor(cli, place, house):
    """Runs it, in a daemon with these settings, and looks that nothing is left of it."""

    def run(*arguments, **settings):
        if not house.daemon.process:
            house.configure(**{"view": {}, **settings}).start()  # the usual ones show the whole place of the test
        done = cli.run("doctor", *arguments, TMPDIR=place.root / "trial")
        nothing_is_left(place, house)
        return done

    return run


def nothing_is_left(place, house):
    assert not list((place.root / "trial").iterdir())
    assert not (place.home / ".ssh").exists()
    assert house.client().call("session.list", {}) == []
    until_nothing_is_left(place)
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/comm", encoding="utf-8") as comm, open(f"/proc/{name}/environ", "rb") as environment:
                    ours = str(place.root).encode() in environment.read()  # others may be tried at the same time
                    assert not (ours and re.fullmatch("weir-[a-z2-7]{10}", comm.read().strip())), "a bystander is left"
            except OSError:
                pass


def rows(done):
    return {row["id"]: row for row in done.json()["attempts"]}


def verdicts(done):
    return {row["id"]: row["verdict"] for row in done.json()["attempts"]}


def having(done, verdict):
    return {name for name, its in verdicts(done).items() if its == verdict}


def reached(done, level):
    if done.json()["level"] != level:
        pytest.skip(f"this machine has the level {done.json()['level']}")
    return done


# --- on each level --------------------------------------------------------------------


def test_attempts_succeed_outside(doctor):
    done = doctor("--json")
    outside = {name for name, row in rows(done).items() if row["outside"] and row["outside"]["outcome"] == "succeeded"}
    missing = set(rows(done)) - outside
    assert missing <= {"read_keys", "read_disk"} | NO_MODULES | LACKS | (NOT_FOR_ALL if os.geteuid() else set())
    for name in missing:  # a row that proves nothing says why
        assert rows(done)[name]["why"]
        assert verdicts(done)[name] == "not_available"


def test_off_is_said_plainly(doctor):
    done = doctor("--json", sandbox="off")
    assert done.code == 1
    assert done.json()["level"] == "off"
    assert having(done, "broken") >= ONLY_BY_SANDBOX
    assert verdicts(done)["outlive"] == "held"  # the jail stands over its tree, with a sandbox or without
    done = doctor("--color", "always")
    assert done.code == 1
    assert re.search(r"read the store +succeeded +\x1b\[[0-9;]*31m *BROKEN", done.out)
    assert re.search(r"\x1b\[[0-9;]*31mTHE SANDBOX IS OFF", done.out)


def test_a_narrow_terminal_shows_each_verdict(cli, place, house):
    house.configure(view={}, sandbox="off").start()
    expected = cli.run("doctor", "--json", TMPDIR=place.root / "trial")
    with Terminal(cli, "doctor", columns=40, TMPDIR=place.root / "trial") as terminal:
        assert terminal.end() == 1
    text = re.sub(r"\x1b\[[0-9;]*m", "", terminal.written).replace("\r\n", "\n")
    words = {"held": "held", "broken": "BROKEN", "not_held": "not held here", "not_available": "not available here"}
    shown, _, rest = text.partition("\n\n")
    assert max(map(len, text.splitlines())) <= 40
    assert re.sub(r"\s+", " ", shown) == " ".join(f"{words[row['verdict']]} {row['attempt']}" for row in expected.json()["attempts"])
    assert "THE SANDBOX IS OFF" in " ".join(rest.split()) and " broken, " in " ".join(rest.split())


def test_namespaces_hold_everything(doctor):
    done = reached(doctor("--json", sandbox="namespace"), "namespace")
    assert having(done, "broken") == set()
    assert having(done, "not_held") == set()
    assert having(done, "held") >= ONLY_BY_SANDBOX | {"outlive", "see_processes", "see_daemon", "descriptors", "change_mode", "terminal", "schedule", "limits"}
    assert (done.code, done.err) == (0, "")
    counts = done.json()
    assert counts["held"] == len(having(done, "held")) and counts["broken"] == counts["notHeldHere"] == 0


def test_landlock_holds_everything_but_what_it_says(doctor):
    done = reached(doctor("--json", sandbox="landlock"), "landlock")
    assert having(done, "broken") == set()
    assert having(done, "not_held") <= {"see_processes", "see_daemon", "change_mode", "terminal", "read_kernel"}
    assert having(done, "held") >= ONLY_BY_SANDBOX | {"outlive", "schedule", "limits", "ptrace", "signal", "signal_daemon", "read_environment"}
    assert done.code == 0
    assert done.json()["notHeld"]
    text = doctor().out
    assert "level: landlock" in text and "not prevented at this level: " in text


def test_what_the_daemon_itself_does_not_pass_on(cli, place, house):
    """Neither its environment nor its descriptors, and who comes out of an executor is no client: all without a sandbox."""
    with open(place.root / "open", "wb") as file:
        house.configure(sandbox="off").start(environment={"ANTHROPIC_API_KEY": "sk-canary"}, pass_fds=[file.fileno()])
    done = cli.run("doctor", "--json", TMPDIR=place.root / "trial")
    assert having(done, "held") >= {"secrets", "descriptors", "client_socket", "outlive"}


# --- a protection that is taken away ----------------------------------------------------


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_what_is_shown_is_noticed(doctor, place, level):
    shown = [str(place.root / "trial")] + (["/etc/shadow"] if os.geteuid() == 0 else [])
    done = reached(doctor("--json", sandbox=level, view={"read": shown}), level)
    assert done.code == 1
    assert having(done, "broken") == {"read_sibling"} | ({"read_shadow"} if os.geteuid() == 0 else set())
    assert rows(done)["read_sibling"]["inside"]["outcome"] == "succeeded"


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_what_may_be_changed_is_noticed(doctor, place, level):
    done = reached(doctor("--json", sandbox=level, view={"write": [str(place.root / "trial")]}), level)
    assert done.code == 1
    assert having(done, "broken") == {"read_sibling", "write_sibling"}


# --- where it cannot be tried ------------------------------------------------------------



def test_task_that_fails_is_no_verdict(doctor):
    done = doctor(executors={"probe": {"command": ["/bin/false"]}})
    assert done.code == 2
    assert "failed" in done.err and "held" not in done.out


def queued_after(client, first):
    """The task that is queued next."""
    while True:
        event = client.event()
        if event["method"] == "event.taskQueued" and event["params"]["taskId"] != first["taskId"]:
            return event["params"]["taskId"]


def test_interrupted(cli, place, house):
    """Its task waits for its turn behind another; Ctrl-C then, and everything is gone all the same."""
    house.configure(tasks={"atOnce": 1}).start()
    client = house.client()
    first = client.call("task.submit", {"prompt": "hold", "agent": "script", "cwd": str(place.home)})
    client.call("event.subscribe", {"topics": ["task"]})
    with Running(cli, "doctor", TMPDIR=place.root / "trial") as running:
        assert queued_after(client, first)
        code, out, _ = running.end(signal.SIGINT)
    assert code == 130 and "held" not in out
    client.call("task.cancel", {"taskId": first["taskId"]})
    client.call("session.close", {"sessionId": first["sessionId"]})
    client.call("session.delete", {"sessionId": first["sessionId"]})
    nothing_is_left(place, house)


def test_keys_that_are_there_are_left_alone(cli, place, house):
    (place.home / ".ssh").mkdir(mode=0o700)
    (place.home / ".ssh" / "id").write_text("a key")
    house.configure(sandbox="off").start()
    done = cli.run("doctor", "--json", TMPDIR=place.root / "trial")
    assert verdicts(done)["read_ssh"] == "broken"
    assert [path.name for path in (place.home / ".ssh").iterdir()] == ["id"]
    assert (place.home / ".ssh" / "id").read_text() == "a key"


# --- the agent by itself -------------------------------------------------------------------


@pytest.fixture
def executor(place):
    with Executor(place) as executor:
        daemon = executor.connect()
        daemon.resume()
        yield daemon


def prompt(*attempts, **more):
    return json.dumps({"attempts": list(attempts)} | more)


def test_results_are_events_and_the_text(executor, place):
    result = executor.run(prompt({"attempt": "read", "path": str(place.root)}, {"attempt": "read", "path": "/nowhere"},
                                 {"attempt": "fly"}), agent="probe")
    assert result["status"] == "completed"
    found = json.loads(result["text"])
    assert [one["outcome"] for one in found] == ["succeeded", "refused", "impossible"]
    assert found[1]["error"] == "ENOENT" and [one["index"] for one in found] == [0, 1, 2]
    assert [m["event_type"] for m in executor.messages] == ["probe_result"] * 3 + ["probe_end"]
    assert [m["event_data"] for m in executor.messages[:3]] == found


@pytest.mark.parametrize("text", ["break out", "{}", '{"attempts": 1}', "[]"])
def test_prompt_that_is_none(executor, text):
    error = executor.error("execute_prompt", session_token="t", prompt=text, agent="probe")
    assert error.word == "agent_failed" and "attempts" in error.message
