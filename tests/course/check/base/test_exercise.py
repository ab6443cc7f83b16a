"""The exercises of a notebook, its summary, and the source it shows."""

import numpy as np
import pytest
from bs4 import BeautifulSoup

import course
from course import (
    CheckFailed,
    ComputationNode,
    Exp,
    Leaf,
    Mean,
    Negate,
    check_blanks,
    check_exercise,
    check_node,
    check_results,
    draw,
    show_source,
    show_summary,
)
from course.check.base.failures import MAX_ROWS_SHOWN, wrong_values
from course.messages import output, source
from course.reference.cases import Case
from course.scaffold.operators import latest_class
from course.values.compare import Row
from course.values.tensors import as_float64
from tests.helpers.student_code import compiled


def test_an_exercise_passes_when_its_block_runs_to_the_end(capsys):
    with check_exercise("One"):
        assert capsys.readouterr().out == ""
    assert capsys.readouterr().out == "Passed: One.\n"
    with pytest.raises(CheckFailed), check_exercise("Two"):
        raise CheckFailed("wrong")
    assert capsys.readouterr().out == ""
    show_summary("One", "Two", "Three")
    assert capsys.readouterr().out.splitlines() == [
        "One     passed",
        "Two     not yet",
        "Three   not run",
        "",
        "1 of 3 exercises passes. Next: Two.",
    ]


def _unwritten():
    raise NotImplementedError


def test_an_error_that_a_changed_name_causes_in_the_package_is_told_without_a_traceback():
    cell = compiled(
        "with check_exercise('A'):\n    check_costs({}, operations_of({'z': 'W x'}), of='m n d')\n"
    )
    with pytest.raises(CheckFailed, match="another meaning") as caught:
        exec(cell, vars(course) | {"__name__": "notebook"})
    first, *_ = caught.value._render_traceback_()
    assert "This cell raised TypeError" in first


def test_an_error_by_which_the_package_says_what_is_wrong_is_told_as_it_is():
    class Attention(ComputationNode):
        def __init__(self, *inputs):
            pass

    cell = compiled("with check_exercise('A'):\n    Exp(Attention(2.0)).forward()\n")
    with pytest.raises(CheckFailed) as caught:
        exec(cell, {"check_exercise": check_exercise, "Attention": Attention, "Exp": Exp})
    assert "begin with super" in str(caught.value) and "meaning" not in str(caught.value)


def test_a_name_that_is_missing_in_the_package_is_not_said_to_be_missing_in_the_cell(monkeypatch):
    monkeypatch.delattr("course.graph.math")
    cell = compiled(
        "with check_exercise('A'):\n    node.input_nodes[0].forward(); node.forward()\n"
    )
    with pytest.raises(CheckFailed, match="'math' is not defined") as caught:
        exec(cell, {"check_exercise": check_exercise, "node": Exp(2.0)})
    assert "First run the cell" not in str(caught.value)


def test_only_errors_in_the_students_code_are_reported_as_theirs():
    def graph_of_nothing():
        return Exp("nothing")

    with pytest.raises(CheckFailed, match="is nan: ") as authors, check_exercise("the author's"):
        check_results(Exp(Leaf(float("nan"))), lambda graph: None)
    with pytest.raises(CheckFailed) as of_the_cell, check_exercise("a name that is not there"):
        print(not_there)  # noqa: F821
    with pytest.raises(CheckFailed) as of_a_function, check_exercise("a function of theirs"):
        graph_of_nothing()
    name = "a name that is not there, in a function of the check's cell"
    check = f"""
with check_exercise({name!r}):
    (lambda: not_there)()
"""
    with pytest.raises(CheckFailed, match=r"name 'not_there' is not defined\. First run"):
        exec(compile(check, "check.py", "exec"), {"check_exercise": check_exercise})
    with pytest.raises(CheckFailed, match=r"first run a cell"), check_exercise("a class missing"):
        latest_class("Missing")
    with pytest.raises(CheckFailed, match="_unwritten is not written"), check_exercise("theirs"):
        _unwritten()
    assert "\n".join(authors.value.lines("")).count("PyTorch's own result") == 1
    assert of_the_cell.value.diagnosis.raised.name == "NameError"
    assert "graph_of_nothing" in of_a_function.value.diagnosis.raised.lines[-1]


