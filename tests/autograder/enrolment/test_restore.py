"""Restoring a student who was forgotten."""

import json
import re

import pytest
from typer.testing import CliRunner

from autograder.base.classroom import Classroom
from autograder.base.failure import ExitCode
from autograder.base.paths import SOLUTIONS
from autograder.cli import app
from autograder.enrolment.trash import removals_of
from autograder.grading.enter_homework import enter_homework
from autograder.grading.grade import grade
from autograder.grading.journal import Journal
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.steps import Nbgrader
from autograder.people.roster import Roster
from tests.autograder.conftest import put, run, score_by_hand
from tests.helpers.grading import HOMEWORK, gradebook

pytestmark = pytest.mark.slow


def everything(classroom: Classroom) -> tuple:
    """The gradebook, the journal and all files of a class."""
    recorded = ClassGradebook(classroom).recorded_submissions(HOMEWORK)
    entries = [*Journal(classroom, HOMEWORK).entries()]
    lines = {entry.student: entry for entry in entries}, len(entries)
    files = {
        path.relative_to(classroom.folder): path.read_bytes()
        for each in ("submitted", "autograded", "collected", "feedback")
        for path in classroom.folder.glob(f"{each}/**/*")
        if path.is_file()
    }
    return recorded, lines, files


def test_a_removal_by_an_earlier_version_with_more_in_its_journal_is_restored(graded_pair):
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    removal = removals_of(graded_pair, "ada")[0]
    (kept,) = removal.folder.glob("*.json")
    entries = json.loads(kept.read_text())
    entries["journal"][HOMEWORK][-1]["no_longer_noted"] = 1
    kept.write_text(json.dumps(entries))
    run(graded_pair, "forget", "ada", "--undo")
    assert everything(graded_pair) == before


def test_a_removal_whose_folder_somebody_renamed_is_restored(graded_pair):
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    (removal,) = removals_of(graded_pair, "ada")
    removal.folder.rename(removal.folder.with_name("to be restored"))
    assert "(to be restored)" in run(graded_pair, "forget", "ada", "--undo")
    assert everything(graded_pair) == before


def test_a_student_forgotten_by_mistake_is_restored_with_all_marks(graded_pair):
    shelf = graded_pair.folder / "collected" / HOMEWORK / "ada"
    shelf.mkdir(parents=True)
    (shelf / "versions.json").write_text("[]")
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1)
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    assert set(everything(graded_pair)[0]) == {"emeka"} and not shelf.exists()
    run(graded_pair, "forget", "ada", "--undo")
    assert everything(graded_pair) == before
    assert all(not o.is_new for o in grade(graded_pair, HOMEWORK))
    run(graded_pair, "forget", "ada", "--yes")
    graded_pair.submission("ada", HOMEWORK).parent.mkdir(parents=True)
    graded_pair.submission("ada", HOMEWORK).write_bytes(b"later")
    run(graded_pair, "forget", "ada", "--yes")
    run(graded_pair, "forget", "ada", "--undo", code=1)  # what was forgotten last
    assert graded_pair.submission("ada", HOMEWORK).read_bytes() == b"later"
    run(graded_pair, "forget", "ada", "--yes", "--for-good")
    run(graded_pair, "forget", "ada", "--undo", code=2)


def test_what_was_forgotten_is_not_given_to_a_new_owner_of_the_id_unasked(graded_pair):
    def list_ada(*names: str) -> None:
        lines = (f"ada{n or ''},{name}\n" for n, name in enumerate(names))
        (graded_pair.folder / "roster.csv").write_text(f"id,name\n{''.join(lines)}")

    list_ada("Ada King", "Ada King")  # formgrader's lists tell two of one name apart by their ids
    ClassGradebook(graded_pair).enter_names(Roster.of(graded_pair))
    run(graded_pair, "forget", "ada", "--yes")
    list_ada("Ben Li")
    words = ["forget", "ada", "--undo", "--class-dir", str(graded_pair.folder)]
    asked = CliRunner().invoke(app, words, input="n\n")
    assert asked.exit_code == ExitCode.LOOK
    assert "Ben Li" in asked.output and "Ada King's" in asked.output
    assert not graded_pair.submission("ada", HOMEWORK).exists()
    list_ada('"King, Ada"')
    run(graded_pair, "forget", "ada", "--undo")
    assert graded_pair.submission("ada", HOMEWORK).exists()


def test_nothing_is_restored_if_a_removal_in_the_trash_is_damaged(classroom):
    for content in (b"{}", b"[]"):
        put(classroom, "ada", HOMEWORK, content)
        run(classroom, "forget", "ada", "--yes")
    older, newer = removals_of(classroom, "ada")
    (entries,) = older.folder.glob("*.json")
    entries.write_text("{")
    run(classroom, "forget", "ada", "--undo", "--yes", code=ExitCode.WRONG)
    assert not classroom.submission("ada", HOMEWORK).exists()
    assert removals_of(classroom, "ada") == [older, newer]


def test_forgotten_submissions_are_restored_beside_ones_handed_in_since(graded_pair):
    other = "hw2-tanh"
    put(graded_pair, "ada", other, b"tanh")
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1)
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    put(graded_pair, "ada", other, b"later")
    printed = run(graded_pair, "forget", "ada", "--undo", code=1)
    assert (
        f"{HOMEWORK}, with marks: restored" in printed and f"{other}: stays in the trash" in printed
    )
    first, then = (
        f"forgetada--class-dir{graded_pair.folder},then",
        "autograderforgetada--undo--from",
    )
    assert f"{first}{then}" in "".join(printed.split())
    assert everything(graded_pair)[:2] == before[:2]
    assert graded_pair.submission("ada", other).read_bytes() == b"later"
    (removal,) = (graded_pair.trash / "ada").glob("*")
    run(graded_pair, "forget", "ada", "--yes")
    assert "no removal" in run(graded_pair, "forget", "ada", "--undo", "--from", "x", code=2)
    printed = run(graded_pair, "forget", "ada", "--undo", "--from", removal.name, code=1)
    assert printed.index(f"{HOMEWORK}, with marks: restored") < printed.index(removal.name)
    assert everything(graded_pair) == before
    assert all(not o.is_new for o in grade(graded_pair, HOMEWORK))


