"""What `make` does on a new machine: it looks first, then installs, and goes on where it stopped.

No package is fetched here: pip is a stand-in where it would.
"""

import http.server
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import namedtuple
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from autograder.base.paths import ROOT
from autograder.sandbox import bubblewrap
from tests.helpers.clock import PATIENCE, takes_less_than
from tests.helpers.submissions import submissions_of

TORCH = "torch==2.13.0"
Usage = namedtuple("Usage", "free")


def copytree(source: Path, target: Path) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


def tool(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


preflight, install = tool("preflight"), tool("install")


@pytest.fixture
def clone(tmp_path):
    """What `make` reads, in a folder with a name that shells and make trip over."""
    folder = tmp_path / "a spéce" / "it's here"
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "tools", "autograder"):
        copy = copytree if (ROOT / name).is_dir() else shutil.copy
        folder.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, folder / name)
    return folder


@pytest.fixture
def stand_in(tmp_path):
    """Call it with a name and a line of shell: a program on PATH that does this."""

    def make(name: str, line: str) -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
        return str(path)

    return make


def make(clone, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["make", *arguments],
        cwd=clone,
        env={k: v for k, v in os.environ.items() if k != "MAKEFLAGS"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(*goals: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        preflight.main(goals)
    return str(stopped.value)


def test_an_old_python_is_refused_at_once_and_nothing_is_installed(clone, stand_in):
    code = (
        "import sys, runpy; sys.version_info = (3, 9, 1); runpy.run_path(sys.argv[1], None, {!r})"
    )
    old = stand_in("python3", f'exec "{sys.executable}" -c "{code.format("__main__")}" "$@"')
    with takes_less_than(20, with_children=True):
        made = make(clone, "demo", f"PYTHON={old}")
    assert "this one is 3.9" in made.stderr, made
    assert not (clone / ".venv").exists()


def test_an_old_python_can_read_the_file_that_refuses_it(clone):
    pyenvs = Path.home().glob(".pyenv/versions/3.[6-9].*/bin/python3")
    named = filter(None, map(shutil.which, ("python3.10", "python3.9", "python3.8")))
    starts = (p for p in (*pyenvs, *named) if not subprocess.call([p, "-c", ""], stderr=-3))
    if not (old := next(starts, None)):
        pytest.skip("There is no old Python here.")
    made = make(clone, "demo", f"PYTHON={old}")
    assert "needs Python 3.11 or newer" in made.stderr
    assert not (clone / ".venv").exists()


def test_a_suitable_python_on_path_is_named(monkeypatch, stand_in, tmp_path):
    monkeypatch.setattr(preflight.sys, "version_info", (3, 10, 13))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(preflight.Refusal, match="Install a newer one"):
        preflight.python()
    stand_in("python3.12", "exit 127")  # pyenv's name for a Python that is not chosen
    stand_in("python3.13", "exit 0")
    with pytest.raises(preflight.Refusal, match=r"make PYTHON=python3\.13"):
        preflight.python()


@pytest.mark.parametrize(
    ("version", "may_not_stop"),
    [((3, 12, 1), False), ((3, 13, 0), True), ((3, 13, 12), True), ((3, 13, 13), False)],
)
def test_a_python_that_may_not_stop_endless_recursion_is_named(
    monkeypatch, capsys, version, may_not_stop
):
    monkeypatch.setattr(sys, "version_info", (*version, "final", 0))
    preflight.python()
    assert (".".join(map(str, version)) in capsys.readouterr().out) == may_not_stop


def test_a_python_without_ensurepip_is_refused_with_the_package_to_install(monkeypatch):
    monkeypatch.setattr(preflight.importlib.util, "find_spec", lambda name: name != "ensurepip")
    assert f"apt install python3.{sys.version_info[1]}-venv" in refused("demo")


def test_a_full_disk_is_refused_with_the_free_and_the_needed_space(monkeypatch, tmp_path):
    monkeypatch.setattr(preflight.shutil, "disk_usage", lambda path: Usage(1.25e9))
    monkeypatch.chdir(tmp_path)
    assert "1.2 GB are free here" in refused("demo")


def test_somebody_elses_folder_is_refused(monkeypatch):
    monkeypatch.setattr(preflight.os, "access", lambda path, mode: False)
    assert "cannot be written to" in refused("venv")


def test_users_of_another_system_are_told_what_works_there(monkeypatch, capsys):
    monkeypatch.setattr(preflight.sys, "platform", "darwin")
    assert "make lab" in refused("demo")
    preflight.main(["lab"])
    assert "Grading will not work" in capsys.readouterr().out


def test_another_processor_is_refused(monkeypatch):
    monkeypatch.setattr(bubblewrap.seccomp.platform, "machine", lambda: "riscv64")
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    assert "riscv64" in refused("test")


WITHOUT_PACKAGES = (
    "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p];"
    "sys.meta_path = [f for f in sys.meta_path if 'editable' not in str(f)];"
    "import runpy; sys.argv = ['preflight.py', *sys.argv[1:]];"
    "runpy.run_path('tools/preflight.py', run_name='__main__')"
)


def looks(clone, *wrapped: str, path: str = "/nowhere") -> subprocess.CompletedProcess:
    """Preflight on a machine that has no package and no bubblewrap."""
    return subprocess.run(
        [*wrapped, sys.executable, "-c", WITHOUT_PACKAGES, "demo"],
        cwd=clone,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_this_machine_passes_before_anything_is_installed(clone):
    with takes_less_than(20, with_children=True):
        looked = looks(clone)
    assert looked.returncode == 0, looked.stderr


def test_a_machine_that_forbids_namespaces_is_refused_before_anything_is_installed(clone):
    forbids = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"'
    looked = looks(clone, "/usr/bin/unshare", "-Ur", "/bin/sh", "-c", forbids, "sh")
    assert looked.returncode == 1
    assert "user namespaces" in looked.stderr


@pytest.fixture
def advice(monkeypatch) -> str:
    """What is said where Linux does not let a sandbox work and no bubblewrap is installed."""
    monkeypatch.setattr(bubblewrap, "PROBE", "raise SystemExit('no luck')")
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    return refused("demo")


def test_the_advice_for_a_machine_without_a_sandbox_begins_with_its_reason(advice):
    assert "no luck" in advice
    assert "sysctl" in advice


def test_the_dev_container_follows_the_advice(advice):
    lines = (ROOT / ".devcontainer" / "devcontainer.json").read_text().splitlines()
    container = json.loads("\n".join(line for line in lines if not line.strip().startswith("//")))
    given = [f"--security-opt {option}" for option in container["securityOpt"]]
    given += [f"--cap-add {capability}" for capability in container["capAdd"]]
    assert all(option in advice for option in given)
    assert advice.count("--security-opt") + advice.count("--cap-add") == len(given)


# Plays `python -m venv` and pip: an environment whose Python notes what it was asked.
VENV = """
case "$*" in
*"-m venv "*) mkdir -p .venv/bin && cp "$0" .venv/bin/python && echo "made" >> asked ;;
*"-m pip "*) echo "$*" >> asked ;;
*"-m compileall "*) exec {python} "$@" ;;
*-c*) exec {python} "$@" ;;
*tools/*) exec {python} "$@" ;;
esac
"""


@pytest.fixture
def asked(clone, monkeypatch):
    """Installs with a stand-in for pip; returns what that was asked."""
    monkeypatch.chdir(clone)
    monkeypatch.setattr(install, "TORCH_INDEX", "http://127.0.0.1:9/whl/cpu")
    python = clone / "python"
    python.write_text("#!/bin/sh" + VENV.replace("{python}", f"'{sys.executable}'"))
    python.chmod(0o755)
    monkeypatch.setattr(install.sys, "executable", str(python))

    def run() -> list[str]:
        (clone / "asked").write_text("")
        install.main(install.Path(".venv"), ["--editable", "."])
        return (clone / "asked").read_text().splitlines()

    return run


@contextmanager
def index_of_pytorch(page: str):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/whl/cpu"
        server.shutdown()


def wheel_of_this_python(version: str) -> str:
    python = f"cp3{sys.version_info[1]}"
    name = f"torch-{version}%2Bcpu-{python}-{python}-manylinux_2_28_{os.uname().machine}.whl"
    return f'<a href="/whl/cpu/{name}#sha256=0">{name.replace("%2B", "+")}</a>'


def test_the_build_without_cuda_is_installed_if_pytorchs_index_has_it(asked, monkeypatch):
    with index_of_pytorch(wheel_of_this_python("2.13.0")) as index:
        monkeypatch.setattr(install, "TORCH_INDEX", index)
        _, torch, rest = asked()
    assert f"--index-url {index} {TORCH}+cpu" in torch
    assert "index-url" not in rest


@pytest.mark.parametrize("page", ["", wheel_of_this_python("2.12.0"), "\x00" * 10])
def test_pips_choice_is_installed_if_the_index_has_none_for_this_python(asked, monkeypatch, page):
    with index_of_pytorch(page) as index:
        monkeypatch.setattr(install, "TORCH_INDEX", index)
        assert asked()[1].endswith(f"--no-deps {TORCH}")


@pytest.mark.parametrize("index", ["", "http://127.0.0.1:9/whl/cpu", "http://x.invalid/whl/cpu"])
def test_pips_choice_is_installed_at_once_if_the_index_cannot_be_reached(asked, monkeypatch, index):
    monkeypatch.setattr(install, "TORCH_INDEX", index)
    start = time.monotonic()
    assert asked()[1].endswith(f"--no-deps {TORCH}")
    assert time.monotonic() - start < 30


def test_an_index_that_never_answers_is_given_up_on(monkeypatch):
    given_up = threading.Event()

    def wait(*arguments, **options):
        given_up.wait(10 * PATIENCE)
        raise TimeoutError

    monkeypatch.setattr(install, "PATIENCE", 0.2)
    monkeypatch.setattr(install.urllib.request, "urlopen", wait)

    start = time.monotonic()
    assert not install._has_cpu_build(TORCH)
    assert time.monotonic() - start < PATIENCE
    given_up.set()


def test_an_interrupted_installation_goes_on(asked, clone):
    asked()
    packages = clone / ".venv" / "lib" / "python3" / "site-packages"
    for name in ("whole-1.dist-info/RECORD", "half-1.dist-info/METADATA"):
        (packages / name).parent.mkdir(parents=True)
        (packages / name).touch()
    asked()
    assert [path.name for path in packages.iterdir()] == ["whole-1.dist-info"]


def test_packages_are_compiled_even_beside_a_file_that_is_no_python(asked, clone):
    asked()
    packages = clone / ".venv" / "lib" / "python3" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "module.py").touch()
    (packages / "template.py").write_text("{{ not Python")
    asked()
    assert [path.name.partition(".")[0] for path in packages.rglob("*.pyc")] == ["module"]


def test_an_environment_that_was_moved_is_made_again(asked, clone, capsys):
    asked()
    (clone / ".venv" / "kept").touch()
    asked()
    assert (clone / ".venv" / "kept").exists()
    (clone / ".venv" / ".made-in").write_text("/elsewhere\n")
    asked()
    assert not (clone / ".venv" / "kept").exists()
    assert "is made again" in capsys.readouterr().out


def test_an_environment_whose_python_is_missing_or_different_is_made_again(asked, clone):
    for broken in ("exit 1", "echo 3.8"):
        asked()
        (clone / ".venv" / "kept").touch()
        (clone / ".venv" / "bin" / "python").write_text(f"#!/bin/sh\n{broken}\n")
        asked()
        assert not (clone / ".venv" / "kept").exists()


def test_make_notices_that_its_folder_was_moved(clone, stand_in):
    ready = clone / ".venv" / ".done"
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (clone / ".venv" / ".made-in").write_text(f"{clone}\n")
    ready.touch()
    python = stand_in("python", "echo asked for")
    assert "asked for" not in make(clone, "venv", f"PYTHON={python}").stdout
    moved = clone.rename(clone.with_name("moved"))
    assert "asked for" in make(moved, "venv", f"PYTHON={python}").stdout


def test_the_steps_of_pip_are_counted():
    log = "Collecting a\n  Downloading a.whl.metadata (5 kB)\nCollecting b\nCollecting c\n"
    assert install._progress(log, 0) == ("looked up", 3)
    log += "Processing /b.whl\n  Downloading a.whl (5 kB)\n"
    assert install._progress(log, 0) == ("fetched", 2)
    assert install._progress(f"{log}\nInstalling collected packages: b, a, c\n", 1) == (
        "installed",
        1,
    )


def test_a_failure_of_pip_is_shown_with_its_last_lines(asked, clone):
    asked()
    failing = clone / ".venv" / "bin" / "python"
    failing.write_text("#!/bin/sh\necho one; echo No matching distribution >&2; exit 1\n")
    with pytest.raises(SystemExit, match="No matching distribution"):
        install._install(install.Path(".venv"), [])


def packages_for(clone: Path, python: str) -> None:
    """An environment with the packages that are here: hard links, so that nothing is fetched."""
    subprocess.run([python, "-m", "venv", "--without-pip", clone / ".venv"], check=True)
    (here,) = Path(sys.prefix).glob("lib/python*/site-packages")
    there = clone / ".venv" / here.relative_to(sys.prefix)
    there.rmdir()

    def link(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:  # another disk
            shutil.copy2(source, target)

    ours = shutil.ignore_patterns("__editable__*", "backprop_by_hand*")
    shutil.copytree(here, there, copy_function=link, ignore=ours)
    (there / "clone.pth").write_text(f"{clone}\n")


def python_for(user: dict) -> str | None:
    """A Python of this version that this user can start."""
    name = f"python3.{sys.version_info[1]}"
    folders = (Path(sys.base_prefix) / "bin", Path("/usr/local/bin"), Path("/usr/bin"))
    for python in (str(folder / name) for folder in folders):
        try:
            if not subprocess.run([python, "-c", ""], **user, check=False).returncode:
                return python
        except OSError:
            pass
    return None


@pytest.fixture(params=["as whoever runs the tests", "as an ordinary user"])
def clone_in_tmp(request):
    """A whole clone in a folder of /tmp that its user owns, and how to run programs as they do."""
    user = {}
    if request.param == "as an ordinary user":
        if os.geteuid():
            pytest.skip("whoever runs the tests is an ordinary user")
        user = {"user": 12345, "group": 12345, "extra_groups": []}
    if not (python := python_for(user)):
        pytest.skip("this Python lies where only root may go, and there is no other")
    with tempfile.TemporaryDirectory(prefix="a spéce ") as parent:
        clone = Path(parent) / "it's here"
        tracked = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True
        )
        for name in filter(None, tracked.stdout.split("\0")):
            if (ROOT / name).exists():
                (clone / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, clone / name)
        if user:
            for path in (Path(parent), clone, *clone.rglob("*")):
                os.chown(path, user["user"], user["group"])
        packages_for(clone, python)
        user["env"] = {"HOME": parent, "USER": "somebody", "PATH": os.environ["PATH"]}
        yield clone, user


@pytest.mark.slow
@pytest.mark.by_day(1)
def test_a_clone_in_tmp_with_a_space_and_an_accent_can_grade(clone_in_tmp):
    clone, user = clone_in_tmp
    ada = submissions_of("hw1-cosh")["ada"]
    path = clone / "class" / "submitted" / "ada" / "hw1-cosh" / "hw1-cosh.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(ada.notebook(), path)
    for each in (clone / "class", *(clone / "class").rglob("*")):
        os.chown(each, user.get("user", -1), user.get("group", -1))
    link = clone.with_name("link")
    link.symlink_to(clone)
    graded = subprocess.run(
        [".venv/bin/python", "-m", "autograder", "grade", "hw1-cosh"],
        cwd=link,
        capture_output=True,
        text=True,
        check=False,
        **user,
    )
    assert graded.returncode == 0, graded.stdout + graded.stderr
    with Gradebook(f"sqlite:///{clone / 'class' / 'gradebook.db'}") as gradebook:
        marked = gradebook.find_submission("hw1-cosh", "ada")
        assert marked.score == marked.max_score > 0
