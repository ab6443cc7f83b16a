"""The sheet for a viva: five questions about a student's own engine, answered by its own run."""

import nbformat
import pytest

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.grading.grade import grade
from autograder.notebook.grading_notes import VIVA
from autograder.notebook.notebook_files import notebook_text
from autograder.reports.viva_sheet import sheet_of, write_viva_page
from course.check.quiz.engine_quiz import is_right_answer
from tests.autograder.conftest import put, run
from tests.helpers.bank_engines import read_right_answers
from tests.helpers.spied_engines import all_items, asked, engine, reference, simulated

pytestmark = pytest.mark.slow
HOMEWORK, QUEUE = "hw2-tanh", "while-and-pop"
CODE = next(each.code for each in read_right_answers() if each.id == QUEUE)


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """Ann answers right, Bob's engine raises an error, Cay's has marks for a browser to read, and
    Eve's is made from a text."""
    room = Classroom(tmp_path_factory.mktemp("class"))
    forward = reference().split("\n\n\ndef backward")[0]
    ann = {"engine": f"{forward}\n\n\n{CODE}"}
    answers = dict(zip(("first", "second", "third"), (i.answer for i in asked(QUEUE)), strict=True))
    students = {
        "ann": ann | {"own-engine": f"own_engine = {answers!r}"},
        "bob": {"engine": ann["engine"].replace("todo.pop()", "todo.missing()")},
        "cay": {"engine": ann["engine"].replace("node = todo", "node = '</pre><script>' and todo")},
        "eve": {"engine": f"exec({ann['engine']!r})"},
    }
    for student, cells in students.items():
        made = SampleSubmission(student, HOMEWORK, cells).notebook()
        put(room, student, HOMEWORK, made)
    assert not any(outcome.failure for outcome in grade(room, HOMEWORK))
    return room


def mark(classroom, student: str) -> str:
    notebook = nbformat.read(classroom.autograded(student, HOMEWORK), as_version=4)
    (check,) = (cell for cell in notebook.cells if cell.id == "own-engine-check")
    return check.outputs[-1].get("data", {}).get("text/plain", "0")


def test_answers_about_the_students_own_engine_earn_points_in_grading(classroom):
    assert float(mark(classroom, "ann")) == 3
    assert float(mark(classroom, "bob")) == 0


def test_the_sheet_has_five_new_questions_with_true_answers(classroom):
    sheet = sheet_of(classroom, HOMEWORK, "ann")
    items = {item.text: item for item in all_items(QUEUE).values()}
    assert len(sheet.questions) == 5
    assert not {text for text, _ in sheet.questions} & {item.text for item in asked(QUEUE)}
    functions = engine(CODE)
    for text, answer in sheet.questions:
        assert answer == str(items[text].answer)
        assert is_right_answer(simulated(items[text], functions), items[text])


def test_the_sheet_says_with_which_upstream_gradients_the_engine_ran(classroom):
    sheet = sheet_of(classroom, HOMEWORK, "ann")
    page = write_viva_page(sheet, classroom).read_text()
    for text in (sheet.text, page):
        assert "`one` at its default" in text
        assert "The call that is asked about has one=" in text


def test_the_page_shows_the_students_lines_without_running_them(classroom):
    page = write_viva_page(sheet_of(classroom, HOMEWORK, "cay"), classroom).read_text()
    assert "&lt;/pre&gt;&lt;script&gt;" in page
    assert "<script" not in page
    assert page.count("<li>") == 5


def test_the_command_prints_and_writes_the_sheet(classroom):
    printed = run(classroom, "viva", HOMEWORK, "--student", "ann")
    assert "input_nodes" in printed
    assert printed.count("Answer: ") == 5
    assert classroom.viva("ann", HOMEWORK).exists()


@pytest.mark.parametrize(
    ("student", "reason"),
    [("bob", "missing"), ("eve", "lines that do it is not known"), ("nobody", "")],
)
def test_no_sheet_is_made_without_an_engine_to_ask_about(classroom, student, reason):
    assert reason in run(classroom, "viva", HOMEWORK, "--student", student, code=2)


def test_who_could_not_be_graded_is_not_sent_to_grade_again(classroom):
    paper = classroom.submission("dot", HOMEWORK).with_name("homework.pdf")
    paper.parent.mkdir(parents=True)
    paper.write_bytes(b"%PDF-1.4")
    run(classroom, "grade", HOMEWORK, "--student", "dot", code=1)
    for command in ("viva", "feedback"):
        told = run(classroom, command, HOMEWORK, "--student", "dot", code=2)
        assert "homework.pdf" in told and "autograder grade" not in told


def test_an_ungraded_submission_has_no_sheet(classroom):
    with pytest.raises(Failure, match="First: autograder grade"):
        sheet_of(classroom, "hw1-cosh", "ann")


def test_a_notebook_that_was_graded_without_questions_has_no_sheet(tmp_path):
    room = Classroom(tmp_path)
    write_whole(room.autograded("ann", HOMEWORK), notebook_text(nbformat.v4.new_notebook()))
    with pytest.raises(Failure, match="No questions"):
        sheet_of(room, HOMEWORK, "ann")


@pytest.mark.parametrize("noted", [{"questions": []}, {"questions": 3, "lines": [], "svg": ""}])
def test_questions_noted_by_another_version_are_to_be_noted_again(tmp_path, noted):
    room = Classroom(tmp_path)
    graded = nbformat.v4.new_notebook(metadata={VIVA: noted})
    write_whole(room.autograded("ann", HOMEWORK), notebook_text(graded))
    with pytest.raises(Failure, match=f"grade {HOMEWORK} --student ann --force"):
        sheet_of(room, HOMEWORK, "ann")
