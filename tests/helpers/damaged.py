"""The damaged class: a good submission, damaged in the ways that students manage to do it."""

import json
import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import filterfalse
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.paths import released_path
from autograder.notebook.cells import is_graded, is_locked, is_solution
from autograder.submissions.tidying import MAX_CELLS, MAX_SOURCE
from autograder.submissions.unreadable import MAX_FILE

HOMEWORK = "hw2-tanh"
HELPER = "def a_helper():\n    return 1"
WRONG_MUL = """class Mul(ComputationNode):
    # product rule?

    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]"""


def as_colab_saves(notebook: NotebookNode) -> NotebookNode:
    """The notebook with what Google Colab adds on saving; nbgrader's metadata survives there."""
    notebook.metadata = nbformat.from_dict(
        {
            "colab": {"provenance": [], "include_colab_link": True},
            "kernelspec": {"name": "python3", "display_name": "Python 3"},
            "language_info": {"name": "python"},
        }
    )
    for number, cell in enumerate(notebook.cells):
        cell.metadata["id"] = cell.id
        if cell.cell_type == "code":
            cell.metadata["colab"] = {"base_uri": "https://localhost:8080/", "height": 35}
            cell.metadata["outputId"] = f"{number:08x}-0000-4000-8000-000000000000"
            cell.execution_count = number + 1
    return notebook


def merged(ours: str, theirs: str, text: str) -> str:
    """A text in which git has left both sides of a merge."""
    return text.format(f"<<<<<<< HEAD\n{ours}\n=======\n{theirs}\n>>>>>>> theirs")


def sources(notebook: NotebookNode) -> list[tuple[str, str, str]]:
    """The ids, types and texts of a notebook's cells."""
    return [(each.id, each.cell_type, each.source) for each in notebook.cells]


def good() -> NotebookNode:
    """A submission that gets full marks."""
    return deepcopy(_notebook())


def partly_wrong() -> NotebookNode:
    """A submission in which `Mul` is wrong and one blank is left."""
    return deepcopy(_notebook(("mul", WRONG_MUL), ("twice", 'twice = {\n    "a": ...,\n}')))


@cache
def _notebook(*cells: tuple[str, str]) -> NotebookNode:
    return SampleSubmission("zoe", HOMEWORK, dict(cells)).notebook()


def as_bytes(notebook: NotebookNode | dict) -> bytes:
    """A notebook, damaged or not, as the bytes of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode()


def as_submitted(folder: Path, data: bytes) -> None:
    """Writes the file where it belongs, under its usual name."""
    (folder / f"{HOMEWORK}.ipynb").write_bytes(data)


@dataclass(frozen=True)
class Kind:
    """One kind of damage.

    Attributes:
        damage: makes the bytes of a file from a submission.
        expect: "full" if a full submission keeps full marks; "partial" if it loses those of what is
            gone; "row" if it cannot be read, and the report says so.
        says: what the note, or the sentence, must contain; empty if there must be none.
        loses: graded checks that lose their points, if `expect` is "partial".
        put: writes the bytes into the student's folder.
    """

    damage: Callable[[NotebookNode], bytes] = as_bytes
    expect: str = "full"
    says: str = ""
    loses: tuple[str, ...] = ()
    put: Callable[[Path, bytes], None] = as_submitted


KINDS: dict[str, Kind] = {}


def kind(expect: str = "full", says: str = "", loses: tuple[str, ...] = ()):
    """Adds a function to KINDS that changes a notebook, or returns another one or bytes."""

    def enter(function):
        def damage(notebook: NotebookNode) -> bytes:
            made = function(notebook)
            return made if isinstance(made, bytes) else as_bytes(made or notebook)

        KINDS[function.__name__] = Kind(damage, expect, says, loses)
        return function

    return enter


def kind_of_folder(expect: str = "full", says: str = ""):
    """Adds a function to KINDS that puts a file into the student's folder."""

    def enter(function):
        KINDS[function.__name__] = Kind(expect=expect, says=says, put=function)
        return function

    return enter


def at(notebook: NotebookNode, name: str) -> int:
    return next(i for i, cell in enumerate(notebook.cells) if cell.id == name)


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return notebook.cells[at(notebook, name)]


