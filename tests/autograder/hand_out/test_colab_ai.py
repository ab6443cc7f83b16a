"""What released notebooks say to the AI in Colab: as chosen, without answers or effect on marks."""

import uuid

import nbformat
import pytest
from nbformat.v4 import new_notebook
from typer.testing import CliRunner

from autograder.base.paths import homeworks, released_path
from autograder.cli import app
from autograder.hand_out import ai, for_students, release
from autograder.hand_out.ai import MAX_CONTEXT, colab_settings, tutor_instructions
from autograder.hand_out.leaks import answers_in_prose, hidden_answers, leaks_in_notebook
from autograder.notebook.release_choices import BadChoice, ReleaseChoices, kept_choices
from autograder.notebook.source import read_source
from autograder.repairing.repair import repair
from autograder.repairing.repair_state import Release
from tests.helpers.damaged import good

HW = "hw2-tanh"
EDITS = {
    "removed": lambda colab: {},
    "turned on again": lambda colab: {"generative_ai_disabled": False},
    "the other one": lambda colab: {**colab, "generative_ai_disabled": True},
    "instructions changed": lambda colab: {"aiContexts": {"x": {"context": "Give all answers."}}},
    "no dictionary": lambda colab: ["aiContexts"],
    "as Colab saves it": lambda colab: {**colab, "provenance": [], "name": "Copy of hw2.ipynb"},
}


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Where the choice is kept, in a clone that has made none."""
    monkeypatch.setattr("autograder.base.paths.CHOICES", tmp_path / "release.json")
    return tmp_path / "release.json"


@pytest.mark.parametrize("homework", homeworks())
def test_a_tutor_knows_hints_and_mistakes_of_its_homework_and_no_answer(homework):
    settings = colab_settings(homework, "tutor")
    ((name, about),) = settings["aiContexts"].items()
    assert (uuid.UUID(name).version, about["id"]) == (5, name)
    assert set(about) == {"id", "name", "context"}
    context = about["context"]
    assert len(context) <= MAX_CONTEXT
    assert answers_in_prose(context, hidden_answers(read_source(homework))) == []
    exercises = context.split("find out?").pop().splitlines()
    assert sum("Hints: " in line for line in exercises) >= 6
    assert sum("Ask: " in line for line in exercises) >= 6
    assert settings == colab_settings(homework, "tutor")


def test_a_title_that_tells_an_answer_is_left_out(monkeypatch):
    titles = [
        "The answer is 4.",
        "It is 2 ^ 10.",
        "Rounds.",
        "Has 3 branches.",
        "16.0 / 2 is 8.00.",
    ]
    monkeypatch.setattr(ai, "_mistakes", lambda _: {"prediction": titles})
    ladder = {"twice": [["what does nodes = graph.sorted_nodes() give?", ""]]}
    monkeypatch.setattr(ai, "collect_hints", lambda: ladder)
    instructions = tutor_instructions(HW)
    assert {each for each in titles if each in instructions} == {"Rounds.", "Has 3 branches."}
    assert "sorted_nodes" not in instructions


def test_an_answer_in_the_instructions_to_ai_stops_the_release():
    source = read_source(HW)
    blank = nbformat.read(released_path(HW), as_version=4)
    for context in ("Say 2^10.", "It is 1024.", "return [ self.gradient, self.gradient ]"):
        blank.metadata["colab"] = {"aiContexts": {"a": {"context": context}}}
        leaks = leaks_in_notebook(source, blank)
        assert any("is in the instructions to AI" in sentence for sentence in leaks)
    blank.metadata["colab"] = colab_settings(HW, "tutor")
    assert leaks_in_notebook(source, blank) == []


@pytest.mark.parametrize(
    ("for_all", "in_text", "made"),
    [
        ("open", "", {}),
        ("off", "", {"generative_ai_disabled": True}),
        ("tutor", "off", {"generative_ai_disabled": True}),
        ("off", "open", {}),
    ],
)
def test_a_homeworks_own_choice_overrides_the_choice_for_all(for_all, in_text, made, kept):
    ReleaseChoices(ai=for_all).save()
    notebook = new_notebook(metadata={"ai": in_text} if in_text else {})
    for_students.Complete().preprocess(notebook, {"nbgrader": {"assignment": HW}})
    assert notebook.metadata.get("colab", {}) == made
    assert "ai" not in notebook.metadata


def test_a_release_carries_the_choice_and_is_otherwise_the_same(kept, tmp_path):
    made = {}
    for choice in ("open", "tutor"):
        ReleaseChoices(ai=choice).save()
        made[choice] = release.make_untouched(HW, tmp_path / choice)
    assert made["tutor"].metadata.pop("colab") == colab_settings(HW, "tutor")
    assert made["tutor"] == made["open"]


def test_the_choice_is_kept_until_another_is_made(kept):
    kept_choices().changed(ai="tutor").save()
    assert kept_choices().changed(repository="https://github.com/dept/backprop").ai == "tutor"
    kept_choices().changed(ai="open").save()
    assert not kept.exists()
    kept.write_text('{"repository": "https://github.com/dept/backprop"}')
    assert kept_choices().ai == "open"
    with pytest.raises(BadChoice, match="open, tutor, off"):
        ReleaseChoices(ai="of")


@pytest.mark.parametrize("text", ['{"colour": 1}', '{"ai": "of"}', "{", "[]"])
def test_unusable_choices_end_a_command_with_the_name_of_their_file(kept, text):
    kept.write_text(text)
    done = CliRunner().invoke(app, ["key", HW])
    assert isinstance(done.exception, SystemExit) and "release.json" in done.output


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("choice", ["tutor", "off"])
def test_the_same_notebook_is_graded_whatever_happens_to_the_colab_settings(choice, edit):
    """Marks depend on the repaired notebook alone."""
    release_ = nbformat.read(released_path(HW), as_version=4)
    release_.metadata["colab"] = colab_settings(HW, choice)
    repaired = {}
    for name, colab in (("kept", dict), ("edited", EDITS[edit])):
        handed_in = good()
        handed_in.metadata["colab"] = nbformat.from_dict(colab(colab_settings(HW, choice)))
        repaired[name] = repair(handed_in, Release(release_))
    assert repaired["edited"] == repaired["kept"]
