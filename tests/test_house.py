"""The house is in order: lists of dependencies agree, commands exist, nothing private is in it."""

import ast
import graphlib
import re
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.metadata import distribution, packages_distributions
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from traitlets.utils.importstring import import_item

import autograder
from autograder.base.paths import ROOT
from course import __version__
from tests.helpers.lock_file import locked
from tests.helpers.order import IN_THE_LAB, LONGEST_FIRST

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


PYTHONS = ["3.11.0", "3.12.0", "3.13.0"]


def requirements(*groups) -> dict[str, Requirement]:
    wanted = [Requirement(text) for group in groups for text in group]
    return {canonicalize_name(each.name): each for each in wanted}


def imported(folder: str) -> set[str]:
    """The modules that a folder's files import anywhere, but for Python's own and ours."""
    names = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module)
    ours = {path.stem for path in ROOT.rglob("autograder/**/*") if path.suffix in {".py", ""}}
    known = sys.stdlib_module_names | ours | {"course", "autograder", "tests", "benchmarks"}
    return {name.split(".")[0] for name in names} - known


@pytest.mark.parametrize(
    ("folder", "extras"),
    [("course", ()), ("autograder", ("grading",)), ("tests", ("grading", "postgresql", "dev"))],
)
def test_every_package_that_is_imported_is_declared(folder, extras):
    declared = requirements(PROJECT["dependencies"], *(EXTRAS[name] for name in extras))
    packages = packages_distributions()
    for name in imported(folder):
        brought_by = {canonicalize_name(package) for package in packages.get(name, [name])}
        assert brought_by & declared.keys(), f"{folder} imports {name}"


def test_the_lock_file_pins_a_version_of_each_dependency_that_pyproject_allows():
    versions = locked()
    for name, wanted in requirements(PROJECT["dependencies"], *EXTRAS.values()).items():
        assert wanted.specifier.contains(versions[name]), name


def test_the_pinned_versions_are_the_tested_ones():
    for name, version in locked().items():
        assert distribution(name).version.split("+")[0] == version, f"{name}. Run: make venv"


@pytest.mark.parametrize("python", PYTHONS)
def test_each_pinned_version_can_be_installed_on_each_python(python):
    assert SpecifierSet(PROJECT["requires-python"]).contains(python)
    refused = {
        name: asked
        for name in locked()
        if (asked := distribution(name).metadata.get("Requires-Python"))
        and not SpecifierSet(asked).contains(python)
    }
    assert not refused


@pytest.mark.parametrize("python", PYTHONS)
def test_dependencies_of_pinned_versions_are_pinned_for_each_python(python):
    versions = locked()
    here = {"python_version": python.rpartition(".")[0], "python_full_version": python, "extra": ""}
    for name in versions:
        for needed in map(Requirement, distribution(name).requires or []):
            if needed.marker and not needed.marker.evaluate(here):
                continue
            if needed.name.startswith(("nvidia-", "cuda-", "triton")):  # PyTorch pins its own
                continue
            pinned = versions.get(canonicalize_name(needed.name))
            if pinned is None and needed.name in {"setuptools", "pip"}:
                continue
            assert pinned, f"{name} needs {needed.name} with Python {python}"
            assert needed.specifier.contains(pinned, prereleases=True), f"{name}: {needed}"


def test_environment_yml_lists_what_pyproject_lists():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    python, packages = listed[0], listed[-1]["pip"]
    assert SpecifierSet(PROJECT["requires-python"]).contains(python.removeprefix("python="))
    wanted = requirements(PROJECT["dependencies"], *EXTRAS.values())
    named = [line for line in packages if not line.startswith("-")]
    assert {n: str(r) for n, r in requirements(named).items()} == {
        n: str(r) for n, r in wanted.items()
    }


def test_the_citation_names_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["version"] == __version__
    assert [author["name"] for author in cited["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


def test_the_top_entry_of_the_changelog_is_unreleased_until_this_version_is_tagged():
    top = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
    assert __version__ in top
    tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True)
    if f"v{__version__}" in tags.stdout.split():
        assert not top.startswith("Unreleased")
    else:
        assert "date-released" not in (ROOT / "CITATION.cff").read_text()


def test_no_file_contains_paths_of_one_machine():
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in files.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".png", ".svg"} or not path.exists():
            continue
        assert not re.search(r"(?<![\w.$])/(root|home|work|Users)/\w", path.read_text()), name


