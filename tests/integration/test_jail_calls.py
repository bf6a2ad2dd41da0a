"""The system calls that weir-jail's sandbox refuses, at each level; each is allowed without a sandbox."""

import os
import platform
import socket
import subprocess

import pytest
from kernels import needs_namespaces
from sandboxes import PROBE, calls, made

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of x86-64")

BAD = 0xDEAD0000  # where no process has memory
NEW = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x8000000, "uts": 0x4000000, "cgroup": 0x2000000, "time": 0x80}
# Arguments with which the kernel itself would say anything but EPERM to a root with all rights; nothing happens.
REFUSED = {
    "mount": (165, BAD, BAD, BAD, 0, 0),
    "umount2": (166, BAD, 0),
    "pivot_root": (155, BAD, BAD),
    "chroot": (161, BAD),
    "setns": (308, -1, 0),
    "open_tree": (428, -1, BAD, 0),
    "move_mount": (429, -1, BAD, -1, BAD, 0),
    "fsopen": (430, BAD, 0),
    "fsconfig": (431, -1, 99, 0, 0, 0),
    "fsmount": (432, -1, 0, 0),
    "fspick": (433, -1, BAD, 0),
    "mount_setattr": (442, -1, BAD, 0, BAD, 32),
    "init_module": (175, BAD, 0, BAD),
    "finit_module": (313, -1, BAD, 0),
    "bpf": (321, 0, BAD, 1),
    "perf_event_open": (298, BAD, 0, 0, 0, 0),
    "userfaultfd": (323, 0xFFFF),
    "io_uring_setup": (425, 0, BAD),
    "io_uring_enter": (426, -1, 0, 0, 0, 0),
    "io_uring_register": (427, -1, 0, 0, 0),
    "add_key": (248, BAD, BAD, 0, 0, 0),
    "request_key": (249, BAD, BAD, 0, 0),
    "keyctl": (250, 9999, 0, 0, 0, 0),
    "open_by_handle_at": (304, -1, BAD, 0),
    "quotactl": (179, 0, BAD, 0, 0),
    "swapon": (167, BAD, 0),
    "clock_settime": (227, 99, BAD),
    "settimeofday": (164, BAD, 0),
    "modify_ldt": (154, 99, 0, 0),
    "ustat": (136, 0, BAD),
    "sysfs": (139, 99, 0, 0),
    "personality of a layout": (135, 0x0200000),
    "personality of executable data": (135, 0x0400000),
    "typing into a terminal": (16, 1, 0x5412, BAD),
    "typing, with a longer number": (16, 1, 0x5412 + (1 << 32), BAD),
    "chmod to run as its owner": (90, BAD, 0o4755),
    "chmod to run as its group": (90, BAD, 0o2755),
    "fchmod": (91, -1, 0o4755),
    "fchmodat": (268, -1, BAD, 0o6711),
    "fchmodat2": (452, -1, BAD, 0o4755 + (1 << 32), 0),
    "creat": (85, BAD, 0o4755),
    "open": (2, BAD, 0o101, 0o4755),
    "openat": (257, -1, BAD, 0o101, 0o2755),
    "openat of a file without a name": (257, -1, BAD, 0o20200001, 0o4755),
    "mknod": (133, BAD, 0o104755, 0),
    "mknodat": (259, -1, BAD, 0o104755, 0),
    **{f"unshare {name}": (272, flag) for name, flag in NEW.items()},
    **{f"clone {name}": (56, flag | 17, 0, 0, 0, 0) for name, flag in NEW.items() if name != "time"},
}
# Refused everywhere for want of a capability; here by the filter already, so no bug behind them is in reach.
FOR_ROOT = {
    "delete_module": (176, BAD, 0),
    "kexec_load": (246, 0, 0, 0, 0xFFFF),
    "kexec_file_load": (320, -1, -1, 0, 0, 0xFFFF),
    "reboot": (169, 0, 0, 0, 0),
    "syslog": (103, 99, 0, 0),
    "acct": (163, BAD),
    "iopl": (172, 3),
    "ioperm": (173, 0, 1, 1),
    "sethostname": (170, BAD, 1),
    "setdomainname": (171, BAD, 1),
    "vhangup": (153,),
    "fanotify_init": (300, 0xFFFFFFFF, 0),
    "fanotify_mark": (301, -1, 1, 1, -1, BAD),
    "adjtimex": (159, BAD),
    "clock_adjtime": (305, 0, BAD),
    "swapoff": (168, BAD),
    "quotactl_fd": (443, -1, 0, 0, 0),
    "open_tree_attr": (467, -1, BAD, 0, BAD, 32),
}
ALLOWED = {
    "personality, asked": (135, 0xFFFFFFFF),
    "personality of Linux": (135, 0),
    "personality without random addresses": (135, 0x0040000),
    "unshare files": (272, 0x400),
    "clone": (56, 17, 0, 0, 0, 0),
    "socketpair": (53, 1, 1, 0, "0x0"),
    "prctl": (157, 3),
    "memfd_create": (319, BAD, 0),
    "chmod": (90, BAD, 0o1755),
    "open of what is there": (2, BAD, 0, 0o4755),
    "openat of what is there": (257, -100, BAD, 0o1, 0o6755),
    "creat": (85, BAD, 0o755),
}
FAMILIES = {"unix": 1, "inet": 2, "inet6": 10, "netlink": 16, "packet": 17, "bluetooth": 31, "vsock": 40, "alg": 38, "key": 15, "can": 29, "xdp": 44, "ax25": 3}


