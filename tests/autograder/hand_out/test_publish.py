"""What students get: what is in it, what is not, and which files publishing leaves alone."""

import errno
import json
import os
import re
import subprocess
import sys
import zipfile
from contextlib import nullcontext

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.authoring.sample_class import SAMPLE_CLASS
from autograder.base import interrupt
from autograder.base.failure import Failure
from autograder.base.files import sha256
from autograder.base.paths import ROOT, SOLUTIONS, homeworks
from autograder.cli import app
from autograder.cli.console import out
from autograder.hand_out import public_files as half
from autograder.hand_out import publish, published_folder, release, site
from autograder.hand_out.leaks import MIN_REVEALING_ALONE, leaks_in_files
from autograder.hand_out.public_files import files_for_students
from autograder.hand_out.published_folder import (
    LIST_FILE,
    FolderChanges,
    refuse_foreign,
    update_folders,
    write_published_zip,
)
from autograder.notebook.release_choices import ReleaseChoices, kept_choices
from autograder.notebook.set_up import set_up_code
from autograder.people.roster import Roster
from autograder.people.student import Student

# Lines of the scaffold that are also in somebody's answer.
SCAFFOLD = {
    "self.targets = targets  # the number of the right token of each row",
    "super().__init__(queries, keys, values, name=name)",
    "name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))",
    "super().__init__(logits, name=name)",
    "return name_of[:, None] == name_of[None, :]",
    "self.tokens = tokens  # whole numbers, one for each row of the result",
    "self.name_of = name_of  # for each row the number of its name",
    "for input_node in node.input_nodes:",
    "place = {node: i for i, node in enumerate(nodes)}",
    "return [self.gradient / 2, self.gradient / 2]",
    "super().__init__(*input_nodes, name=name)",
    # `Plain`, which keeps everything, is given; what students write is the checkpoint.
    "self.result = self.chain.forward(self.input(0))",
    "return [self.chain.backward(self.gradient)]",
}


@pytest.fixture(scope="module")
def files():
    return files_for_students(homeworks())


def texts(files):
    return {name: data.decode() for name, data in files.items()}


def readable(files):
    """What people read: of a notebook its cells."""
    return {n: sources(t) if n.endswith(".ipynb") else t for n, t in texts(files).items()}


def sources(notebook):
    return "\n".join(cell.source for cell in nbformat.reads(notebook, as_version=4).cells)


def lines_of(folder):
    """The lines of code of the texts in a folder that say something of their own."""
    lines = {line.strip() for path in folder.rglob("*.py") for line in path.read_text().split("\n")}
    return {line for line in lines if len(line) >= MIN_REVEALING_ALONE and not line.startswith("#")}


# What is in it


def test_students_get_notebooks_package_readme_and_licence(files):
    notebooks = {f"notebooks/homework/{hw}/{hw}.ipynb" for hw in homeworks()}
    assert notebooks | {"README.md", "LICENSE", "pyproject.toml", "course/__init__.py"} <= set(
        files
    )
    for hw in homeworks():
        assert f"/homework/{hw}/{hw}.ipynb" in files["README.md"].decode()


def test_students_get_nothing_of_the_grader_or_of_students_answers(files):
    for name, text in texts(files).items():
        assert not re.search(r"autograder|sample_class|SOLUTION", text), name
    given = {line.strip() for text in readable(files).values() for line in text.splitlines()}
    signatures = {line for line in given if re.match(r"(def|class) .*:$", line)}
    for lines in map(lines_of, [SOLUTIONS / "bank", SAMPLE_CLASS]):
        assert len(lines) > 20
        assert (lines & given) - signatures <= SCAFFOLD


def test_a_solution_in_what_students_get_would_be_found_and_none_is(files):
    clean = texts(files)
    assert leaks_in_files(clean) == []
    leaky = {
        "course/graph.py": clean["course/graph.py"]
        + "\n    self.result = self.input(0) * self.input(1)",
        "course/scaffold/order.py": clean["course/scaffold/order.py"]
        + "\n    for node in graph.sorted_nodes():\n        node.forward()\n",
        "README.md": clean["README.md"],
    }
    found = " ".join(leaks_in_files(leaky))
    assert "`self.result = self.input(0) * self.input(1)`" in found
    assert "is in course/scaffold/order.py" in found
    assert "README.md" not in found