def test_forgotten_files_are_not_restored_into_another_students_folder(graded_pair):
    run(graded_pair, "forget", "ada", "--yes")
    other, theirs = graded_pair.folder / "other", graded_pair.folder / "submitted" / "ada"
    other.mkdir()
    theirs.symlink_to(other)
    assert "stays in the trash" in run(graded_pair, "forget", "ada", "--undo", code=1)
    assert [*other.iterdir()] == []
    theirs.unlink()
    run(graded_pair, "forget", "ada", "--undo")
    assert graded_pair.submission("ada", HOMEWORK).exists()


def test_interrupted_forgetting_and_restoring_are_completed(graded_pair, monkeypatch):
    before = everything(graded_pair)

    def broken_off(*_, **__):
        raise KeyboardInterrupt

    for words in (["--yes"], ["--undo"]):
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "forget", broken_off)
            options = ["forget", "ada", *words, "--class-dir", str(graded_pair.folder)]
            assert CliRunner().invoke(app, options).exit_code != 0
        run(graded_pair, "forget", "ada", *words)
    assert everything(graded_pair) == before


def test_marks_are_restored_although_the_student_was_entered_again_without_any(graded_pair):
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    with open_gradebook(graded_pair) as book:
        book.add_student("ada")
    run(graded_pair, "forget", "ada", "--undo")
    assert everything(graded_pair) == before
    assert not [*graded_pair.trash.glob("*")]


EXTRA_CELLS = """
# %% grade_id="extra-given"
extra = 1

# %% grade_id="extra-check" points=2 title="9 Extra"
assert extra == 1

# %% grade_id="extra-words"
words = 1  ### SOLUTION
"""


def test_a_student_restored_after_a_changed_release_can_be_graded(
    graded_pair, monkeypatch, tmp_path
):
    """The release has a check and a solution cell more, and another solution cell has a new id."""
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1)
    before = gradebook(graded_pair)["ada"]
    run(graded_pair, "forget", "ada", "--yes")
    text = (SOLUTIONS / f"{HOMEWORK}.py").read_text()
    text, renamed = re.subn(r'grade_id="linear"$', 'grade_id="first"', text, flags=re.MULTILINE)
    assert renamed == 1
    (tmp_path / f"{HOMEWORK}.py").write_text(text + EXTRA_CELLS)
    monkeypatch.setattr("autograder.base.paths.SOLUTIONS", tmp_path)
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path / "released")
    Nbgrader(graded_pair, release_to=tmp_path / "released").generate(HOMEWORK)
    grade(
        graded_pair, HOMEWORK, force=True, workers=0
    )  # enters the new cells for those who are there
    run(graded_pair, "forget", "ada", "--undo")
    assert gradebook(graded_pair)["ada"] == before | {"extra-check": None}
    done = grade(graded_pair, HOMEWORK, force=True, workers=0)
    assert [(outcome.entry.student, outcome.failure) for outcome in done] == [
        ("ada", ""),
        ("emeka", ""),
    ]
    assert gradebook(graded_pair)["ada"] == before | {"extra-check": 2}


@pytest.mark.parametrize(("has_names", "lost"), [(True, "linear-check"), (False, "that cell")])
def test_what_a_person_entered_for_a_cell_that_is_gone_is_not_lost_in_silence(
    has_names, lost, graded_pair, monkeypatch, tmp_path
):
    """One cell is gone when the student is restored, another was away in between. If an earlier
    version removed the student, the cells' names are not known, so both are gone."""
    run(graded_pair, "forget", "emeka", "--yes", "--for-good")
    for check, mark in (("linear-check", 1.5), ("fork-check", 0.5)):
        score_by_hand(graded_pair, HOMEWORK, "ada", check, mark)
    before = gradebook(graded_pair)["ada"]
    run(graded_pair, "forget", "ada", "--yes")
    if not has_names:
        (removal,) = removals_of(graded_pair, "ada")
        rows, lines = removal.entries()
        for _, row in rows:
            row.pop("cell", None)
        removal.keep(rows, lines)
    monkeypatch.setattr("autograder.base.paths.SOLUTIONS", tmp_path)
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path / "released")
    whole = (SOLUTIONS / f"{HOMEWORK}.py").read_text()

    def release_without(*checks):
        text = whole
        for check in checks:
            assert f'grade_id="{check}"' in text
            text = text.replace(f'grade_id="{check}"', f'grade_id="other-{check}"')
        (tmp_path / f"{HOMEWORK}.py").write_text(text)
        Nbgrader(graded_pair, release_to=tmp_path / "released").generate(HOMEWORK)
        enter_homework(graded_pair, HOMEWORK)

    release_without("linear-check", "fork-check")
    release_without("linear-check")
    said = " ".join(run(graded_pair, "forget", "ada", "--undo").split())
    assert f"1.5, is lost: the homework no longer has {lost}" in said
    assert said.count("is lost") == (1 if has_names else 2)
    after = gradebook(graded_pair)["ada"]
    assert after.pop("other-linear-check") is None
    assert has_names or after.pop("fork-check") is None
    assert after == {name: before[name] for name in after}
    assert len(after) == len(before) - (1 if has_names else 2)
