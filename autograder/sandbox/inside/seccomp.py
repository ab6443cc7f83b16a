"""Restricts the system calls of a student's kernel by a seccomp filter, which each kernel loads for
itself.

Namespaces hide most of the machine, but not everything. Some system calls hold memory that nobody
counts. Some reach beyond the kernel, for example to find out which parts of a library's files are
in memory. Some, such as those of epoll, use up what all processes of a user share. Some leave a
mark on a file, or read what Linux remembers about one, so a submission could leave a message for a
later one. Still others no notebook needs. So there is a list of the calls that are allowed. Any
other call fails as if this Linux did not have it, and libraries are prepared for that.
"""

import platform
import struct
from typing import Literal, NamedTuple

# The names and numbers of system calls, as name:x86_64:aarch64.
ALLOWED = {
    "files": """
        read:0:63 write:1:64 readv:19:65 writev:20:66 pread64:17:67 pwrite64:18:68 preadv:295:69
        pwritev:296:70 lseek:8:62 open:2:- openat:257:56 creat:85:-
        dup:32:23
        stat:4:- lstat:6:- fstat:5:80 newfstatat:262:79 statx:332:291 statfs:137:43 fstatfs:138:44
        access:21:- faccessat:269:48 faccessat2:439:439 readlink:89:- readlinkat:267:78
        getdents:78:- getdents64:217:61 getcwd:79:17 chdir:80:49 fchdir:81:50 mkdir:83:-
        mkdirat:258:34 rmdir:84:- rename:82:- renameat:264:38 renameat2:316:276 link:86:-
        linkat:265:37 symlink:88:- symlinkat:266:36 unlink:87:- unlinkat:263:35 chmod:90:-
        fchmod:91:52 fchmodat:268:53 chown:92:- fchown:93:55 lchown:94:- fchownat:260:54
        umask:95:166 truncate:76:45 ftruncate:77:46 fallocate:285:47
        copy_file_range:326:285 fsync:74:82 fdatasync:75:83
        sync_file_range:277:84 utime:132:- utimes:235:- futimesat:261:- utimensat:280:88
        getxattr:191:8 lgetxattr:192:9 fgetxattr:193:10 listxattr:194:11 llistxattr:195:12
        flistxattr:196:13 mknod:133:- mknodat:259:33
    """,
    "memory": """
        brk:12:214 munmap:11:215 mremap:25:216 mprotect:10:226
        msync:26:227 membarrier:324:283 get_mempolicy:239:236 pkey_alloc:330:289 pkey_free:331:290
        pkey_mprotect:329:288
    """,
    "its process and threads": """
        exit:60:93 exit_group:231:94 wait4:61:260 waitid:247:95 getpid:39:172 getppid:110:173
        gettid:186:178 getpgid:121:155 getpgrp:111:- setpgid:109:154 getsid:124:156
        kill:62:129 tkill:200:130 tgkill:234:131 pidfd_open:434:434 pidfd_send_signal:424:424
        set_tid_address:218:96 set_robust_list:273:99 get_robust_list:274:100 futex:202:98
        futex_waitv:449:449 rseq:334:293 arch_prctl:158:- restart_syscall:219:128
    """,
    "signals": """
        rt_sigaction:13:134 rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigpending:127:136
        rt_sigsuspend:130:133 rt_sigtimedwait:128:137 rt_sigqueueinfo:129:138
        rt_tgsigqueueinfo:297:240 sigaltstack:131:132 signalfd:282:- signalfd4:289:74 pause:34:-
        alarm:37:-
    """,
    "users and limits": """
        getuid:102:174 geteuid:107:175 getgid:104:176 getegid:108:177 getresuid:118:148
        getresgid:120:150 getgroups:115:158 setuid:105:146 setgid:106:144 setreuid:113:145
        setregid:114:143 setresuid:117:147 setresgid:119:149 setfsuid:122:151 setfsgid:123:152
        capget:125:90 getrlimit:97:163 setrlimit:160:164 getrusage:98:165 getpriority:140:141
        ioprio_get:252:31
    """,
    "time and scheduling": """
        time:201:- gettimeofday:96:169 times:100:153 clock_gettime:228:113 clock_getres:229:114
        clock_nanosleep:230:115 nanosleep:35:101 getitimer:36:102 setitimer:38:103
        timer_create:222:107 timer_settime:223:110 timer_gettime:224:108 timer_getoverrun:225:109
        timer_delete:226:111 timerfd_create:283:85 timerfd_settime:286:86 timerfd_gettime:287:87
        sched_yield:24:124 sched_getaffinity:204:123 sched_getscheduler:145:120
        sched_getparam:143:121 sched_getattr:315:275 sched_get_priority_max:146:125
        sched_get_priority_min:147:126 sched_rr_get_interval:148:127 getcpu:309:168
    """,
    "waiting": """
        select:23:- pselect6:270:72 poll:7:- ppoll:271:73 eventfd:284:- eventfd2:290:19 pipe:22:-
        pipe2:293:59
    """,
    "sockets, once there are any": """
        bind:49:200 listen:50:201 accept:43:202 accept4:288:242 connect:42:203 getsockname:51:204
        getpeername:52:205 getsockopt:55:209 shutdown:48:210 sendto:44:206 sendmsg:46:211
        sendmmsg:307:269 recvfrom:45:207 recvmsg:47:212 recvmmsg:299:243
    """,
    "the system": """
        uname:63:160 sysinfo:99:179 getrandom:318:278
    """,
}
EPERM, ENOSYS, ENOTSUP, EAFNOSUPPORT = 1, 38, 95, 97
AF_UNIX, SHARED_AND_NAMELESS = 1, 0x21
THREAD = 0x10400  # CLONE_THREAD and CLONE_FILES
# The last descriptor that a kernel may have leads to the host. No notebook can close it or redirect
# it: the calls that could do so are allowed only with the other descriptors, `OTHERS`.
TO_HOST = 255
OTHERS = tuple(range(TO_HOST))
# The advice that `madvise` may give. The rest would merge memory with that of others, or treat it
# as broken, for example.
MADVISE = (*range(5), 8, 10, 11, *range(14, 26), 102, 103)
# The commands of `fcntl` that concern only a descriptor, or the state of a pipe or file while it is
# open. The others lock files, which takes memory that nobody counts, make pipes larger, or leave
# something with a file: leases, notifications and hints.
FCNTL = (*range(5), *range(8, 12), 15, 16, 1030, *range(1032, 1035))
# The commands of `ioctl` with which libraries ask whether a descriptor is a terminal and how large
# it is, and those that work with any descriptor, such as FIOCLEX. The others are for terminals, of
# which there are none, or for devices and file systems, where some leave a mark on a file.
IOCTL = 0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x5452
# The options of `setsockopt` that hold no memory: for reusing addresses, keeping a connection alive
# or closing it, and for time limits. The others make buffers larger, attach programs, or are not
# for local sockets.
SOCKET_OPTIONS = 2, 9, 13, 16, 20, 21, 66, 67
# The options of `prctl` for the signal that comes when a parent ends, for whether memory may be
# read, for the names of threads, for privileges, and for the precision of timers. Others load
# filters, merge memory with that of other processes, or keep a core to themselves.
PRCTL = 1, 2, 3, 4, 15, 16, 23, 29, 30, 38, 39