@pytest.mark.parametrize("path", [".github/workflows/test.yml", ".github/workflows/nightly.yml"])
def test_workflows_run_existing_commands_with_the_supported_pythons(path):
    jobs = yaml.safe_load((ROOT / path).read_text())["jobs"]
    goals = re.findall(r"\bmake (\w+)", (ROOT / path).read_text())
    assert goals
    for goal in goals:
        assert re.search(rf"^{goal}:", (ROOT / "Makefile").read_text(), re.MULTILINE), goal
    named = {each.rpartition(" ")[2] for each in PROJECT["classifiers"] if ":: 3." in each}
    for job in jobs.values():
        pythons = job.get("strategy", {}).get("matrix", {}).get("python", named)
        assert {".".join(each.split(".")[:2]) for each in pythons} == named


def test_the_badges_are_true():
    readme = (ROOT / "README.md").read_text()
    (pythons,) = re.findall(r"badge/python-([^-]+)-", readme)
    assert [v.strip() for v in unquote(pythons).split("|")] == [
        p.rpartition(".")[0] for p in PYTHONS
    ]
    assert f"badge/licence-{PROJECT['license']}-" in readme
    for workflow in re.findall(r"actions/workflows/([\w.]+)", readme):
        assert (ROOT / ".github" / "workflows" / workflow).exists()


@pytest.mark.parametrize("command", ["make demo", "make test", "make lab"])
def test_the_readme_names_the_commands_of_the_makefile(command):
    assert command in (ROOT / "README.md").read_text()
    assert re.search(rf"^{command.split()[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_picture_in_the_readme_is_fresh():
    from tests.helpers.readme_picture import picture

    is_fresh = (ROOT / "docs" / "cosh.svg").read_text() == picture()
    assert is_fresh, "docs/cosh.svg is stale. Run: make picture"


def test_the_stills_of_the_lectures_are_fresh_small_and_shown_with_their_notebooks():
    from tests.helpers.lecture_stills import FOLDER, stills

    page = (ROOT / "docs" / "lecturers.md").read_text()
    drawn = stills()
    assert sorted(drawn) == sorted(path.stem for path in (ROOT / "notebooks/lectures").glob("*"))
    for name, svg in drawn.items():
        kept = (FOLDER / f"{name}.svg").read_text()
        assert _said(kept)[0] == _said(svg)[0], f"{name}.svg is stale. Run: make picture"
        assert _said(kept)[1] == pytest.approx(_said(svg)[1], rel=0.02, abs=0.02), "make picture"
        assert len(kept.encode()) < 40_000 and "prefers-color-scheme" in kept
        assert not re.search(r"https?://(?!www\.w3\.org)|url\((?!#)|<script", kept)
        assert f"](lectures/{name}.svg)](../notebooks/lectures/{name}.ipynb)" in page


def _said(svg: str) -> tuple[str, list[float]]:
    """Style and words of a picture without numbers, and the numbers in its words, which another
    processor may round in another way."""
    style, words = re.search(r"<style>.*?</style>", svg)[0], re.search('aria-label="(.*?)"', svg)[1]
    number = r"\d+(?:\.\d+)?"
    return style + re.sub(number, "", words), [float(each) for each in re.findall(number, words)]


@pytest.mark.parametrize("command", ["ruff check .", "ruff format --check .", "mypy"])
def test_lint_finds_nothing(command):
    program, *arguments = command.split()
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_each_package_of_the_autograder_imports_only_packages_below_it():
    """Imports inside functions included; the rooms stand in the package's docstring in order."""
    rooms = re.findall(r"^    (\w+) ", autograder.__doc__, re.MULTILINE)
    folders = {path.parent.name for path in (ROOT / "autograder").glob("*/__init__.py")}
    assert set(rooms) == folders
    arrows = imports_of(set(rooms), "autograder")
    up = {(a, b) for a, b in arrows if rooms.index(a) >= rooms.index(b)}
    assert not up
    assert len(arrows) <= 111  # only ever to be lowered


PACKAGES = [
    path.parent
    for name in ("autograder", "course")
    for path in sorted((ROOT / name).rglob("*/__init__.py"))
]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_package_docstring_that_names_modules_names_exactly_its_own(package):
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text()))
    named = {word.partition(".")[0] for word in re.findall(r"`([a-z][\w.]*)`", text)}
    parts = {path.stem for path in package.iterdir() if path.suffix != ".css"}
    modules = {path.stem for path in package.glob("*.py")} | {
        p.parent.name for p in package.glob("*/__init__.py")
    }
    assert named <= parts | {"autograder"}
    assert not named & modules or modules - {"__init__"} <= named


