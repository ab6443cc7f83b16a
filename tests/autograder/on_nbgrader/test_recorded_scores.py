"""What the gradebook has recorded is read for a class as fast as for one student."""

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from autograder.on_nbgrader.gradebook import ClassGradebook
from tests.helpers.grading import HOMEWORK


@pytest.mark.slow
def test_a_larger_class_takes_no_more_queries(graded_pair):
    queries: list[str] = []
    book = ClassGradebook(graded_pair)

    def needed() -> int:
        queries.clear()
        book.recorded_submissions(HOMEWORK)
        return len(queries)

    def note(_connection, _cursor, statement, *_):
        queries.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        for_two = needed()
        book.remove("ada")
        assert len(book.recorded_submissions(HOMEWORK)) == 1
        assert needed() == for_two > 0
    finally:
        event.remove(Engine, "before_cursor_execute", note)
