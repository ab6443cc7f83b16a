"""Submissions written to be a burden where texts are only inspected: they hold up nobody, and
remarks on them do not bury those on others."""

import json
import os
import re
import signal
import struct
import sys
import time
import zlib
from contextlib import suppress

import nbformat
import pytest

from autograder.authoring.sample_class import SampleSubmission
from autograder.base import child_process
from autograder.base.paths import ROOT, released_path
from autograder.collect.archive import opened_inside
from autograder.collect.attempt_notebook import Inspection
from autograder.grading.grade import grade
from autograder.grading.notebook_with_questions import not_needed_in
from autograder.judge.flags.from_source import flags_in_source
from autograder.judge.question_plan import plan_for
from autograder.on_nbgrader.steps import NbgraderFailed
from autograder.repairing import boundaries
from autograder.repairing.repair import repair_for
from autograder.submissions import untrusted
from autograder.submissions.reading import read_notebook
from autograder.submissions.tidying import tidy
from autograder.submissions.unreadable import HAND_IN_RELEASED, NotReadNow, Unreadable
from autograder.submissions.untrusted import are_simple, work_on_file, work_on_notebook
from autograder.systems.download import BadDownload
from tests.helpers.damaged import as_bytes
from tests.helpers.grading import autograde_by_nbgrader, recorded_scores
from tests.helpers.submissions import submissions

HOMEWORK = "hw1-cosh"
PLAIN_MAGICS = "".join(f"a{i}=%a\n" for i in range(19))
SECONDS = 4  # of this process; where nothing ends it, it is minutes, or hours


@pytest.fixture
def here(monkeypatch):
    """The processor time that this process, and so everybody, has taken since the test began. One
    that is forked may take a second."""
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    begun = time.process_time()
    return lambda: time.process_time() - begun


def solved(*own: str) -> nbformat.NotebookNode:
    """The solution, with a student's own cells in it."""
    notebook = SampleSubmission("ann", HOMEWORK).notebook()
    notebook.cells[2:2] = map(nbformat.v4.new_code_cell, own)
    return notebook


def names(count: int) -> str:
    """Names, each of which a function reads and the cell binds."""
    called = [f"x{i}" for i in range(count)]
    return "=".join(called) + "=1\ndef sinh():\n    return " + ",".join(called)


