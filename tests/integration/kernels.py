"""What this machine's kernel offers, found out without weir: whether a sandbox can have namespaces, and which attempts
of `weir doctor` it cannot make."""

import ctypes
import os
import socket
import subprocess
import sys

import pytest

IO_URING_SETUP = 425
IO_URING_PARAMS_BYTES = 120
UNSHARE_USER = "import ctypes; raise SystemExit(ctypes.CDLL(None).unshare(0x10000000) != 0)"
NO_NAMESPACES_HERE = "the kernel gives no user namespaces here, as in a chroot"


def has_io_uring():
    fd = ctypes.CDLL(None).syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(IO_URING_PARAMS_BYTES))
    if fd >= 0:
        os.close(fd)
    return fd >= 0


def has_vsock():
    try:
        socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True


def has_user_namespaces():
    return subprocess.run([sys.executable, "-c", UNSHARE_USER]).returncode == 0


HAS = {"io_uring": has_io_uring, "vsock": has_vsock, "user_namespace": has_user_namespaces}
LACKS = {name for name, has in HAS.items() if not has()}
needs_namespaces = pytest.mark.skipif("user_namespace" in LACKS, reason=NO_NAMESPACES_HERE)


def need_namespaces():
    if "user_namespace" in LACKS:
        pytest.skip(NO_NAMESPACES_HERE)
