"""What a class has of a student is found wherever it is."""

import inspect

import pytest

from autograder.base.classroom import Classroom
from autograder.enrolment.belongings import by_homework, folders_of, ids_of_folders, place_under

OF_A_STUDENT = [
    name
    for name, method in vars(Classroom).items()
    if inspect.isfunction(method)
    and list(inspect.signature(method).parameters) == ["self", "student", "homework"]
]


def test_a_class_knows_several_places_for_a_student():
    assert {"submission", "collected", "replaced"} <= {*OF_A_STUDENT}


@pytest.mark.parametrize("name", OF_A_STUDENT)
def test_every_place_of_a_class_for_a_student_is_among_their_folders(name, tmp_path):
    def place(student: str):
        return getattr(Classroom(tmp_path), name)(student, "hw1-cosh")

    for student in ("ada", "bob"):
        place(student).mkdir(parents=True)
    ((homework, folder),) = by_homework(folders_of(tmp_path, "ada"))
    assert homework == "hw1-cosh" and place("ada").is_relative_to(folder)
    moved = place_under("eve", folder, tmp_path, Classroom(tmp_path))
    assert place("eve").is_relative_to(moved)
    assert ids_of_folders(tmp_path) == {"ada", "bob"}


@pytest.mark.parametrize("name", ["collected", "submitted"])
def test_a_class_may_have_any_name(name, tmp_path):
    classroom = Classroom(tmp_path / name)
    for place in (classroom.submission, classroom.collected):
        place("ada", "hw1-cosh").mkdir(parents=True)
    folders = folders_of(classroom.folder, "ada")
    assert [homework for homework, _ in by_homework(folders)] == ["hw1-cosh"] * 2