def test_a_solution_in_the_package_stops_publishing(monkeypatch):
    monkeypatch.setattr(half, "_GITIGNORE", "self.result = self.input(0) * self.input(1)\n")
    with pytest.raises(Failure, match=r"is in \.gitignore"):
        files_for_students(["hw2-tanh"])


@pytest.mark.parametrize(
    "choices", [ReleaseChoices(), ReleaseChoices("https://github.com/dept/backprop")]
)
def test_the_readme_says_how_to_open_a_notebook(choices, monkeypatch):
    monkeypatch.setattr(half, "kept_choices", lambda: choices)
    readme = files_for_students(["hw1-cosh"])["README.md"].decode()
    assert ("colab-badge.svg" in readme) == bool(choices.repository)
    assert ("Upload notebook" in readme) != bool(choices.repository)
    assert "| Homework 1: cosh, by hand and in code | 30 |" in readme
    assert not re.search(r"[{}]|hw2", readme)


# It can be installed


@pytest.mark.slow
@pytest.mark.by_day(1)
@pytest.mark.parametrize("by", ["pip", "the set-up cell"])
def test_pip_installs_what_students_get(by, files, tmp_path):
    update_folder(tmp_path / "students", files)
    write_published_zip(files, tmp_path / "students.zip")
    env = os.environ | {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": ""}
    tell = "import course as c; print(c.__file__); c.hint('linear')\n"
    tell += "assert c.messages.misconceptions.read_bank()[0]\n"
    tell += "from course.lecture import matmul; from course.player import page\n"
    tell += "matmul.entry()._repr_mimebundle_(), page.script(), page.style()"
    if by == "pip":
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
        made = [*pip, tmp_path / "installed", tmp_path / "students"]
        subprocess.run(made, env=env, check=True)
        tell = f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r}); {tell}"
    else:
        hide = "import sys; sys.meta_path = [f for f in sys.meta_path if 'editable' not in str(f)]"
        url = (tmp_path / "students.zip").as_uri()
        tell = f"{hide}\n{set_up_code(ReleaseChoices(install_from=url))}\n{tell}"
    env |= {"TMPDIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-"], input=tell, cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    place = "installed" if by == "pip" else "course-"
    assert ran.stdout.startswith(f"{tmp_path}/{place}")


# Whose files are whose

FIRST = {"README.md": b"one\n", "notebooks/hw1.ipynb": b"{}\n", "course/a.py": b"a = 1\n"}
LATER = {"README.md": b"two\n", "course/a.py": b"a = 1\n", "course/b.py": b"b = 1\n"}


def update_folder(folder, files, *, overwrite=False) -> FolderChanges:
    return update_folders({folder: files}, overwrite=overwrite)[folder]


def held(folder):
    found = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found} | {LIST_FILE: b""}


def test_publishing_again_updates_files_removes_old_ones_and_keeps_git(tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    update_folder(tmp_path, FIRST)
    (tmp_path / "CNAME").write_text("mine")
    done = update_folder(tmp_path, LATER)
    assert (done.written, done.removed) == (["README.md", "course/b.py"], ["notebooks/hw1.ipynb"])
    assert done.unchanged == ["course/a.py"]
    assert held(tmp_path) == LATER | {"CNAME": b"mine", LIST_FILE: b""}
    assert not (tmp_path / "notebooks").exists()
    assert (tmp_path / ".git" / "HEAD").exists()


def test_a_folder_with_something_else_in_it_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("ten years of work")
    with pytest.raises(Failure, match=r"contains thesis\.tex.*new or empty folder"):
        update_folder(tmp_path, FIRST)
    assert held(tmp_path) == {"thesis.tex": b"ten years of work", LIST_FILE: b""}
    update_folder(tmp_path, FIRST, overwrite=True)
    assert held(tmp_path) == FIRST | {"thesis.tex": b"ten years of work", LIST_FILE: b""}


@pytest.mark.parametrize("name", ["README.md", "notebooks/hw1.ipynb", "course/b.py"])
def test_a_file_written_by_somebody_since_is_not_lost(name, tmp_path):
    update_folder(tmp_path, FIRST)
    (tmp_path / name).write_text("by hand")
    with pytest.raises(Failure, match=f"changed {name}"):
        update_folder(tmp_path, LATER)
    assert (tmp_path / name).read_text() == "by hand"
    update_folder(tmp_path, LATER, overwrite=True)
    assert held(tmp_path) == LATER | {LIST_FILE: b""}


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(
    ("place", "is_folder"), [("README.md", True), ("course/b.py", True), ("course", False)]
)
def test_a_folder_in_the_place_of_a_file_or_a_file_in_that_of_a_folder_is_refused(
    place, is_folder, overwrite, tmp_path
):
    update_folder(tmp_path, {"notebooks/hw1.ipynb": b"1"})
    if is_folder:
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "mine").write_text("by hand")
    else:
        (tmp_path / place).write_text("by hand")
    before = held(tmp_path)
    with pytest.raises(Failure, match=place):
        update_folder(tmp_path, LATER | {"notebooks/hw1.ipynb": b"2"}, overwrite=overwrite)
    assert held(tmp_path) == before
    assert (tmp_path / "notebooks" / "hw1.ipynb").read_bytes() == b"1"