def copy(notebook: NotebookNode, name: str) -> NotebookNode:
    """A copy as Colab makes it, with nbgrader's metadata; programs give it a new id."""
    made = deepcopy(cell(notebook, name))
    made.id = f"copy-of-{name}"
    return made


@cache
def blank(name: str) -> str:
    return cell(nbformat.read(released_path(HOMEWORK), as_version=4), name).source


def own(source: str) -> NotebookNode:
    return nbformat.v4.new_code_cell(source)


def lose_metadata(notebook: NotebookNode, ids: bool = False) -> None:
    for number, each in enumerate(notebook.cells):
        each.metadata = nbformat.from_dict({})
        if ids:
            each.id = f"new-{number}"


# Files


@kind()
def ai_settings_changed(notebook):
    notebook.metadata["colab"] = {"generative_ai_disabled": "no", "aiContexts": [{"context": 1}]}


@kind()
def nothing_at_all(notebook):
    return notebook


@kind()
def byte_order_mark(notebook):
    return b"\xef\xbb\xbf" + as_bytes(notebook)


@kind()
def carriage_returns_in_the_file(notebook):
    return as_bytes(notebook).replace(b"\n", b"\r\n")


@kind()
def carriage_returns_in_the_sources(notebook):
    for each in notebook.cells:
        each.source = each.source.replace("\n", "\r\n")


@kind(says="WINDOWS-1252")
def windows_1252(notebook):
    cell(notebook, "text-02").source += " naïve café " * 3
    return as_bytes(notebook).decode().encode("cp1252", "replace")


@kind(says="UTF-16")
def utf_16(notebook):
    return as_bytes(notebook).decode().encode("utf-16")


@kind(says="UTF-16")
def utf_16_without_mark(notebook):
    return as_bytes(notebook).decode().encode("utf-16-be")


@kind(says="damaged")
def one_broken_byte(notebook):
    cell(notebook, "text-02").source += "héé"
    return as_bytes(notebook).replace("hé".encode(), b"h\xff", 1)


@kind(says="around the notebook")
def trailing_garbage(notebook):
    return as_bytes(notebook) + b"\n]}garbage"


@kind(says="around the notebook")
def wrapped_by_jupyters_server(notebook):
    return as_bytes({"name": "x.ipynb", "type": "notebook", "content": notebook})


@kind(says="around the notebook")
def in_a_code_fence(notebook):
    return b"```json\n" + as_bytes(notebook) + b"\n```\n"


@kind(says="Both sides of a merge")
def conflict_markers_of_git(notebook):
    data = as_bytes(notebook).decode().split("\n")
    place = next(i for i, line in enumerate(data) if "text-14" in line)
    start = max(i for i in range(place) if data[i] == "  {")
    return "\n".join(
        [*data[:start], "<<<<<<< HEAD", "=======", ">>>>>>> mine", *data[start:]]
    ).encode()


@kind()
def not_a_number_in_the_outputs(notebook):
    output = {"output_type": "display_data", "data": {"a/json": float("nan")}, "metadata": {}}
    cell(notebook, "mul").outputs = [output]


@kind()
def deep_outputs(notebook):
    nested: list = []
    for _ in range(300):
        nested = [nested]
    cell(notebook, "mul").outputs = nested


@kind()
def a_number_of_a_million_digits(notebook):
    return as_bytes(notebook).replace(b'"nbformat": 4', b'"nbformat": 4' + b"0" * 1_000_000)


@kind()
def half_a_character_in_the_text(notebook):
    cell(notebook, "text-02").source += "X-X"
    return as_bytes(notebook).replace(b"X-X", b"\\ud83d")


@kind()
def one_long_line(notebook):
    return json.dumps(notebook).encode()


@kind()
def nbformat_3(notebook):
    cells = []
    for each in notebook.cells:
        made = {k: v for k, v in each.items() if k not in ("id", "execution_count", "source")}
        made["input" if each.cell_type == "code" else "source"] = each.source.splitlines(True)
        cells.append(made | {"language": "python", "prompt_number": 1})
    sheets = [{"cells": cells, "metadata": {}}]
    return as_bytes({"worksheets": sheets, "nbformat": 3, "nbformat_minor": 0, "metadata": {}})


@kind()
def saved_by_colab(notebook):
    return as_colab_saves(notebook)


