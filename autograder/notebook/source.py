"""Makes nbgrader's source notebook from the author's text.

An author writes percent text in `solutions/` and marks cells with just

    # %% grade_id="mul"                   a solution cell, or one that students must not change
    # %% grade_id="mul-check" points=3 title="2b Mul"    a graded check
    # %% grade_id="more-check" extra=2 title="2c More"   a graded check that can only add points
    # %% grade_id="all" title="3 All together"           a check that gives no points
    # %% grade_id="demo" run=true         run at grading, though nothing judged depends on it
    # %% [markdown] grade_id="why" points=2    an answer in words, graded by hand
    # %% grade_id="own" variants=true     only there if students get their own versions
    # %% grade_id="setup" ai="off"        for the AI in Colab, in the whole notebook

A cell that gives points can also have `everybody=true`, so that all get them, or `void=true`, so
that the question does not count.

Title and points are in the header and nowhere else: `check_cells` makes the rest from them.

A cell is a solution cell if it holds `### BEGIN SOLUTION` ... `### END SOLUTION`, or lines that end
in `### SOLUTION`. The rest of nbgrader's metadata follows from that. In an answer in words, the
text between these lines is the model answer and the rubric: students get "YOUR ANSWER HERE" in its
place, and formgrader shows it to graders.
"""

import ast
import re
from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base.files import until_changed
from autograder.base.paths import SOLUTIONS, SOURCE, Failure
from autograder.notebook.cells import (
    EVERYBODY,
    EXTRA_CREDIT,
    RULING,
    RUN,
    TITLE,
    VOID,
    has_solution,
    nbgrader_metadata,
)
from autograder.notebook.check_cells import (
    SUMMARY,
    BadCheck,
    calls_a_check,
    check_code,
    summary_code,
)
from autograder.notebook.choices import AI_CHOICES, chosen
from autograder.notebook.set_up import SET_UP

AI = "ai"  # in the set-up cell's header, and a source notebook's metadata: one of AI_CHOICES
VARIANTS = "variants"  # in a cell's header: only there if students get their own versions
_EXERCISE = re.compile(r"\*\*Exercise (\w+)")

KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class BadSource(Failure):
    """An author's text that cannot become a notebook; the message says what to change."""


def source_path(assignment: str) -> Path:
    """The author's text of a homework."""
    return SOLUTIONS / f"{assignment}.py"


def read_source(assignment: str) -> NotebookNode:
    """The author's text as a notebook with nbgrader's metadata, cell ids that never change,
    and no outputs.

    Raises:
        BadSource: a header cannot be read, an id is missing or used twice, markers do not match, or
            there is a syntax error; the message gives the line.
    """
    path = source_path(assignment)
    if not path.exists():
        raise BadSource(f"There is no {path.name} in {SOLUTIONS.name}/.")
    return deepcopy(_notebook_from(path, chosen().variants))


@until_changed(16)
def _notebook_from(path: Path, variants: bool) -> NotebookNode:
    import jupytext  # takes long, and few commands read a source

    text = jupytext.read(path)
    lines = _header_lines(path)
    notebook = nbformat.v4.new_notebook(metadata=KERNEL)
    seen: set[str] = set()
    titles: list[str] = []
    by_hand: list[str] = []
    for number, cell in enumerate(text.cells):
        line = lines[number] if number < len(lines) else 0
        where = f"{path.name}, line {line}"
        metadata = _nbgrader_metadata(cell, where)
        _check_text(cell, path.name, line)
        if VARIANTS in cell.metadata and not _is_wanted(cell, variants, where):
            continue
        made = _made(cell, metadata, len(notebook.cells))
        is_code = made.cell_type == "code"
        if made.id in seen:
            raise BadSource(f"{path.name}: two cells have grade_id={made.id!r}.")
        if made.id == SUMMARY:
            raise BadSource(f"{where}: the release adds the summary; delete this cell.")
        seen.add(made.id)
        if metadata and (title := _title(cell, metadata, where)):
            made.metadata[TITLE] = title
            if title in titles:
                raise BadSource(f"{where}: another check is also called {title!r}.")
            if is_code:
                titles.append(title)
                made.source = _check_code(cell, title, notebook.cells, where)
        if not is_code and metadata and (exercise := _EXERCISE.search(cell.source)):
            by_hand.append(exercise[1])
        if ruling := _ruling(cell, metadata, where):
            made.metadata[RULING] = ruling
        if AI in cell.metadata:
            notebook.metadata[AI] = _ai(cell, where)
        notebook.cells.append(made)
    if titles:
        summary = nbformat.v4.new_code_cell(summary_code(titles, by_hand), id=SUMMARY)
        summary.metadata["nbgrader"] = nbgrader_metadata(SUMMARY)
        notebook.cells.append(summary)
    return notebook


