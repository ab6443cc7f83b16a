"""The zip for Gradescope, run in folders laid out like those of its containers."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.paths import RELEASED
from autograder.cli import app
from autograder.grading.submission import GradedSubmission
from autograder.judge import judging_process
from autograder.on_gradescope import build, results, run
from autograder.sandbox import bubblewrap
from autograder.sandbox.bubblewrap import NOBODY_UID
from autograder.sandbox.failures import KernelLost
from autograder.sandbox.kernel import SandboxedKernel
from tests.helpers.damaged import as_bytes
from tests.helpers.grading import recorded_scores
from tests.helpers.lock_file import locked

HOMEWORK = "hw2-tanh"
POINTS = 27
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
DOUBLE_MUL = """class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]"""


def notebook(base="solution", homework=HOMEWORK, before="", **cells) -> nbformat.NotebookNode:
    """What a student hands in; `before` is a cell of their own at the start."""
    made = SampleSubmission("zoe", homework, dict(cells), base).notebook()
    if before:
        made.cells.insert(1, nbformat.v4.new_code_cell(before, id="own"))
    return made


class Container:
    """Folders like those in which Gradescope runs an autograder."""

    def __init__(self, folder: Path, archive: Path):
        self.folder = folder
        for name in ("source", "submission", "results"):
            (folder / name).mkdir(parents=True)
        shutil.unpack_archive(archive, folder / "source")
        shutil.copy(folder / "source" / "run_autograder", folder)
        (folder / "run_autograder").chmod(0o755)

    def hand_in(self, data: nbformat.NotebookNode | bytes, name: str = "my work.ipynb") -> None:
        data = data if isinstance(data, bytes) else as_bytes(data)
        (self.folder / "submission" / name).write_bytes(data)

    def run(self, python: str | Path = sys.executable, **environment: str) -> tuple[dict, str]:
        """Grades; returns the results, and what was printed."""
        given = {"AUTOGRADER_ROOT": str(self.folder), "GRADER_PYTHON": str(python)}
        ran = subprocess.run(
            [self.folder / "run_autograder"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": "", **given, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout
        return self.results(), ran.stdout

    def run_here(self, monkeypatch) -> dict:
        """Grades in this process; returns the results."""
        monkeypatch.setenv("AUTOGRADER_ROOT", str(self.folder))
        run.main()
        return self.results()

    def results(self) -> dict:
        text = (self.folder / "results" / "results.json").read_text(encoding="utf-8")
        made = json.loads(text, parse_constant=pytest.fail)
        conforms(made)
        return made


def conforms(made: dict) -> None:
    """Whether results are what Gradescope's specification allows, and no more."""
    top = {"output", "output_format", "stdout_visibility", "visibility", "execution_time", "tests"}
    assert set(made) == top
    assert isinstance(made["output"], str)
    assert made["output_format"] in FORMATS
    assert made["visibility"] == "visible"
    assert made["stdout_visibility"] == "hidden"
    assert 0 <= made["execution_time"] < 600
    each = {"number", "name", "score", "max_score", "status", "output", "output_format"}
    for test in made["tests"]:
        assert set(test) == each | {"visibility"}
        assert all(isinstance(test[key], str) for key in ("number", "name", "output"))
        assert all(isinstance(test[key], float) for key in ("score", "max_score"))
        assert test["status"] in {"passed", "failed"}
        assert test["output_format"] in FORMATS
        assert test["visibility"] in VISIBILITIES
        assert test["score"] >= 0


def total(made: dict) -> float:
    return sum(test["score"] for test in made["tests"])


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "made.zip"
    done = CliRunner().invoke(app, ["gradescope", HOMEWORK, "--into", str(path)])
    assert done.exit_code == 0, done.output
    assert f"{POINTS} points" in done.output
    return path


@pytest.fixture
def container(tmp_path, archive) -> Container:
    return Container(tmp_path / "autograder", archive)


def test_the_scripts_are_executable_bash_at_the_root(archive):
    with zipfile.ZipFile(archive) as opened:
        for name in ("setup.sh", "run_autograder"):
            assert opened.getinfo(name).external_attr >> 16 == 0o100755
            text = opened.read(name)
            assert text.startswith(b"#!/usr/bin/env bash\n")
            subprocess.run(["bash", "-n"], input=text, check=True)


def test_packages_are_installed_in_the_tested_versions_torch_first(
    archive,
):
    with zipfile.ZipFile(archive) as opened:
        wanted = dict(line.split("==") for line in opened.read("requirements.txt").decode().split())
        assert dict(locked()).items() >= wanted.items()
        setup = opened.read("setup.sh").decode()
    assert next(iter(wanted)) == "torch"
    assert setup.index("whl/cpu") < setup.index("--requirement")


