"""What a check says if a name that it uses was defined by a given cell with changes."""

import pytest

from course import CheckFailed, check_blanks, check_exercise
from course.messages.given_cells import as_given
from tests.helpers.student_code import remember_cells

GIVEN = as_given("x = 2.0\n\nz = x + 1  # given")
CHANGED = GIVEN.replace("2", "3", 1)
CHECK = "with check_exercise('A'):\n    check_blanks(answers, {'z': (lambda y: z)(x := 1)})\n"


@pytest.fixture
def told(monkeypatch, capsys):
    """What a check says after these cells."""

    def after(*cells, check=CHECK, answer=3.0):
        remember_cells([*cells, check], monkeypatch)
        try:
            with check_exercise("A"):
                check_blanks({"z": answer}, {"z": 3.0})
        except CheckFailed as error:
            print(error)
        return " ".join(capsys.readouterr().out.split())

    return after


@pytest.mark.parametrize("answer", [3.0, 4.0])
@pytest.mark.parametrize(
    "cells",
    [
        [CHANGED],
        [GIVEN, CHANGED, "x = 3", "z + = 1", "from torch import zeros as z"],
        [CHANGED, GIVEN.replace("z", "zz")],
        [GIVEN.replace("# given", "")],
    ],
)
def test_a_check_says_once_that_a_given_cell_has_changes(cells, answer, told):
    said = told(*cells, answer=answer)
    assert said.count("`z` was defined by a given cell with changes.") == 1
    assert ("Passed: A." in said) is (answer == 3.0)


@pytest.mark.parametrize(
    "cells",
    [
        [],
        [GIVEN],
        [CHANGED, "\n" + GIVEN.replace("\n\n", "\n  \n\n") + "\n"],
        [CHANGED, "z = 4"],  # not a given one
        [CHANGED.rpartition("\n")[0]],
        [GIVEN, CHANGED.replace("z", "y")],
        [GIVEN, "def f():\n    global z\n    z = 3"],
    ],
)
def test_a_check_says_nothing_of_other_cells(cells, told):
    assert "given cell" not in told(*cells, answer=4.0)


@pytest.mark.parametrize(
    "check", ["z = 1\ncheck(z)", "check(lambda z: z)", "check('z', y.z)", "(z"]
)
def test_a_check_that_does_not_use_a_name_says_nothing_of_it(check, told):
    assert "given cell" not in told(CHANGED, check=check, answer=4.0)


def test_of_several_names_all_are_told(told):
    check = "check(z, x)"
    assert "`x` and `z` were defined by a given cell" in told(CHANGED, check=check)