def _made(cell: NotebookNode, metadata: dict | None, place: int) -> NotebookNode:
    """A cell of the notebook; one without nbgrader's metadata is called by its place."""
    is_code = cell.cell_type == "code"
    new = nbformat.v4.new_code_cell if is_code else nbformat.v4.new_markdown_cell
    made = new(cell.source, id=metadata["grade_id"] if metadata else f"text-{place:02}")
    if metadata:
        made.metadata["nbgrader"] = metadata
    if RUN in cell.metadata:
        made.metadata[RUN] = True
    return made


def write_source(assignment: str) -> Path:
    """Writes nbgrader's source notebook into the build folder."""
    path = SOURCE / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(read_source(assignment), path)
    return path


def _header_lines(path: Path) -> list[int]:
    """The numbers of the lines at which cells begin."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, start=1) if line.startswith("# %%")]


def _check_text(cell: NotebookNode, name: str, line: int) -> None:
    """Raises BadSource, with the line, for what nbgrader and Python report without one."""
    begins, ends = (cell.source.count(f"### {word} SOLUTION") for word in ("BEGIN", "END"))
    if begins != ends:
        raise BadSource(
            f"{name}, line {line}: this cell has {begins} of ### BEGIN SOLUTION and {ends} of "
            "### END SOLUTION."
        )
    if cell.cell_type != "code":
        return
    try:
        ast.parse(cell.source)
    except SyntaxError as error:
        raise BadSource(
            f"{name}, in the cell of line {line}: {error.msg}, at `{(error.text or '').strip()}`."
        ) from None


def _ai(cell: NotebookNode, where: str) -> str:
    """What the header of the set-up cell says about AI."""
    if cell.metadata.get("grade_id") != SET_UP or cell.metadata[AI] not in AI_CHOICES:
        raise BadSource(
            f'{where}: only the set-up cell can have ai="off", ai="tutor" or ai="open", for all '
            "of the homework."
        )
    return cell.metadata[AI]


def _is_wanted(cell: NotebookNode, variants: bool, where: str) -> bool:
    """Whether the notebook has a cell that belongs to students' own versions of exercises."""
    if cell.metadata[VARIANTS] is not True or TITLE in cell.metadata or has_solution(cell):
        raise BadSource(
            f"{where}: only a text, or a cell that shows something, can have variants=true; it "
            "is only there if students get their own versions of exercises."
        )
    return variants


def _check_run(cell: NotebookNode, where: str) -> None:
    """Raises BadSource for a `run` that is not true, or of a cell that is run anyway or never."""
    if RUN not in cell.metadata:
        return
    if cell.metadata[RUN] is not True:
        raise BadSource(f"{where}: run can only be true, for a cell to be run at grading.")
    if cell.cell_type != "code":
        raise BadSource(f"{where}: a text cell is not run; take out run=true.")
    if has_solution(cell) or {"points", "extra", TITLE} & set(cell.metadata):
        raise BadSource(f"{where}: a solution cell or a check needs no run=true.")