@kind()
def saved_to_github_by_colab(notebook):
    notebook = as_colab_saves(notebook)
    badge = nbformat.v4.new_markdown_cell('<a href="x"><img src="colab-badge.svg"/></a>')
    badge.metadata = {"id": "view-in-github", "colab_type": "text"}
    del badge["id"]
    notebook.cells.insert(0, badge)
    return notebook


@kind(says="recognised by other marks")
def born_in_colab(notebook):
    notebook = as_colab_saves(notebook)
    notebook.nbformat_minor = 0
    for each in notebook.cells:
        each.metadata = {"id": each.pop("id")}
    return notebook


@kind()
def no_minor_version(notebook):
    del notebook["nbformat_minor"]


@kind()
def no_version_and_no_kernel(notebook):
    return {"cells": notebook.cells}


@kind()
def no_ids(notebook):
    for each in notebook.cells:
        del each["id"]


@kind()
def one_id_for_all(notebook):
    for each in notebook.cells:
        each.id = "same"


@kind(says="Mul")
def ids_that_are_not_allowed_and_no_metadata(notebook):
    lose_metadata(notebook)
    for each in notebook.cells:
        each["id"] = {"not": ["an id"]} if each.id == "mul" else each.id + "  !"


@kind()
def bare_cells(notebook):
    for each in notebook.cells:
        for field in ("outputs", "execution_count"):
            each.pop(field, None)
        if "nbgrader" not in each.metadata:
            del each["metadata"]


@kind()
def junk_fields(notebook):
    for each in notebook.cells:
        each.update(collapsed=[1], execution_count="x", outputs="none", prompt={}, attachments=3)
        each.metadata["tags"] = 17
    notebook.metadata = ["no", "metadata"]
    notebook["accelerator"] = "GPU"


@kind(says="unknown type")
def unknown_types_of_cells(notebook):
    cell(notebook, "mul").cell_type = "sql"
    cell(notebook, "add-check").cell_type = None
    notebook.cells.insert(3, None)


# Ids and settings


@kind(says="recognised by other marks")
def metadata_lost(notebook):
    lose_metadata(notebook)


@kind(says="recognised by other marks")
def metadata_and_ids_lost(notebook):
    lose_metadata(notebook, ids=True)


@kind(says="settings")
def points_raised(notebook):
    for each in filter(is_graded, notebook.cells):
        each.metadata.nbgrader.points = 1000


@kind(says="put back")
def checks_turned_into_answers(notebook):
    for each in filter(is_graded, notebook.cells):
        each.metadata.nbgrader.update(locked=False, solution=True)
        each.source = "4.0"


@kind()
def results_saved_in_the_file(notebook):
    for each in filter(is_graded, notebook.cells):
        each.metadata["tags"] = ["skip-execution", "raises-exception"]
        each.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "4.0"})]


@kind(says="settings")
def everything_unlocked(notebook):
    for each in filter(is_locked, notebook.cells):
        each.metadata.nbgrader.locked = False
        each.metadata.nbgrader.grade = False


@kind()
def old_schema_and_extra_keys(notebook):
    for each in filter(is_locked, notebook.cells):
        each.metadata.nbgrader.update(schema_version=1, extra="x", checksum="no")


@kind()
def own_cells_with_points(notebook):
    made = own("print('full marks')")
    made.metadata["nbgrader"] = cell(notebook, "mul-check").metadata.nbgrader | {
        "grade_id": "my-own-check",
        "points": 50,
    }
    notebook.cells.append(made)


@kind(says="recognised by other marks")
def nbgraders_metadata_is_a_list(notebook):
    cell(notebook, "mul").metadata.nbgrader = [1]
    cell(notebook, "add").metadata.nbgrader = {}


# Given cells


@kind(says="put back")
def a_check_deleted(notebook):
    del notebook.cells[at(notebook, "mul-check")]


@kind(says="put back")
def everything_but_the_answers_deleted(notebook):
    notebook.cells = [*filter(is_solution, notebook.cells)]


@kind(says="outside their cell")
def only_the_answers_without_metadata(notebook):
    everything_but_the_answers_deleted(notebook)
    lose_metadata(notebook, ids=True)


