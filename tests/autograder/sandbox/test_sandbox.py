"""Attacks on the sandbox, as whoever runs the tests and, if that is root, as an ordinary user too.

In the students' code, `attempt(what, function)` notes what was not prevented.
"""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.base.paths import ROOT
from autograder.grading import notebook_run
from autograder.grading.notebook_run import NotebookRun
from autograder.in_kernel.evidence import MIME
from autograder.in_kernel.sealed import KEY_BYTES
from autograder.judge.reply import NoEvidence, Reply, evidence_in, request
from autograder.sandbox import bubblewrap, kernel, shown_files, zygotes
from autograder.sandbox.failures import NoSandbox, NotForked
from autograder.sandbox.library import library
from autograder.sandbox.limits import Limits
from autograder.sandbox.zygotes import Zygote, zygote
from tests.conftest import for_today
from tests.helpers import ordinary_user
from tests.helpers.clock import PATIENCE, soon
from tests.helpers.hostile import ON_THE_SANDBOX

pytestmark = pytest.mark.slow
TOOLS = """
import contextlib, ctypes, errno, glob, mmap, os, resource, signal, socket, sys, threading, time
won = []
def attempt(what, function):
    with contextlib.suppress(OSError, ImportError, ValueError, MemoryError):
        won.append((what, repr(function())[:100]))
libc = ctypes.CDLL(None, use_errno=True)
def call(*numbers):
    "The error of a system call that has other numbers on x86_64 and aarch64; 0 if there was none."
    *arguments, machine = numbers[2:], os.uname().machine
    number = numbers[0] if machine == "x86_64" else numbers[1]
    arguments = [ctypes.c_long(each) for each in arguments[0]]
    return ctypes.get_errno() if libc.syscall(ctypes.c_long(number), *arguments) == -1 else 0
"""


def run(*sources: str, **limits) -> tuple[NotebookRun, list]:
    """Cells in a kernel; what each displays as its result, or the error."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in (TOOLS, *sources)])
    patient = {"cell_seconds": PATIENCE, "submission_seconds": 3 * PATIENCE}
    with NotebookRun(notebook, limits=Limits(**patient | limits)) as done:
        done.run_cells()
    told = []
    for cell in notebook.cells[1:]:
        last = cell.outputs[-1] if cell.outputs else {"text": ""}
        told.append(
            last.get("evalue") or last.get("text", "") or last.get("data", {}).get("text/plain", "")
        )
    return done, told


def result(*sources: str, **limits) -> str:
    """What the last of some cells displays, when none of them was stopped."""
    done, told = run(*sources, **limits)
    assert not done.stopped
    return told[-1]


@pytest.fixture
def own_zygote(monkeypatch) -> Iterator[None]:
    """A new zygote for one test."""
    mine = Zygote(unsafe=False)
    monkeypatch.setitem(zygotes._zygotes, False, mine)
    yield
    mine.close()


AS_ROOT_ALONE = ("ordinary", "same_order", "slow_start", "machine")  # words in names of tests


@pytest.mark.parametrize("of", [8, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_sandbox_also_holds_for_an_ordinary_user(of):
    """Of the tests in this file and the attacks on the sandbox an eighth, by day."""
    names = [name for name in globals() if name.startswith("test_")]
    tests = [f"{__file__}::{n}" for n in names if not any(word in n for word in AS_ROOT_ALONE)]
    attack = f"{ROOT}/tests/autograder/grading/test_hostile.py::test_an_attack_wins_nothing"
    tests += [f"{attack}[{name}]" for name in ON_THE_SANDBOX]
    ordinary_user.pass_too(*for_today(tests, len(tests) // of, "ordinary"))


# What can be written, seen and asked for.

WRITABLE = f"""
mine = ("/tmp", "/dev/shm")
devices = {{"/dev/" + each for each in ("null", "zero", "full", "random", "urandom", "tty")}}
deep = ("/usr/lib", "/usr/share", "/usr/bin", {sys.prefix + "/lib"!r}, {sys.base_prefix + "/lib"!r})
def everything():
    for folder, folders, files in os.walk("/"):
        yield folder
        yield from (os.path.join(folder, name) for name in files)
        if folder.startswith(deep): folders.clear()
