"""Tables of marks fit a terminal of any width."""

import io

import pytest

from autograder.base.printing import SafeConsole
from autograder.reports.fitting_table import MarksTable


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("count", [0, 1, 22])
def test_marks_are_readable_in_a_terminal_of_any_width(width, count):
    marks = [f"{n}.25" for n in range(100, 100 + count)]
    table = MarksTable("All", True, [f"{n}\n/1" for n in range(count)])
    table.rows = [["ada", "Ada King", *marks, "77", "late −1.5"], ["bo", "Bo", *marks, "78", ""]]
    file = io.StringIO()
    SafeConsole(file=file, width=width).print(table)
    words = file.getvalue().split()
    assert all(words.count(mark) == 2 for mark in marks) and {"77", "78", "−1.5"} <= {*words}
    assert "…" not in file.getvalue()
    assert all(len(line) <= width for line in file.getvalue().splitlines())


@pytest.mark.parametrize("who", [("x" * 60, "Al"), ("al", "Al " + "W" * 70), ("y" * 99, "Z" * 99)])
def test_a_student_with_a_very_long_name_does_not_split_the_table(who):
    table = MarksTable("All", True, ["1\n/1", "2\n/1", "3\n/1"])
    table.rows = [[*who, "1", "1", "1", "3", ""], ["bo", "Bo", "1", "1", "1", "3", "late"]]
    file = io.StringIO()
    SafeConsole(file=file, width=80).print(table)
    text = file.getvalue()
    assert text.count("student") == 1 and "…" not in text
    for part in who:
        letters = "".join(part.split())
        assert text.count(letters[-1]) >= letters.count(letters[-1])
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_mark_of_two_words_stays_on_one_line():
    table = MarksTable("All", False, [f"{n}\n/1" for n in range(30)])
    table.rows = [["ada", *["[yellow]by hand[/]"] * 30, "0", ""]]
    file = io.StringIO()
    SafeConsole(file=file, width=60).print(table)
    assert file.getvalue().count("by hand") == 30
