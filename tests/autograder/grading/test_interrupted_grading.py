"""Grading that was interrupted or killed, or failed, is completed by the next command."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress

import psutil
import pytest

from autograder.base.classroom import Classroom
from autograder.base.paths import ROOT, short
from autograder.base.processor import usable_cores
from autograder.grading import submission, workers
from autograder.grading.grade import grade
from autograder.grading.journal import Journal
from autograder.judge import judging_process
from autograder.sandbox.failures import KernelLost, NotForked, ZygoteFailed
from tests.autograder.conftest import put
from tests.conftest import for_today
from tests.helpers.clock import PATIENCE, soon
from tests.helpers.grading import HOMEWORK, gradebook, hand_in, sample_marks, sample_of_homework

pytestmark = pytest.mark.slow

LONG = 3 * PATIENCE  # seconds for a small class
VICTIMS = ("grader", "zygote")
# Seconds of the grader's processor time; at the late ones, a fast machine may have graded all.
EARLY, LATE = (0.5, 1, 1.5, 2), (3, 4.5, 6, 8)


@pytest.mark.parametrize("of_each", [1, pytest.param(4, marks=pytest.mark.nightly)])
def test_an_interrupted_command_ends_at_once_and_is_completed_by_the_next(of_each, tmp_path):
    classroom = Classroom(tmp_path)
    students, seen = hand_in(classroom, copies=2), ""
    early, late = (for_today(moments, of_each, "moments") for moments in (EARLY, LATE))
    for seconds in sorted(early + late):
        grader = _start_grading(classroom)
        if not _has_computed_for(seconds, grader):
            said, _ = grader.communicate(timeout=PATIENCE)
            assert grader.returncode == 0, said
            break
        os.killpg(grader.pid, signal.SIGSTOP)  # so that nothing more is graded meanwhile
        family = psutil.Process(grader.pid).children(recursive=True)
        left_to_grade = len(students) - len(Journal(classroom, HOMEWORK).latest)
        os.killpg(grader.pid, signal.SIGINT)
        os.killpg(grader.pid, signal.SIGCONT)
        said, _ = grader.communicate(timeout=PATIENCE)
        was_done = "Next:" in said  # when the interrupt came, or nearly so
        assert not was_done or left_to_grade <= usable_cores(), said
        assert grader.returncode in ({130, 0, -signal.SIGINT} if was_done else {130}), said
        assert "Traceback" not in said
        seen += said
        _, left = psutil.wait_procs(family, PATIENCE)  # a zygote in its imports ends after them
        assert left == []
        if was_done:
            break
    assert "Interrupted." in seen
    grader = _start_grading(classroom)
    grader.communicate(timeout=LONG)
    assert grader.returncode == 0
    assert None not in gradebook(classroom).values()


@pytest.mark.parametrize(
    ("kills", "of_each", "in_a_row"),
    [(2, 1, 1), pytest.param(20, 3, 2, marks=pytest.mark.nightly)],
    ids=["a few times", "many times"],
)
def test_the_gradebook_is_complete_in_the_end_whatever_is_killed(
    kills, of_each, in_a_row, sample, tmp_path
):
    """kill -9, at random moments, of the zygotes and, so many times in a row, of the grader."""
    dice, killed = random.Random(4), Counter()

    def is_enough() -> bool:
        return killed.total() >= kills and all(killed[each] >= of_each for each in VICTIMS)

    for turn in range(20):
        classroom = Classroom(tmp_path / f"class{turn}")
        hand_in(classroom)
        for attempt in range(in_a_row + 1):
            grader = _start_grading(classroom)
            for _ in range(dice.randint(1, 2)):
                killed["zygote"] += _kill(grader, "zygote", dice.uniform(0.0, 1.0))
            if attempt < in_a_row:
                killed["grader"] += _kill(grader, "grader", dice.uniform(0.0, 2.0))
                assert grader.wait(timeout=LONG) in (0, -signal.SIGKILL), grader.stdout.read()
        assert grader.wait(timeout=LONG) == 0, grader.stdout.read()
        assert gradebook(classroom) == sample_marks(sample)
        _nothing_left(classroom)
        if is_enough():
            break
    assert is_enough(), killed


def _start_grading(classroom: Classroom) -> subprocess.Popen:
    command = [sys.executable, "-m", "autograder", "grade", HOMEWORK]
    return subprocess.Popen(
        [*command, "--class-dir", str(classroom.folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background may have it ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def _has_computed_for(seconds: float, grader: subprocess.Popen) -> bool:
    """Waits until it has; False if it had ended by itself by then."""
    deadline = time.monotonic() + LONG
    while grader.poll() is None and time.monotonic() < deadline:
        with suppress(psutil.Error):
            if sum(psutil.Process(grader.pid).cpu_times()[:2]) >= seconds:
                return True
        time.sleep(0.02)
    return False


def _kill(grader: subprocess.Popen, victim: str, later: float) -> bool:
    """Waits until there is such a process, and a little longer, and kills it; False if it had
    ended by itself by then."""
    is_grader = victim == "grader"
    deadline = time.monotonic() + PATIENCE
    while grader.poll() is None and time.monotonic() < deadline:
        with suppress(psutil.Error):
            process = psutil.Process(grader.pid)
            family = [process] if is_grader else process.children(recursive=True)
            if found := [p for p in family if is_grader or "zygote.py" in " ".join(p.cmdline())]:
                time.sleep(later)
                found[-1].send_signal(signal.SIGKILL)
                return not is_grader or grader.wait(PATIENCE) == -signal.SIGKILL
        time.sleep(0.02)
    return False


def _nothing_left(classroom: Classroom) -> None:
    """No sandbox, and no half-written file, is left of what was killed."""

    def is_gone() -> bool:
        commands = (" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"]))
        return not any(str(classroom.folder) in command for command in commands)

    assert soon(is_gone)
    drafts = [p for p in (classroom.folder / "autograded").rglob(".*") if p.is_file()]
    assert len(drafts) <= 4  # one for each grader that was killed while it wrote


@pytest.mark.parametrize("kind", [KernelLost, ZygoteFailed, NotForked, RuntimeError])
def test_failures_that_are_not_the_students_fault_are_tried_again(kind, monkeypatch, classroom):
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])

    def failing(*_, **__):
        raise kind("Here is why.")

    with monkeypatch.context() as patch:
        patch.setattr(workers, "grade_submission", failing)
        failed = grade(classroom, HOMEWORK)
    assert [outcome.student for outcome in failed if outcome.failure] == ["ada"]
    is_defect = kind is RuntimeError
    assert ("errors.log" in failed[0].failure) == is_defect == classroom.errors.exists()
    if is_defect:
        logged = classroom.errors.read_text()
        assert f"{HOMEWORK} ada\nTraceback" in logged and "in failing" in logged
    (again,) = grade(classroom, HOMEWORK)
    assert again.is_new
    assert not again.failure


@pytest.mark.parametrize(
    "module, function", [(submission, "repair_for"), (judging_process, "_verdict")]
)
def test_a_defect_met_while_a_student_is_read_or_judged_leaves_its_traceback(
    module, function, monkeypatch, classroom
):
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])

    def failing(*_, **__):
        raise KeyError("a defect")

    monkeypatch.setattr(module, function, failing)
    (outcome,) = grade(classroom, HOMEWORK)
    told = " ".join([outcome.failure, *outcome.entry.flags])
    assert told.count(short(classroom.errors)) == 1
    assert ". The error's traceback" in told
    assert "KeyError: 'a defect'" in classroom.errors.read_text()


def test_a_traceback_that_cannot_be_written_leaves_no_empty_flag(monkeypatch, classroom):
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])
    classroom.errors.mkdir()

    def failing(*_, **__):
        raise KeyError("a defect")

    monkeypatch.setattr(judging_process, "_verdict", failing)
    (outcome,) = grade(classroom, HOMEWORK)
    assert outcome.entry.flags and all(outcome.entry.flags)


def test_a_logged_traceback_controls_no_terminal(monkeypatch, classroom):
    """An error's message may quote what a student wrote."""
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])

    def failing(*_, **__):
        raise ValueError("\x1b]0;title\x07\r\u202eabc")

    monkeypatch.setattr(submission, "repair_for", failing)
    grade(classroom, HOMEWORK)
    logged = classroom.errors.read_bytes().decode()
    assert "abc" in logged and logged.replace("\n", "").isprintable()


def test_an_error_of_python_itself_is_tried_again_at_once(monkeypatch, classroom):
    """Python 3.11 may raise it if two threads parse at the same time."""
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])
    repair_for, raised = submission.repair_for, []

    def failing_once(*given):
        if not raised:
            raised.append(SystemError("AST constructor recursion depth mismatch"))
            raise raised[0]
        return repair_for(*given)

    monkeypatch.setattr(submission, "repair_for", failing_once)
    (outcome,) = grade(classroom, HOMEWORK)
    assert raised and not outcome.failure


def test_half_a_line_in_the_journal_does_no_harm(graded_pair):
    classroom = graded_pair
    journal = Journal(classroom, HOMEWORK)
    with journal.path.open("a") as file:
        file.write('{"student": "ada", "key": "12')
    (again,) = grade(classroom, HOMEWORK, students=["ada"], workers=0)
    assert not again.is_new
    assert Journal(classroom, HOMEWORK).latest["ada"].score == journal.latest["ada"].score