found = {{p for p in everything() if os.access(p, os.W_OK, follow_symlinks=False)}} - devices
sorted(p for p in found if not p.startswith(mine) and not os.path.islink(p))
"""


def test_only_scratch_space_can_be_written():
    assert result(WRITABLE) == "[]"


def test_folders_shared_by_kernels_cannot_be_changed():
    parents = [str(p) for path in (sys.prefix, sys.base_prefix) for p in Path(path).parents]
    hidden = shown_files.hidden_folders()
    folders = {"/etc", "/dev", "/run", "/proc", "/library", "/usr", *parents, *hidden}
    folders = sorted(folders - {"/tmp"})  # of which each kernel has its own
    value = result(
        f"for folder in {folders!r}:\n"
        "    attempt(folder, lambda: open(folder + '/planted.py', 'w'))\n"
        "    attempt(folder, lambda: os.mkdir(folder + '/planted'))\n"
        "    attempt(folder, lambda: os.symlink('/tmp', folder + '/planted'))\n"
        "    attempt(folder, lambda: os.chmod(folder, 0o777))\n"
        "    if folder != '/': attempt(folder, lambda: os.rename(folder, folder + '-away'))\n"
        "won"
    )
    assert value == "[]"


def test_endless_files_cannot_be_made_where_they_are_not_counted():
    made = result(
        "made = 0\n"
        "for folder in ('/dev/shm', '/proc', '/tmp'):\n"
        "    with contextlib.suppress(OSError): os.chmod(folder, 0o777)\n"
        "    with contextlib.suppress(OSError):\n"
        "        for i in range(600_000):\n"
        "            os.symlink('x' * 100, f'{folder}/{i}')\n"
        "            made += 1\n"
        "made"
    )
    assert int(made) < 22_000


def test_a_full_scratch_space_harms_nobody_else():
    fill = (
        "try:\n"
        "    for i in range(10**6):\n"
        "        with open(f'/tmp/{i}', 'wb', buffering=0) as f:\n"
        "            if f.write(bytes(2**20)) < 2**20: raise OSError('full')\n"
        "except OSError as error: print(error)"
    )
    assert result(fill, "1 + 1", disk_mib=16).strip() == "2"
    assert result("open('/tmp/x', 'w').write('free')") == "4"


def test_links_do_not_lead_to_other_files():
    value = result(
        "attempt('hard', lambda: os.link('/library/zygote.py', '/tmp/hard'))\n"
        "os.symlink('/proc/1/root', '/tmp/link')\n"
        "attempt('soft', lambda: os.listdir('/tmp/link'))\n"
        "os.symlink('/library/zygote.py', '/tmp/py')\n"
        "attempt('through', lambda: open('/tmp/py', 'a'))\n"
        "won"
    )
    assert value == "[]"


def test_there_are_no_terminals():
    value = result(
        "attempt('new', os.openpty)\n"
        "attempt('of this machine', lambda: open('/dev/tty'))\n"
        "won, os.listdir('/dev/pts'), os.isatty(1)"
    )
    assert value == "([], [], False)"


def test_threads_share_one_table_of_descriptors():
    value = result(
        "import ctypes, platform\n"
        "linux, clone = ctypes.CDLL(None), 56 if platform.machine() == 'x86_64' else 220\n"
        "close_range, unshare, apart = 436, 2, 0x10900\n"
        "linux.syscall(close_range, 300, 301, unshare), linux.syscall(clone, apart, 0, 0, 0, 0)"
    )
    assert value == "(-1, -1)"


def test_no_kernel_begins_a_session_whose_priority_is_its_own():
    assert (
        result("attempt('session', os.setsid)\nwon, os.getpgid(0) == os.getpid()") == "([], True)"
    )


def test_the_timestamps_of_devices_cannot_be_changed():
    devices = "'null', 'zero', 'full', 'random', 'urandom', 'tty'"
    touch = f"for each in ({devices}): attempt(each, lambda: os.utime('/dev/' + each))\nwon"
    assert result(touch) == "[]"


# System calls, by their numbers, which fail as on a Linux that does not have them.
ABSENT = {
    "unshare users": (272, 97, 0x10000000),
    "setns": (308, 268, 0, 0),
    "mount": (165, 40, 0, 0, 0, 0, 0),
    "flock": (73, 32, 0, 6),  # a lock on a file that all kernels see would be seen by all
    # Which parts of a file are in memory, who else has read it, would be seen by all.
    "preadv2": (327, 286, 0, 0, 0, 0, 0, 8),
    "pwritev2": (328, 287, 1, 0, 0, 0, 0, 8),
    "mincore": (27, 232, 0, 0, 0),
    "fadvise64": (221, 223, 0, 0, 0, 4),
    "readahead": (187, 213, 0, 0, 0),
    # So would be which names were looked up, even of files that do not exist.
    "openat2": (437, 437, -100, 0, 0, 24),
    "umount2": (166, 39, 0, 0),
    "chroot": (161, 51, 0),
    "pivot_root": (155, 41, 0, 0),
    "fsopen": (430, 430, 0, 0),
    "open_tree": (428, 428, 0, 0, 0),
    "move_mount": (429, 429, 0, 0, 0, 0, 0),
    "mount_setattr": (442, 442, 0, 0, 0, 0, 0),
    "io_setup": (206, 0, 1, 0),
    "io_uring_setup": (425, 425, 1, 0),
    "fanotify_init": (300, 262, 0, 0),
    "inotify_init1": (294, 26, 0),
    "epoll_create1": (291, 20, 0),
    "bpf": (321, 280, 0, 0, 0),
    "perf_event_open": (298, 241, 0, 0, 0, 0, 0),
    "userfaultfd": (323, 282, 0),
    "memfd_create": (319, 279, 0, 0),
    "memfd_secret": (447, 447, 0),
    "shmget": (29, 194, 0, 4096, 0o1600),
    "msgget": (68, 186, 0, 0o1600),
    "mq_open": (240, 180, 0, 0, 0, 0),
    "add_key": (248, 217, 0, 0, 0, 0, 0),
    "keyctl": (250, 219, 0, 0, 0, 0, 0),
    "ptrace": (101, 117, 0, 0, 0, 0),
    "process_vm_readv": (310, 270, 1, 0, 0, 0, 0, 0),
    "pidfd_getfd": (438, 438, 0, 0, 0),
    "splice": (275, 76, 0, 0, 0, 0, 0, 0),
    "vmsplice": (278, 75, 0, 0, 0, 0),
    "tee": (276, 77, 0, 0, 0, 0),
    "sched_setaffinity": (203, 122, 0, 0, 0),
    "sched_setscheduler": (144, 119, 0, 0, 0),
    "a core without neighbours": (157, 167, 62, 1, 0, 0, 0),
    "another's limits": (302, 261, 1, 7, 0, 0),
    "another's priority": (141, 140, 0, 1, 19),
    "a lease": (72, 25, 0, 1024, 0),
    "larger pipes": (72, 25, 0, 1031, 1 << 20),
    "a hint that stays with a file": (72, 25, 0, 1036, 0),
    "typing for others": (16, 29, 0, 0x5412, 0),
    "a terminal's driver": (16, 29, 0, 0x5423, 0),
    "a mark in a file system's memory": (16, 29, 0, 0x6612, 0),
    "larger buffers of sockets": (54, 208, 0, 1, 7, 0, 4),
    # What follows is held in memory that nobody counts.
    "a filter of its own": (317, 277, 1, 0, 0),
    "a filter of its own, as an option": (157, 167, 22, 2, 0, 0, 0),
    "memory merged with that of others": (157, 167, 67, 1, 0, 0, 0),
    "some memory merged with that of others": (28, 233, 0, 0, 12),
    "pages that are held for two bytes of a file": (40, 71, 1, 0, 0, 2),
    "a filter of a socket": (54, 208, 0, 1, 26, 0, 16),
    "shared memory without a name": (9, 222, 0, 4096, 3, 0x21, -1, 0),
    "writing out all disks": (162, 81),
    "a call of tomorrow": (999, 999),
    "a call under its other number": (0x40000000 + 39, 999),
    "reboot": (169, 142, 0, 0, 0, 0),
}


def test_system_calls_that_no_notebook_needs_are_absent():
    value = result(
        f"calls = {ABSENT!r}\n"
        "{name: error for name, n in calls.items() if (error := call(*n)) != errno.ENOSYS}"
    )
    assert value == "{}"


ATTRIBUTES = ((188, 5, 0, 0, 0, 0, 0), (189, 6, 0, 0, 0, 0, 0), (190, 7, 3, 0, 0, 0, 0))


def test_files_have_no_attributes():
    """A list of who has access takes 64 kB for each file, which nobody counts."""
    asked = f"{{call(*each) for each in {ATTRIBUTES}}} == {{errno.ENOTSUP}}"
    assert result(asked) == "True"
    copied = "import shutil\nopen('a', 'w').close(); shutil.copy2('a', 'b'); os.path.exists('b')"
    assert result(copied) == "True"


BY_NUMBER = {
    "fork": (57, 999),
    "vfork": (58, 999),
    "clone": (56, 220, 0x11, 0, 0, 0, 0),
    "clone in the same memory": (56, 220, 0x4111, 0, 0, 0, 0),
    "clone with another parent": (56, 220, 0x8011, 0, 0, 0, 0),
    "clone users": (56, 220, 0x10000011, 0, 0, 0, 0),
    "clone mounts": (56, 220, 0x00020011, 0, 0, 0, 0),
    "clone, as if a thread": (56, 220, 0x11 | 0x10000 << 32, 0, 0, 0, 0),
    "clone3": (435, 435, 0, 0),
    "execve": (59, 221, 0, 0, 0),
    "execveat": (322, 281, 3, 0, 0, 0, 0x1000),
}
STARTS_A_PROCESS = f"""
import asyncio, multiprocessing.util, pty, subprocess, torch
sys.modules["__main__"].__spec__ = None  # which multiprocessing looks at
me, true, by_number = os.getpid(), ["true"], {BY_NUMBER!r}
file = os.open(sys.executable, os.O_RDONLY)
def refused(error):
    if error: raise OSError(error, "")