# What the drawing calls "graph", too.
SCAFFOLD = dict.fromkeys(["scaffold", "operations", "right_results"], "graph")


def imports_of(rooms: set[str], package: str, of: str | None = None) -> set[tuple[str, str]]:
    """Which room of a package imports which, or which room of the package `of`; in `course`, a
    module may be a room."""
    paths = ((path, path.relative_to(ROOT / package)) for path in (ROOT / package).rglob("*.py"))
    places = [(path, inside.parts[0].removesuffix(".py")) for path, inside in paths]
    found = {
        (SCAFFOLD.get(room, room), SCAFFOLD.get(name, name))
        for path, room in places
        for name in re.findall(rf"(?:from|import) {of or package}\.(\w+)", path.read_text())
    }
    return {(a, b) for a, b in found if a != b and a in rooms and b in rooms}


def drawn(arrow: str, text: str) -> set[tuple[str, str]]:
    """The arrows of one kind in a drawing."""
    lines = [line for line in text.splitlines() if arrow in line]
    chains = [[re.findall(r"\w+", part) for part in line.split(arrow)] for line in lines]
    return {
        (a, b) for chain in chains for froms, tos in pairwise(chain) for a in froms for b in tos
    }


def rooms_below(arrows: set[tuple[str, str]]) -> dict[str, set[str]]:
    """For each room, those to which arrows lead, directly or through others."""
    below = {room: {b for a, b in arrows if a == room} for arrow in arrows for room in arrow}
    for _ in below:
        below = {room: names.union(*(below[n] for n in names)) for room, names in below.items()}
    return below


DRAWING = (
    (ROOT / "docs" / "architecture.md").read_text().partition("```mermaid")[2].partition("```")[0]
)


COURSE = DRAWING.partition("subgraph")[2]
BELOW_ALL = {"values", "running"}  # of `course`, which the drawing need not say
DOWN = {(room, low) for pair in drawn("-->", COURSE) for room in pair for low in BELOW_ALL}


@pytest.mark.parametrize("package", ["autograder", "course"])
def test_the_drawing_shows_exactly_the_imports_between_packages(package):
    drawing = COURSE if package == "course" else DRAWING.partition("subgraph")[0]
    arrows = drawn("-->", drawing)
    assert len(arrows) <= 2 * len(rooms_below(arrows))  # more, and nobody reads it
    below = rooms_below(arrows | DOWN if package == "course" else arrows)
    packages = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert {SCAFFOLD.get(name, name) for name in packages} - {"base"} <= below.keys()
    imports = imports_of(set(below), package)
    assert arrows <= imports
    assert {(a, b) for a, b in imports if b not in below[a]} == set()


def test_the_thick_arrows_show_all_imports_of_the_other_package():
    thick = drawn("==>", DRAWING)
    below = rooms_below(drawn("-->", DRAWING) | thick | DOWN)
    imports = imports_of(set(below), "autograder", of="course")
    assert thick <= imports
    assert {(a, b) for a, b in imports if b not in below[a]} == set()


def test_the_dashed_arrows_show_the_modules_that_nbgrader_imports_for_us():
    settings = (ROOT / "autograder" / "on_nbgrader" / "settings.py").read_text()
    names = re.findall(r'"(autograder(?:\.\w+)+)"', settings)
    assert names and all(callable(import_item(name)) for name in names)
    below = rooms_below(drawn("-->", DRAWING))["on_nbgrader"]
    above = {name.split(".")[1] for name in names} - below
    assert drawn("-.->", DRAWING) == {("on_nbgrader", room) for room in above}


def test_the_modules_outside_on_nbgrader_that_import_nbgrader_are_listed_there():
    package = ROOT / "autograder"
    importing = {
        path.relative_to(package).with_suffix("").as_posix()
        for path in package.rglob("*.py")
        if re.search(r"^ *(?:from|import) nbgrader\b", path.read_text(), re.MULTILINE)
    }
    said = ast.get_docstring(ast.parse((package / "on_nbgrader" / "__init__.py").read_text()))
    listed = set(re.findall(r"`(\w+(?:/\w+)+)`", said))
    assert {name for name in importing if not name.startswith("on_nbgrader/")} == listed


