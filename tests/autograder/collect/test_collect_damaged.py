"""What collecting reports on notebooks that are damaged or came before."""

import json
from copy import deepcopy

import pytest
from typer.testing import CliRunner

from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.cli import app
from autograder.collect.collect import collect

HOMEWORK = "hw1-cosh"
WHOLE = released_path(HOMEWORK).read_bytes()


def handed_in(folder, files: dict[str, bytes]):
    for name, data in files.items():
        path = folder / "download" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder / "download"


@pytest.mark.parametrize(
    "data",
    [
        WHOLE[: len(WHOLE) // 2],
        WHOLE[:300],
        b"<!doctype html><p>Sign in",
        WHOLE.decode().encode("utf-16"),
    ],
)
def test_a_damaged_notebook_is_collected_so_that_grading_can_report_it(tmp_path, data):
    download = handed_in(tmp_path, {"ann/hw1-cosh.ipynb": data, "bob/hw1-cosh.ipynb": WHOLE})
    damaged, whole = collect(Classroom(tmp_path / "class"), download, HOMEWORK).rows
    assert damaged.status == whole.status == "collected"


def test_a_written_answer_turned_into_code_and_split_stops_nobody(tmp_path):
    homework = "hw5-mlp"
    whole = json.loads(released_path(homework).read_bytes())
    broken = deepcopy(whole)
    at = next(
        i
        for i, cell in enumerate(broken["cells"])
        if cell["cell_type"] == "markdown" and cell["metadata"].get("nbgrader", {}).get("solution")
    )
    half = broken["cells"][at] | {"cell_type": "code", "outputs": [], "execution_count": None}
    broken["cells"][at : at + 1] = [half | {"source": "Because"}, half | {"id": "x", "source": ""}]
    texts = {"ann": whole, "bob": broken, "cyd": whole}
    files = {f"{name}/{homework}.ipynb": json.dumps(text).encode() for name, text in texts.items()}
    rows = collect(Classroom(tmp_path / "class"), handed_in(tmp_path, files), homework).rows
    assert [row.status for row in rows] == ["collected"] * 3


@pytest.mark.parametrize("files", [{"ann.ipynb": WHOLE}, {"ann.pdf": b"%PDF"}])
def test_the_next_step_is_printed_while_there_is_something_to_grade(tmp_path, files):
    download = handed_in(tmp_path, files)
    words = ["collect", str(download), HOMEWORK, "--class-dir", str(tmp_path / "class")]
    for _ in range(2):
        printed = " ".join(CliRunner().invoke(app, words).output.split())
        assert (f"Next: autograder grade {HOMEWORK}" in printed) is ("ann.ipynb" in files)
    printed = CliRunner().invoke(app, [*words, "--dry-run"]).output
    assert "Next" not in printed