def by(method): multiprocessing.get_context(method).Process(target=print).start()
def run_async(start, *what): asyncio.new_event_loop().run_until_complete(start(*what))
ways = {{
    "fork": os.fork,
    "forkpty": os.forkpty,
    "libc's fork": lambda: refused(libc.fork() < 0 and ctypes.get_errno()),
    "a terminal": lambda: pty.spawn(true),
    "posix_spawn": lambda: os.posix_spawn("/bin/true", true, {{}}),
    "spawn": lambda: os.spawnvp(os.P_NOWAIT, "true", true),
    "system": lambda: refused(os.system("true")),
    "popen": lambda: os.popen("true"),
    "subprocess": lambda: subprocess.run(true),
    "subprocess and fork": lambda: subprocess.run(true, preexec_fn=print),
    "a shell": lambda: subprocess.getoutput("true"),
    "asyncio": lambda: in_thread(run_async, asyncio.create_subprocess_exec, "true"),
    "multiprocessing's own way": lambda: multiprocessing.util.spawnv_passfds(b"true", true, []),
    "a pool": lambda: multiprocessing.Pool(2),
    "loading data": lambda: [*torch.utils.data.DataLoader(torch.ones(4), num_workers=2)],
    "exec": lambda: os.execv("/bin/true", true),
    "exec of an open file": lambda: os.execve(file, ["python", "-c", ""], {{}}),
}}
ways |= {{way: lambda way=way: by(way) for way in multiprocessing.get_all_start_methods()}}
ways |= {{"number: " + each: lambda n=n: refused(call(*n)) for each, n in by_number.items()}}
with_other_errors = "system", "forkpty", "a terminal"  # the last two find no terminal
def in_thread(function, *given):
    errors = []
    def run():
        try: function(*given)
        except OSError as error: errors.append(error)
    thread = threading.Thread(target=run)
    thread.start(); thread.join()
    for error in errors: raise error