class ArgumentTest(NamedTuple):
    """What an argument of a call must be, or else the call fails."""

    argument: int  # its place among the arguments
    # "is": it must be this value, or one of these; "with": it must have these bits; "not both": it
    # must not have both of these bits.
    kind: Literal["is", "with", "not both"]
    value: int | tuple[int, ...]
    errno: int = ENOSYS


# Calls, written as above, that are allowed if their arguments pass all tests.
BY_ARGUMENT = {
    "socket:41:198": [ArgumentTest(0, "is", AF_UNIX, EAFNOSUPPORT)],
    "socketpair:53:199": [ArgumentTest(0, "is", AF_UNIX, EAFNOSUPPORT)],
    # The warden computes the memory of sockets from the usual size of their buffers.
    "setsockopt:54:208": [ArgumentTest(2, "is", SOCKET_OPTIONS)],
    # Only threads may be made, not processes. Without privileges, they get no namespaces of their
    # own. They must share one table of descriptors, or else each could open as many as one process
    # may. Whatever starts a process tries this call last, so it reports "Operation not permitted".
    "clone:56:220": [ArgumentTest(0, "with", THREAD, EPERM)],
    "close:3:57": [ArgumentTest(0, "is", OTHERS, EPERM)],
    "close_range:436:436": [  # the flag is CLOSE_RANGE_CLOEXEC
        ArgumentTest(1, "is", OTHERS, EPERM),
        ArgumentTest(2, "is", (0, 4), EPERM),
    ],
    "dup2:33:-": [ArgumentTest(1, "is", OTHERS, EPERM)],
    "dup3:292:24": [ArgumentTest(1, "is", OTHERS, EPERM)],
    # Shared memory without a name can be held without being in the page table of any process.
    "mmap:9:222": [ArgumentTest(3, "not both", SHARED_AND_NAMELESS)],
    "madvise:28:233": [ArgumentTest(2, "is", MADVISE)],
    "prctl:157:167": [ArgumentTest(0, "is", PRCTL)],
    # Only for the caller itself.
    "prlimit64:302:261": [ArgumentTest(0, "is", 0)],
    "setpriority:141:140": [ArgumentTest(0, "is", 0), ArgumentTest(1, "is", 0)],
    "fcntl:72:25": [ArgumentTest(1, "is", FCNTL)],
    "ioctl:16:29": [ArgumentTest(1, "is", IOCTL)],
}
# Attributes of files, which would be held in memory that nobody counts. These calls fail as on a
# file system that has none, for which functions that copy files are prepared.
UNSUPPORTED = """
    setxattr:188:5 lsetxattr:189:6 fsetxattr:190:7 removexattr:197:14 lremovexattr:198:15
    fremovexattr:199:16
"""
AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Classic BPF, as in linux/filter.h; the offsets are those of `struct seccomp_data`.
LOAD, AND, RETURN = 0x20, 0x54, 0x06
JUMP, JUMP_EQUAL, JUMP_ABOVE, JUMP_AT_LEAST = 0x05, 0x15, 0x25, 0x35
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000


