"""Individual exercises in a class: judged fairly, and a neighbour's answers are recognised."""

import json
from dataclasses import replace

import nbformat
import pytest

from autograder.base import child_process
from autograder.base.classroom import Classroom
from autograder.grading.journal import Journal
from autograder.hand_out import release
from autograder.in_kernel.values_as_json import pack
from autograder.judge import whose_answers
from autograder.judge.question_plan import plan_for
from autograder.judge.reply import reply_showing
from autograder.judge.verdicts import flags_in
from autograder.judge.whose_exercise import Owner
from autograder.notebook import set_up
from autograder.notebook.cells import has_solution
from autograder.notebook.markers import solved
from autograder.notebook.release_choices import ReleaseChoices
from autograder.notebook.source import read_source
from course.check.variants import variant as variants
from course.check.variants.variant import IDENTIFYING, variant_number
from tests.autograder.conftest import put
from tests.helpers.variants import CELLS, HOMEWORKS, HW, IN_TEXT, all_of, answers_of, cells_of
from tests.helpers.verdicts_on import verdicts_on
from tests.helpers.worked_example import commands, copy_clone

CLASS = ["ada", "bob", "cyd", "dee"]


def judged_in(homework, told, student, shown, former={}, everybody=CLASS):
    """What is judged of answers by the ids of their checks; and the checks' last outputs. `former`
    has the present ids of renamed students, by former id."""
    plan, replies = plan_for(homework, "draws"), {}
    for cell, answers in told.items():
        planned = plan.checks[cell]
        values = {"defined": [*planned.cell.student_names]}, {"value": pack(answers)}
        replies[cell] = reply_showing(json.dumps({"nonce": "", "answers": values}))
    owner = replace(Owner.of(student, {each: each for each in everybody} | former), shown_id=shown)
    found = verdicts_on(plan, replies, owner)
    ends = [found[cell].outputs[-1] for cell in told]
    earned = [0.0 if e.output_type == "error" else float(e.data["text/plain"]) for e in ends]
    return sum(earned), dict(flags_in(found)), found


def judged(student, shown, forward, backward):
    """The share of the points for exercises 3 and 4, and the flags."""
    answers = {"forward-by-hand-check": forward, "backward-by-hand-check": backward}
    earned, flags, found = judged_in(HW, answers, student, shown)
    outputs = [o.text for cell in answers for o in found[cell].outputs if o.output_type == "stream"]
    return earned, flags, "".join(outputs)


TELL_ALONE = {each.check for each in IN_TEXT.values() if each.pool in IDENTIFYING} | {
    "backward-by-hand-check"
}


@pytest.mark.by_day(3)
@pytest.mark.parametrize("homework", HOMEWORKS)
def test_a_neighbours_answers_are_recognised_in_every_exercise(homework):
    """As long as none of them is right in one's own exercise by chance."""
    cells, recognised = cells_of(homework), set()
    own = all_of(homework, "ada")
    points = sum(cells[check].metadata["nbgrader"]["points"] for check in own)
    assert judged_in(homework, own, "ada", "ada")[:2] == (points, {})
    for other in CLASS[1:]:
        earned, flags, _ = judged_in(homework, all_of(homework, other), "ada", "ada")
        assert all(f"({other})" in told for told in flags.values())
        if earned == 0:
            assert flags.keys() == own.keys()
            recognised.add(other)
    assert recognised


@pytest.mark.parametrize("homework", HOMEWORKS)
def test_answers_to_one_exercise_are_recognised_only_if_they_identify_their_owner(homework):
    own, theirs = all_of(homework, "ada"), all_of(homework, "cyd")
    for check, answers in theirs.items():
        _, flags, _ = judged_in(homework, own | {check: answers}, "ada", "ada")
        assert flags.keys() == {check} & TELL_ALONE


def test_a_student_with_a_right_answer_of_their_own_is_not_flagged():
    own, theirs = all_of("hw4-matmul", "ada"), all_of("hw4-matmul", "cyd")
    mixed = theirs["entries-check"] | {"dA_01": own["entries-check"]["dA_01"]}
    answers = theirs | {"entries-check": mixed}
    assert judged_in("hw4-matmul", answers, "ada", "ada")[1] == {}


def test_right_answers_to_the_students_own_exercise_get_all_points_and_no_flag():
    assert judged("ada", "ada", *answers_of("ada"))[:2] == (13, {})
    assert judged("ada", " Ada", *answers_of("ada"))[:2] == (13, {})