for name, start in ways.items():
    for how in (lambda: start(), lambda: in_thread(start)):
        with contextlib.suppress(PermissionError):
            try: won.append((name, how()))
            except OSError as error:
                if error.errno != errno.ENOSYS and name not in with_other_errors: raise
        if os.getpid() != me: os._exit(0)
with contextlib.suppress(ChildProcessError): won.append(os.waitpid(-1, os.WNOHANG))
won
"""


@pytest.mark.parametrize("unsafe", [False, True])
def test_no_other_process_can_be_started(unsafe):
    assert result(STARTS_A_PROCESS, unsafe=unsafe) == "[]"


def test_usual_actions_of_notebooks_work():
    value = result(
        "import asyncio, concurrent.futures, multiprocessing, shutil, tempfile, torch\n"
        "open('/tmp/a', 'w').write('a'); shutil.copy2('/tmp/a', '/tmp/b')\n"
        "os.mkfifo('/tmp/fifo'); multiprocessing.Queue().put(1); socket.socketpair()\n"
        "with concurrent.futures.ThreadPoolExecutor() as pool: print([*pool.map(abs, [-1])])\n"
        "thread = threading.Thread(target=lambda: print(asyncio.run(asyncio.sleep(0, 2))))\n"
        "thread.start(); thread.join(); torch.set_num_threads(2)\n"
        "x = torch.ones(300, 300, requires_grad=True); (x @ x).sum().backward()\n"
        "print(float(x.grad[0, 0]), tempfile.NamedTemporaryFile().name[:9])"
    )
    assert value.split() == ["[1]", "2", "600.0", "/tmp/work"]


@pytest.mark.parametrize("unsafe", [False, True])
def test_only_one_family_of_sockets_is_allowed(unsafe):
    value = result(
        "def error(family, kind=socket.SOCK_STREAM):\n"
        "    try: return bool(socket.socket(family, kind).close())\n"
        "    except OSError as error: return error.errno\n"
        "{f: e for f in range(60) if (e := error(f, socket.SOCK_DGRAM)) != errno.EAFNOSUPPORT}",
        unsafe=unsafe,
    )
    assert value == "{1: False}"


# Memory and processor time.

SOCKETS = """
held = []
with contextlib.suppress(OSError):
    while True:
        for one in socket.socketpair():
            one.setblocking(False)
            held.append(one)
            with contextlib.suppress(BlockingIOError):
                while True: one.send(bytes(60_000))
