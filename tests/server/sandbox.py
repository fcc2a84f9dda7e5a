"""The system call filter of deploy/erre.service, for a process of a test: `python -m tests.server.sandbox COMMAND …`.

The unit forbids the groups @privileged and @resources with EPERM. The numbers below are those of x86-64; on another
machine the sandbox says so instead of letting a test pass.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

# From `systemd-analyze syscall-filter @privileged @resources` on x86-64.
FORBIDDEN = {
    "acct": 163,
    "bpf": 321,
    "chown": 92,
    "chroot": 161,
    "clock_adjtime": 305,
    "clock_settime": 227,
    "delete_module": 176,
    "finit_module": 313,
    "init_module": 175,
    "ioprio_set": 251,
    "mbind": 237,
    "migrate_pages": 256,
    "move_pages": 279,
    "nfsservctl": 180,
    "pivot_root": 155,
    "quotactl": 179,
    "reboot": 169,
    "sched_setaffinity": 203,
    "sched_setattr": 314,
    "sched_setparam": 142,
    "sched_setscheduler": 144,
    "set_mempolicy": 238,
    "setdomainname": 171,
    "setgid": 106,
    "setgroups": 116,
    "setpriority": 141,
    "setrlimit": 160,
    "settimeofday": 164,
    "setuid": 105,
    "swapon": 167,
    "swapoff": 168,
    "vhangup": 153,
}
EPERM = 1
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER_MODE = 38, 22, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000


class Program(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def forbid(numbers: list[int]) -> None:
    """From now on these system calls fail with EPERM, here and in every process that is started from here."""
    steps = [struct.pack("HBBI", LOAD, 0, 0, 0)]
    for number in numbers:
        steps += [struct.pack("HBBI", EQUAL, 0, 1, number), struct.pack("HBBI", RETURN, 0, 0, ERRNO | EPERM)]
    steps.append(struct.pack("HBBI", RETURN, 0, 0, ALLOW))
    code = ctypes.create_string_buffer(b"".join(steps))
    program = Program(len(steps), ctypes.cast(code, ctypes.c_void_p))
    libc = ctypes.CDLL(None, use_errno=True)
    for call in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, FILTER_MODE, ctypes.byref(program), 0, 0)):
        if libc.prctl(*call) != 0:
            raise OSError(ctypes.get_errno(), "this kernel takes no filter")


def main() -> None:
    """Run a command inside the sandbox. setpriority is forbidden too: older units did, and nothing may break."""
    if platform.machine() != "x86_64":
        sys.exit("the sandbox knows the system calls of x86-64 only")
    forbid(sorted(FORBIDDEN.values()))
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])


if __name__ == "__main__":
    main()
