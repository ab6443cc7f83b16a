"""Each released notebook, with a right solution pasted in, top to bottom in a real kernel: with the
newest Jupyter, and with the versions that Google Colab has."""

import json

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

from autograder.house import ROOT, homeworks
from autograder.sample_class import Submission

pytestmark = pytest.mark.slow

COLAB_PYTHON = ROOT / ".venv-colab" / "bin" / "python"
COLAB_VERSIONS = {"IPython": "7.34.0", "ipykernel": "6.17.1", "ipywidgets": "7.7.1"}


@pytest.fixture
def colab_kernel(tmp_path, monkeypatch, needed) -> str:
    """The name of a kernel that runs in the environment with Colab's versions."""
    needed(COLAB_PYTHON, "make .venv-colab/.done")
    spec = tmp_path / "kernels" / "colab" / "kernel.json"
    spec.parent.mkdir(parents=True)
    argv = [str(COLAB_PYTHON), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    env = {"PYTHONPATH": str(ROOT)}
    spec.write_text(json.dumps({"argv": argv, "display_name": "Colab", "env": env}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    return "colab"


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


@pytest.mark.parametrize("assignment", homeworks())
def test_a_solved_notebook_runs_with_colabs_versions(assignment, colab_kernel):
    notebook = solved(assignment)
    versions = "; ".join(f"import {name}; print({name}.__version__)" for name in COLAB_VERSIONS)
    notebook.cells.insert(0, new_code_cell(versions))
    outputs = run(notebook, colab_kernel)
    assert outputs[0].text.split() == list(COLAB_VERSIONS.values())
    check_outputs(outputs[1:])