def _nbgrader_metadata(cell: NotebookNode, where: str) -> dict | None:
    given = {k: v for k, v in cell.metadata.items() if k in ("grade_id", "points", "extra")}
    known = {AI, RUN, TITLE, EVERYBODY, VARIANTS, VOID}
    unknown = set(cell.metadata) - set(given) - known - {"cell_marker", "lines_to_next_cell"}
    if "incorrectly_encoded_metadata" in unknown:
        raise BadSource(
            f"{where}: I cannot read `{cell.metadata['incorrectly_encoded_metadata']}`. Write "
            'numbers, text in double quotes, or lists of these: points=3 grade_id="mul".'
        )
    if unknown:
        raise BadSource(f"{where}: unknown metadata {', '.join(sorted(unknown))}.")
    if cell.cell_type != "code" and not given:
        if has_solution(cell):
            raise BadSource(f"{where}: an answer in words needs grade_id=... and points=...")
        return None
    if "grade_id" not in given:
        raise BadSource(f'{where}: a code cell needs a name: # %% grade_id="...".')
    if not re.fullmatch(r"[\w-]+", str(given["grade_id"]), re.ASCII):
        raise BadSource(
            f"{where}: a grade_id consists of letters, digits, - and _, and has no comma after it."
        )
    if any(not isinstance(given.get(key, 0), int | float) for key in ("points", "extra")):
        raise BadSource(f"{where}: points must be a number without quotes, as in points=3.")
    _check_run(cell, where)
    solution = has_solution(cell)
    graded = "points" in given or "extra" in given
    in_words = cell.cell_type == "markdown"
    if str(given["grade_id"]).endswith("-check") and not graded:
        raise BadSource(f"{where}: a check needs points=... or, for extra credit, extra=...")
    if solution and graded and not in_words:
        raise BadSource(f"{where}: a solution cell cannot have points; give them to its check.")
    if in_words and graded != solution:
        raise BadSource(
            f"{where}: an answer in words needs points=... and, between ### BEGIN SOLUTION and "
            "### END SOLUTION, the model answer and the rubric."
        )
    if in_words and "extra" in given:
        raise BadSource(f"{where}: an answer in words has points, not extra credit.")
    points = 0 if VOID in cell.metadata else given.get("points", 0)
    return nbgrader_metadata(given["grade_id"], points if graded else None, solution=solution)


def _ruling(cell: NotebookNode, metadata: dict | None, where: str) -> str:
    """What a cell's header decides for everybody.

    Raises:
        BadSource: the cell gives no points, or its header says both.
    """
    said = [each for each in (EVERYBODY, VOID) if each in cell.metadata]
    if not said:
        return ""
    if len(said) > 1 or cell.metadata[said[0]] is not True:
        raise BadSource(f"{where}: write everybody=true, void=true, or neither.")
    if not (metadata and metadata["grade"]):
        raise BadSource(f"{where}: {said[0]}=true belongs to a check or an answer with points.")
    return said[0]


def _title(cell: NotebookNode, metadata: dict, where: str) -> str:
    """The title of a cell that has one.

    Raises:
        BadSource: it has a title but should not, lacks one, or has one that is not text.
    """
    title, name = cell.metadata.get(TITLE, ""), metadata["grade_id"]
    is_code, is_solution = cell.cell_type == "code", metadata["solution"]
    if not isinstance(title, str):
        raise BadSource(f'{where}: a title must be text in double quotes, as in title="2b Mul".')
    if title and is_code and is_solution:
        raise BadSource(
            f"{where}: the solution cell {name} cannot have a title; give it to its check."
        )
    is_check = is_code and not is_solution and (metadata["grade"] or calls_a_check(cell.source))
    if is_check and not title.strip():
        raise BadSource(f'{where}: the check {name} needs a title, as in title="2b Mul".')
    if title and is_code and not is_check:
        raise BadSource(f"{where}: {name} has a title but no check.")
    return title


def _check_code(cell: NotebookNode, title: str, before: list[NotebookNode], where: str) -> str:
    """A check as students get it."""
    void = VOID in cell.metadata
    extra = None if void else cell.metadata.get("extra")
    points = None if void else cell.metadata.get("points", extra)
    solutions = [each.source for each in before if each.cell_type == "code" and has_solution(each)]
    try:
        code = check_code(cell.source, title, points, solutions)
    except BadCheck as problem:
        raise BadSource(f"{where}: {problem}") from None
    return code if extra is None else f"{EXTRA_CREDIT.format(points=extra)}\n{code}"
