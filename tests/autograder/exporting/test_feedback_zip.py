"""Feedback pages go back in a zip, under the names that each system gave."""

import zipfile
from pathlib import Path

import pytest

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import released_path
from autograder.collect.collect import collect
from autograder.collect.versions import INDEX
from autograder.exporting.feedback_zip import FeedbackZip, LeftOut, write_feedback_zip
from autograder.grading.grade import grade
from autograder.marks.class_marks import class_marks
from tests.autograder.conftest import put, run
from tests.helpers.marks import HOMEWORK


def feedback_zip(classroom: Classroom, system: str, path: Path) -> FeedbackZip:
    return write_feedback_zip(class_marks(classroom, HOMEWORK), system, path)


# For each system, what students hand in, and the names under which their pages go back. Each system
# reads whose a page is from the numbers in its name.
DOWNLOADS = {
    "canvas": {
        f"doejane2_LATE_123_456_{HOMEWORK}-1.ipynb": f"jane_123_456_{HOMEWORK}-feedback.html",
        # The file is called 7_8_...
        f"leeann_124_457_7_8_{HOMEWORK}.ipynb": f"ann_124_457_{HOMEWORK}-feedback.html",
    },
    "moodle": {
        f"Jane Doe_1327627_assignsubmission_file_/{HOMEWORK}.ipynb": (
            f"Jane Doe_1327627_assignsubmission_file_/{HOMEWORK}-feedback.html"
        ),
        "Ann_ Lee_1327629_assignsubmission_file_/homework.zip": (
            f"Ann  Lee_1327629_assignsubmission_file_/{HOMEWORK}-feedback.html"
        ),
    },
}
LISTS = {
    "canvas": 'Student,ID,SIS Login ID\n"Doe, Jane",123,jane\n"Lee, Ann",124,ann\n',
    "moodle": "id,name,ID\njane,Jane Doe,123\nann,Ann Lee,124\n",
}


def with_pages(folder: Path, system: str) -> Classroom:
    """A class with a page for each: jane and ann handed in by the system, bob by hand."""
    classroom, download = Classroom(folder / "class"), folder / "download"
    for name in DOWNLOADS[system]:
        path = download / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(released_path(HOMEWORK).read_bytes())
        if path.suffix == ".zip":
            with zipfile.ZipFile(path, "w") as archive:
                archive.write(released_path(HOMEWORK), f"my work/{HOMEWORK}.ipynb")
    (folder / "list.csv").write_text(LISTS[system])
    collect(classroom, download, HOMEWORK, new_list=folder / "list.csv")
    write_whole(classroom.submission("bob", HOMEWORK), "{}")
    for student in ("jane", "ann", "bob"):
        write_whole(classroom.feedback(student, HOMEWORK), student)
        write_whole(classroom.autograded(student, HOMEWORK), "")
    return classroom


