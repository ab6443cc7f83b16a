"""What is changed in nbgrader, and what it does then."""

import os
import subprocess
import sys
from pathlib import Path

import nbgrader.api
import nbgrader.apps.api
import pytest
from sqlalchemy import text
from sqlalchemy.exc import StatementError

from autograder.base.classroom import Classroom
from autograder.base.failure import NotHere
from autograder.base.paths import ROOT
from autograder.on_nbgrader import patches
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook


def test_another_nbgrader_is_refused_by_the_name_of_what_it_lacks(monkeypatch):
    monkeypatch.delattr(nbgrader.apps.api.NbGraderAPI, "get_submitted_timestamp")
    with pytest.raises(
        NotHere, match=r"no NbGraderAPI\.get_submitted_timestamp.*nbgrader==0\.9\.6"
    ):
        patches.patch_steps()


def test_an_error_of_the_database_quotes_no_value(classroom):
    with open_gradebook(classroom) as book:
        book.db.add(nbgrader.api.Student(id="ada", last_name=["Lovelace"]))
        with pytest.raises(StatementError) as error:
            book.db.commit()
        book.db.rollback()
    assert "student" in str(error.value) and "Lovelace" not in str(error.value).split("[SQL")[1]


def test_a_gradebook_opened_again_still_knows_the_statements_that_it_compiled(classroom):
    with open_gradebook(classroom) as one, open_gradebook(classroom) as other:
        assert one.engine is other.engine
    assert other.students == []  # closed, it can be asked again


def test_a_process_that_is_forked_shares_no_connections(classroom):
    with open_gradebook(classroom) as book:
        if (child := os.fork()) == 0:
            with open_gradebook(classroom) as own:
                os._exit(own.engine is book.engine)
    assert os.waitpid(child, 0)[1] == 0


def test_two_gradebooks_in_memory_are_two(tmp_path):
    nowhere = ClassGradebook(Classroom(tmp_path))
    with nowhere._looked_into() as one, nowhere._looked_into() as other:
        one.add_student("ada")
        assert other.students == []


def test_a_table_that_a_gradebook_lacks_is_made(classroom):
    with open_gradebook(classroom) as book, book.engine.begin() as connection:
        connection.execute(text("DROP TABLE comment"))
    with open_gradebook(classroom) as book:
        assert book.db.query(nbgrader.api.Comment).all() == []


def drop_indexes(classroom):
    """Makes a gradebook what nbgrader alone would have made."""
    with open_gradebook(classroom) as book, book.engine.begin() as connection:
        names = connection.execute(text("SELECT name FROM sqlite_master WHERE name LIKE 'ix_%'"))
        for (name,) in names.all():
            connection.execute(text(f"DROP INDEX {name}"))


def test_an_older_gradebook_that_cannot_be_written_can_be_read(classroom):
    drop_indexes(classroom)
    url = f"sqlite:///file:{classroom.folder}/gradebook.db?mode=ro&uri=true"
    assert ClassGradebook(Classroom(classroom.folder, url)).people() == {}


def test_a_folder_named_as_everybody_hides_nobody(tmp_path):
    patches.patch_steps()
    for student in ("ada", "ada[1]", "*"):
        (tmp_path / student / "hw1").mkdir(parents=True)
    found = nbgrader.converters.base.glob.glob
    assert f"{tmp_path}/ada/hw1" in found(f"{tmp_path}/*/hw1")
    assert found(f"{tmp_path}/ada[1]/hw1") == [f"{tmp_path}/ada[1]/hw1"]


def test_no_table_of_an_older_gradebook_is_read_whole_for_each_submission(classroom):
    drop_indexes(classroom)
    question = "EXPLAIN QUERY PLAN SELECT * FROM {} WHERE {} = 'x'"
    with open_gradebook(classroom) as book:
        for table, column in {
            "grade": "notebook_id",
            "comment": "notebook_id",
            "submitted_notebook": "assignment_id",
            "submitted_assignment": "student_id",
        }.items():
            assert "SEARCH" in book.db.execute(text(question.format(table, column))).one()[3]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["class", "100 % of %25s"])
def test_nbgraders_command_upgrades_the_gradebook_and_keeps_what_it_holds(
    classroom, tmp_path, name
):
    classroom = Classroom(classroom.folder.rename(tmp_path / name))
    tool = Path(sys.executable).with_name("nbgrader")
    path = f"{tool.parent}{os.pathsep}{os.environ['PATH']}"  # nbgrader starts alembic
    ran = subprocess.run(
        [tool, "db", "upgrade"],
        cwd=ROOT,
        env=os.environ | {"CLASS_DIR": str(classroom.folder), "PATH": path},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert [*classroom.folder.glob("gradebook.db.*")]  # its own copy of what was there
    assert ClassGradebook(classroom).knows("hw1-cosh")