@kind()
def texts_deleted_and_edited(notebook):
    notebook.cells = [c for c in notebook.cells if c.id not in ("text-00", "text-09")]
    cell(notebook, "text-07").source += "\n\nI did this."
    cell(notebook, "text-16").source = "Nothing left."


@kind(says="restored: the check of 2b Mul")
def a_check_edited(notebook):
    check = cell(notebook, "mul-check")
    check.source = check.source.replace("Mul,", "Add,")


@kind(says="restored: the set-up cell")
def an_import_added_to_a_given_cell(notebook):
    cell(notebook, "setup").source += "\nimport itertools"


@kind(says="restored: the set-up cell")
def an_import_added_inside_a_given_cell(notebook):
    source = cell(notebook, "setup").source
    cell(notebook, "setup").source = "import itertools\n" + source.replace("Whether", "If")


@kind()
def a_check_turned_into_text(notebook):
    notebook.cells[at(notebook, "mul-check")] = turned(cell(notebook, "mul-check"), "markdown")


@kind()
def checks_copied(notebook):
    for name in ("mul-check", "setup"):
        notebook.cells.insert(at(notebook, name), copy(notebook, name))


def turned(old: NotebookNode, into: str) -> NotebookNode:
    make = getattr(nbformat.v4, f"new_{into}_cell")
    return make(old.source, id=old.id, metadata=old.metadata)


# Answers


@kind(says="another type")
def an_answer_turned_into_text(notebook):
    notebook.cells[at(notebook, "mul")] = turned(cell(notebook, "mul"), "markdown")


@kind(says="another type")
def an_answer_fenced_in_text(notebook):
    old = turned(cell(notebook, "mul"), "markdown")
    old.source = f"```python\n{old.source}\n```"
    old.metadata, old.id = {}, "mine"
    notebook.cells[at(notebook, "mul")] = old


@kind(says="copies")
def a_blank_copy_below(notebook):
    made = copy(notebook, "mul")
    made.source = blank("mul")
    notebook.cells.insert(at(notebook, "mul") + 1, made)


@kind(says="copies")
def a_blank_copy_above(notebook):
    made = copy(notebook, "mul")
    made.source = blank("mul")
    notebook.cells.insert(at(notebook, "mul"), made)


@kind(says="copies")
def the_filled_copy_behind_the_check(notebook):
    notebook.cells.insert(at(notebook, "mul-check") + 1, copy(notebook, "mul"))
    cell(notebook, "mul").source = blank("mul")


@kind(says="copies")
def the_same_answer_twice(notebook):
    notebook.cells.insert(at(notebook, "mul") + 1, copy(notebook, "mul"))


@kind(says="different answers")
def a_wrong_first_attempt_above(notebook):
    made = copy(notebook, "mul")
    made.source = made.source.replace("input(1)", "input(0)")
    notebook.cells.insert(at(notebook, "mul"), made)


@kind(says="copies")
def everything_pasted_twice(notebook):
    notebook.cells += [copy(notebook, each.id) for each in notebook.cells]


@kind(says="copies")
def a_blank_notebook_pasted_below(notebook):
    notebook.cells += nbformat.read(released_path(HOMEWORK), as_version=4).cells


@kind(says="copies")
def a_blank_notebook_pasted_above(notebook):
    notebook.cells = nbformat.read(released_path(HOMEWORK), as_version=4).cells + notebook.cells


@kind(says="put into it: 2b Mul")
def the_answer_in_a_new_cell(notebook):
    notebook.cells.insert(at(notebook, "mul") + 1, own(cell(notebook, "mul").source))
    cell(notebook, "mul").source = blank("mul")


@kind(says="put into it: 2b Mul")
def the_answer_in_an_edited_copy_of_another(notebook):
    made = copy(notebook, "add")
    made.source = cell(notebook, "mul").source
    notebook.cells[at(notebook, "mul")] = made


@kind(says="Mul")
def the_answer_in_the_cell_of_the_check(notebook):
    cell(notebook, "mul-check").source = cell(notebook, "mul").source
    del notebook.cells[at(notebook, "mul")]


@kind(says="cut into parts")
def a_class_cut_in_two(notebook):
    """As Jupyter does it: both halves keep the metadata."""
    split(notebook, "mul", "\n\n    def backward")


