"""Running cells in sandboxed kernels, whatever the cells do."""

import asyncio
import contextlib
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.authoring.sample_class import SampleSubmission
from autograder.grading import notebook_run
from autograder.grading.notebook_run import NotebookRun
from autograder.grading.submission import SHORT_OF_MEMORY, grade_submission
from autograder.judge.flags.from_source import flags_in_source
from autograder.notebook.cells import grade_id
from autograder.notebook.titles import OWN_CELL
from autograder.sandbox.failures import KernelLost
from autograder.sandbox.limits import Limits
from autograder.sandbox.zygotes import zygote
from tests.helpers.clock import PATIENCE, soon
from tests.helpers.graded_attacks import grade, points
from tests.helpers.hostile import FULL, Attack

slow = pytest.mark.slow


def run(*sources, **limits):
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    return executed(notebook, limits=Limits(**limits)), notebook.cells


def executed(notebook, **options):
    with NotebookRun(notebook, **options) as done:
        done.run_cells()
    return done


def shown(cell):
    """Text results and errors of a cell."""
    told = []
    for output in cell.outputs:
        told.append(output.get("evalue") or output.get("text") or output.data["text/plain"])
    return told


def streams(cell, name):
    return "".join(o.text for o in cell.outputs if o.output_type == "stream" and o.name == name)


def kernels():
    """The processes that the zygote has started, and all of theirs."""
    return set(psutil.Process(zygote().pid).children(recursive=True))


@slow
def test_an_endless_cell_is_stopped_and_the_rest_runs():
    done, cells = run("x = 1", "print('begun')\nwhile True: pass", "x + 1", cell_seconds=4)
    assert list(done.stopped) == [1]
    assert "still running after 4 s" in done.stopped[1]
    assert shown(cells[2]) == ["2"]
    assert done.kernels == 2


@slow
def test_ending_the_kernel_costs_one_cell():
    done, cells = run("x = 1", "import os; os._exit(3)", "x + 1")
    assert list(done.stopped) == [1]
    assert "exit code 3" in done.stopped[1]
    assert shown(cells[2]) == ["2"]


@slow
def test_a_cell_is_run_again_by_its_replacement_after_a_restart():
    sources = ["a = 1", "a += 1; b = a", "import os; os._exit(1)", "print(a, b)"]
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    assert list(executed(notebook, again={1: "b = 7"}).stopped) == [2]
    assert streams(notebook.cells[3], "stdout") == "1 7\n"


def test_a_flood_of_output_is_cut():
    done, cells = run(
        "import time\nwhile True: print('x' * 5000); time.sleep(1e-3)",
        "1 + 1",
        cell_output_bytes=100_000,
    )
    assert "printed without end" in done.stopped[0]
    assert len(streams(cells[0], "stdout")) < 200_000
    assert shown(cells[1]) == ["2"]


@slow
def test_much_output_is_cut_without_ending_the_cell():
    done, cells = run("print('x' * 30_000)\n7", cell_output_bytes=20_000)
    assert not done.stopped
    assert "Only the first part of what a cell displays, 20,000 bytes, is kept." in streams(
        cells[0], "stdout"
    )
    assert shown(cells[0])[-1] == "7"


@slow
def test_input_fails_at_once():
    done, cells = run("input('name? ')")
    assert cells[0].outputs[-1].ename == "StdinNotImplementedError"
    assert done.seconds < 30


@slow
def test_outputs_arrive_as_in_jupyter():
    done, cells = run(
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nprint('first')",
        "from IPython.display import HTML, display\ndisplay(HTML('<b>1</b>'))\n"
        "display({'a/b': 'c'}, raw=True)",
        "import sys\nprint('out')\nprint('err', file=sys.stderr)\n5",
        "import os\n_ = os.write(1, b'sub\\n')",
        "class Told(Exception):\n  def _render_traceback_(self): return ['a sentence']\n"
        "raise Told('x')",
        "import asyncio\nawait asyncio.sleep(0, 'slept')",
        "%%capture kept\nprint('kept')",
        "kept.stdout, __name__",
        "plt.gcf().axes",
    )
    assert not done.stopped
    assert [o.output_type for o in cells[0].outputs] == ["stream", "display_data"]
    assert cells[0].outputs[1].data["image/png"].startswith("iVBOR")
    assert cells[1].outputs[0].data["text/html"] == "<b>1</b>"
    assert cells[1].outputs[1].data == {"a/b": "c"}
    assert streams(cells[2], "stdout") == "out\n"
    assert streams(cells[2], "stderr") == "err\n"
    assert cells[2].outputs[-1].execution_count == cells[2].execution_count == 3
    assert streams(cells[3], "stdout") == "sub\n"
    assert cells[4].outputs[0].traceback == ["a sentence"]
    assert shown(cells[5]) == ["'slept'"]
    assert shown(cells[7]) == ["('kept\\n', '__main__')"]
    assert shown(cells[8])[0] == "[]"  # the figures of the first cell are closed


