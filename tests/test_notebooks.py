"""Each released notebook, with a right solution pasted in, top to bottom in a real kernel with the
newest Jupyter. With the versions that Google Colab has: test_colab.py."""

import pytest
from nbclient import NotebookClient

from autograder.authoring.sample_class import Submission
from autograder.house import homeworks

pytestmark = pytest.mark.slow


def solved(assignment):
    return Submission("solution", assignment, "", [], "solution", "jupyter", {}).notebook()


def run(notebook, kernel):
    NotebookClient(notebook, kernel_name=kernel, timeout=120).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [o for o in outputs if o.get("name") == "stderr"]
    return outputs


def check_outputs(outputs):
    pictures = [o for o in outputs if "image/svg+xml" in o.get("data", {})]
    assert pictures
    printed = [o.text for o in outputs if o.output_type == "stream"]
    assert "exercises pass. Save the notebook and hand it in." in printed[-1]


@pytest.mark.parametrize("assignment", homeworks())
def test_a_solved_notebook_runs_with_the_newest_jupyter(assignment):
    check_outputs(run(solved(assignment), "python3"))