@kind(says="cut into parts")
def a_class_cut_in_two_without_metadata(notebook):
    split(notebook, "mul", "\n\n    def backward").metadata = {}


@kind(says="cut into parts")
def a_class_cut_in_three(notebook):
    split(notebook, "mul", "\n\n    def backward")
    split(notebook, "mul", "\n\n    def forward").id = "third"


@kind(says="cut into parts")
def two_functions_cut_apart(notebook):
    split(notebook, "engine", "\n\n\ndef backward_algorithm")


@kind(says="cut into parts")
def a_dict_cut_in_two(notebook):
    split(notebook, "prediction", '\n    "a"')


def split(notebook: NotebookNode, name: str, where: str) -> NotebookNode:
    """Cuts a cell in two at the line break that `where` begins with; returns the second half."""
    second = copy(notebook, name)
    first, rest = cell(notebook, name).source.split(where, 1)
    cell(notebook, name).source = first
    second.source = (where + rest).removeprefix("\n")
    notebook.cells.insert(at(notebook, name) + 1, second)
    return second


@kind(says="taken apart")
def an_answer_merged_with_its_check(notebook):
    merge(notebook, "mul", "mul-check")


@kind(says="put into it: 2b Mul")
def a_check_merged_with_the_answer_before_it(notebook):
    """The cell keeps the check's metadata."""
    metadata = cell(notebook, "mul-check").metadata
    merge(notebook, "mul", "mul-check")
    cell(notebook, "mul").metadata = metadata
    cell(notebook, "mul").id = "mul-check"


@kind(says="taken apart")
def two_answers_and_two_checks_merged(notebook):
    merge(notebook, "add", "add-check", "mul", "mul-check")


@kind(says="Mul")
def two_answers_merged(notebook):
    merge(notebook, "add", "mul")


@kind(says="taken apart")
def all_code_in_one_cell(notebook):
    merge(notebook, *[c.id for c in notebook.cells if c.cell_type == "code"])
    lose_metadata(notebook, ids=True)


def merge(notebook: NotebookNode, first: str, *others: str) -> None:
    for name in others:
        cell(notebook, first).source += "\n\n" + cell(notebook, name).source
        del notebook.cells[at(notebook, name)]


@kind(says="another order")
def two_answers_swapped(notebook):
    one, two = at(notebook, "add"), at(notebook, "mul")
    notebook.cells[one], notebook.cells[two] = notebook.cells[two], notebook.cells[one]


@kind(says="another order")
def backwards(notebook):
    notebook.cells.reverse()


@kind(says="another order")
def an_answer_dragged_behind_its_check(notebook):
    """A helper of the student's own is above it."""
    notebook.cells.insert(at(notebook, "mul-check") + 1, notebook.cells.pop(at(notebook, "mul")))
    notebook.cells.insert(at(notebook, "mul"), own(HELPER))


@kind()
def own_cells_between(notebook):
    for name in ("mul", "summary", "text-00"):
        notebook.cells.insert(at(notebook, name), own(HELPER))
    notebook.cells.append(nbformat.v4.new_markdown_cell("Done."))
    notebook.cells.append(nbformat.v4.new_raw_cell("raw"))


@kind("partial", "missing", ("mul-check",))
def an_answer_deleted(notebook):
    del notebook.cells[at(notebook, "mul")]


@kind(
    "partial",
    "cut short",
    (
        *("order-check", "own-engine-check", "own-sort", "prediction-check", "twice-check"),
        "wrong-engines-check",
    ),
)
def broken_off(notebook):
    data = as_bytes(notebook)
    return data[: data.index(b'"prediction"')]


@kind("partial", "cut short", ("mul-check",))
def a_hole_in_the_file(notebook):
    data = as_bytes(notebook)
    start = data.index(b"class Mul")
    return data[:start] + data[start + 40 :].replace(b'"', b"", 1)


# Files and folders


@kind_of_folder()
def copy_of_as_colab_names_it(folder, data):
    (folder / f"Copy of {HOMEWORK}.ipynb").write_bytes(data)


@kind_of_folder()
def a_second_download(folder, data):
    (folder / f"{HOMEWORK} (1).ipynb").write_bytes(data)