@pytest.fixture(params=["namespace", "landlock"])
def sandbox(request, tmp_path):
    yield from made(tmp_path, request.param)


@pytest.fixture
def ruled(tmp_path):
    yield from made(tmp_path, "landlock")


@pytest.fixture
def free(tmp_path):
    yield from made(tmp_path, "off")


def test_refused(sandbox):
    wanted = REFUSED | FOR_ROOT
    found = dict(zip(wanted, calls(sandbox, wanted.values())))
    assert {name: answer for name, answer in found.items() if answer != "EPERM"} == {}


@needs_namespaces
@pytest.mark.skipif(os.getuid() != 0, reason="without rights the kernel says EPERM, too")
def test_let_through_without(free):
    """Else the test above would prove nothing."""
    found = dict(zip(REFUSED, calls(free, REFUSED.values())))
    missing = {"bpf", "fsopen", "open_by_handle_at", "init_module", "finit_module", "quotactl", "swapon", "clock_settime", "settimeofday", "fspick"}
    assert {name for name, answer in found.items() if answer == "EPERM"} <= missing  # these look at the rights first


def test_clone3_is_not_there(sandbox):
    """So that programs take clone(), where the flags can be seen."""
    assert calls(sandbox, [(435, BAD, 88)]) == ["ENOSYS"]


def test_openat2_is_not_there(sandbox):
    """So that programs take openat(), where the mode can be seen."""
    assert calls(sandbox, [(437, -100, BAD, BAD, 24)]) == ["ENOSYS"]


def test_allowed(sandbox):
    found = dict(zip(ALLOWED, calls(sandbox, ALLOWED.values())))
    assert {name: answer for name, answer in found.items() if answer not in (0, "EFAULT")} == {}


def is_there(family):
    """Whether the machine has such sockets at all."""
    try:
        socket.socket(family).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("network", ["full", "closed"])
def test_families_of_sockets(sandbox, network):
    sandbox.network = network
    found = dict(zip(FAMILIES, calls(sandbox, [(41, family, 3 if name == "netlink" else 1, 0) for name, family in FAMILIES.items()])))
    wanted = {"unix", "inet", "inet6", "netlink"}
    if sandbox.sandbox == "landlock":
        wanted = {"inet", "inet6", "netlink"} if network == "full" else set()
    if not is_there(socket.AF_INET6):
        wanted -= {"inet6"}
    assert {name for name, answer in found.items() if answer == 0} == wanted
    assert {answer for name, answer in found.items() if name not in wanted} == {"EAFNOSUPPORT"}


def test_families_with_longer_numbers(sandbox):
    """The kernel looks at 32 bits; more must not pass by the filter."""
    assert calls(sandbox, [(41, 17 + (1 << 32), 3, 0), (41, 38 - (1 << 32), 5, 0)]) == ["EAFNOSUPPORT"] * 2


def test_netlink_of_other_kinds(sandbox):
    assert calls(sandbox, [(41, 16, 3, kind) for kind in (2, 4, 9, 12, 15)]) == ["EAFNOSUPPORT"] * 5


