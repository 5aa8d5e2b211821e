"""Runs a command as a container runtime's default profile does: without user namespaces. `python3 … command argument…`

Like Docker's profile for a process without CAP_SYS_ADMIN: clone and unshare fail with EPERM if they ask for a namespace, and clone3,
whose arguments a filter cannot read, with ENOSYS. For x86-64.
"""

import ctypes
import os
import struct
import sys

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
CLONE, UNSHARE, CLONE3 = 56, 272, 435
NEW_NAMESPACE = 0x10000000 | 0x20000000 | 0x40000000 | 0x00020000  # user, PID, network, mount
ALLOW, EPERM, ENOSYS = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38
NUMBER, FIRST_ARGUMENT = 0, 16  # offsets in struct seccomp_data


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value)


program = b"".join(
    [
        instruction(LOAD, NUMBER),
        instruction(EQUAL, CLONE, 0, 2),
        instruction(LOAD, FIRST_ARGUMENT),
        instruction(ANY_BIT, NEW_NAMESPACE, 5, 6),
        instruction(EQUAL, UNSHARE, 0, 2),
        instruction(LOAD, FIRST_ARGUMENT),
        instruction(ANY_BIT, NEW_NAMESPACE, 2, 3),
        instruction(EQUAL, CLONE3, 0, 2),
        instruction(RETURN, ENOSYS),
        instruction(RETURN, EPERM),
        instruction(RETURN, ALLOW),
    ]
)


class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("program", ctypes.c_void_p)]


libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(program)
given = Filter(len(program) // 8, ctypes.cast(buffer, ctypes.c_void_p))
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(given), 0, 0) != 0:
    sys.exit(f"no filter: {os.strerror(ctypes.get_errno())}")
os.execvp(sys.argv[1], sys.argv[1:])