@slow
@pytest.mark.parametrize(
    "command",
    [
        *("!pip install x", "%pip install x", "files = !ls\nassert files == []", "%sx ls", "!!ls"),
        *("%system ls", "%ls", "%%bash\nls", "%%sh\nls", "%%script python\n1", "%%!\nls"),
        *("if True:\n    !nvidia-smi", "%%time\n!ls", "import os\nos.system('ls');"),
    ],
)
def test_a_command_is_not_run_and_does_no_harm(command):
    done, (cell, after) = run(command, "1 + 1")
    assert "error" not in {output.output_type for output in cell.outputs}
    assert ("was not run" in streams(cell, "stdout")) != ("os.system" in command)
    assert shown(after) == ["2"]
    told = {OWN_CELL: done.other_code.get(0, [])}
    assert flags_in_source(new_notebook(cells=[cell]), told) == []


@slow
def test_answers_in_a_cell_with_a_command_earn_their_points():
    def install(notebook):
        for cell in notebook.cells:
            if grade_id(cell) in {"add", "mul"}:
                cell.source = f"!pip install torch\n{cell.source}"

    graded = grade(Attack(FULL["hw2-tanh"], base="solution", edit=install))
    assert str(graded.notebook).count("`pip install torch` was not run") == 2
    assert points(graded) == FULL["hw2-tanh"]
    assert graded.notes.flags == []


@slow
def test_a_kernel_leaves_nothing_behind():
    run("1")
    before = kernels()
    done, _ = run("import threading, time\nthreading.Thread(target=time.sleep, args=[600]).start()")
    assert not done.stopped
    assert soon(lambda: kernels() <= before)


@slow
def test_ending_the_zygote_interrupts_and_the_next_submission_runs():
    run("1")
    wait = "import ctypes, time\nctypes.CDLL(None).prctl(15, b'waiting', 0, 0, 0)\ntime.sleep(60)"
    notebook = new_notebook(cells=[new_code_cell(wait)])
    pid = zygote().pid

    def is_running() -> bool:
        with contextlib.suppress(psutil.Error):
            return any(each.name() == "waiting" for each in kernels())
        return False

    def end() -> None:
        if soon(is_running):
            os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=end)
    killer.start()
    with pytest.raises(KernelLost):
        executed(notebook)
    killer.join()
    _, cells = run("2 + 2")
    assert shown(cells[0]) == ["4"]


@slow
def test_cells_of_ones_own_that_never_end_leave_time_for_what_is_graded(monkeypatch):
    monkeypatch.setattr(notebook_run, "OWN_SHARE", 0.1)
    graded = new_code_cell("2 + 2", metadata={"nbgrader": {"grade_id": "square"}})
    notebook = new_notebook(cells=[new_code_cell("while True: pass") for _ in "abc"] + [graded])
    with NotebookRun(notebook, limits=Limits(cell_seconds=20, submission_seconds=20)) as done:
        done.run_cells()
    assert [*done.stopped] == [0, 1, 2]
    assert shown(graded) == ["4"]


@slow
def test_a_kernel_that_waits_for_the_judge_longer_than_a_submission_may_take_is_still_asked():
    notebook = new_notebook(cells=[new_code_cell("1 + 1")])
    with NotebookRun(notebook, limits=Limits(submission_seconds=5)) as done:
        done.run_cells()
        time.sleep(5)
        (output,) = done.run_more("print(2)")
    assert output.text == "2\n"
    assert not done.stopped_later


@slow
def test_a_kernel_that_nobody_ends_is_ended_by_its_warden():
    kernel = zygote().fork(Limits(submission_seconds=0.1))
    try:
        assert kernel.wait(PATIENCE)
        assert kernel.ending() == "It ran longer than 1 s."
    finally:
        kernel.end()


FORGED = """
import json, os, struct
def say(kind, content, cell=None):
    cell = get_ipython().display_pub.session.cell if cell is None else cell
    text = content if isinstance(content, bytes) else json.dumps(
        {"cell": cell, "type": kind, "content": content}).encode()
    os.write(3, struct.pack(">I", len(text)) + text)
"""


