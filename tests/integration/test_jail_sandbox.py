"""What a program in weir-jail's sandbox sees, at each level."""

import os
import re
import socket
import stat
import subprocess
import threading

import pytest
from bound import bound
from jails import JAIL, WORST
from sandboxes import PYTHON, made
from setting import WATCHDOG_SECONDS

# Of the system, to be read by everybody, and not shown: the first of these that the machine has.
ELSEWHERE = next((path for path in ("/etc/fstab", "/etc/login.defs", "/etc/machine-id") if os.access(path, os.R_OK)), "/etc/fstab")


@pytest.fixture(params=["namespace", "landlock"])
def sandbox(request, tmp_path):
    yield from made(tmp_path, request.param)


@pytest.fixture
def inside(tmp_path):
    yield from made(tmp_path, "namespace")


@pytest.fixture
def ruled(tmp_path):
    yield from made(tmp_path, "landlock")


def can(verb, path):
    """A line of shell that tells whether it can be read or written."""
    test = {"read": f"cat '{path}' >/dev/null", "write": f"echo x >> '{path}'", "list": f"ls '{path}' | grep -q ."}[verb]
    return f"if {test}; then echo yes; else echo no; fi 2>/dev/null; "


# --- files ------------------------------------------------------------------------------------


def test_sees_what_it_may(sandbox):
    (sandbox.project / "file").write_text("mine\n")
    script = can("read", sandbox.project / "file") + can("write", sandbox.project / "new") + can("write", sandbox.own / "new")
    script += can("read", sandbox.home / ".gitconfig") + can("read", "/usr/bin/env") + can("read", "/etc/passwd") + can("write", "/dev/null")
    assert sandbox.shell_in(script).split() == ["yes"] * 7
    assert (sandbox.project / "new").exists() and (sandbox.own / "new").exists()


def test_does_not_see_the_rest(sandbox):
    script = "".join(can("read", path) for path in (sandbox.sibling / "file", sandbox.state / "store", sandbox.home / ".ssh" / "id", "/etc/shadow", ELSEWHERE))
    script += can("list", sandbox.sibling) + can("list", sandbox.home / ".ssh") + can("read", sandbox.directory / "view")
    script += f"echo x > {sandbox.directory}/limits; ls {sandbox.state}; cat {sandbox.directory}/control"
    answers = sandbox.shell_in(script + "; true").split()
    assert answers[:8] == ["no"] * 8 and "store" not in answers
    assert not (sandbox.directory / "limits").exists()


def test_the_same_is_seen_without(sandbox):
    """Everything refused above works without a sandbox, so it is the sandbox that refuses it."""
    sandbox.sandbox = "off"
    paths = (sandbox.sibling / "file", sandbox.state / "store", sandbox.home / ".ssh" / "id", ELSEWHERE, sandbox.directory / "view")
    assert sandbox.shell_in("".join(can("read", path) for path in paths)).split() == ["yes"] * 5


def test_what_is_to_be_read_is_not_written(sandbox):
    before = (sandbox.home / ".gitconfig").read_text()
    script = "".join(can("write", path) for path in (sandbox.home / ".gitconfig", "/usr/bin/env", "/usr/new", "/etc/passwd", "/bin/new", "/new"))
    script += f"truncate -s 0 {sandbox.home}/.gitconfig 2>&1 || echo no"
    assert sandbox.shell_in(script).split()[:6] == ["no"] * 6
    assert (sandbox.home / ".gitconfig").read_text() == before


def test_working_directory_to_be_read_only(sandbox):
    (sandbox.project / "file").write_text("mine\n")
    script = can("read", sandbox.project / "file") + can("write", sandbox.project / "file") + can("write", sandbox.project / "new")
    assert sandbox.shell_in(script, cwd=f"cwd-read {sandbox.project}").split() == ["yes", "no", "no"]
    assert (sandbox.project / "file").read_text() == "mine\n"