def test_a_removed_file_that_somebody_replaced_by_a_folder_is_refused(tmp_path):
    update_folder(tmp_path, FIRST)
    (tmp_path / "notebooks" / "hw1.ipynb").unlink()
    (tmp_path / "notebooks" / "hw1.ipynb").mkdir()
    before = held(tmp_path)
    with pytest.raises(Failure, match=r"hw1\.ipynb"):
        update_folder(tmp_path, LATER)
    assert held(tmp_path) == before


def test_an_interrupted_publish_can_be_repeated(tmp_path):
    full = {**FIRST, "zz": None}  # which cannot be written
    with pytest.raises(TypeError):
        update_folder(tmp_path, full)
    update_folder(tmp_path, FIRST)
    assert held(tmp_path) == FIRST | {LIST_FILE: b""}


def test_a_publish_that_ended_within_a_file_can_be_repeated(tmp_path, monkeypatch):
    update_folder(tmp_path, FIRST)
    later = {name: data + b"more" for name, data in FIRST.items()}

    def full(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as patched, pytest.raises(OSError, match="full"):
        patched.setattr("os.fsync", full)
        update_folder(tmp_path, later)
    update_folder(tmp_path, later)
    assert held(tmp_path) == later | {LIST_FILE: b""}


def test_a_list_that_names_files_elsewhere_is_refused(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "students").mkdir()
    (tmp_path / "students" / LIST_FILE).write_text(json.dumps({"../victim": "0"}))
    with pytest.raises(Failure, match="damaged"):
        update_folder(tmp_path / "students", FIRST, overwrite=True)
    assert victim.exists()


@pytest.mark.parametrize(
    "text",
    [
        '{".git/HEAD": "%s"}',
        '{".GIT/HEAD": "%s"}',
        '{"course/.git/HEAD": "%s"}',
        '{"course/../.git/HEAD": "%s"}',
        '{"a\\u0000b": "%s"}',
        '{"\\ud800": "%s"}',
        "[" * 100_000 + "%s",
    ],
)
def test_a_list_that_names_gits_own_files_or_cannot_be_read_is_refused(text, tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    update_folder(tmp_path, FIRST)
    head = tmp_path / ".git" / "HEAD"
    (tmp_path / LIST_FILE).write_text(text % sha256(head.read_bytes()))
    with pytest.raises(Failure, match="damaged"):
        update_folder(tmp_path, LATER, overwrite=True)
    assert head.exists()
    assert held(tmp_path) == FIRST | {LIST_FILE: b""}


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("name", ["README.md", "course", LIST_FILE])
def test_nothing_is_published_through_a_link(name, overwrite, tmp_path):
    folder, place = tmp_path / "students", tmp_path / "elsewhere"
    update_folder(folder, FIRST)
    (folder / name).rename(place)
    (folder / name).symlink_to(place)
    before = held(place) if place.is_dir() else place.read_bytes()
    with pytest.raises(Failure, match=f"link.*{re.escape(name)}"):
        update_folder(folder, LATER, overwrite=overwrite)
    assert before == (held(place) if place.is_dir() else place.read_bytes())


@pytest.mark.parametrize("folder", [ROOT, ROOT.parent])
def test_the_clone_is_never_published_over(folder):
    with pytest.raises(Failure, match="the project's own folder"):
        update_folder(folder, FIRST, overwrite=True)


def test_the_archive_has_one_folder_and_is_reproducible(tmp_path):
    write_published_zip(FIRST, tmp_path / "students.zip")
    first = (tmp_path / "students.zip").read_bytes()
    write_published_zip(dict(reversed(FIRST.items())), tmp_path / "students.zip")
    assert (tmp_path / "students.zip").read_bytes() == first
    with zipfile.ZipFile(tmp_path / "students.zip") as made:
        assert made.namelist() == sorted(f"students/{name}" for name in FIRST)


def test_a_zip_of_somebody_elses_is_not_replaced(tmp_path):
    folder, theirs = tmp_path / "students", tmp_path / "students.zip"
    theirs.touch()
    with pytest.raises(Failure, match="--overwrite"):
        refuse_foreign(folder, overwrite=False, with_zip=True)
    refuse_foreign(folder, overwrite=False)
    refuse_foreign(folder, overwrite=True, with_zip=True)
    update_folder(folder, FIRST)
    refuse_foreign(folder, overwrite=False, with_zip=True)  # of the last time, then


# The command


@pytest.mark.slow
def test_the_command_publishes_the_named_homeworks_and_reports_what_it_did(tmp_path, monkeypatch):
    """Of this clone, whose notebook it must not bring up to date before test_release.py sees it."""
    monkeypatch.setattr(release, "release", lambda homework: pytest.fail(f"{homework} is stale"))
    folder = tmp_path / "students"
    run = CliRunner().invoke(app, ["publish", str(folder), "hw4-matmul", "--zip"])
    assert run.exit_code == 0, run.output
    assert "files written" in " ".join(run.output.split())
    assert (tmp_path / "students.zip").exists()
    published = folder / "notebooks" / "homework"
    assert [path.name for path in published.rglob("*.ipynb")] == ["hw4-matmul.ipynb"]
    again = CliRunner().invoke(app, ["publish", str(folder), "hw4-matmul"])
    assert "0 files written, 0 removed" in " ".join(again.output.split())


def test_a_class_list_cannot_go_with_the_same_exercises_for_all(tmp_path):
    words = ["publish", str(tmp_path / "students"), "--roster", "list.csv", "--no-variants"]
    assert CliRunner().invoke(app, words).exit_code == 2


def test_notebooks_for_each_student_need_individual_exercises(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "is_fresh", lambda homework: True)
    monkeypatch.setattr(release, "write_hints", lambda homeworks: None)
    monkeypatch.setattr(publish, "files_for_students", lambda homeworks: {})
    folder, students = tmp_path / "students", Roster([Student("ada")])
    task = publish.PublishTask(folder, ["hw7-cost"], kept_choices(), students=students)
    with pytest.raises(Failure, match="Leave --roster out"):
        publish.publish_course(task, lambda _: nullcontext(), print)
    assert list(tmp_path.iterdir()) == []


def test_each_step_of_making_a_site_is_announced_first(tmp_path, monkeypatch):
    printed = []
    monkeypatch.setattr(out, "print", lambda what="", **_: printed.append(str(what)))
    monkeypatch.setattr(release, "is_fresh", lambda homework: "notebooks" in printed[-1])
    monkeypatch.setattr(site, "site", lambda wanted: {"index.html": printed[-1].encode()})
    run = CliRunner().invoke(app, ["publish", str(tmp_path / "site"), "--site"])
    assert run.exit_code == 0, run.output
    assert "lectures" in (tmp_path / "site" / "index.html").read_text()


def test_making_a_site_changes_no_notebook_and_names_the_command_that_would(tmp_path, monkeypatch):
    released = []
    monkeypatch.setattr(release, "is_fresh", lambda homework: homework != "hw2-tanh")
    monkeypatch.setattr(release, "release", released.append)
    run = CliRunner().invoke(app, ["publish", str(tmp_path / "site"), "--site"])
    assert run.exit_code == 2
    assert "with the same options: autograder release hw2-tanh" in " ".join(run.output.split())
    assert released == list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", [None, '{"ai": "off"}'])
@pytest.mark.parametrize("notebook", [None, "before"])
def test_a_refused_publish_leaves_choices_and_notebooks_unchanged(
    kept, notebook, tmp_path, monkeypatch
):
    paths = {
        tmp_path / "release.json": kept,
        tmp_path / "hw1.ipynb": notebook,
        tmp_path / "earlier.json": kept,
    }
    for path, text in paths.items():
        if text is not None:
            path.write_text(text)
    choices_file, released, earlier = paths
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path)
    monkeypatch.setattr("autograder.base.paths.CHOICES", choices_file)
    monkeypatch.setattr(release, "released_path", lambda homework: released)
    monkeypatch.setattr(release, "is_fresh", lambda homework: not kept_choices().variants)
    monkeypatch.setattr(
        release,
        "release",
        lambda homework: [each.write_text("after") for each in (released, earlier)],
    )
    monkeypatch.setattr(publish, "files_for_students", lambda wanted: FIRST)
    folder = tmp_path / "students"
    update_folder(folder, {"README.md": b""})
    (folder / "README.md").write_text("by hand")
    words = ["publish", str(folder), "hw1-cosh", "--variants"]
    run = CliRunner().invoke(app, words)
    assert run.exit_code == 2 and "hw1-cosh: released" in run.output
    assert {path: path.read_text() if path.exists() else None for path in paths} == paths
    assert "Individual exercises" not in run.output
    run = CliRunner().invoke(app, [*words, "--overwrite"])
    assert run.exit_code == 0 and "Individual exercises are on" in run.output
    assert kept_choices().variants and released.read_text() == "after"
    assert kept_choices().ai == ("off" if kept else "open")


def test_a_publish_that_is_refused_after_a_release_leaves_no_notebook_with_hints_that_nobody_has(
    tmp_path, monkeypatch
):
    hints, notebook = tmp_path / "hints.json", tmp_path / "hw1-cosh"
    for path in (hints, notebook):
        path.write_text("{}")
    monkeypatch.setattr("course.messages.hints.HINTS_FILE", hints)
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path)
    monkeypatch.setattr("autograder.base.paths.CHOICES", tmp_path / "release.json")
    monkeypatch.setattr(release, "released_path", tmp_path.joinpath)
    monkeypatch.setattr(release, "is_fresh", lambda homework: False)

    def released(homework):
        if homework == "hw2-tanh":
            raise release.ReleaseRefused(homework, ["a bad header"])
        notebook.write_text(hints.read_text())

    monkeypatch.setattr(release, "release", released)
    run = CliRunner().invoke(app, ["publish", str(tmp_path / "out"), "hw1-cosh", "hw2-tanh"])
    assert run.exit_code == 2 and "hw1-cosh: released" in run.output
    assert hints.read_text() == notebook.read_text() == "{}"