@pytest.mark.parametrize("shown", ["bob", "ada", ""])
def test_a_neighbours_answers_get_few_points_and_are_recognised(shown):
    points, flags, _ = judged("bob", shown, *answers_of("ada"))
    assert points <= 2
    texts = [text for cell, text in flags.items() if cell != set_up.SET_UP]
    theirs = f"variant {variant_number('ada', 'one fork')} (ada)."
    assert [text.split("of ")[1] for text in texts] == [theirs, theirs]
    assert (shown == "bob") == (set_up.SET_UP not in flags)


@pytest.mark.parametrize(("shown", "exercise"), [("", "standard"), ("adda", "variant")])
def test_a_student_who_was_shown_another_exercise_gets_the_points_for_it(shown, exercise):
    points, flags, said = judged("ada", shown, *answers_of(shown))
    assert points == 13
    assert set(flags) == {set_up.SET_UP, "forward-by-hand-check", "backward-by-hand-check"}
    assert exercise in said
    forward, backward = answers_of(shown)
    assert judged("ada", shown, forward, backward | {"x": 99, "a": 98})[0] == 11


def test_the_standard_answers_are_recognised_in_a_notebook_with_variants():
    points, flags, _ = judged("ada", "ada", *answers_of(""))
    assert points <= 2
    assert flags.keys() == {"forward-by-hand-check", "backward-by-hand-check"}
    assert all("the standard exercise" in text for text in flags.values())


def test_typing_another_students_id_does_not_earn_the_points_of_their_exercise():
    assert judged("bob", "ADA ", *answers_of("ada"))[0] <= 2


def test_the_exercises_shown_in_the_notebook_count_without_a_class_list():
    assert judged("", "ada", *answers_of("ada"))[:2] == (13, {})
    assert judged("", "", *answers_of(""))[:2] == (13, {})
    assert judged("", "ada", *answers_of("bob"))[0] <= 2


@pytest.mark.parametrize("homework", HOMEWORKS)
def test_the_exercises_of_a_former_id_remain_the_students_own(homework):
    before, former = all_of(homework, "addie"), {"addie": "ada"}
    points, flags, _ = judged_in(homework, all_of(homework, "ada"), "ada", "ada", former)
    assert flags == {}
    assert judged_in(homework, before, "ada", "addie", former)[:2] == (points, {})
    assert judged_in(homework, before, "ada", "addie")[1]  # without the former id, flags


def test_answers_to_the_exercises_of_a_neighbours_former_id_are_recognised():
    points, flags, _ = judged_in(
        HW, all_of(HW, "addie"), "bob", "bob", {"addie": "ada", "bobby": "bob"}
    )
    assert points <= 2
    assert flags and all("(ada)" in told for told in flags.values())


def two_partly_right():
    """Answers of ada's to two exercises, with one wrong blank in each, and what they earn where
    there is nobody else."""
    answers = all_of("hw5-mlp", "ada")
    answers["forward-check"]["s"] = answers["gradients-in-numbers-check"]["dJ_dW1"] = 1.2345
    points, flags, found = judged_in("hw5-mlp", answers, "ada", "ada", everybody=["ada"])
    assert points > 0 and flags == {}
    return answers, points, {cell: found[cell].outputs for cell in answers}


def test_a_large_class_costs_no_points(monkeypatch):
    """As processor time: 300 others took two seconds."""
    answers, points, outputs = two_partly_right()
    everybody = ["ada", *(f"s{n}" for n in range(300))]
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    earned, _, found = judged_in("hw5-mlp", answers, "ada", "ada", everybody=everybody)
    assert earned == points
    assert {cell: found[cell].outputs for cell in answers} == outputs


def test_who_was_recognised_before_comparing_took_too_long_is_named(monkeypatch):
    def fitting(plan, task, ask, real=whose_answers._fitting):
        return forever() if task["cell"] == second else real(plan, task, ask)

    first, second = "forward-check", "gradients-in-numbers-check"
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    monkeypatch.setattr(whose_answers, "_fitting", fitting)
    flags = judged_in("hw5-mlp", all_of("hw5-mlp", "bob"), "ada", "ada")[1]
    assert flags.keys() == {first, second} and "(bob)" in flags[first]
    assert flags[second] == whose_answers.NOT_COMPARED


def test_if_comparing_takes_too_long_only_that_is_lost_and_said_once(monkeypatch):
    answers, points, outputs = two_partly_right()
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    monkeypatch.setattr(whose_answers, "working_as", lambda *_, **__: forever())
    earned, flags, found = judged_in("hw5-mlp", answers, "ada", "ada")
    assert earned == points
    assert {cell: found[cell].outputs for cell in answers} == outputs
    assert flags == {"forward-check": whose_answers.NOT_COMPARED}