def test_pairs_that_can_be_turned_to_others(sandbox):
    """One of a pair of datagrams may be sent from to any path: where socket() is refused, so must they be."""
    flags = 0o2000000
    found = calls(sandbox, [(53, 1, kind | flags, 0, BAD) for kind in (2, 3, 2 + (1 << 32), 1, 5)])
    assert found == (["EFAULT"] * 5 if sandbox.sandbox == "namespace" else ["EAFNOSUPPORT"] * 3 + ["EFAULT"] * 2)


def test_limits_of_others(sandbox):
    """A process of the same user whose limits could be set could be ended by that, or lose its connections."""
    victim = os.getpid() if sandbox.sandbox == "landlock" else 1
    asked, own = (302, victim, 0, 0, 0), (302, 0, 0, BAD, 0)
    assert calls(sandbox, [(302, victim, 0, BAD, 0), (302, victim + (1 << 32), 0, BAD, 0), asked, own]) == ["EPERM", "EPERM", 0, "EFAULT"]


def test_limits_of_others_without(free):
    assert calls(free, [(302, os.getpid(), 0, BAD, 0)]) == ["EFAULT"]


LOWEST_PRIORITY = 19  # what nobody needs a right for, however low the tests themselves run


def others(victim):
    """System calls that are allowed on any process of the same user, with arguments that change nothing."""
    nice = os.getpriority(os.PRIO_PROCESS, victim)
    return {
        "setpriority": (141, 0, victim, nice),
        "setpriority of a group": (141, 1, os.getpgid(victim), nice),
        "setpriority of a user": (141, 2, os.getuid(), nice),
        "sched_setaffinity": (203, victim, 8, BAD),
        "sched_setscheduler": (144, victim, 0, BAD),
        "sched_setparam": (142, victim, BAD),
        "sched_setattr": (314, victim, BAD, 0),
        "ioprio_set": (251, 1, victim, 0),
        "ioprio_set of a group": (251, 2, os.getpgid(victim), 0),
        "ioprio_set of a user": (251, 3, os.getuid(), 0),
        "migrate_pages": (256, victim, 64, BAD, BAD),
        "move_pages": (279, victim, 1, BAD, 0, BAD, 0),
        "kcmp": (312, victim, victim, 0, 0, 0),
        "get_robust_list": (274, victim, BAD, BAD),
    }


@pytest.fixture
def bystander():
    """A process of the same user, of a group of its own."""
    process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, start_new_session=True)
    yield process.pid
    process.communicate()


def test_processes_of_others_without_a_namespace(ruled, bystander):
    """They are seen there, and left as they are."""
    wanted = others(bystander)
    found = dict(zip(wanted, calls(ruled, wanted.values())))
    assert {name: answer for name, answer in found.items() if answer != "EPERM"} == {}
    own = [(141, 0, 0, LOWEST_PRIORITY), (203, 0, 8, BAD), (144, 0, 0, BAD), (142, 0, BAD), (251, 1, 0, 0), (279, 0, 1, BAD, 0, BAD, 0)]
    assert calls(ruled.again(), own) == [0, "EFAULT", "EFAULT", "EFAULT", 0, "EFAULT"]


def test_processes_of_others_without(free, bystander):
    """Else the test above would prove nothing. As one user they are told apart by nobody; a namespace of processes shows none.
    All processes of a user are those of other tests too, and jails among them have rights that only root outdoes."""
    wanted = {name: call for name, call in others(bystander).items() if os.geteuid() == 0 or not name.endswith("of a user")}
    found = dict(zip(wanted, calls(free, wanted.values())))
    assert {name for name, answer in found.items() if answer == "EPERM"} == set()


def test_watching_of_directories(sandbox):
    """Landlock does not look at it; a mount namespace has only what may be seen."""
    found = calls(sandbox, [(253,), (294, 0), (254, -1, BAD, 1)])
    assert found == ([0, 0, "EBADF"] if sandbox.sandbox == "namespace" else ["ENOSYS"] * 3)


@pytest.mark.parametrize("kind", ["32", "x32"])
def test_other_architectures(sandbox, kind):
    sandbox.write_view()
    assert sandbox.run(PROBE, "foreign", kind)["signal"] == "31"


def test_programs_work(sandbox):
    """Threads, processes, pipes, what a shell and an interpreter do."""
    script = "import subprocess, threading; t = threading.Thread(target=print, args=('thread',)); t.start(); t.join(); print(subprocess.check_output(['sh', '-c', 'echo a | cat']).decode(), end='')"
    assert sandbox.python_in(script).split() == ["thread", "a"]