time.sleep(15)
"""


def test_memory_of_sockets_is_counted():
    done, _ = run(SOCKETS, memory_mib=64)
    assert "memory" in done.stopped[1]


@pytest.mark.parametrize("kind", ["-1", "os.open('/dev/zero', os.O_RDWR)"])
def test_memory_outside_any_page_table_cannot_be_held(kind):
    _, (told,) = run(f"kept = mmap.mmap({kind}, 1 << 20)")
    assert "Errno" in told


def test_memory_of_a_kernel_whose_first_thread_has_ended_is_counted():
    hold = (
        "def hold():\n"
        "    held = [bytearray(os.urandom(1 << 20)) for _ in range(300)]\n"
        "    time.sleep(15); os._exit(0)\n"
        "threading.Thread(target=hold).start()\n"
        "call(60, 93, 0)"
    )
    done, _ = run(hold, memory_mib=200)
    assert "memory" in done.stopped[1]


def test_a_kernel_gets_no_huge_pages():
    """Nearly all of such a page can be unmapped, and Linux still keeps it: 5 GiB were held so."""
    error = result(
        "kept = mmap.mmap(-1, 8 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
        "kept[:] = bytes(len(kept))\n"
        "collapse, refused = 25, 'nothing'\n"
        "try: kept.madvise(collapse)\n"
        "except OSError as error: refused = errno.errorcode[error.errno]\n"
        "refused"
    )
    assert error == "'EINVAL'"


SWAPS_THE_CHANNEL = """
wire = get_ipython().display_pub.session
class Swapping:
    out = wire.out
    def write(self, frame):
        return len(frame) if b"evidence" in bytes(frame) else self.out.write(frame)
    def __enter__(self): wire.out = self
    def __exit__(self, *_): wire.out = self.out