@pytest.fixture
def displayed(monkeypatch, capsys):
    """What a notebook shows, in its order: texts as they are, and the data of what is displayed."""
    outputs = []

    def display(thing, raw=False):
        outputs.append(capsys.readouterr().out)
        outputs.append(thing if raw else thing.data)

    monkeypatch.setattr(output, "get_ipython", lambda: True)
    monkeypatch.setattr(output, "display", display)
    return outputs


def test_a_passed_exercise_in_a_notebook_is_one_line_with_the_rest_folded(displayed, capsys):
    with check_exercise("One"):
        print("Right: 1 < 2.")
    before, data = displayed
    assert before == capsys.readouterr().out == ""
    soup = BeautifulSoup(data["text/html"], "html.parser")
    assert soup.details.summary.get_text() == "Passed: One."
    assert not soup.details.has_attr("open")
    assert soup.details.pre.get_text() == data["text/plain"] == "Right: 1 < 2.\nPassed: One."


def test_a_partly_right_exercise_in_a_notebook_has_a_heading(displayed, capsys):
    with check_exercise("One"):
        check_blanks({"a": 1, "b": 2}, {"a": 1, "b": 3})
    (heading,) = [each for each in displayed if isinstance(each, dict)]
    assert "One" in heading["text/plain"] and "Passed" not in heading["text/plain"]
    assert "1 of 2 blanks" in capsys.readouterr().out


def test_printed_text_comes_before_the_picture_that_follows_it(displayed, capsys):
    with pytest.raises(CheckFailed), check_exercise("One"):
        print("first")
        output.show_or_print(draw(Leaf(1.0, "x")))
        print("last")
        raise CheckFailed("wrong")
    assert displayed[0] == "first\n"
    assert "image/svg+xml" in displayed[1]
    assert capsys.readouterr().out == "last\n"


@pytest.mark.parametrize(
    ("count", "is_folded"), [(MAX_ROWS_SHOWN, False), (MAX_ROWS_SHOWN + 1, True)]
)
def test_a_long_table_of_a_failed_check_is_folded(displayed, capsys, count, is_folded):
    rows = [Row(f"node {i}", 1.0, as_float64(2.0)) for i in range(count)]
    with pytest.raises(CheckFailed):
        raise wrong_values("wrong", Case(), "", rows)
    folded = displayed[1]["text/html"] if is_folded else ""
    assert ("<details>" in folded) == is_folded
    assert ("node 0" in capsys.readouterr().out) != is_folded


def test_an_unexpected_error_is_reported_with_the_students_line():
    class Relu(ComputationNode):
        def __init__(self, x):
            super().__init__(x)
            self.mask = self.input(0) > 0

    with pytest.raises(CheckFailed) as caught, check_exercise("One"):
        check_node(Relu, 1.0)
    assert caught.value.diagnosis.raised.name == "RuntimeError"
    assert "in __init__:  self.mask = self.input(0) > 0" in caught.value.diagnosis.raised.line


def test_only_the_latest_attempt_counts(capsys):
    with check_exercise("One"):
        pass
    with pytest.raises(CheckFailed), check_exercise("One"):
        raise CheckFailed("wrong")
    capsys.readouterr()
    show_summary("One")
    assert "not yet" in capsys.readouterr().out


def test_a_summary_of_passed_exercises_says_to_hand_them_in(capsys):
    with check_exercise("One"):
        pass
    capsys.readouterr()
    show_summary("One")
    assert capsys.readouterr().out.endswith(
        "The exercise passes. Save the notebook and hand it in.\n"
    )


def test_a_summary_names_the_exercises_that_are_graded_by_hand(capsys):
    show_summary("One", by_hand=["2", "8b", "9b"])
    assert "2, 8b and 9b" in capsys.readouterr().out


def test_the_source_shown_is_the_source_that_runs(monkeypatch):
    shown = []
    monkeypatch.setattr(source, "display", lambda markdown: shown.append(markdown.data))
    show_source(Negate, Mean)
    (text,) = shown
    assert text.startswith("```python\nclass Negate(ComputationNode):")
    assert "return [-self.gradient]\n\nclass Mean" in text.replace("\n\n\n", "\n\n")
    assert text.endswith("\n```")


def test_an_error_of_a_librarys_class_is_reported_as_the_students():
    class Inverse(ComputationNode):
        def __init__(self, x):
            super().__init__(x)
            np.linalg.inv(np.zeros((2, 2)))

    with pytest.raises(CheckFailed, match="LinAlgError"), check_exercise("One"):
        check_results(Inverse(1.0), lambda graph: None)