def test_what_cannot_be_put_back_is_named_with_the_reason_and_keeps_nothing_else_from_it(
    tmp_path, monkeypatch
):
    files, new = [tmp_path / name for name in ("first", "second", "third")], tmp_path / "new"
    for path in files:
        path.write_text("before")

    def refused(path, data):
        if path.name == "second":
            raise OSError(errno.EIO, "Input/output error", str(path))
        path.write_bytes(data)

    monkeypatch.setattr("autograder.base.files.write_whole", refused)
    with pytest.raises(Failure) as failed, interrupt.put_back_unless_done([*files, new]):
        for path in (*files, new):
            path.write_text("after")
        raise Failure("A bad header.")
    assert [path.read_text() for path in files] == ["before", "after", "before"]
    assert not new.exists()
    assert "A bad header." in str(failed.value)
    assert "second (Input/output error)" in str(failed.value) and "third" not in str(failed.value)


def test_a_homework_that_is_named_twice_is_published_once(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(release, "is_fresh", lambda homework: True)
    monkeypatch.setattr(publish, "files_for_students", lambda wanted: asked.extend(wanted) or FIRST)
    words = ["publish", str(tmp_path / "out"), "hw2-tanh", "hw1-cosh", "hw2-tanh"]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert asked == ["hw2-tanh", "hw1-cosh"]


def test_a_zip_that_cannot_be_written_does_not_hide_what_was_published(tmp_path, monkeypatch):
    def full(path, files):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(release, "is_fresh", lambda homework: True)
    monkeypatch.setattr(publish, "files_for_students", lambda wanted: FIRST)
    monkeypatch.setattr(published_folder, "write_zip", full)
    run = CliRunner().invoke(app, ["publish", str(tmp_path / "out"), "hw1-cosh", "--zip"])
    assert run.exit_code == 3
    assert f"{len(FIRST)} files written" in " ".join(run.output.split())
    assert "out.zip" in run.stderr and "make room" in run.stderr


INTERRUPTED = """
import pathlib, signal
from autograder.hand_out import release
from autograder.notebook import release_choices
from autograder.base import interrupt

signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may have it ignored
interrupt.end_at_once()
for module in (release_choices, release):
    module.CHOICES = pathlib.Path("release.json")
release.released_path = pathlib.Path
new = release_choices.kept_choices().changed(variants=True)
with release.kept_if_done(new, ["hw1", "hw2"]):
    assert release_choices.kept_choices().variants
    for name in ("hw1", "hw2"):
        pathlib.Path(name).write_text("after")
    signal.raise_signal(signal.SIGINT)
"""


def test_an_interrupted_release_leaves_choices_and_notebooks_unchanged(tmp_path):
    before = {"release.json": '{"ai": "off"}', "hw1": "before"}
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=tmp_path, stderr=subprocess.PIPE)
    assert (run.returncode, run.stderr.decode().strip()) == (130, "Interrupted.")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("refused", [False, True])
