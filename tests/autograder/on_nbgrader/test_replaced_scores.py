"""What rulings have replaced in a student's marks."""

from contextlib import closing

import nbformat
import pytest

from autograder.base.failure import Failure
from autograder.notebook.cells import EVERYBODY, VOID
from autograder.on_nbgrader.gradebook import open_gradebook
from autograder.on_nbgrader.marks_writer import MarksWriter
from autograder.on_nbgrader.replaced_scores import ReplacedScores
from tests.autograder.conftest import run, score_by_hand
from tests.helpers.grading import HOMEWORK, recorded_points, recorded_scores


@pytest.mark.parametrize("text", ['{"a": [1', '{"a": 1}', '{"a": ["1", null]}'])
def test_a_damaged_file_of_replaced_scores_is_refused(tmp_path, text):
    path = tmp_path / "replaced.json"
    path.write_text(text)
    with pytest.raises(Failure, match="is damaged"):
        ReplacedScores(path)


@pytest.mark.parametrize("ruling", [VOID, EVERYBODY])
def test_a_question_decided_for_everybody_overrides_manual_marks(graded_pair, ruling):
    check = "linear-check"
    score_by_hand(graded_pair, HOMEWORK, "ada", check, 1)
    before = {s: recorded_scores(graded_pair, HOMEWORK, s) for s in ("ada", "emeka")}
    check_of = {"ada": check, "emeka": next(c for c, m in before["emeka"].items() if m == 0)}
    worth = recorded_points(graded_pair, HOMEWORK)
    for said in (ruling, ""):
        for student in ("ada", "emeka"):
            notebook = nbformat.read(graded_pair.autograded(student, HOMEWORK), as_version=4)
            check = check_of[student]
            (cell,) = [c for c in notebook.cells if c.id == check]
            cell.metadata["ruling"] = said
            with closing(MarksWriter(graded_pair)) as book:
                entered = book.enter(student, HOMEWORK, notebook, None)
            now = recorded_scores(graded_pair, HOMEWORK, student)[check]
            then = before[student][check]
            if said:
                assert now == (worth[check] if ruling == EVERYBODY else 0)
                assert entered.score - entered.score_before == now - then
            else:
                assert now == then


@pytest.mark.parametrize(("ruling", "then"), [(VOID, 0), (EVERYBODY, 3)])
def test_a_mark_above_full_points_stays_if_everybody_gets_them(graded_pair, ruling, then):
    check = "linear-check"
    score_by_hand(graded_pair, HOMEWORK, "ada", check, 3)
    notebook = nbformat.read(graded_pair.autograded("ada", HOMEWORK), as_version=4)
    (cell,) = [c for c in notebook.cells if c.id == check]
    cell.metadata["ruling"] = ruling
    with closing(MarksWriter(graded_pair)) as book:
        book.enter("ada", HOMEWORK, notebook, None)
    assert recorded_points(graded_pair, HOMEWORK)[check] == 2
    assert recorded_scores(graded_pair, HOMEWORK, "ada")[check] == then


@pytest.mark.by_day(6)
@pytest.mark.parametrize(
    ("manual", "extra"), [(0.0, 2.0), (1.0, 1.0), (0.0, 0.0), (2.0, 1.0), (None, 1.0), (None, 3.0)]
)
@pytest.mark.parametrize("ruling", ["", VOID, EVERYBODY])
def test_extra_credit_by_a_person_stays_or_comes_back(graded_pair, manual, extra, ruling):
    check = "linear-check"
    notebook = nbformat.read(graded_pair.autograded("emeka", HOMEWORK), as_version=4)
    (cell,) = [c for c in notebook.cells if c.id == check]
    fail = nbformat.v4.new_output("error", ename="AssertionError", evalue="", traceback=[])

    def enter(said: str) -> float:
        cell.metadata["ruling"], cell.outputs = said, [fail]
        with closing(MarksWriter(graded_pair)) as writer:
            writer.enter("emeka", HOMEWORK, notebook, None)
        return recorded_scores(graded_pair, HOMEWORK, "emeka")[check]

    assert enter("") == 0
    with open_gradebook(graded_pair) as book:
        grade_of = book.find_grade(check, HOMEWORK, HOMEWORK, "emeka")
        grade_of.manual_score, grade_of.extra_credit = manual, extra
        book.db.commit()
    given = (manual or 0) + extra  # the check itself earns 0
    ruled = {"": given, VOID: 0, EVERYBODY: max(2, given)}
    for _ in range(2):
        assert enter(ruling) == ruled[ruling]
    if ruling and graded_pair.replaced("emeka", HOMEWORK).exists():
        run(graded_pair, "rename", "emeka", "obi")
        run(graded_pair, "forget", "obi", "--yes")
        run(graded_pair, "forget", "obi", "--undo")
        run(graded_pair, "rename", "obi", "emeka")
    for _ in range(2):
        assert enter("") == given
    assert not graded_pair.replaced("emeka", HOMEWORK).exists()
    assert not graded_pair.replaced("emeka", HOMEWORK).parents[1].exists()


@pytest.mark.parametrize(("ruling", "score"), [(VOID, 0), (EVERYBODY, 2)])
def test_nobody_waits_for_a_mark_by_hand_that_is_decided_for_everybody(graded_pair, ruling, score):
    check = "linear-check"
    notebook = nbformat.read(graded_pair.autograded("emeka", HOMEWORK), as_version=4)
    (place,) = [i for i, c in enumerate(notebook.cells) if c.id == check]
    cell = nbformat.v4.new_markdown_cell("In words.", metadata=notebook.cells[place].metadata)
    notebook.cells[place] = cell
    for said, expected in (("", None), (ruling, score), ("", None)):
        cell.metadata["ruling"] = said
        with closing(MarksWriter(graded_pair)) as writer:
            writer.enter("emeka", HOMEWORK, notebook, None)
        assert recorded_scores(graded_pair, HOMEWORK, "emeka")[check] == expected
