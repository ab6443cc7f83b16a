"""What the commands say while they work, on a terminal and in a file."""

import io
import threading

import pytest
from rich.console import Console

from autograder.base.paths import ROOT
from autograder.cli import console, progress
from autograder.grading.grade import grade
from autograder.judge import check_run


def printed(terminal: bool, *things) -> str:
    colors = "standard" if terminal else None
    console = Console(file=io.StringIO(), force_terminal=terminal, color_system=colors)
    console.print(*things, soft_wrap=True)
    return console.file.getvalue()


def test_a_path_can_be_clicked_on_a_terminal_and_copied_anywhere():
    path = ROOT / "demo" / "a page é.html"
    assert printed(False, console.link(path)) == "demo/a page é.html\n"
    on_terminal = printed(True, console.link(path))
    assert "demo/a page é.html" in on_terminal
    assert path.as_uri() in on_terminal


def test_an_id_is_printed_as_it_is():
    student = "Doe [section 2] [red]"
    assert printed(False, console.remark(student, "no [page]")) == f"{student}: no [page]\n"
    bar = progress.progress_bar(leave=True)
    bar.add_task("hw1-cosh", total=1, last=student)
    assert student in printed(False, bar.make_tasks_table(bar.tasks))


@pytest.mark.parametrize(("quiet", "told"), [(False, 1), (True, 0)])
def test_a_task_is_announced_before_it_is_done(monkeypatch, quiet, told):
    console = Console(file=io.StringIO())
    monkeypatch.setattr(progress, "out", console)
    console.quiet = quiet
    with progress.telling("starting the sandbox"):
        assert console.file.getvalue().count("the sandbox") == told


def test_the_live_line_tells_how_fast_submissions_are_graded():
    bar = progress.progress_bar(leave=True)
    task = bar.add_task("hw1-cosh", total=60, last="ada 7")
    bar.tasks[task].finished_speed = 0.5
    line = printed(False, bar.make_tasks_table(bar.tasks))
    assert "0/60" in line and "30/min" in line and "ada 7" in line


@pytest.mark.parametrize("leave", [True, False])
def test_without_a_terminal_only_a_line_that_stays_is_printed(monkeypatch, leave):
    console = Console(file=io.StringIO())
    monkeypatch.setattr(progress, "out", console)
    with progress.progress_bar(leave=leave) as bar:
        bar.update(bar.add_task("hw1-cosh", total=1, last=""), advance=1)
    assert bool(console.file.getvalue()) == leave


@pytest.mark.slow
def test_progress_on_others_does_not_mix_with_the_output_of_a_check(graded_pair, monkeypatch):
    run_code = check_run.run_code

    def while_others_are_told(*arguments):
        thread = threading.Thread(target=console.out.print, args=("bob 3 points",))
        thread.start()
        thread.join()
        run_code(*arguments)

    monkeypatch.setattr(check_run, "run_code", while_others_are_told)
    with progress.grading_progress("hw1-cosh", 1, force=True) as show:
        grade(graded_pair, "hw1-cosh", students=["ada"], force=True, progress=show)
    graded = graded_pair.autograded("ada", "hw1-cosh").read_text()
    assert "points" in graded
    assert "bob 3 points" not in graded
