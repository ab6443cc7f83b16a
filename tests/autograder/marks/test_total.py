"""The total for the term, and students who are excused."""

import csv
import io

import pytest

from autograder.base.classroom import Classroom
from autograder.marks.class_marks import class_marks
from autograder.marks.total import totals
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from tests.autograder.conftest import run
from tests.helpers.grading import recorded_points
from tests.helpers.marks import HOMEWORK, rows
from tests.helpers.pages import html_in


def test_a_terms_totals_agree_with_those_computed_by_hand(graded_pair):
    points = sum(recorded_points(graded_pair, HOMEWORK).values())
    recorded = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)
    people = "id,name\nada,Ada\nemeka,Emeka\nbob,Bob\neve,Eve\n"
    (graded_pair.folder / "roster.csv").write_text(people)
    (graded_pair.folder / "policy.toml").write_text("[weights]\nhw1-cosh = 2\nhw2-tanh = 1\n")
    _excuse(graded_pair, "eve")
    counted, rows = totals(graded_pair)
    found = {row.student.id: row.total for row in rows}
    assert counted == [HOMEWORK]  # of the other nothing is graded yet
    assert found == {
        "ada": pytest.approx(recorded["ada"].mark / points),
        "emeka": pytest.approx(recorded["emeka"].mark / points),
        "bob": 0.0,
        "eve": None,
    }
    run(graded_pair, "total", code=1)
    assert "--to" in run(graded_pair, "total", "--to", "csv", "--column", "Sum", code=2)
    written = (graded_pair.folder / "export" / "total.csv").read_text(encoding="utf-8-sig")
    lines = {row["id"]: row for row in csv.DictReader(io.StringIO(written))}
    assert float(lines["ada"]["total"]) == pytest.approx(100 * found["ada"], abs=1e-4)
    assert lines["eve"]["remark"] == "hw1-cosh: excused" and lines["eve"]["total"] == ""
    _total_goes_into_the_lms(graded_pair, found)


@pytest.mark.parametrize("source", ["", "# Extra credit: 2 points.\n"], ids=["void", "extra"])
def test_a_homework_without_points_neither_counts_nor_is_dropped(source, graded_pair):
    other = "hw2-tanh"
    (graded_pair.folder / "policy.toml").write_text("[total]\ndrop_lowest = 1\n")
    _, before = totals(graded_pair)
    with open_gradebook(graded_pair) as book:
        book.add_assignment(other)
        book.add_notebook(other, other)
        book.add_grade_cell("mul-check", other, other, max_score=0, cell_type="code")
        book.add_source_cell("mul-check", other, other, source=source, cell_type="code")
        for student in ("ada", "emeka"):
            book.add_submission(other, student)
            book.find_grade("mul-check", other, other, student).auto_score = 0
        book.db.commit()
    counted, after = totals(graded_pair)
    assert counted == [HOMEWORK]
    assert [(row.total, row.dropped) for row in after] == [
        (row.total, row.dropped) for row in before
    ]
    assert any(row.total for row in after)


def test_an_excused_students_mark_is_reported_as_not_counting(graded_pair):
    _excuse(graded_pair, "ada")
    score = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"].mark
    _, rows = totals(graded_pair)
    (ada,) = (row for row in rows if row.student.id == "ada")
    assert ada.total is None and not ada.fractions
    assert f"{score:g}" in ada.remarks[0]


def test_a_test_student_without_a_total_needs_no_attention(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id\nada\nemeka\n")
    (graded_pair.submission("studenttest-9", HOMEWORK)).parent.mkdir(parents=True)
    assert "a test student" in run(graded_pair, "total")


def test_of_somebody_new_the_total_says_to_collect_a_homework_with_a_newer_list(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id\nada\n")
    printed = "".join(run(graded_pair, "total", "--to", "canvas", code=1).split())
    assert "collectARCHIVE_OR_FOLDERHOMEWORK--rosterNEWER_LIST" in printed


def test_excused_students_are_listed_apart_in_the_report(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,\nemeka,\neve,Eve\nfay,Fay\n")
    _excuse(graded_pair, "eve")
    printed = run(graded_pair, "report", HOMEWORK)
    soup = html_in(graded_pair.folder / "reports" / f"{HOMEWORK}.html")
    where = {name: soup.find(id=name).find(class_="people").text for name in ("missing", "excused")}
    assert "Fay" in where["missing"] and "Eve" not in where["missing"]
    assert "Eve" in where["excused"] and "Fay" not in where["excused"]
    assert "2 of 3 handed in" in " ".join(soup.text.split()), printed


def test_an_excused_student_is_not_said_to_have_handed_in_nothing(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id\nada\nemeka\neve\n")
    words = graded_pair, "export", HOMEWORK, "--to", "canvas"
    assert "eve not handed in" in run(*words)
    _excuse(graded_pair, "eve")
    assert "eve excused" in run(*words)
    assert "No page for eve: excused" in run(graded_pair, "feedback", HOMEWORK)
    assert "eve" not in run(graded_pair, "report", HOMEWORK)
    _excuse(graded_pair, "ada")
    why = {mark.student.id: mark.why_none for mark in class_marks(graded_pair, HOMEWORK)}
    assert why["ada"] == ""


def _excuse(classroom: Classroom, student: str):
    extensions = f"student,homework,due\n{student},{HOMEWORK},excused\n"
    (classroom.folder / "extensions.csv").write_text(extensions)


def _total_goes_into_the_lms(classroom: Classroom, totals: dict[str, float | None]):
    template = classroom.folder / "gradebook.txt"
    logins = "".join(f'"{name.title()}, X",{name},A,,\n' for name in totals)
    template.write_text(
        "Student,SIS Login ID,Section,Homework (7),hw1-cosh (8)\n"
        f"    Points Possible,,,100,30\n{logins}"
    )
    words = "total", "--to", "canvas", "--template", template, "--column", "Homework"
    assert "hw1-cosh: excused" in run(classroom, *words, code=1)
    written = (classroom.folder / "export" / "total-canvas.txt").read_text()
    marks = {row[1]: row[3] for row in rows(written)[2:]}
    assert marks.pop("eve") == ""
    assert {n: float(x) for n, x in marks.items()} == {
        n: pytest.approx(100 * totals[n], abs=1e-4) for n in marks
    }
    assert {row[4] for row in rows(written)[2:]} == {""}