def test_more_lines(sandbox, tmp_path):
    for name in ("read", "write"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("\n")
    lines = [f"read {tmp_path}/read", f"write {tmp_path}/write", f"read {tmp_path}/missing", f"write {tmp_path}/missing-too"]
    script = can("write", tmp_path / "read" / "file") + can("write", tmp_path / "write" / "file") + can("read", tmp_path / "read" / "file")
    assert sandbox.shell_in(script, lines=lines).split() == ["no", "yes", "yes"]


def test_one_file(sandbox, tmp_path):
    (tmp_path / "one").write_text("1\n")
    (tmp_path / "two").write_text("2\n")
    script = can("read", tmp_path / "one") + can("write", tmp_path / "one") + can("read", tmp_path / "two")
    assert sandbox.shell_in(script, lines=[f"read {tmp_path}/one"]).split() == ["yes", "no", "no"]


def test_links_lead_nowhere_else(sandbox):
    (sandbox.project / "link").symlink_to(sandbox.sibling / "file")
    (sandbox.project / "directory").symlink_to(sandbox.state)
    script = can("read", "link") + can("read", "directory/store") + f"ln -s {sandbox.home}/.ssh/id own; " + can("read", "own")
    assert sandbox.shell_in(script).split() == ["no", "no", "no"]


def test_files_keep_their_owner(sandbox):
    sandbox.shell_in("touch new; mkdir -p a/b; mv new a/b/; chmod 600 a/b/new; rm -r a/b; echo done > a/c")
    assert (sandbox.project / "a" / "c").stat().st_uid == os.getuid()


# --- /tmp and the home ---------------------------------------------------------------------------


def test_tmp_is_private(inside, tmp_path):
    mark = f"/tmp/weir-test-{os.urandom(6).hex()}"
    script = f"touch {mark} /var/tmp/here /dev/shm/here && ls /tmp /var/tmp /dev/shm; stat -c %a /tmp"
    output = inside.shell_in(script)
    assert os.path.basename(mark) in output and not os.path.exists(mark) and output.endswith("1777\n")
    assert len(output.split()) < 12  # the way to what is shown, nothing else of the many there
    assert not os.path.exists("/var/tmp/here") and not os.path.exists("/dev/shm/here")


def test_tmp_is_given_by_name(ruled):
    outside = ruled.root / "outside"
    output = ruled.shell_in(f"echo $TMPDIR; echo x > $TMPDIR/file && ls $TMPDIR; echo x > {outside} || echo no")
    assert output.splitlines()[:2] == [str(ruled.tmp), "file"] and output.splitlines().count("no") == 1
    assert (ruled.tmp / "file").exists() and not outside.exists()


def test_home_is_empty_and_writable(inside):
    output = inside.shell_in(f"ls -A {inside.home}; echo x > {inside.home}/.cache && echo written; mkdir {inside.home}/.ssh && echo made")
    assert output.split() == [".gitconfig", "written", "made"]
    assert not (inside.home / ".cache").exists() and (inside.home / ".ssh" / "id").exists()


def test_home_as_working_directory(inside):
    """Hidden paths in it are masked; the executor's own directory is accessible nevertheless."""
    inside.state.rename(inside.home / "state")
    inside.state = inside.home / "state"
    inside.directory = inside.state / inside.directory.name
    inside.own, inside.tmp = inside.directory / "own", inside.directory / "tmp"
    (inside.home / "netrc").write_text("password\n")
    script = can("read", inside.home / ".ssh" / "id") + can("read", inside.state / "store") + can("read", inside.home / "netrc")
    script += can("write", inside.home / "file") + can("write", inside.own / "file") + can("write", inside.home / ".ssh" / "new")
    script += f"ls -A {inside.home}/.ssh {inside.state}; cat netrc; rm netrc; rmdir .ssh; mv .ssh ssh; mv netrc x; umount .ssh; find . -name id"
    output = inside.shell_in(script, lines=[f"hide {inside.home}/netrc", f"hide {inside.home}/not-there"], cwd=f"cwd {inside.home}", where=inside.home)
    assert output.split()[:6] == ["no", "no", "yes", "yes", "yes", "no"]
    assert "password" not in output and "./" not in output.split() and "store" not in output
    assert "Device or resource busy" in output and (inside.home / ".ssh" / "id").exists() and (inside.own / "file").exists()


def test_hidden_cannot_be_moved_into_sight(inside):
    """A directory above something hidden keeps its name: under another one nobody would hide it the next time."""
    (inside.home / "a" / "b" / "keys").mkdir(parents=True)
    (inside.home / "a" / "b" / "keys" / "id").write_text("the key\n")
    script = "mv a x; mv a/b a/x; mv a/b/keys x; rmdir a; mkdir -p a/b/new && echo made > a/b/new/file; mv a/b/new a/b/newer && cat a/b/newer/file"
    output = inside.shell_in(script, lines=[f"hide {inside.home}/a/b/keys"], cwd=f"cwd {inside.home}", where=inside.home)
    assert output.count("busy") == 4 and output.endswith("made\n")
    assert (inside.home / "a" / "b" / "keys" / "id").exists() and (inside.home / "a" / "b" / "newer" / "file").exists()


def test_links_to_nowhere_are_not_hidden(inside):
    (inside.project / "link").symlink_to("/nowhere")
    assert inside.shell_in("echo fine", lines=[f"hide {inside.project}/link", f"hide {inside.project}/link/below"]) == "fine\n"


def test_submounts_of_the_working_directory(inside):
    """They are shown, and what is hidden below them is hidden."""
    mounted = inside.project / "mounted"
    mounted.mkdir()
    script = f"cat {mounted}/secret {mounted}/file"
    inside.write_view(f"hide {mounted}/secret")
    program = [JAIL, "--dir", inside.directory, "--cwd", inside.project, "--", "sh", "-c", script]
    prepare = f"mount -t tmpfs none {mounted} && echo secret > {mounted}/secret && echo shown > {mounted}/file && exec \"$@\""
    done = subprocess.run(["unshare", "-Urm", "sh", "-c", prepare, "sh", *map(str, program)], timeout=WATCHDOG_SECONDS, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert inside.output() == "shown\n" and inside.status()["sandbox"] == "namespace"


def test_hidden_in_the_system(inside):
    output = inside.shell_in("ls -A /usr/share/doc | wc -l; cat /etc/passwd | wc -l", lines=["hide /usr/share/doc", "hide /etc/passwd"])
    assert output.split() == ["0", "0"]


def test_nothing_is_made_on_the_disk(inside):
    """Mount points are of the jail's own file system."""
    before = sorted(os.listdir(inside.home)), sorted(os.listdir(inside.project))
    inside.shell_in("true", lines=[f"hide {inside.project}/.weir", f"read {inside.project}/missing/too"])
    assert (sorted(os.listdir(inside.home)), sorted(os.listdir(inside.project))) == before


def test_long_paths(tmp_path):
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    deep.mkdir(parents=True)
    for sandbox in made(deep, "namespace"):
        sandbox.write_view()
        sandbox.start("sh", "-c", "echo here; exec sleep 120", options=["--cwd", str(sandbox.project)])
        sandbox.wait_for_output("here")
        assert sandbox.hello()["level"] == "namespace"
        sandbox.stop()
        sandbox.wait()


# --- processes -----------------------------------------------------------------------------------------

OTHERS = """
import os, sys
for what in (lambda: open(f"/proc/{sys.argv[1]}/environ").read(), lambda: os.kill(int(sys.argv[1]), 0), lambda: os.readlink(f"/proc/{sys.argv[1]}/fd/0"),
             lambda: open(f"/proc/{sys.argv[1]}/mem", "rb")):
    try:
        what()
        print("yes")
    except OSError as error:
        print("no")
"""


# One that lets everybody of its user look into it, also where the kernel lets only parents (kernel.yama.ptrace_scope).
OPEN = """
import ctypes, time
ctypes.CDLL(None).prctl(0x59616d61, ctypes.c_ulong(-1))
print("open", flush=True)
time.sleep(1000)
"""


def test_other_processes_are_out_of_reach(sandbox):
    with subprocess.Popen([PYTHON, "-c", OPEN], env={"SECRET": "x"}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, preexec_fn=bound()) as other:
        try:
            assert other.stdout.readline() == b"open\n"
            outside = subprocess.run([PYTHON, "-c", OTHERS, str(other.pid)], capture_output=True, text=True, timeout=WATCHDOG_SECONDS)
            assert outside.stdout.split() == ["yes"] * 4
            assert sandbox.run_in(PYTHON, "-c", OTHERS, other.pid).split() == ["no"] * 4
        finally:
            other.kill()


def test_the_jail_itself_is_out_of_reach(sandbox):
    """Neither its memory nor its namespaces: PID 1 inside, the parent without namespaces."""
    script = "import os; p = os.getppid()\nfor name in ('environ', 'root/etc/shadow', 'cwd/etc', 'ns/mnt', 'maps', 'mem'):\n"
    script += "    try: open(f'/proc/{p}/{name}', 'rb').read(1) if name != 'ns/mnt' else os.readlink(f'/proc/{p}/{name}'); print('yes', name)\n    except OSError: print('no')"
    assert sandbox.python_in(script).split() == ["no"] * 6


def test_only_its_own_processes_are_seen(inside):
    output = inside.shell_in("ls /proc | grep -c '^[0-9]'; cat /proc/1/comm; ls /proc/sys/kernel/core_pattern")
    assert int(output.split()[0]) <= 6


def test_proc_is_not_written_to(sandbox):
    paths = ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/vm/drop_caches", "/proc/self/oom_score_adj"]
    script = "".join(f"if ( : >> {path} ) 2>/dev/null; then echo yes; else echo no; fi; " for path in paths)
    assert sandbox.shell_in(script).split() == ["no"] * 4


def test_terminals(sandbox):
    script = "import os, pty; m, s = pty.openpty(); os.write(s, b'hello'); print(os.read(m, 5), os.isatty(s)); os.ttyname(s); print(os.get_terminal_size(s).columns)"
    assert sandbox.python_in(script).split() == ["b'hello'", "True", "0"]


def test_terminals_of_others(inside):
    assert inside.shell_in("ls /dev/pts").split() == ["ptmx"]


def test_debugger_works_inside(sandbox):
    """One process of it may trace another."""
    script = (
        "import ctypes, os, signal; libc = ctypes.CDLL(None, use_errno=True); child = os.fork()\n"
        "if child == 0: signal.pause()\n"
        "print(libc.ptrace(16, child, 0, 0)); os.waitpid(child, 0); libc.ptrace(7, child, 0, 0); os.kill(child, 9)"
    )
    assert sandbox.python_in(script).split() == ["0"]


# --- the network --------------------------------------------------------------------------------------------

REACH = """
import socket, sys
def attempt(what):
    try: what(); print("yes")
    except OSError as error: print("no", error.errno, file=sys.stderr); print("no")
def tcp(): socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5).close()
def udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s: s.connect(("127.0.0.1", int(sys.argv[4]))); s.send(b"x"); s.settimeout(5); s.recv(1)
def abstract():
    with socket.socket(socket.AF_UNIX) as s: s.connect("\\0" + sys.argv[2])
def path():
    with socket.socket(socket.AF_UNIX) as s: s.connect(sys.argv[3])
for what in (tcp, udp, abstract, path): attempt(what)
"""


class Listeners:
    """One of each kind, outside."""

    def __init__(self, place):
        self.name = "weir-test-" + os.urandom(6).hex()
        self.path = str(place / "socket")
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.abstract, self.file = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        self.abstract.bind("\0" + self.name)
        self.file.bind(self.path)
        self.abstract.listen()
        self.file.listen()

    def arguments(self):
        return [str(self.tcp.getsockname()[1]), self.name, self.path, str(self.udp.getsockname()[1])]

    def close(self):
        for one in (self.tcp, self.udp, self.abstract, self.file):
            one.close()


@pytest.fixture
def listeners(tmp_path):
    listeners = Listeners(tmp_path)
    yield listeners
    listeners.close()


def answers(sandbox, listeners, **options):
    """Whether it reaches TCP, UDP, an abstract and a path socket. An answer to UDP comes from here."""
    def echo():
        try:
            _, who = listeners.udp.recvfrom(16)
            listeners.udp.sendto(b"x", who)
        except OSError:
            pass

    listeners.udp.settimeout(WATCHDOG_SECONDS)
    thread = threading.Thread(target=echo)
    thread.start()
    try:
        output = sandbox.run_in(PYTHON, "-c", REACH, *listeners.arguments(), **options)
    finally:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
            end.sendto(b"", listeners.udp.getsockname())
        thread.join()
    return [line for line in output.splitlines() if line in ("yes", "no")]


def test_network_full(sandbox, listeners):
    assert answers(sandbox, listeners) == ["yes", "yes", "no", "no"]


def test_network_closed(sandbox, listeners):
    sandbox.network = "closed"
    assert answers(sandbox, listeners) == ["no"] * 4


def test_listeners_are_reached_without(sandbox, listeners):
    sandbox.sandbox = "off"
    assert answers(sandbox, listeners) == ["yes"] * 4


def test_socket_that_is_shown(inside, listeners):
    """As the broker's: a path socket in the executor's own directory, with everything else closed."""
    inside.network = "closed"
    own = inside.own / "broker"
    with socket.socket(socket.AF_UNIX) as broker:
        broker.bind(str(own))
        broker.listen()
        listeners.path = str(own)
        assert answers(inside, listeners) == ["no", "no", "no", "yes"]


def test_own_loopback(inside):
    """And nothing but what any new namespace of networks has: that may be more, where the kernel has tunnels."""
    inside.network = "closed"
    names = "import socket; print([n for _, n in socket.if_nameindex()])"
    new = subprocess.run(["unshare", "-Urn", PYTHON, "-c", names], capture_output=True, text=True, timeout=WATCHDOG_SECONDS, check=True)
    script = f"{names}; s = socket.create_server(('127.0.0.1', 0)); c = socket.create_connection(s.getsockname()); print('reached')"
    assert inside.python_in(script).splitlines() == [new.stdout.strip(), "reached"] and "'lo'" in new.stdout


# --- the socket that is passed ------------------------------------------------------------------------------------

ACCEPT = """
import os, socket
assert os.environ["LISTEN_FDS"] == "1" and int(os.environ["LISTEN_PID"]) == os.getpid() and os.environ["LISTEN_FDNAMES"] == "executor"
with socket.socket(fileno=3) as s:
    print("ready", flush=True)
    c, _ = s.accept()
    c.sendall(b"served")
"""


def test_listens_for_the_program(ruled):
    path = ruled.own / "sock"
    ruled.write_view(f"listen {path}")
    ruled.start(PYTHON, "-c", ACCEPT, options=["--cwd", str(ruled.project)])
    ruled.wait_for_output("ready")
    assert path.stat().st_mode & 0o777 == 0o600
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(WATCHDOG_SECONDS)
        peer.connect(str(path))
        assert peer.recv(16) == b"served"
    assert ruled.wait()["exited"] == "0"


SPOOL = """
import os, socket
assert os.environ["LISTEN_FDS"] == "2" and int(os.environ["LISTEN_PID"]) == os.getpid() and os.environ["LISTEN_FDNAMES"] == "executor:spool"
assert sorted(os.listdir("/proc/self/fd"), key=int)[:5] == list("01234")
os.write(4, b"kept")
with socket.socket(fileno=3) as s:
    print("ready", flush=True)
    c, _ = s.accept()
    c.sendall(b"not seen" if not os.path.exists(s.getsockname()) else b"seen")
"""


def test_is_given_what_it_does_not_see(sandbox):
    """A socket on which the jail itself listens, to whoever connects, and a file to write to."""
    link = sandbox.directory / "link"
    link.mkdir()
    (link / "spool").write_text("of another time")
    sandbox.write_view(f"socket {link}/sock", f"spool {link}/spool")
    sandbox.start(PYTHON, "-c", SPOOL, options=["--cwd", str(sandbox.project)])
    sandbox.wait_for_output("ready")
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(WATCHDOG_SECONDS)
        peer.connect(str(link / "sock"))
        assert int.from_bytes(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)[:4], "little") == sandbox.process.pid
        assert peer.recv(16) == b"not seen"
    assert sandbox.wait()["exited"] == "0"
    assert (link / "spool").read_text() == "kept" and (link / "spool").stat().st_mode & 0o777 == 0o600


def test_listens_itself(inside):
    script = f"import os, socket; assert 'LISTEN_FDS' not in os.environ; s = socket.socket(socket.AF_UNIX); s.bind('{inside.own}/sock'); print('bound')"
    assert inside.python_in(script, lines=[f"listen {inside.own}/sock"]) == "bound\n"


# --- what /proc tells ---------------------------------------------------------------------------------------------------

OPENED = """
import os, sys
for path in sys.argv[1:]:
    try:
        if os.path.isdir(path):
            print(path, os.listdir(path))
        else:
            with open(path, "rb") as file:
                print(path, len(file.read(1)))
    except OSError as error:
        print(path, error.strerror)
"""


# Those of processes, of which a sandbox sees its own alone.
NOT_THE_MACHINES = re.compile(r"/proc/(\d+|self|thread-self)$")


def told_to_root_alone():
    """Files of /proc that only root can read, and the keys, which each user can."""
    found = {"/proc/keys", "/proc/key-users", "/proc/sys/net/ipv4/tcp_fastopen_key"}
    for above, directories, files in os.walk("/proc"):
        directories[:] = [name for name in directories if not NOT_THE_MACHINES.match(f"{above}/{name}")]
        for name, needed in [*((name, 0o005) for name in directories), *((name, 0o004) for name in files)]:
            path = f"{above}/{name}"
            mode = os.lstat(path).st_mode
            is_readable = mode & 0o444 if stat.S_ISREG(mode) else stat.S_ISDIR(mode)
            if is_readable and mode & needed != needed:
                found.add(path)
    return sorted(found)


def test_what_proc_tells_of_the_machine(inside):
    """Root in the namespace owns these files, but has no other privilege."""
    paths = [path for path in told_to_root_alone() if os.path.exists(path)]
    assert "/proc/timer_list" in paths
    found = inside.run_in(PYTHON, "-c", OPENED, *paths).splitlines()
    # One that another sandbox's init has not, or that lies below what cannot be entered.
    assert [line for line in found if not line.endswith((" Permission denied", " No such file or directory"))] == []
    assert found[paths.index("/proc/timer_list")].endswith("Permission denied")
    assert inside.again().shell_in("head -c1 /proc/cpuinfo /proc/meminfo /proc/self/mounts >/dev/null && chmod 755 /proc/keys 2>&1 || true").count("Read-only") == 1


# --- rights -----------------------------------------------------------------------------------------------------------


def test_no_rights(sandbox):
    script = "s = dict(l.split(':', 1) for l in open('/proc/self/status'))\nprint(*(int(s[n], 16) for n in ('CapInh', 'CapPrm', 'CapEff', 'CapAmb')), s['NoNewPrivs'].strip(), s['Seccomp'].strip())"
    script += "\nimport resource; print(*resource.getrlimit(resource.RLIMIT_CORE))"
    assert sandbox.python_in(script).splitlines() == ["0 0 0 0 1 2", "0 0"]


def test_bounding_set_is_empty(inside):
    assert inside.shell_in("grep CapBnd /proc/self/status").split()[1] == "0" * 16


def test_descriptors(sandbox, tmp_path):
    with open(tmp_path / "secret", "w") as secret:
        output = sandbox.run_in(PYTHON, "-c", "import os; print(sorted(os.listdir('/proc/self/fd')))", pass_fds=[secret.fileno()])
    assert output.strip() == "['0', '1', '2', '3']"  # the last is the listing's


def test_worst_tree_is_ended(sandbox):
    """Nothing outlives the program, nor its stop."""
    sandbox.lock = sandbox.project / "lock"
    assert sandbox.run_in(WORST, "leave", sandbox.lock, lines=[f"read {WORST}"], code="7") == "ready\n"
    assert sandbox.lock_is_free() and sandbox.survivors() == []
    sandbox.again().write_view(f"read {WORST}")
    sandbox.start(WORST, "stay", sandbox.lock, options=["--grace", "50"])
    sandbox.wait_for_output("ready")
    sandbox.stop()
    assert sandbox.wait()["signal"] == "9" and sandbox.lock_is_free() and sandbox.survivors() == []