def test_release_keeps_options_only_if_all_homeworks_are_released_with_them(
    refused, tmp_path, monkeypatch
):
    folder = tmp_path / "homework"
    folder.mkdir()
    for name in homeworks():
        (folder / name).write_text("before")
    monkeypatch.setattr("autograder.base.paths.CHOICES", tmp_path / "release.json")
    monkeypatch.setattr(release, "released_path", folder.joinpath)

    def released(homework):
        assert kept_choices().variants
        if refused and homework == "hw1-cosh":
            raise release.ReleaseRefused(homework, ["a bad header"])
        (folder / homework).write_text("after")
        return release.ReleaseOutcome(folder / homework, is_changed=True, points=1, extra=0)

    monkeypatch.setattr(release, "release", released)
    run = CliRunner().invoke(app, ["release", "hw2-tanh", "--variants"])
    assert run.exit_code == (2 if refused else 0)
    assert ("a bad header" in run.output) == refused
    assert ("Individual exercises are on" in " ".join(run.output.split())) != refused
    assert kept_choices().variants != refused
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    assert texts == dict.fromkeys(homeworks(), "before" if refused else "after")


def test_a_homework_refused_without_new_options_holds_up_no_other(tmp_path, monkeypatch):
    released = []

    def refuse_first(homework):
        if homework == "hw1-cosh":
            raise release.ReleaseRefused(homework, ["a bad header"])
        released.append(homework)
        return release.ReleaseOutcome(tmp_path / homework, is_changed=True, points=1, extra=0)

    monkeypatch.setattr(release, "release", refuse_first)
    run = CliRunner().invoke(app, ["release", "hw1-cosh", "hw2-tanh"])
    assert run.exit_code == 1 and "a bad header" in run.output
    assert released == ["hw2-tanh"]