# Made when they are needed: some are large.
FILES = {
    "nested brackets": lambda: b'{"cells": ' + b"[" * 5_000_000,
    "nested objects": lambda: b'{"cells": [' + b'{"cells":' * 1_000_000,
    "thirty megabytes": lambda: b" " * 30_000_000,
    "too many cells": lambda: as_bytes({"cells": [{"cell_type": "code", "source": "1"}] * 5000}),
    "too much text": lambda: as_bytes(
        {"cells": [{"cell_type": "code", "source": "1\n" * 400_000}] * 8}
    ),
    "a number of a million digits": lambda: b'{"cells": ' + b"9" * 1_000_000 + b"}",
    "a million broken cells": lambda: b'{"cells": [' + b'{"source": "x",' * 1_000_000,
    **{
        f"outputs such as {each}": lambda each=each: each * (30_000_000 // len(each))
        for each in (b'"outputs":[\\"\\"', b'"outputs":[[', b'"outputs":[')
    },
}


@pytest.mark.parametrize("name", FILES)
def test_a_burdensome_file_is_refused_quickly(name, here):
    with pytest.raises(Unreadable):
        work_on_file(FILES[name](), lambda notebook, _: vars(repair_for(HOMEWORK, notebook)))
    assert here() < SECONDS


def test_outputs_are_not_read_beyond_the_permitted_nesting(here):
    with pytest.raises(Unreadable, match="nested"):
        read_notebook(b'{"cells": [' + b'"outputs":[' * 8_000_000)
    assert here() < 1


TO_PARSE = {
    "brackets": ["(" * 9000] * 20,
    "attributes": ["x" + ".b" * 9000] * 20,
    "signs": ["-" * 29_000 + "1"] * 20,
    "a sum": ["1+" * 14_000 + "1"] * 20,
    "a null": ["\0"] * 20,
    "many lines": ["a = 1\n" * 5000] * 20,
}
BURDENS = TO_PARSE | {
    "magics": ["%time 1\n" * 400 + "a=1\n" * 10_000],
    "more magics than IPython takes": ["%time 1\n" * 3000],
    "calls without parentheses": ["/f x\n" * 400 + "a+b;" * 10_000],
    "more calls without parentheses than IPython takes": [",f x\n" * 600],
    "many cells of magics": ["%time 1\n" * 100] * 300,
    "a question far behind a name": ["x" + " " * 9000 + "?"],
    "an f-string": ['f"' + "{a}" * 100_000 + '"'],
    "many f-strings": ['f"' + "{a}" * 9000 + '"'] * 100,
    "names that are read": [names(60_000)],
    "cells of names that are read": [names(1500)] * 50,
    "plain cells of calls of calls": [
        f"a{i}" + ("(a)" * 370 + "\\\n") * 6 + "(a)" * 370 for i in range(11)
    ],
    "plain cells of magics": [f"b{i}=1\n{PLAIN_MAGICS}" + "(a)\n" * 1900 for i in range(11)],
    "small plain cells of magics": [f"b{i}=1\n{PLAIN_MAGICS}{'(a)' * 90}\n" for i in range(150)],
}


@pytest.mark.parametrize("burden", BURDENS)
def test_a_cell_that_is_only_inspected_takes_little_time(burden, here):
    notebook, plan = solved(*BURDENS[burden]), plan_for(HOMEWORK, "a series")
    begun = here()
    with suppress(Unreadable):
        work_on_notebook(
            notebook, lambda: [flags_in_source(notebook), sorted(not_needed_in(notebook, plan))]
        )
    assert here() - begun < SECONDS


TO_REPAIR = TO_PARSE | {
    "what takes Python long to parse": [f'x{i} = f"' + "{a}" * 9000 + '"' for i in range(20)],
    "a function that is cut in a thousand parts": [
        *["def forward_algorithm(graph):\n    x = 1\n", "    return x\n"] * 950
    ],
}


@pytest.mark.parametrize("burden", TO_REPAIR)
def test_repairing_a_burdensome_notebook_takes_little_time(burden, here):
    notebook = solved(*TO_REPAIR[burden])
    with suppress(Unreadable):
        work_on_notebook(notebook, lambda: vars(repair_for(HOMEWORK, notebook)))
    assert here() < SECONDS


def test_few_characters_are_joined_when_looking_for_a_split_cell(monkeypatch):
    own = ["forward_algorithm=0\n" + "a;\n" * 900 + f"0 0 {i}" for i in range(30)]
    notebook, seen = solved(*own), []
    parsed = boundaries.parsed
    monkeypatch.setattr(boundaries, "parsed", lambda source: seen.append(source) or parsed(source))
    repair_for(HOMEWORK, notebook)
    joined = [source for source in seen if source.count("forward_algorithm=0") > 1]
    assert joined
    assert sum(map(len, joined)) <= 100_000


# What takes a minute or more where nothing ends it: no other limit is for these.
SLOW = {
    "a million broken cells": FILES["a million broken cells"],
    "outputs of brackets": lambda: b'{"cells": [{"source": "x", "outputs": [' + b"[]," * 30_000_000,
    "marks on a letter": lambda: as_bytes(solved("x" + "\u0301\u0316" * 350_000 + " = 1")),
    "marks on letters": lambda: as_bytes(solved(*["x" + "\u0301\u0316" * 14_000 + " = 1"] * 20)),
}
if sys.version_info < (3, 12):  # newer ones have a tokenizer in C
    SLOW["an exclamation mark far behind a name"] = lambda: as_bytes(
        solved(*["x" + " " * 29_000 + "!"] * 20)
    )


def _looked_at(notebook, _notes):
    return flags_in_source(repair_for(HOMEWORK, notebook).notebook)


@pytest.mark.parametrize("name", SLOW)
def test_a_submission_that_takes_too_long_is_stopped_and_refused(name, here):
    with pytest.raises(Unreadable, match="within 1 seconds"):
        work_on_file(SLOW[name](), _looked_at)
    assert here() < SECONDS


def test_one_burdensome_student_is_listed_and_everybody_else_is_graded(graded_pair, here):
    slow = graded_pair.submission("slow", HOMEWORK)
    slow.parent.mkdir(parents=True)
    slow.write_bytes(SLOW["a million broken cells"]())
    before = recorded_scores(graded_pair, HOMEWORK, "ada")
    outcomes = {each.student: each for each in grade(graded_pair, HOMEWORK, force=True, workers=3)}
    assert "within 1 seconds" in outcomes.pop("slow").failure
    assert not any(each.failure for each in outcomes.values())
    assert recorded_scores(graded_pair, HOMEWORK, "ada") == before
    with pytest.raises(NbgraderFailed, match="within 1 seconds"):
        autograde_by_nbgrader(graded_pair, HOMEWORK, "slow")
    assert Inspection(HOMEWORK).count_answers(slow.read_bytes()) is None


def test_reading_that_was_killed_from_outside_may_be_tried_again(monkeypatch):
    monkeypatch.setattr(untrusted, "MAX_SIMPLE_FILE", 0)
    with pytest.raises(NotReadNow, match="Grading again") as refused:
        work_on_file(as_bytes(solved()), lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    assert "rading again" not in refused.value.for_the_student


def test_a_submission_with_too_large_a_result_is_not_read_again(monkeypatch):
    monkeypatch.setattr(untrusted, "MAX_SIMPLE_FILE", 0)
    monkeypatch.setattr(child_process, "MAX_RESULT", 1000)
    with pytest.raises(Unreadable) as refused:
        work_on_file(as_bytes(solved()), lambda *_: "x" * 2000)
    assert not isinstance(refused.value, NotReadNow)


def test_a_submission_too_slow_by_the_clock_is_retried_only_if_changed_or_forced(
    graded_pair, monkeypatch
):
    monkeypatch.setattr(child_process, "WAIT_SECONDS", 0.1)
    late = graded_pair.submission("late", HOMEWORK)
    late.parent.mkdir(parents=True)
    late.write_bytes(SLOW["a million broken cells"]())

    def outcome(**options) -> tuple[bool, str]:
        (found,) = grade(graded_pair, HOMEWORK, students=["late"], **options)
        assert "by the clock" in found.failure and "--force" in found.failure
        return found.is_new, found.why_again

    assert outcome() == (True, "")
    assert outcome() == (False, "")
    assert outcome(force=True) == (True, "")
    late.write_bytes(late.read_bytes() + b" ")
    assert outcome() == (True, "")


def test_a_student_is_not_told_what_only_instructors_can_do(monkeypatch):
    monkeypatch.setattr(child_process, "WAIT_SECONDS", 0.1)
    with pytest.raises(Unreadable, match="--force") as refused:
        work_on_file(SLOW["a million broken cells"](), lambda *_: None)
    told = refused.value.for_the_student
    assert "by the clock" in told and HAND_IN_RELEASED in told and "--force" not in told


def test_the_sample_class_is_read_without_another_process(monkeypatch):
    monkeypatch.setattr(
        untrusted, "_in_child", lambda _: pytest.fail("It was read in another process.")
    )
    for each in submissions():
        repaired = work_on_file(
            as_bytes(each.notebook()), lambda n, _, a=each.homework: repair_for(a, n).notebook
        )
        assert work_on_notebook(repaired, lambda: 1)


@pytest.mark.parametrize(
    "cells",
    [["1"] * 300, ["a = 1\n" * 2000], ["#" + "x" * 2000], ["(" * 20], ["a = 1\n" * 1000] * 30],
    ids=["many cells", "a long cell", "a long line", "brackets in brackets", "much text"],
)
def test_a_text_is_plain_only_if_it_is_small_and_flat(cells):
    assert not are_simple(cells)
    assert are_simple(["a = [f(x)]\n" * 50] * 60)


ENTRIES = {
    "attachments": lambda: {f"{i}": {} for i in range(250_000)},
    "metadata": lambda: {"nbgrader": {f"{i}": 1 for i in range(250_000)}},
    "outputs": lambda: [0] * 250_000,
}


@pytest.mark.parametrize("where", ENTRIES)
def test_data_beside_the_texts_counts_towards_the_size_and_is_dropped(where, monkeypatch):
    notebook = SampleSubmission("ann", HOMEWORK).notebook()
    kind = "code" if where == "outputs" else "markdown"
    cell = {"cell_type": kind, "id": "own", "metadata": {}, "source": "x", where: ENTRIES[where]()}
    data = json.dumps(notebook | {"cells": [*notebook.cells, cell]}, separators=(",", ":")).encode()
    assert len(data) < untrusted.MAX_SIMPLE_FILE
    read, _ = read_notebook(data)
    assert len(json.dumps(read.cells[-1])) < 200
    monkeypatch.setattr(untrusted, "_in_child", lambda _: "apart")
    assert work_on_file(data, lambda *_: "here") == "apart"


def test_only_attachments_that_the_text_shows_are_kept_a_hundred_at_most():
    names = ["a.png", "b%20c.png", "d(1).png"]
    text = "".join(f"![x](attachment:{name})" for name in names)
    given = {name: {"image/png": "iVBO"} for name in ("a.png", "b c.png", "d(1).png", "e.png")}
    many = {f"{i}": {f"image/{n}": "" for n in range(9)} for i in range(150)}
    cells = [
        {"cell_type": "markdown", "source": text, "attachments": given},
        {"cell_type": "markdown", "source": "attachment:0 attachment:1", "attachments": {"0": 1}},
        {
            "cell_type": "markdown",
            "source": " ".join(f"attachment:{i}" for i in range(150)),
            "attachments": many,
        },
    ]
    read, notes = read_notebook(as_bytes({"cells": cells}))
    assert list(read.cells[0].attachments) == ["a.png", "b c.png", "d(1).png"]
    assert "attachments" not in read.cells[1]
    assert len(read.cells[2].attachments) == 97
    assert all(len(each) < 5 for each in read.cells[2].attachments.values())
    assert any("100" in note.text for note in notes)


def test_a_notebook_read_in_another_process_is_the_same(monkeypatch):
    notebook = solved("x = '\u00e9\ud800 \U0001f600'")
    notebook.cells[0].source += "![x](attachment:a.png)"
    notebook.cells[0].attachments = {"a.png": {"image/png": "iVBO"}}
    data = json.dumps(notebook).encode()
    here = work_on_file(data, lambda *read: vars(repair_for(HOMEWORK, *read)))
    monkeypatch.setattr(untrusted, "MAX_SIMPLE_FILE", 0)
    assert work_on_file(data, lambda *read: vars(repair_for(HOMEWORK, *read))) == here
    assert os.getpid() not in (work_on_file(data, lambda *_: os.getpid()),)


@pytest.mark.parametrize("error", [MemoryError(), KeyError("a\x1b"), RecursionError()])
def test_every_error_becomes_the_same_reason_in_this_process_and_in_another(error, monkeypatch):
    def fail(*_):
        raise error

    data, reasons = json.dumps(solved()).encode(), set()
    for plain_cells in (untrusted.MAX_SIMPLE_CELLS, 0):
        monkeypatch.setattr(untrusted, "MAX_SIMPLE_CELLS", plain_cells)
        for work in (lambda: work_on_notebook(solved(), fail), lambda: work_on_file(data, fail)):
            with pytest.raises(Unreadable) as refused:
                work()
            reasons.add(str(refused.value))
    assert len(reasons) == 1 and "\x1b" not in reasons.pop()


def test_no_two_cells_have_one_id_however_ids_are_made():
    taken = ["cell-100" + "x" * n for n in range(57)] + ["ell-100" + "x" * 57, "x" * 64]
    cells = [{"cell_type": "raw", "source": "", "id": name} for name in taken]
    cells += [{"cell_type": "raw", "source": ""}] * (102 - len(taken))
    ids = [cell.id for cell in tidy({"cells": cells})[0].cells]
    assert len(set(ids)) == len(ids) == 102
    assert ids[: len(taken)] == taken


def test_submissions_are_read_only_where_reading_can_be_stopped():
    reads = re.compile(r"\bread_(?:notebook|whole)\b")
    files = [path for path in (ROOT / "autograder").rglob("*.py") if reads.search(path.read_text())]
    assert {path.name for path in files} == {"untrusted.py", "reading.py"}


def test_a_students_zip_with_a_million_entries_is_refused_at_once(here):
    entry = struct.pack("<4s4B4H3L5H2L", b"PK\1\2", *[0] * 11, 1, *[0] * 6) + b"a"
    listed = entry * 1_000_000
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, len(listed), 0, 0)
    with pytest.raises(BadDownload, match="files"), opened_inside("a.zip", listed + end):
        pass
    assert here() < 1


def members_of_a_zip(data: bytes, declared: int, count: int, extra: bytes) -> bytes:
    """A zip whose list says many times where the only data is, and how little it unpacks to."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    facts = 0, 8, 0, 33, zlib.crc32(data[:declared]), len(packed), declared, 7
    file = struct.pack("<4s5H3L2H", b"PK\3\4", 20, *facts, 0) + b"a.ipynb" + packed
    numbers = 20, 20, *facts, len(extra), 0, 0, 0, 0, 0
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", *numbers) + b"a.ipynb" + extra
    listed = entry * count
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(listed), len(file), 0)
    return file + listed + end


def test_a_students_zip_is_not_unpacked_beyond_what_it_says(desk, here):
    inner = members_of_a_zip(bytes(90_000_000), declared=100, count=30, extra=b"")
    done = desk.collect({"eve.zip": inner, f"alee/{HOMEWORK}.ipynb": as_bytes(solved())})
    (alee, eve) = done.rows
    assert eve.remarks
    assert alee.status == "collected" and here() < SECONDS


def test_a_students_zip_that_takes_long_to_open_costs_only_that_student(desk, here):
    slow = members_of_a_zip(b"{}", declared=2, count=400, extra=b"\x99\x99\0\0" * 16_000)
    done = desk.collect({"eve.zip": slow, f"alee/{HOMEWORK}.ipynb": as_bytes(solved())})
    (alee, eve) = done.rows
    assert eve.attention and "too much time" in " ".join(eve.remarks)
    assert alee.status == "collected" and here() < SECONDS


def test_flags_on_many_own_cells_are_joined_in_one_sentence():
    found = flags_in_source(solved(*["import cffi"] * 900, *["import ctypes"] * 900))
    assert found == ["a cell of their own: uses words of the interpreter (cffi, ctypes)."]


def test_only_a_few_of_many_odd_cells_are_reported():
    notebook = nbformat.read(released_path(HOMEWORK), as_version=4)
    odd = [{"cell_type": f"a{i}", "metadata": {}, "source": "x"} for i in range(1500)]
    _, notes = read_notebook(as_bytes(notebook | {"cells": notebook.cells + odd}))
    assert len(notes) < 20
    assert "1490 more" in notes[-1].text
