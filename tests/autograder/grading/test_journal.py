"""The journal of what was graded, whose lines another version or an accident may have changed."""

import json

import pytest

from autograder.base.classroom import Classroom
from autograder.grading.journal import Journal, JournalEntry


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x1c", "\x0c", "\r"])
def test_odd_characters_in_a_name_lose_no_line_of_the_journal(tmp_path, separator):
    journal = Journal(Classroom(tmp_path), "hw1-cosh")
    entry = JournalEntry("ann", "key", failure=f"There is only a{separator}b.pdf")
    journal.write(entry)
    journal.write(JournalEntry("bob", "key"))
    assert Journal(Classroom(tmp_path), "hw1-cosh").latest["ann"] == entry
    journal.forget("bob")
    assert list(Journal(Classroom(tmp_path), "hw1-cosh").entries()) == [entry]


def test_what_an_earlier_version_has_noted_loses_no_line_of_the_journal(tmp_path):
    journal = Journal(Classroom(tmp_path), "hw1-cosh")
    entry = JournalEntry("ann", "key", score=3.0)
    journal.write(entry)
    line = json.loads(journal.path.read_text())
    journal.path.write_text(json.dumps(line | {"other_homework": ""}) + "\n")
    assert list(Journal(Classroom(tmp_path), "hw1-cosh").entries()) == [entry]


@pytest.mark.parametrize("change", [lambda j: j.rename("bob", "rob"), lambda j: j.forget("bob")])
def test_what_another_version_has_noted_stays_when_another_student_is_renamed_or_forgotten(
    tmp_path, change
):
    journal = Journal(Classroom(tmp_path), "hw1-cosh")
    journal.write(JournalEntry("bob", "key"))
    lines = ['{"student": "ann", "key": "k", "new": 1}', '{"student": "eve", "flags": "none"}']
    with journal.path.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)
    change(journal)
    assert journal.path.read_text().splitlines()[-2:] == lines
    assert "bob" not in journal.path.read_text()


@pytest.mark.parametrize(
    "damaged",
    [
        b'{"student": "a',
        b"[]",
        b"1",
        b'{"student": 5, "key": "k"}',
        b'{"student": "bob"}',
        b'{"student": "bob", "key": 1}',
        b'{"student": "bob", "key": "k", "graded_with": null}',
        b'{"student": "bob", "key": "k", "penalties": null}',
        b'{"student": "bob", "key": "k", "penalties": [0.0]}',
        b'{"student": "bob", "key": "k", "score": "3"}',
        b'{"student": "bob", "key": "k", "flags": [1]}',
        b'{"student": "bob", "key": "k", "changes": {"a": [1.0, "2"]}}',
        b'{"student": "bob", "key": "k", "changes": {"a": [1.0]}}',
    ],
)
def test_a_damaged_line_of_the_journal_counts_as_not_graded(tmp_path, damaged):
    journal = Journal(Classroom(tmp_path), "hw1-cosh")
    entry = JournalEntry("ann", "key")
    journal.write(entry)
    journal.path.write_bytes(damaged + b"\n" + journal.path.read_bytes())
    assert Journal(Classroom(tmp_path), "hw1-cosh").latest == {"ann": entry}