def test_the_zip_holds_one_solution_and_nobody_elses_data(archive):
    with zipfile.ZipFile(archive) as opened:
        names = opened.namelist()
    assert [n for n in names if n.startswith("solutions/")] == [f"solutions/{HOMEWORK}.py"]
    assert not [name for name in names if re.search(r"class/|submitted/|\.db|\.pyc|\.git", name)]


def test_the_zip_holds_what_is_remembered_of_earlier_releases(tmp_path, monkeypatch):
    folder, contents = tmp_path / "notebooks" / "homework", {}
    shutil.copytree(RELEASED, folder)
    (folder / "earlier.json").write_text("{}")
    monkeypatch.setattr("autograder.base.paths.RELEASED", folder)
    monkeypatch.setattr("autograder.base.paths.ROOT", tmp_path)
    monkeypatch.setattr(build, "write_zip", lambda path, made, _: contents.update(made))
    build.build_zip(HOMEWORK, tmp_path / "a.zip")
    assert contents["notebooks/homework/earlier.json"] == b"{}"


def test_nobody_else_can_read_the_zip_while_it_is_written(tmp_path, monkeypatch):
    modes = []
    monkeypatch.setattr(build, "write_zip", lambda path, *_: modes.append(path.stat().st_mode))
    build.build_zip(HOMEWORK, tmp_path / "new" / "a.zip")
    (tmp_path / "b.zip").write_bytes(b"")
    build.build_zip(HOMEWORK, tmp_path / "b.zip")
    assert [mode & 0o777 for mode in modes] == [0o600, 0o600]


def test_two_zips_differ_only_in_the_secret(archive, tmp_path):
    build.build_zip(HOMEWORK, tmp_path / "other.zip")
    with zipfile.ZipFile(archive) as one, zipfile.ZipFile(tmp_path / "other.zip") as two:
        assert one.namelist() == two.namelist()
        assert [n for n in one.namelist() if one.read(n) != two.read(n)] == ["gradescope.json"]


def test_an_unknown_homework_is_refused(tmp_path):
    done = CliRunner().invoke(app, ["gradescope", "hw9", "--into", str(tmp_path / "x.zip")])
    assert done.exit_code == 2
    assert "There is no homework 'hw9'" in done.output
    assert not (tmp_path / "x.zip").exists()


def test_the_scores_agree_with_the_marks_in_nbgraders_gradebook(sample):
    """Extra credit included; answers in words are left to people."""
    classroom, submissions = sample
    for each in submissions:
        notebook = nbformat.read(classroom.autograded(each.student, each.homework), 4)
        made = results.of_graded(GradedSubmission(notebook))
        conforms(made | {"execution_time": 1.0})
        marks = recorded_scores(classroom, each.homework, each.student)
        about = [cell.metadata.get("nbgrader", {}) for cell in notebook.cells]
        checks = [each["grade_id"] for each in about if each.get("grade") and each["locked"]]
        assert [test["score"] for test in made["tests"]] == [marks[check] for check in checks]


@pytest.fixture
def bare_python(tmp_path) -> Path:
    """Python without the packages that setup does not install."""
    installed = closure(build.NEEDED)
    others = {
        top
        for top, owners in metadata.packages_distributions().items()
        if not installed & {canonicalize_name(owner) for owner in owners}
    } - {"course", "autograder"}
    assert {"nbgrader", "jupyterlab", "typer"} <= others
    (tmp_path / "bare.py").write_text(
        "import os, runpy, sys\n"
        f"sys.modules.update(dict.fromkeys({sorted(others)!r}))\n"
        "sys.path.insert(0, os.getcwd())\n"
        "runpy.run_module(sys.argv[2], run_name='__main__')\n"  # after -m
    )
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{tmp_path}/bare.py" "$@"\n')
    python.chmod(0o755)
    return python


@pytest.mark.slow
def test_a_right_submission_gets_all_points_with_the_packages_of_the_setup(container, bare_python):
    container.hand_in(notebook(before="import ctypes, math\nmath.slope = 0"))
    made, printed = container.run(bare_python)
    assert total(made) == sum(test["max_score"] for test in made["tests"]) == POINTS
    assert {test["status"] for test in made["tests"]} == {"passed"}
    assert "Please look: a cell of their own: uses words of the interpreter (ctypes)" in printed
    assert "interpreter" not in json.dumps(made)


OVERWRITING = """def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()

def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for input_node, share in zip(node.input_nodes, node.backward()):
            input_node.gradient = share"""


@pytest.mark.slow
def test_no_replay_is_requested_where_only_text_is_shown(container, monkeypatch, tmp_path):
    asked = tmp_path / "asked"
    monkeypatch.setattr(judging_process, "show_replay", lambda *_: asked.touch())
    container.hand_in(notebook(engine=OVERWRITING))
    made = container.run_here(monkeypatch)
    assert 0 < total(made) < POINTS and not asked.exists()


