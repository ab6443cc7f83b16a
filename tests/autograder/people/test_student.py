"""What can be a student's id, and who is no student."""

import pytest

from autograder.people.student import Student, id_from, is_valid_id


@pytest.mark.parametrize(
    "text", ["", ".", "..", "a/b", "a\\b", "a b", "-x", "a.", "a\n", "a*", "x" * 101]
)
def test_names_that_are_unsafe_for_folders_are_not_ids(text):
    assert not is_valid_id(text)


def test_an_id_is_the_same_however_a_computer_writes_its_accents():
    assert id_from("jose\N{COMBINING ACUTE ACCENT}") == id_from("josé") == "josé"


@pytest.mark.parametrize(
    ("student_id", "name"), [("studenttest-9001", ""), ("x1", "Test Student"), ("Test_Student", "")]
)
def test_the_test_student_of_each_system_is_recognised(student_id, name):
    assert Student(student_id, name).is_test
    assert not Student("tess", "Tess Udent").is_test