@pytest.mark.parametrize(
    ("options", "refused", "are_kept"),
    [
        ([], {"hw1-cosh"}, False),
        ([], set(), True),
        ([], {"hw2-tanh"}, True),  # the notebook of hw1 carries them
        (["--variants"], {"hw2-tanh"}, False),
    ],
)
def test_new_hints_are_kept_if_a_notebook_carries_them(
    options, refused, are_kept, tmp_path, monkeypatch
):
    hints = tmp_path / "hints.json"
    hints.write_text("{}")
    monkeypatch.setattr("course.messages.hints.HINTS_FILE", hints)
    monkeypatch.setattr("autograder.base.paths.CHOICES", tmp_path / "release.json")
    monkeypatch.setattr(release, "released_path", tmp_path.joinpath)

    def released(homework):
        if homework in refused:
            raise release.ReleaseRefused(homework, ["a bad header"])
        return release.ReleaseOutcome(tmp_path / homework, is_changed=True, points=1, extra=0)

    monkeypatch.setattr(release, "release", released)
    wanted = ["hw1-cosh"] + ["hw2-tanh"] * (refused != {"hw1-cosh"})
    run = CliRunner().invoke(app, ["release", *wanted, *options])
    assert run.exit_code == (0 if not refused else 1 if are_kept else 2)
    assert (hints.read_text() != "{}") == are_kept


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["hw9"], 2, "There is no homework 'hw9'"),
        (["--repository", "https://gitlab.com/o/n"], 2, "not a repository that Colab can open"),
        (["--from", "backprop"], 2, "is not a URL"),
    ],
)
def test_wrong_usage_is_reported_and_nothing_is_written(arguments, code, said, tmp_path):
    run = CliRunner().invoke(app, ["publish", str(tmp_path / "students"), *arguments])
    assert run.exit_code == code
    assert said in " ".join(run.output.split())
    assert list(tmp_path.iterdir()) == []