def public_names(path: Path) -> set[str]:
    """The classes, functions and constants that a module defines, but for private ones."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        found |= {n.id for t in targets if t for n in ast.walk(t) if isinstance(n, ast.Name)}
        found |= {node.name} if isinstance(node, ast.FunctionDef | ast.ClassDef) else set()
    return {name for name in found if not name.startswith("_")}


def test_a_public_name_means_the_same_in_all_modules():
    paths = [path for each in PACKAGES for path in each.glob("*.py")]
    paths += (ROOT / "course").glob("*.py")
    names = Counter(name for path in paths for name in public_names(path))
    assert {"Classroom", "MAX_DEPTH", "CheckFailed"} <= names.keys()
    allowed = {"T", "main"}  # a type variable, and where a program begins
    assert {name for name, times in names.items() if times > 1} - allowed == set()


def test_only_the_class_says_how_to_type_a_command_about_it():
    """`Classroom.command` adds the class's folder and database. Only the rules, which know no
    class, leave them out."""
    typed = re.compile(r"autograder (?!release |publish )[a-z]+ (.* )?$")
    found = []
    for path in {*(ROOT / "autograder").rglob("*.py")} - {ROOT / "autograder/rules/policy.py"}:
        for text in ast.walk(ast.parse(path.read_text())):
            parts = text.values if isinstance(text, ast.JoinedStr) else []
            for part, following in pairwise(parts):
                if isinstance(part, ast.Constant) and isinstance(following, ast.FormattedValue):
                    found += [(path.name, part.value)] * bool(typed.search(part.value))
    assert found == []


def test_imports_in_course_do_not_go_round_in_a_circle():
    of: dict[str, set[str]] = {}
    for path in (ROOT / "course").rglob("*.py"):
        if path != ROOT / "course" / "__init__.py":
            of.setdefault(course_room(path), set()).update(
                course_room(ROOT / f"{name.replace('.', '/')}.py")
                for name in re.findall(r"from (course\.[\w.]+) import", path.read_text())
            )
    alone = {room: names - {room} for room, names in of.items()}
    assert {"check/engines", "check/base", "reference", "player", "subject.py"} <= set(
        graphlib.TopologicalSorter(alone).static_order()  # raises an error that shows the ring
    )


def test_modules_and_packages_of_the_course_have_names_of_their_own():
    paths = [*(ROOT / "course").rglob("*.py")]
    names = Counter(path.parent.name if path.stem == "__init__" else path.stem for path in paths)
    assert {"graph", "check"} <= names.keys()
    assert {name for name, times in names.items() if times > 1} == set()


def course_room(path: Path) -> str:
    """The package of a module of `course`; a module beside the packages is a room by itself."""
    path = path.relative_to(ROOT / "course")
    return path.parent.as_posix() if path.parent.name else path.name


def test_the_package_for_students_knows_nothing_of_grading():
    for path in (ROOT / "course").rglob("*.py"):
        assert "autograder" not in path.read_text(), path


def test_the_tests_of_the_package_for_students_run_without_the_autograder():
    for path in (ROOT / "tests" / "course").rglob("*.py"):
        assert not re.search(r"^ *(?:from|import) autograder", path.read_text(), re.MULTILINE), path
    code = (
        "import sys; sys.modules['autograder'] = None; import pytest\n"
        "sys.exit(pytest.main(['--collect-only', '-qq', 'tests/course']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_each_package_has_its_folder_of_tests_and_no_other_folder_has_any():
    files = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    folders = {path.parent for path in files} - {Path(), Path("course"), Path("autograder")}
    assert folders == {path.relative_to(ROOT) for path in PACKAGES}
    of_tests = [ROOT / "tests" / each for each in folders]
    assert [each for each in of_tests if not (each / "__init__.py").exists()] == []
    page = (ROOT / "tests" / "README.md").read_text()
    beside = {path.name for path in files if path.parent == Path()}
    assert {name for name in beside if f"`{name}`" not in page} == set()


def test_files_that_start_early_exist_and_have_names_of_their_own():
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert {name for name, times in names.items() if times > 1} == set()
    assert {*LONGEST_FIRST, *IN_THE_LAB} <= names.keys()
