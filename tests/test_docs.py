"""The documentation keeps its promises: messages, commands, links and the worked example."""

import ast
import base64
import bz2
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from autograder.authoring import message_list
from autograder.base.paths import ROOT, homeworks
from autograder.cli import app
from autograder.notebook.cells import worth_in_all
from autograder.notebook.source import read_source
from course import Exp, Leaf, Mean, check_gradients
from course.check.variants.variant import POOLS
from tests.helpers import worked_example
from tests.helpers.engine import forward_algorithm
from tests.helpers.failing import failure
from tests.helpers.student_code import written
from tests.helpers.worked_example import commands

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests" / "README.md"])
FOLDERS = ("autograder", "course", "tests", "solutions", "benchmarks", "tools", "notebooks")
COMMANDS = typer.main.get_command(app).commands


@pytest.fixture(scope="module")
def said() -> str:
    """All texts that are anywhere in the code."""
    texts = []
    for folder in ("autograder", "course", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            constants = (node.value for node in nodes if isinstance(node, ast.Constant))
            texts += [text for text in constants if isinstance(text, str)]
    return "\n".join(texts)


OVERWRITES = """
for node in graph.sorted_nodes():
  node.gradient = None
graph.gradient = one
for node in reversed(graph.sorted_nodes()):
  for i, share in zip(node.input_nodes, node.backward()):
    i.gradient = share
return graph"""


def test_the_readme_shows_what_a_check_says(capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"## What a failed check says.*?```\n(.*?)```", readme, re.DOTALL)[1]
    x = Leaf(math.log(3), "x")
    engine = written("backward_algorithm(graph, one=1.0)", OVERWRITES.strip())
    failed = failure(check_gradients, Mean(Exp(x), Exp(-x)), forward_algorithm, engine)
    said = [capsys.readouterr().out.rstrip(), *failed._render_traceback_()]
    assert shown == "\n".join(said) + "\n"


def quoted_messages() -> list[str]:
    """What the tables of messages quote in their first columns."""
    rows = []
    for name in ("troubleshooting.md", "students.md"):
        lines = (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines()
        rows += [line.split(" | ")[0] for line in lines if line.startswith('| "')]
    return [message for row in rows for message in re.findall(r'"([^"]+)"', row)]


def test_every_explained_message_exists_in_the_code(said):
    for message in quoted_messages():
        parts = [part.strip(" .:`") for part in message.split("...")]
        assert any(len(part) > 5 for part in parts), message
        missing = [part for part in parts if part not in said]
        assert not missing, message


def test_the_page_of_messages_is_fresh():
    written = (ROOT / "docs" / "generated" / "messages.md").read_text(encoding="utf-8")
    assert written == message_list.messages_page(), (
        "docs/generated/messages.md is stale. Run: make messages"
    )


def test_the_page_of_messages_lists_whole_sentences_only(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        "def said(node):\n"
        '    names = "autograd enable_grad grad hessian jacfwd jacobian"\n'
        '    pattern = "must match the size of tensor"\n'
        '    name = "walks the sorted nodes from the end"\n'
        '    heading = "Cells in another order were moved"\n'
        '    file = f"{node} is damaged. {clue}" + f"{name} and {node}"\n'
        '    return f"{node.name} is not a {node.kind()}. {clue}"\n'
    )
    assert message_list.messages_in(module) == [
        ("said.1", "Cells in another order were moved"),
        ("said.2", "{node} is damaged. {clue}"),
        ("said.3", "{node.name} is not a {node.kind()}. {clue}"),
    ]


def test_each_message_has_a_unique_id_in_its_module():
    for path in (ROOT / "course").rglob("*.py"):
        ids = [name for name, _ in message_list.messages_in(path)]
        assert len(set(ids)) == len(ids), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_named_on_a_page_exist(page):
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"(?:^|`)autograder ([a-z]+)((?: [^`\n]*)?)", text, re.MULTILINE)
    for name, rest in lines:
        assert name in COMMANDS, name
        known = {option for each in COMMANDS[name].params for option in each.opts}
        for option in re.findall(r"(?<=\s)--[a-z-]+", rest.split("#")[0]):
            assert option in known, f"{name} {option}"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_commands_help_shows_all_words_of_its_docstring(name):
    """Markup may swallow some: `[weights]` would be a style."""
    shown = CliRunner().invoke(app, [name, "--help"], env={"NO_COLOR": "1"}).output
    words = COMMANDS[name].callback.__doc__.replace("`", "").split()
    assert set(words) <= set(shown.replace("`", "").split())


def test_the_page_for_authors_lists_all_pools_of_exercises():
    rows = re.findall(r'^\| `"(.+?)"` \|', (ROOT / "docs" / "authors.md").read_text(), re.MULTILINE)
    assert sorted(rows) == sorted(POOLS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_work(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("../../actions/"):  # GitHub's own pages
            assert (page.parent / target).exists(), target


def test_every_page_is_in_the_list_of_pages():
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    listed = {ROOT / "docs" / target for target in re.findall(r"\]\(([^):]+)\)", text)}
    assert set((ROOT / "docs").rglob("*.md")) - {ROOT / "docs" / "README.md"} <= listed


def anchors(page: Path) -> set[str]:
    """What links to a page's headings say behind the #, by GitHub's rule."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_links_to_headings_work(page):
    links = re.findall(r"\]\(([^):#]*)#([^)]+)\)", page.read_text(encoding="utf-8"))
    for target, anchor in links:
        assert anchor in anchors(page.parent / target if target else page), anchor


PYTHON_FILES = [
    *ROOT.glob("*.py"),
    *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_python_files_named_on_a_page_exist(page):
    """Whoever follows the example makes those of homework 9."""
    names = set(re.findall(r"(?<=[`\s])[\w./*-]+\.py(?=[`\s])", page.read_text(encoding="utf-8")))
    known = [name for name in names if "hw9-square" not in name]
    assert [name for name in known if not any(path.match(name) for path in PYTHON_FILES)] == []


@pytest.fixture(scope="module")
def followed(tmp_path_factory) -> Iterator[tuple[Path, Callable[..., str]]]:
    """A clone in which docs/authors.md has been followed, and what runs its commands."""
    clone = tmp_path_factory.mktemp("clone")
    worked_example.follow(clone)
    with commands(clone, clone / "class") as run:
        yield clone, run


@pytest.mark.slow
def test_the_worked_example_for_authors_is_released(followed):
    clone, run = followed
    assert "6 points" in run("release", "hw9-square")
    released = (clone / "notebooks/homework/hw9-square/hw9-square.ipynb").read_text()
    assert "YOUR ANSWER HERE" in released
    assert "depends on the input" not in released
    hints = (clone / "course" / "messages" / "hints.json").read_text()
    assert "move the input a little" in hints
    copy = re.search(r'packed_course = \\"([A-Za-z0-9+/=]+)', released)[1]
    assert json.loads(bz2.decompress(base64.b64decode(copy)))["messages/hints.json"] == hints


@pytest.mark.slow
def test_the_mistakes_of_the_worked_example_are_caught(followed):
    clone, run = followed
    printed = run("bank")
    assert "2 mistakes: 2 caught." in printed
    assert "1 right answer: 0 refused." in printed
    assert (
        "square-forgets-upstream" in (clone / "docs" / "generated" / "kill-matrix.md").read_text()
    )
    (clone / "solutions/bank/hw9-square/fourth-power.py").unlink()
    assert "fourth-power-check of hw9-square catches nothing." in run("bank", code=1)


def test_the_syllabus_says_how_many_points_each_homework_has():
    page = (ROOT / "docs" / "syllabus.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| (hw\d-\w+) \| (\d+)(?:, and (\d+) extra)? \|", page)
    told = {homework: (int(points), int(extra or 0)) for homework, points, extra in rows}
    assert told == {homework: worth_in_all(read_source(homework).cells) for homework in homeworks()}