@kind_of_folder()
def another_case_in_a_folder(folder, data):
    (folder / "Homework").mkdir()
    (folder / "Homework" / "HW2-Tanh.IPYNB").write_bytes(data)


@kind_of_folder()
def named_txt_by_a_browser(folder, data):
    (folder / f"{HOMEWORK}.ipynb.txt").write_bytes(data)


@kind_of_folder()
def without_an_ending(folder, data):
    (folder / "my homework").write_bytes(data)


@kind_of_folder()
def beside_another_homework(folder, data):
    (folder / "final.ipynb").write_bytes(data)
    os.utime(folder / "final.ipynb", (1, 1))
    (folder / "homework.ipynb").write_bytes(released_path("hw3-polynomial").read_bytes())


@kind_of_folder()
def with_what_macos_and_jupyter_leave(folder, data):
    for name in ("__MACOSX", ".ipynb_checkpoints"):
        (folder / name).mkdir()
        (folder / name / f"{HOMEWORK}.ipynb").write_bytes(b"\x00\x05\x16\x07")
    (folder / f"._{HOMEWORK}.ipynb").write_bytes(b"\x00\x05\x16\x07")
    (folder / f"Copy of {HOMEWORK}.ipynb").write_bytes(data)


@kind_of_folder()
def an_older_file_beside_it(folder, data):
    (folder / f"{HOMEWORK}-final.ipynb").write_bytes(data)
    (folder / f"{HOMEWORK}-old.ipynb").write_bytes(released_path(HOMEWORK).read_bytes())
    os.utime(folder / f"{HOMEWORK}-old.ipynb", (1, 1))


@kind_of_folder("row", "a link")
def a_link_to_a_file_elsewhere(folder, data):
    (folder / f"{HOMEWORK}.ipynb").symlink_to(released_path(HOMEWORK))


@kind_of_folder("row", "not a regular file")
def a_named_pipe(folder, data):
    os.mkfifo(folder / f"{HOMEWORK}.ipynb")


@kind_of_folder("row", "is empty")
def an_empty_folder(folder, data):
    pass


@kind_of_folder("row", "scan.pdf")
def a_scan(folder, data):
    (folder / "scan.pdf").write_bytes(b"%PDF-1.7")


@kind_of_folder("row", "MB")
def a_file_that_is_too_large(folder, data):
    with (folder / f"{HOMEWORK}.ipynb").open("wb") as file:
        file.truncate(MAX_FILE + 1)


@kind("row", "empty")
def an_empty_file(notebook):
    return b" \n"


@kind("row", "web page")
def a_web_page(notebook):
    return b"<!DOCTYPE html><html><body><script>{}</script></body></html>"


@kind("row", "a PDF")
def a_pdf(notebook):
    return b"%PDF-1.7 ..."


@kind("row", "zip")
def a_zip(notebook):
    return b"PK\x03\x04..."


@kind("row", "Python program")
def a_python_program(notebook):
    code = [c.source for c in notebook.cells if c.cell_type == "code"]
    return "\n\n".join(["import torch", *code]).encode()


@kind("row", "Google Drive")
def a_link_to_drive(notebook):
    return b'{"url": "https://colab.research.google.com/drive/1"}'


@kind("row", "JSON")
def some_json(notebook):
    return b'{"a": [1, 2]}'


@kind("row", "begins with")
def some_text(notebook):
    return b"Dear teacher, my dog ate it."


@kind("row", "too deeply")
def nested_too_deeply(notebook):
    return b'{"cells": ' + b"[" * 5_000_000


@kind("row", "cells")
def too_many_cells(notebook):
    notebook.cells += [own("1")] * (MAX_CELLS + 1)


@kind("row", "longer than")
def a_cell_that_is_too_long(notebook):
    cell(notebook, "mul").source = "1\n" * MAX_SOURCE


@kind("row", "first cell")
def broken_off_at_once(notebook):
    return as_bytes(notebook)[:300]


@kind("row", "hw3-polynomial")
def another_homework(notebook):
    return released_path("hw3-polynomial").read_bytes()


@kind("row", "Nothing in this notebook")
def something_else(notebook):
    return {"cells": [own("order = 3\nprint(order)")]}


@kind("row", "none of the cells")
def no_cell_of_the_students(notebook):
    notebook.cells = [*filterfalse(is_solution, notebook.cells)]