def forever():
    while True:
        pass


def test_everybody_whose_variant_it_is_is_named(monkeypatch):
    """Of two students who share one."""
    monkeypatch.setattr(variants, "VARIANT_COUNT", 2)
    others = [f"s{n}" for n in range(20)]
    shared = [each for each in others if variant_number(each, "network") == 1][:2]
    own = next(each for each in others if variant_number(each, "network") == 2)
    answers = all_of("hw5-mlp", shared[0])
    _, flags, _ = judged_in("hw5-mlp", answers, own, own, everybody=[own, *shared])
    told = flags["gradients-in-numbers-check"]
    assert all(f"variant 1 ({each})" in told for each in shared)


# A class


def filled_in(notebook, student):
    """The author's solution in a notebook, with right answers to a student's exercises."""
    sources = {c.id: solved(c.source) for c in read_source(HW).cells if has_solution(c)}
    for (cell, name), answers in zip(CELLS.items(), answers_of(student), strict=True):
        sources[cell] = f"{name} = {answers!r}"
    for cell in notebook.cells:
        cell.source = sources.get(cell.id, cell.source)
    return notebook


@pytest.mark.slow
def test_each_student_of_a_class_gets_a_notebook_and_is_graded(tmp_path):
    """With the commands, in a clone of its own."""
    clone, class_ = tmp_path / "clone", Classroom(tmp_path / "class")
    copy_clone(clone, "notebooks", "solutions")
    class_.folder.mkdir()
    roster = class_.folder / "roster.csv"
    roster.write_text("id,name\nada,Ada\nbob,Bob\ncyd,Cyd\n")
    with commands(clone, class_.folder) as run:
        run("publish", tmp_path / "out", HW, "--roster", roster)
        for student, owner in {"ada": "ada", "bob": "ada", "cyd": "cyd"}.items():
            given = tmp_path / "out-each" / student / f"{HW}.ipynb"
            notebook = nbformat.read(given, as_version=4)
            assert set_up.typed_id(notebook) == student
            put(class_, student, HW, filled_in(notebook, owner))
        public = tmp_path / "out" / "notebooks" / "homework" / HW / f"{HW}.ipynb"
        assert set_up.asks_for_id(nbformat.read(public, as_version=4))
        run("grade", HW)
        entries = Journal(class_, HW).latest
        assert [entries[each].score for each in ("ada", "cyd")] == [30, 30]
        assert entries["bob"].score <= 19
        assert not entries["ada"].flags + entries["cyd"].flags + entries["ada"].mended
        assert len(entries["bob"].flags) == 2  # exercises 3 and 4
        assert all("(ada)" in flag for flag in entries["bob"].flags)
        for old, new in (("ada", "lovelace"), ("cyd", "sid")):
            run("rename", old, new)
        run("grade", HW)
        renamed = Journal(class_, HW).latest
        roster.write_text(roster.read_text() + "dee,Dee\n")
        printed = " ".join(run("grade", HW).split())
    entries = Journal(class_, HW).latest
    # Whose answers they are depends on who is in the class, where not all are right.
    assert renamed["bob"].because == entries["bob"].because == "the class list has changed since"
    assert all("(lovelace)" in flag for flag in entries["bob"].flags)
    assert entries["bob"].at >= renamed["bob"].at
    assert entries["lovelace"] == renamed["lovelace"]
    assert [entries[each].score for each in ("lovelace", "sid")] == [30, 30]
    assert not entries["lovelace"].flags + entries["sid"].flags
    assert entries["sid"].because == "the student's id has changed since"
    assert "2 had already been graded" in printed


def test_a_release_with_variants_differs_only_in_the_cells_for_them(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.base.paths.CHOICES", tmp_path / "release.json")
    made = {}
    for choice in (False, True):
        ReleaseChoices(variants=choice).save()
        made[choice] = release.make_untouched(HW, tmp_path / str(choice))
    own = {"own-forward", "own-backward"}
    plain, with_own = ({c.id: c for c in made[each].cells} for each in (False, True))
    assert {c.id for c in made[True].cells if c.cell_type == "code"} == own | {
        c.id for c in made[False].cells if c.cell_type == "code"
    }
    differing = {
        each
        for each, cell in plain.items()
        if cell.cell_type == "code" and with_own[each].source != cell.source
    }
    assert differing == {set_up.SET_UP}
    assert set_up.without_set_up(with_own[set_up.SET_UP].source) == set_up.without_set_up(
        plain[set_up.SET_UP].source
    )
    ReleaseChoices().save()