@slow
@pytest.mark.parametrize(
    "hostile",
    [
        "say('', b'[' * 100_000)",
        "say('', b'not JSON')",
        "say('stream', {'name': 'stdout', 'text': 5})",
        "say('stream', {'name': 'third', 'text': ''})",
        "say('display_data', {'data': {'a/json': float('nan')}})",
        "say('display_data', {'data': {'a/json': eval('[' * 50 + ']' * 50)}})",
        "say('display_data', {'data': {'text/plain': 5}})",
        "say('error', {'ename': 'E', 'evalue': '', 'traceback': 'no list'})",
        "say('invented', {})",
        "say('done', {'execution_count': 1})",
        "say('done', {'execution_count': 1, 'key': '00' * 16})",
        "os.write(3, bytes([255] * 5)); import time; time.sleep(60)",
    ],
)
def test_invalid_frames_cost_one_cell(hostile):
    done, cells = run("x = 1", FORGED + hostile, "x + 1", cell_seconds=5)
    assert list(done.stopped) == [1]
    assert shown(cells[2]) == ["2"]


@slow
def test_only_outputs_of_the_running_cell_count():
    other = "say('stream', {'name': 'stdout', 'text': 'forged'}, cell=1)"
    done, cells = run(FORGED, FORGED + other, "say")
    assert not done.stopped
    assert not any("forged" in str(cell.outputs) for cell in cells)


# The kernel then waits at a pipe, and a thread gets its next request.
TAKES_THE_REQUEST = """
import threading
pipe, same = os.pipe(), os.fstat(3).st_ino
for number in range(4, 255):
    try:
        if os.fstat(number).st_ino == same: os.dup2(pipe[0], number)
    except OSError: pass
def tell():
    text = os.read(3, 10_000).hex()
    say('stream', {'name': 'stdout', 'text': text}, cell=2)
threading.Thread(target=tell, daemon=True).start()
"""


@slow
def test_a_notebook_that_takes_a_request_cannot_read_it():
    done, cells = run(FORGED + TAKES_THE_REQUEST, "'a text of the next cell'", cell_seconds=4)
    assert "still running" in done.stopped[1]
    taken, *_ = cells[1].outputs
    request = bytes.fromhex(taken.text)
    assert len(request) > len("a text of the next cell")
    assert b"a text" not in request


@slow
def test_half_a_frame_does_not_block():
    done, cells = run("import os; os.write(3, b'\\0\\0'); os.read(3, 1)", "1", cell_seconds=4)
    assert "still running" in done.stopped[0]
    assert shown(cells[1]) == ["1"]
    assert done.seconds < 60


@slow
def test_exit_does_not_end_the_kernel():
    done, cells = run("x = 1\nexit()", "x + 1")
    assert not done.stopped
    assert shown(cells[1]) == ["2"]


@slow
def test_cells_run_inside_a_running_event_loop():
    async def press_the_button():
        return run("import asyncio\nawait asyncio.sleep(0, 'slept')")

    with ThreadPoolExecutor(1) as thread:  # in which no other test's loop is running
        done, cells = thread.submit(asyncio.run, press_the_button()).result()
    assert not done.stopped
    assert shown(cells[0]) == ["'slept'"]


@slow
def test_asking_for_too_much_memory_is_recorded():
    done, _ = run("1", "import torch; torch.zeros(10**12)", "import numpy; numpy.ones(10**12)")
    assert not done.stopped
    assert done.short_of_memory == [1, 2]


KEEPS_ONE_SHARE = """
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for input_node, share in zip(node.input_nodes, node.backward()):
            {}
"""


@slow
@pytest.mark.parametrize(
    ("line", "is_short"),
    [
        ("input_node.gradient = share", False),
        ("input_node.gradient = share  # MemoryError?", False),
        ("input_node.gradient = share + torch.zeros(10**12)", True),
        ("input_node.gradient = share; raise MemoryError", True),
    ],
)
def test_only_an_engine_that_asked_for_memory_is_flagged_for_it(line, is_short):
    engine = {"backward-algorithm": KEEPS_ONE_SHARE.format(line)}
    handed_in = nbformat.writes(SampleSubmission("ada", "hw1-cosh", engine).notebook()).encode()
    flags = grade_submission("hw1-cosh", handed_in, "a series", limits=Limits()).notes.flags
    assert any(flag.endswith(SHORT_OF_MEMORY) for flag in flags) == is_short, flags


@slow
def test_code_nested_too_deeply_for_the_parser_is_not_recorded_as_asking_for_memory():
    done, _ = run("1", "x = " + "-" * 90_000 + "1")
    assert not done.short_of_memory


@slow
def test_asking_for_too_much_memory_after_the_notebook_is_recorded():
    with NotebookRun(new_notebook()) as done:
        done.run_cells()
        done.run_more("1")
        done.run_more("import torch; torch.zeros(10**12)")
    assert done.short_of_memory == [0]


@slow
def test_the_reason_for_a_kernels_end_after_the_notebook_is_recorded():
    with NotebookRun(new_notebook(), limits=Limits(memory_mib=200)) as done:
        done.run_cells()
        done.run_more("held = bytearray(600 << 20); import time; time.sleep(15)")
        assert done.run_more("print(1)") == []  # nothing more is run
    assert "memory" in done.stopped_later
