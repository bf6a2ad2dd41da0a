"""Fixtures. After each test they check the recorded traffic and what is left behind; after the whole run, the coverage
of the contract."""

import gc
import os
import signal
import sys
from collections import Counter
from pathlib import Path

# What Python and pytest make of these files is kept elsewhere, or not at all: nothing is left among the sources. This is of
# this process alone; the programs that tests start find what was made of Python's own files where it is.
sys.pycache_prefix = os.environ.get("WEIR_TEST_CACHE")
sys.dont_write_bytecode = sys.pycache_prefix is None
sys.path.insert(0, str(Path(__file__).resolve().parent))

import pytest  # noqa: E402

from daemon import Daemon, Place  # noqa: E402
from executors import House  # noqa: E402
from models import Model  # noqa: E402
from recorder import Recorder, answered_elsewhere  # noqa: E402
from setting import FAULTS, OPENRPC, SANITIZED, WATCHDOG_SECONDS, WEIRD  # noqa: E402

# Where all of this runs in the background, or under nohup, these are ignored, and so they would be by every program that
# a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
# Whatever the user's is: tests look at the rights of files that they have made.
os.umask(0o022)

covered = {"methods": set(), "events": set()}
HANG_SECONDS = 12 * WATCHDOG_SECONDS


# --- fixtures ---------------------------------------------------------------------


@pytest.fixture(autouse=True)
def alarm():
    """A test that hangs in a system call fails, and the others go on."""

    def hangs(*_):
        raise AssertionError(f"the test hangs: nothing has ended it within {HANG_SECONDS} s")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANG_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def once():
    """For tests that need npm or Chromium, and those of ./dev: under the sanitizers they take long and find nothing that the
    others do not."""
    if SANITIZED:
        pytest.skip("runs on the plain build only: it needs npm or Chromium, or tests ./dev")


@pytest.fixture
def place():
    place = Place()
    yield place
    strays = place.strays()
    place.remove()
    if strays:
        pytest.fail(f"a daemon was left running: {', '.join(map(str, strays))}", pytrace=False)


@pytest.fixture
def nothing_there(place):
    """The first daemon makes its tables itself."""
    place.has_tables = False


@pytest.fixture
def staged(place):
    """For what the daemon does with its own executors only: the agent `script` is one of weir-executor's."""
    place.is_staged = True


@pytest.fixture
def recorder():
    recorder = Recorder()
    yield recorder
    problems, methods, events = recorder.check()
    covered["methods"] |= methods
    covered["events"] |= events
    if problems:
        pytest.fail("the traffic does not fit the contract:\n" + "\n".join(problems[:20]), pytrace=False)


@pytest.fixture
def make_daemon(place, recorder):
    """Makes daemons that are not started yet; whatever was started is stopped and examined in the end."""
    daemons = []

    def make():
        daemons.append(Daemon(place, recorder))
        return daemons[-1]

    yield make
    problems = [problem for daemon in reversed(daemons) for problem in daemon.finish()]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def daemon(make_daemon):
    """A running daemon with the usual places and no configuration."""
    return make_daemon().start()


@pytest.fixture
def client(daemon):
    return daemon.client()


@pytest.fixture
def raw(daemon):
    return daemon.raw()


@pytest.fixture
def house(place, recorder):
    """The daemon as it is shipped, with executors that the test plays; not started yet, so that it can be configured."""
    house = House(place, recorder)
    yield house
    problems = house.finish()
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def model():
    """A model that plays what `model.play()` is given; a request that no service would take fails the test, unless it is
    forgiven by model.forgive()."""
    model = Model()
    yield model
    model.close()
    if model.wrong():
        pytest.fail("the model was asked wrongly:\n" + "\n".join(map(str, model.wrong())), pytrace=False)


# --- which tests run ----------------------------------------------------------------


def pytest_configure(config):
    if not WEIRD.exists():
        raise pytest.UsageError(f"no {WEIRD}: build with -Dtests=true, or say in WEIR_BIN where the programs are")


def long_ones_first(items, processes):
    """Sorts slow tests to the front, so that none of them runs alone at the end. pytest-xdist first gives each
    process a part of the first quarter, so each part gets some of the slow tests."""
    long = [item for item in items if item.get_closest_marker("long")]
    short = [item for item in items if not item.get_closest_marker("long")]
    part = max(len(items) // (4 * processes), 2)
    ordered = []
    for number in range(processes):
        ordered += long[number::processes]
        rest = max(part * (number + 1) - len(ordered), 0)
        ordered += short[:rest]
        del short[:rest]
    items[:] = ordered + short


def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.get_closest_marker("faults") and not FAULTS:
            item.add_marker(pytest.mark.skip(reason="the build has no fault points (WEIR_TEST_FAULTS=1 says it has)"))
    if hasattr(config, "workerinput"):
        long_ones_first(items, config.workerinput["workercount"])


def pytest_collection_finish():
    """The tests themselves stay to the end: Python need not look among thousands of them for what may go."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Programs that have secrets forbid dumps, and with them nobody but root looks into them: not at their memory, and not at
    their descriptors."""
    report = (yield).get_result()
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, PermissionError) and os.geteuid() != 0 and str(error.filename).startswith("/proc/"):
        what = str(error.filename).split("/")[3]
        report.outcome, report.longrepr = "skipped", (*item.location[:2], f"only root may look at /proc/PID/{what} of what forbids dumps")


# --- coverage of the contract ---------------------------------------------------------


def is_whole_run(config):
    here = Path(__file__).resolve().parent
    chosen = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    narrowed = config.option.keyword or config.option.markexpr or config.option.collectonly or config.option.maxfail
    return not narrowed and any(path == here or path in here.parents for path in chosen)


def missing_coverage():
    methods = {m["name"] for m in OPENRPC["methods"] if {"client", "daemon", "executor"} & set(m["x-callers"])}
    events = {e["name"] for e in OPENRPC["x-events"]}
    return sorted(methods - covered["methods"]) + sorted(events - covered["events"])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """A worker of pytest-xdist hands over what it saw."""
    for kind, names in getattr(node, "workeroutput", {}).get("weir_covered", {}).items():
        covered[kind] |= set(names)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    config = session.config
    covered["methods"] |= answered_elsewhere
    if hasattr(config, "workeroutput"):
        config.workeroutput["weir_covered"] = {kind: sorted(names) for kind, names in covered.items()}
    elif is_whole_run(config) and missing_coverage() and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    """Groups skipped tests by reason, so that the names of failed tests stay visible."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"skipped {count}: {reason.removeprefix('Skipped: ')}")
    if not is_whole_run(config):
        return
    missing = missing_coverage()
    for name in missing:
        terminalreporter.write_line(f"NOT COVERED: no test met {name} of the contract", red=True)
    if not missing:
        terminalreporter.write_line(f"contract: {len(covered['methods'])} methods and {len(covered['events'])} events met")