wire.lock = Swapping()
"""


def test_evidence_does_not_go_through_what_a_notebook_can_replace():
    asked = new_code_cell(request([{"do": "defined", "names": ["wire"]}], "0" * 32))
    cells = [new_code_cell(SWAPS_THE_CHANNEL), asked, new_code_cell("print(wire.lock)")]
    with NotebookRun(new_notebook(cells=cells)) as done:
        done.run_cells()
    assert evidence_in(Reply(asked.outputs, "0" * 32))["answers"] == [{"defined": ["wire"]}]
    assert "Swapping" in cells[-1].outputs[0].text


def test_only_the_kernel_can_show_evidence(monkeypatch):
    """Code that prints the values of all that is running does not learn with which key it does."""
    key = bytes(range(97, 97 + KEY_BYTES))
    monkeypatch.setattr(kernel.secrets, "token_bytes", lambda _: key)
    nonce = "0" * 32
    forged = f'{{"nonce": "{nonce}", "signs": [], "code": "", "answers": []}}'
    look = """
import traceback
running = traceback.StackSummary.extract(traceback.walk_stack(None), capture_locals=True)
print("".join(running.format()))
display({MIME: {"evidence": FORGED}}, raw=True, display_id="a")
update_display({MIME: {"evidence": FORGED}}, raw=True, display_id="a")
"""
    look = look.replace("MIME", repr(MIME)).replace("FORGED", repr(forged))
    done, _ = run("from IPython.display import update_display", look)
    assert not done.stopped
    outputs = done._cells[-1].outputs
    assert "in serve" in outputs[0].text
    assert key.decode() not in outputs[0].text and key.hex() not in outputs[0].text
    with pytest.raises(NoEvidence):
        evidence_in(Reply(outputs, nonce))


def test_byte_ranges_of_files_cannot_be_locked():
    _, (told,) = run("import fcntl\nfcntl.lockf(open('/tmp/f', 'w'), fcntl.LOCK_EX, 1, 1)")
    assert "Errno" in told


def test_a_kernel_that_used_up_its_processor_time_ends_with_this_reason():
    done, _ = run("while True: pass", processor_seconds=1)
    assert "processor time" in done.stopped[1]


@pytest.mark.parametrize("name", ["python", "NSpid: x"])  # /proc shows it above the real one
def test_many_busy_threads_share_one_core_with_lower_priority(name):
    busy = (
        "import hashlib\n"
        "def compute():\n"
        f"    libc.prctl(15, {name.encode()!r}, 0, 0, 0)\n"
        "    while True: hashlib.pbkdf2_hmac('sha256', b'', b'', 10**5)\n"
        "for _ in range(6): threading.Thread(target=compute).start()\n"
        "compute()"
    )
    ours = {each.pid for each in psutil.Process(zygote().pid or os.getpid()).children(True)}
    attack = threading.Thread(target=run, args=(busy,), kwargs={"cell_seconds": 2 * PATIENCE})
    attack.start()
    last = {max(os.sched_getaffinity(0))}

    def is_behind(thread: int) -> bool:
        is_last = os.sched_getaffinity(thread) == last
        return is_last and os.getpriority(os.PRIO_PROCESS, thread) == 19

    def are_behind(process: psutil.Process) -> bool:
        with contextlib.suppress(psutil.Error, OSError):  # one has just ended
            threads = [thread.id for thread in process.threads()]
            return len(threads) >= 7 and all(map(is_behind, threads))
        return False

    def behind() -> list[psutil.Process]:
        new = (p for p in psutil.Process(zygote().pid).children(True) if p.pid not in ours)
        return [*filter(are_behind, new)]

    seen = soon(lambda: bool(behind()))
    for each in behind():
        each.kill()  # so that nobody waits until the cell is stopped
    attack.join()
    assert seen


def test_the_warden_cannot_be_kept_busy():
    waking = "end = time.time() + 2\nwhile time.time() < end: os.kill(1, signal.SIGCHLD)"
    assert float(result(waking, "time.clock_gettime(~1 << 3 | 2)")) < 0.5


def test_a_kernel_gets_no_module_that_needs_a_withheld_one():
    paths = [*(library() / "course").glob("*/**/*.py")]
    assert {"by_pytorch.py", "layer_chain.py", "passes.py"} <= {path.name for path in paths}
    texts = [path.read_text() for path in paths]
    needed = {name for text in texts for name in re.findall(r"from course\.(\w+)", text)}
    assert needed.isdisjoint({"check", "reference", "player", "lecture"})
    assert "train_on_digits" not in (library() / "course/homework/digits.py").read_text()
    imported = {
        name for text in texts for name in re.findall(r"^ *from (course[.\w]*)", text, re.M)
    }
    places = [library().joinpath(*name.split(".")) for name in imported]
    assert [p for p in places if not p.is_dir() and not p.with_suffix(".py").exists()] == []


# It starts wherever it is, and grades alike.


def test_memory_mapped_before_the_fork_does_not_count_against_the_limit(
    own_zygote, monkeypatch, tmp_path
):
    mapping = shutil.copytree(library(), tmp_path / "library")
    module = mapping / "pipe_kernel.py"
    held = "import mmap; mmap.HELD = mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE | 0x4000)\n"
    module.write_text(module.read_text().replace("import asyncio\n", "import asyncio\n" + held))
    monkeypatch.setattr(zygotes, "library", lambda: mapping)
    assert result("import mmap, torch; len(mmap.HELD)") == str(4 << 30)
    assert result("import torch; torch.zeros(40_000_000).sum().item()", memory_mib=600) == "0.0"


def test_a_failed_fork_ends_no_other_kernel(own_zygote, monkeypatch, tmp_path):
    copied = shutil.copytree(library(), tmp_path / "library")
    failing = (
        "    CALLS.append(1)\n    if len(CALLS) in (2, 3, 4): raise BlockingIOError(11, 'x')\n"
    )
    module, begin = copied / "linux.py", "    python, holding ="
    text = module.read_text().replace(begin, failing + begin)
    module.write_text(text.replace("def clone", "CALLS = []\n\n\ndef clone"))
    monkeypatch.setattr(zygotes, "library", lambda: copied)
    monkeypatch.setattr(zygotes, "PAUSES", (0, 0))
    one, pid = zygote().fork(Limits()), zygote().pid
    with pytest.raises(NotForked, match="BlockingIOError"):
        zygote().fork(Limits())
    another = zygote().fork(Limits())
    assert one.is_alive
    assert another.is_alive
    assert zygote().pid == pid
    for each in (one, another):
        each.end()


def test_a_grader_without_room_for_a_kernels_descriptors_says_so(own_zygote, monkeypatch):
    received = socket.recv_fds

    def with_few(fitting, *arguments):
        text, fds, *rest = received(*arguments)
        for fd in fds[fitting:]:
            os.close(fd)
        return text, fds[:fitting], *rest

    monkeypatch.setattr(zygotes, "PAUSES", ())
    for fitting in range(3):
        monkeypatch.setattr(socket, "recv_fds", partial(with_few, fitting))
        with pytest.raises(NotForked, match="too many files are open"):
            zygote().fork(Limits())


def test_sets_are_iterated_in_the_same_order_in_every_run(request):
    walk = "list({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'})"
    first = result(walk)
    request.getfixturevalue("own_zygote")
    assert result(walk) == first


@pytest.mark.parametrize("step", ["__init__", "wait_until_ready"])
def test_a_slow_start_costs_the_submission_no_time(step, monkeypatch):
    real, clock, passed = getattr(notebook_run.SandboxedKernel, step), time.monotonic, [0]

    def slowly(*arguments):
        passed.append(10 * PATIENCE)
        real(*arguments)

    monkeypatch.setattr(time, "monotonic", lambda: clock() + sum(passed))
    monkeypatch.setattr(notebook_run.SandboxedKernel, step, slowly)
    assert result("1 + 1") == "2"
    assert sum(passed) > 3 * PATIENCE  # which a submission may take


ELSEWHERE = """
import sys
from pathlib import Path
import autograder.base.paths
autograder.base.paths.ROOT = Path({clone!r})
from nbformat.v4 import new_code_cell, new_notebook
from autograder.grading.notebook_run import NotebookRun
from autograder.sandbox import bubblewrap, shown_files
from autograder.sandbox.failures import NoSandbox
notebook = new_notebook(cells=[new_code_cell('''
import os, torch
open('/tmp/mine', 'w').write('x'); os.mkdir('/tmp/folder')
def found(path):
    try: return os.listdir(path)
    except OSError: return []
print(found({clone!r}), found({python!r}), os.access({python!r}, os.W_OK), os.getcwd())
''')])
with NotebookRun(notebook) as run: run.run_cells()
assert sys.prefix == {python!r}, sys.prefix
shown_files.require_hidden(Path({clone!r}, 'class'))
try: shown_files.require_hidden(Path({python!r}, 'share', 'class'))
except NoSandbox: print('refused')
print(notebook.cells[0].outputs[0]["text"])
"""


def test_the_name_of_an_unknown_machine_is_as_linux_writes_it(monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "IP35")
    with pytest.raises(NoSandbox, match=r"^There .* for IP35\.$"):
        bubblewrap.try_namespaces([])


@pytest.mark.by_day(1)
@pytest.mark.parametrize("way", ["a folder of temporary files", "a link to it"])
def test_the_sandbox_works_from_any_folder_and_hides_the_clone(way, tmp_path):
    place = tmp_path / "a pláce"
    python = place / "work" / "environment"
    clone = python / "share" / "clone"  # which is shown, being Python's
    (clone / "solutions").mkdir(parents=True)
    (clone / "solutions" / "hw.py").write_text("secret")
    (python / "bin").mkdir()
    (python / "bin" / "python").symlink_to(Path(sys._base_executable).resolve())
    shutil.copy(Path(sys.prefix) / "pyvenv.cfg", python)
    (python / "lib").symlink_to(Path(sys.prefix) / "lib")
    if way == "a link to it":
        (tmp_path / "link").symlink_to(place)
        python = tmp_path / "link" / "work" / "environment"
    program = ELSEWHERE.format(clone=str(clone), python=str(python))
    done = subprocess.run(
        [python / "bin" / "python", "-c", program], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    shows, told = done.stdout.splitlines()[0], done.stdout.splitlines()[1]
    assert shows == "refused"
    assert told.startswith("[] ['")
    assert told.endswith("False /tmp/work")