def pages_in(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("system", DOWNLOADS)
def test_pages_are_returned_under_the_names_given_by_the_system(tmp_path, system):
    made = feedback_zip(with_pages(tmp_path, system), system, tmp_path / "back.zip")
    names = DOWNLOADS[system].values()
    assert pages_in(tmp_path / "back.zip") == dict(zip(names, ("jane", "ann"), strict=True))
    assert list(made.left_out) == ["bob"]


def test_a_page_about_a_file_that_came_otherwise_goes_to_no_account(tmp_path):
    """The account may be somebody's who only has the same name."""
    classroom = with_pages(tmp_path, "canvas")
    own = classroom.submission("ann", HOMEWORK)
    write_whole(own, own.read_text() + "\n")
    made = feedback_zip(classroom, "canvas", tmp_path / "back.zip")
    assert (made.students, [*made.left_out]) == (["jane"], ["ann", "bob"])
    assert "graded notebook that did not come from Canvas" in made.left_out["ann"].reason


def test_pages_for_no_system_are_returned_under_the_students_ids(tmp_path):
    made = feedback_zip(with_pages(tmp_path, "canvas"), "folder", tmp_path / "back.zip")
    assert pages_in(tmp_path / "back.zip") == {
        f"{HOMEWORK}/{name}.html": name for name in ("jane", "ann", "bob")
    }
    assert not made.left_out


def test_pages_for_a_system_that_gave_no_names_are_refused(tmp_path):
    with pytest.raises(Failure, match="--zip folder"):
        feedback_zip(with_pages(tmp_path, "moodle"), "canvas", tmp_path / "none.zip")
    assert not (tmp_path / "none.zip").exists()


@pytest.mark.parametrize("system", [*DOWNLOADS, "folder"])
def test_a_page_stays_out_once_the_submission_cannot_be_graded_any_more(tmp_path, system):
    classroom = with_pages(tmp_path, "canvas" if system == "folder" else system)
    classroom.autograded("ann", HOMEWORK).unlink()
    made = feedback_zip(classroom, system, tmp_path / "back.zip")
    assert "ann" in made.left_out and "ann" not in made.students
    for student in made.students:
        classroom.autograded(student, HOMEWORK).unlink()
    with pytest.raises(Failure, match="earlier grading"):
        feedback_zip(classroom, system, tmp_path / "none.zip")


def test_a_damaged_list_of_versions_costs_only_its_own_student_the_page(tmp_path):
    classroom = with_pages(tmp_path, "canvas")
    write_whole(classroom.collected("ann", HOMEWORK) / INDEX, "{")
    made = feedback_zip(classroom, "canvas", tmp_path / "back.zip")
    assert made.students == ["jane"] and INDEX in made.left_out["ann"].reason


def test_a_page_about_an_earlier_submission_is_not_put_into_the_zip(graded_pair, tmp_path):
    run(graded_pair, "feedback", HOMEWORK)
    put(graded_pair, "ada", HOMEWORK, b"%PDF-1.7")
    grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    said = run(graded_pair, "feedback", HOMEWORK, "--zip", "folder", code=1)
    assert "Not in it: ada, who has only a page about an earlier submission" in " ".join(
        said.split()
    )
    with zipfile.ZipFile(graded_pair.folder / "export" / f"{HOMEWORK}-feedback-folder.zip") as made:
        assert made.namelist() == [f"{HOMEWORK}/emeka.html"]
    why = "because the newest could not be graded"
    assert f"About an earlier submission, {why}: ada 1 of them" in said
    put(graded_pair, "emeka", HOMEWORK, b"%PDF-1.7")
    grade(graded_pair, HOMEWORK, workers=0)
    said = run(graded_pair, "feedback", HOMEWORK, "--zip", "folder", code=2)
    # Making the pages again would change nothing, nor would the zip for another system.
    assert f"autograder report {HOMEWORK}" in said and "again" not in said
    assert said.count("--zip folder") == 0


def test_pages_that_were_not_made_or_left_out_need_attention(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id\nada\nemeka\neve\n")
    assert "No page for eve" in run(graded_pair, "feedback", HOMEWORK)  # not handed in
    put(graded_pair, "bob", HOMEWORK, b"%PDF-1.7")
    assert "No page for bob" in run(graded_pair, "feedback", HOMEWORK, code=1)
    run(graded_pair, "feedback", HOMEWORK, "--student", "ada")
    grade(graded_pair, HOMEWORK, students=["bob"], workers=0)
    assert "No page for bob" in run(graded_pair, "feedback", HOMEWORK, code=1)


@pytest.mark.parametrize("left_out", [{}, {"ada": LeftOut("was left out", "Look.")}])
def test_students_left_out_of_the_zip_need_attention(graded_pair, monkeypatch, left_out):
    made = FeedbackZip("", ["emeka"], left_out)
    monkeypatch.setattr("autograder.exporting.feedback_zip.write_feedback_zip", lambda *_: made)
    run(graded_pair, "feedback", HOMEWORK, "--zip", "folder", code=1 if left_out else 0)


def test_a_name_from_moodle_cannot_lead_out_of_the_unpacked_folder(tmp_path):
    classroom, download = Classroom(tmp_path / "class"), tmp_path / "download"
    path = download / "a\\..\\b \x1b[2J\u202eDan_105_assignsubmission_file_" / f"{HOMEWORK}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(released_path(HOMEWORK).read_bytes())
    (row,) = collect(classroom, download, HOMEWORK).rows
    for file in (classroom.feedback, classroom.autograded):
        write_whole(file(row.student, HOMEWORK), "page")
    feedback_zip(classroom, "moodle", tmp_path / "back.zip")
    with zipfile.ZipFile(tmp_path / "back.zip") as archive:
        (name,) = archive.namelist()
    assert name.isprintable() and "\\" not in name and "_105_assignsubmission_file_/" in name


def test_a_name_from_moodle_without_its_number_gets_no_page_back(tmp_path):
    classroom, download = Classroom(tmp_path / "class"), tmp_path / "download"
    path = download / "Jane Doe_assignsubmission_file_" / f"{HOMEWORK}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(released_path(HOMEWORK).read_bytes())
    (row,) = collect(classroom, download, HOMEWORK, system="moodle").rows
    page = classroom.feedback(row.student, HOMEWORK)
    page.parent.mkdir(parents=True)
    page.write_text("page")
    with pytest.raises(Failure, match="not come from Moodle"):
        feedback_zip(classroom, "moodle", tmp_path / "back.zip")
