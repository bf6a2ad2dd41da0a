"""Child processes that end with their parent, even if the test run is killed."""

import ctypes
import os
import signal

PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None).prctl


def bind(parent, number=signal.SIGKILL):
    """This process gets the signal when its parent ends; it leaves at once where that has happened already."""
    _prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def bound(number=signal.SIGKILL, then=None):
    """For preexec_fn of a process that is started here. The kernel means the thread that starts it: the main one, which stays."""
    parent = os.getpid()

    def prepare():
        bind(parent, number)
        if then:
            then()

    return prepare