@pytest.mark.slow
def test_a_wrong_submission_is_told_why_and_what_was_repaired(container, monkeypatch):
    damaged = notebook(mul=DOUBLE_MUL)
    damaged.cells = [cell for cell in damaged.cells if cell.id != "add-check"]
    container.hand_in(damaged)
    made = container.run_here(monkeypatch)
    assert "Repaired before grading. Cells that had been deleted were put back" in made["output"]
    failed = {test["name"]: test for test in made["tests"] if test["status"] == "failed"}
    assert 0 < total(made) < POINTS
    assert "Add" not in failed and failed["Mul"]["score"] == 0
    assert failed["Mul"]["number"] == "2b"
    assert "Not yet: " in failed["Mul"]["output"]


KEEPS_ONE_SHARE = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()

def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for input_node, share in zip(node.input_nodes, node.backward()):
            input_node.gradient = share
"""
PLAYED = """
import sys
from pathlib import Path
import course
from autograder.grading.submission import grade_submission
from autograder.sandbox.limits import Limits
from course.player.page import RUN_MIME_TYPE

assert Path(course.__file__).is_relative_to(Path.cwd()), course.__file__
data = Path(sys.argv[2]).read_bytes()
for cell in grade_submission(sys.argv[1], data, "a series", limits=Limits()).notebook.cells:
    if any(RUN_MIME_TYPE in output.get("data", {}) for output in cell.get("outputs", [])):
        print(cell.id)
"""


@pytest.mark.slow
def test_the_zip_holds_all_that_playing_a_wrong_engine_needs(container, tmp_path):
    handed_in = tmp_path / "wrong.ipynb"
    handed_in.write_bytes(as_bytes(notebook(engine=KEEPS_ONE_SHARE)))
    ran = subprocess.run(
        [sys.executable, "-c", PLAYED, HOMEWORK, handed_in],
        cwd=container.folder / "source",
        env=os.environ | {"PYTHONPATH": ""},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert "engine-check" in ran.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "name", "sentence"),
    [
        (b"%PDF-1.7 ...", "hw.pdf", "There is no readable notebook, only 'hw.pdf'"),
        (b"%PDF-1.7 ...", "hw.ipynb", "The file is a PDF, not a notebook. Please hand in"),
        (notebook(homework="hw1-cosh"), "x.ipynb", "it seems to be hw1-cosh. Please hand in"),
    ],
    ids=["no notebook", "a PDF by another name", "another homework"],
)
def test_a_student_is_told_why_a_submission_cannot_be_graded(
    container, data, name, sentence, monkeypatch
):
    container.hand_in(data, name)
    made = container.run_here(monkeypatch)
    assert sentence in made["output"]
    assert "the student" not in made["output"]
    assert total(made) == 0
    assert sum(test["max_score"] for test in made["tests"]) == POINTS


@pytest.mark.slow
def test_a_failure_of_the_grader_blames_nobody_and_is_reported_to_instructors(
    container, monkeypatch, capsys
):
    solution = container.folder / "source" / "solutions" / f"{HOMEWORK}.py"
    solution.write_text(
        solution.read_text().replace("self.gradient * self", "self.gradient + self")
    )
    monkeypatch.setattr("autograder.base.paths.SOLUTIONS", solution.parent)
    container.hand_in(notebook())
    made = container.run_here(monkeypatch)
    assert "not your fault" in made["output"]
    assert "BadPlan" in capsys.readouterr().out
    assert "BadPlan" not in json.dumps(made)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 99])
def test_a_submission_whose_kernel_is_lost_is_tried_again_a_few_times(
    container, monkeypatch, times
):
    lost, ready = [], SandboxedKernel.wait_until_ready

    def losing(kernel):
        ready(kernel)
        if len(lost) < times:
            lost.append(kernel)
            raise KernelLost("It was killed from outside.")

    monkeypatch.setattr(SandboxedKernel, "wait_until_ready", losing)
    container.hand_in(notebook())
    made = container.run_here(monkeypatch)
    assert total(made) == (POINTS if times == 1 else 0)
    assert len(lost) < 10 and ("not your fault" in made["output"]) == (times > 1)


def closure(names) -> set[str]:
    """Distributions with all that they depend on."""
    found, waiting = set(), [canonicalize_name(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for text in metadata.requires(name) or []:
            wanted = Requirement(text)
            if not wanted.marker or wanted.marker.evaluate({"extra": ""}):
                waiting.append(canonicalize_name(wanted.name))
    return found


class TestWithoutBubblewrap:
    """As in most containers: bubblewrap is there, and may not do its work."""

    @pytest.fixture
    def place(self):
        """A folder that all users can get into, unlike pytest's."""
        with tempfile.TemporaryDirectory(prefix="gradescope-", ignore_cleanup_errors=True) as name:
            Path(name).chmod(0o755)
            yield Path(name)

    @pytest.fixture
    def path(self, place) -> str:
        program = place / "bin" / "bwrap"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
        program.chmod(0o755)
        return f"{program.parent}{os.pathsep}{os.environ['PATH']}"

    @pytest.fixture
    def python(self, place) -> Path:
        """A Python of this version that another user can run."""
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        packages = [p for p in sys.path if p.endswith("site-packages")]
        for base in (Path(sys.base_prefix) / "bin" / version, Path("/usr/bin") / version):
            if runs_for_all(base):
                subprocess.run([base, "-m", "venv", "--without-pip", place / "env"], check=True)
                (site,) = (place / "env").glob("lib/*/site-packages")
                (site / "all.pth").write_text("\n".join(packages))
                return place / "env" / "bin" / "python"
        pytest.skip(f"No {version} here can be run by all users.")

    @pytest.mark.slow
    @pytest.mark.skipif(os.geteuid() != 0, reason="Only root can run code as another user.")
    def test_the_students_code_reads_no_solution_and_writes_no_results(
        self, place, path, python, archive
    ):
        container = Container(place / "autograder", archive)
        (container.folder / "submission_metadata.json").write_text("{}")
        told = place / "told"
        told.mkdir()
        told.chmod(0o777)
        container.hand_in(notebook(before=BURGLAR.format(root=container.folder, told=told)))
        made, printed = container.run(python, PATH=path, GRADESCOPE_KEY="hush-hush")
        assert f"as user {NOBODY_UID}, without a sandbox." in printed
        assert total(made) == POINTS, printed
        said = json.loads((told / "said.json").read_text())
        assert said.pop("user") == NOBODY_UID
        assert said.pop("open to all").startswith("#!/usr/bin/env bash")
        assert len(said) == 10
        for what, happened in said.items():
            assert happened in {"PermissionError", "nothing"}, what

    @pytest.mark.slow
    def test_nothing_is_graded_when_the_zip_demands_a_sandbox(
        self, place, path, monkeypatch, capsys
    ):
        build.build_zip(HOMEWORK, place / "x.zip", sandbox_only=True)
        container = Container(place / "autograder", place / "x.zip")
        container.hand_in(notebook())
        monkeypatch.setenv("PATH", path)
        bubblewrap.require_sandbox.cache_clear()
        try:
            made = container.run_here(monkeypatch)
        finally:
            bubblewrap.require_sandbox.cache_clear()
        assert "not your fault" in made["output"]
        assert total(made) == 0
        assert "NoSandbox: No sandbox works here: bwrap: No permissions" in (
            capsys.readouterr().out
        )


