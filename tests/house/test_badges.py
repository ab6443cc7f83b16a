"""What the README, the citation, the changelog and the workflows say of the project is true."""

import re
import subprocess
from urllib.parse import unquote

import pytest
import yaml

from course import __version__
from tests.helpers import ROOT
from tests.helpers.project import PROJECT, PYTHONS


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