class UnknownMachine(RuntimeError):
    """The numbers of this machine's system calls are not known."""


def filter_program() -> bytes:
    """The filter, in the form that Linux reads.

    Raises:
        UnknownMachine: this machine is neither x86_64 nor aarch64.
    """
    machine = platform.machine()
    if machine not in AUDIT_ARCH:
        raise UnknownMachine(f"There is no system call filter for {machine}.")
    lines = [
        _line(LOAD, ARCHITECTURE),
        _line(JUMP_EQUAL, AUDIT_ARCH[machine], 1, 0),
        _line(RETURN, KILL),
        _line(LOAD, NUMBER),
    ]
    for first, last in _ranges(_always_allowed(machine)):
        lines += [
            _line(JUMP_AT_LEAST, first, 0, 2),
            _line(JUMP_ABOVE, last, 1, 0),
            _line(RETURN, ALLOW),
        ]
    for call, tests in BY_ARGUMENT.items():
        checks = [line for test in tests for line in _test_lines(test)]
        checks.append(_line(RETURN, ALLOW))
        if (number := _number(call, machine)) != "-":
            lines += [_line(JUMP_EQUAL, int(number), 0, len(checks)), *checks]
    for call in UNSUPPORTED.split():
        lines.append(_line(JUMP_EQUAL, int(_number(call, machine)), 0, 1))
        lines.append(_line(RETURN, REFUSE | ENOTSUP))
    return b"".join([*lines, _line(RETURN, REFUSE | ENOSYS)])


def _always_allowed(machine: str) -> list[int]:
    """The numbers of the calls allowed with any arguments."""
    calls = " ".join(ALLOWED.values()).split()
    numbers = (_number(call, machine) for call in calls)
    return sorted(int(number) for number in numbers if number != "-")


def _number(call: str, machine: str) -> str:
    """The number of a call on a machine, or "-"."""
    _, x86_64, aarch64 = call.split(":")
    return x86_64 if machine == "x86_64" else aarch64


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Numbers as ranges of consecutive ones: the first and the last of each."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], number
        else:
            ranges.append((number, number))
    return ranges


def _test_lines(test: ArgumentTest) -> list[bytes]:
    """Lines of the filter that refuse the call unless the argument passes the test."""
    # Only the lower half of it, since Linux looks at no more of these arguments.
    lines = [_line(LOAD, ARGUMENTS + 8 * test.argument)]
    refuse = _line(RETURN, REFUSE | test.errno)
    if isinstance(test.value, tuple):
        ranges = _ranges(sorted(test.value))
        for left, (first, last) in zip(reversed(range(len(ranges))), ranges, strict=True):
            lines += [_line(JUMP_AT_LEAST, first, 0, 2), _line(JUMP_ABOVE, last, 1, 0)]
            lines.append(_line(JUMP, 3 * left + 1))
        return [*lines, refuse]
    if test.kind in ("with", "not both"):
        lines.append(_line(AND, test.value))
    passes_if_equal = test.kind in ("is", "with")
    lines.append(_line(JUMP_EQUAL, test.value, passes_if_equal, not passes_if_equal))
    return [*lines, refuse]


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)