def runs_for_all(program: Path) -> bool:
    """Whether another user can run a program; only root can try."""
    if not program.exists() or os.geteuid() != 0:
        return program.exists()
    ids = {"user": NOBODY_UID, "group": NOBODY_UID, "extra_groups": []}
    try:
        return subprocess.run([program, "-c", ""], cwd="/", **ids).returncode == 0
    except OSError:
        return False


BURGLAR = """
import contextlib, glob, json, os, sys

def attempt(what):
    try:
        return what()
    except Exception as error:
        return type(error).__name__

root = "{root}"
def of_processes(fact):
    for name in glob.glob(f"/proc/[0-9]*/{{fact}}"):
        with contextlib.suppress(OSError):  # it may have just ended
            yield int(name.split("/")[2]), open(name, "rb").read()

def keys():
    found = [pid for pid, text in of_processes("environ") if b"hush-hush" in text]
    return repr(found) if found else "nothing"

said = dict(user=os.getuid())
said["open to all"] = attempt(lambda: open(root + "/run_autograder").read())
said["the solution"] = attempt(lambda: open(root + "/source/solutions/hw2-tanh.py").read())
said["the secret"] = attempt(lambda: open(root + "/source/gradescope.json").read())
said["the listing"] = attempt(lambda: repr(os.listdir(root + "/source")))
said["the results"] = attempt(lambda: open(root + "/results/results.json", "w").write("x"))
said["who they are"] = attempt(lambda: open(root + "/submission_metadata.json").read())
said["the environment"] = attempt(keys)
commands = of_processes("cmdline")
grader = min(pid for pid, text in commands if b"autograder.on_gradescope" in text)
said["its memory"] = attempt(lambda: open(f"/proc/{{grader}}/mem", "rb").name)
said["its files"] = attempt(lambda: os.listdir(f"/proc/{{grader}}/fd"))
said["its life"] = attempt(lambda: os.kill(grader, 9))
places = [place for place in sys.path if place and os.access(place, os.W_OK)]
said["its packages"] = repr(places) if places else "nothing"
with open("{told}/said.json", "w") as file:
    json.dump(said, file)
"""
