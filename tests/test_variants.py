"""Exercises of one's own: as hard for all, checked as the standard one, and judged fairly."""

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import nbformat
import numpy as np
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook
from torch.utils.flop_counter import FlopCounterMode

import course
from autograder.authoring.bank_texts import read_mistakes
from autograder.base.paths import Classroom
from autograder.grading.journal import Journal
from autograder.hand_out import release
from autograder.in_kernel.portable import pack
from autograder.judge.author import code_cells
from autograder.judge.owner import Owner
from autograder.judge.plan import plan_for
from autograder.judge.reply import showing
from autograder.judge.verdicts import judge
from autograder.notebook import choices, set_up
from autograder.notebook.cells import has_solution
from autograder.notebook.choices import ReleaseChoices
from autograder.notebook.markers import solved
from autograder.notebook.source import read_source, write_source
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from course import *
from course import show_variant, variant
from course.check.base.exercise import outcomes
from course.check.paper.graph_pools import LEVELS
from course.check.paper.number_pools import costs
from course.check.paper.practice import KINDS, Practice
from course.check.paper.variants import IDENTIFYING, POOLS, VARIANT_COUNT, number_of, working_as
from course.check.paper.wrong_passes import HandGraph
from course.messages import misconceptions
from course.sketch import class_name
from course.values.closeness import is_close
from tests.helpers.worked_example import commands, copy_house

HW = "hw1-cosh"
CELLS = {"forward-by-hand": "forward_pass", "backward-by-hand": "backward_pass"}
FORMULAS = {
    "Add": torch.add,
    "Copy": torch.clone,
    "Exp": torch.exp,
    "HalfDifference": lambda u, v: (u - v) / 2,
    "Mean": lambda u, v: (u + v) / 2,
    "Negate": torch.neg,
    "Square": torch.square,
}
NOT_LINEAR = {"Exp", "Square"}
FORKS = {"one fork": 1, "two forks": 2}


def cosh():
    x = Leaf(math.log(3), "x")
    a, c = Copy(x, name="a"), Copy(x, name="c")
    b, r = Exp(a, name="b"), Exp(Negate(c, name="d"), name="r")
    return Mean(b, r, name="z")


def additions():
    a = Leaf(1.0, "a")
    b = Sketch("Add", a, a, name="b")
    return Sketch("Add", b, b, name="c")


STANDARD = {"one fork": cosh, "two forks": additions}


def worked_out(recipe):
    """The results and the gradients of a recipe, by PyTorch and nothing of ours."""
    values = {recipe.leaf: torch.tensor(recipe.value, dtype=torch.float64, requires_grad=True)}
    for name, operation, inputs in recipe.steps:
        values[name] = FORMULAS[operation](*(values[each] for each in inputs))
    gradients = torch.autograd.grad(recipe.one * values[name], list(values.values()))
    numbers = map(float, gradients)
    return {n: float(v.detach()) for n, v in values.items()}, dict(
        zip(values, numbers, strict=True)
    )


def answers_of(student, pool="one fork"):
    """What a student who is right has in the blanks of the forward and the backward pass."""
    with working_as(student):
        yours = variant(pool, STANDARD[pool]())
    if yours.number:
        results, gradients = worked_out(POOLS[pool](yours.number))
    else:
        paper = HandGraph(yours.right)
        results, gradients = paper.results, paper.gradients
    leaf = yours.right.sorted_nodes()[0].name
    return {n: r for n, r in results.items() if n != leaf}, gradients


DRAWN = {  # the first sentence of exercise 7 of each pool
    "one fork": "Let x = log(3/4).",
    "two forks": "Let a = 6.",
    "hasty engine": "Follow `hasty_backward(c, 59)`: 59 arrives at c, not 1.",
    "polynomial": "y = 4 x^5 - 9 x^3 + 4 x^2 - 8 x + 7",
    "matrix entries": "A = [-5 -7]\n    [-6 -9]\n    [-3  4]",
    "matrix loss": "A = [ 6  4]\n    [-3 -4]",
    "network": "Let x = -5, y = -2, W1 = -0.375, W2 = -3.65 and lam = 2.45.",
    "softmax": "Let p = (0.45, 0.4, 0.15) and G = (0, 4, -6).",
}


@pytest.mark.parametrize("pool", POOLS)
def test_a_number_gives_the_same_exercise_in_every_version(pool):
    """Students have begun to work on theirs: a change of DRAWN gives them another one."""
    assert POOLS[pool](7).given()[0] == DRAWN[pool]


def share(check, student, answers, pool="one fork"):
    """The share of blanks that is right."""
    with working_as(student), check_exercise("By hand"):
        try:
            check(variant(pool, STANDARD[pool]()), answers)
        except CheckFailed:
            return 0.0
    return outcomes["By hand"]


def numbers(count):
    return random.Random(count).sample(range(1, VARIANT_COUNT + 1), count)


def ids(count):
    return [f"student-{number}" for number in range(count)]


HOW_MANY = [pytest.param(25), pytest.param(400, marks=pytest.mark.nightly)]


# Whose


def test_an_id_gives_a_number_whatever_its_case_and_spaces_and_none_gives_0():
    assert number_of("", "one fork") == number_of("  ", "one fork") == 0
    assert number_of(" Jdoe ", "one fork") == number_of("jdoe", "one fork") > 0
    assert number_of("jdoe", "one fork") != number_of("jdoe", "two forks")
    found = Counter(number_of(each, "one fork") for each in ids(2000))
    assert max(found.values()) <= 4 and 1 <= min(found) < 50
    assert VARIANT_COUNT - 50 < max(found) <= VARIANT_COUNT


def test_without_an_id_the_exercise_is_that_of_the_notebook(capsys):
    z = cosh()
    yours = variant("one fork", z)
    assert (yours.number, yours.right, yours.one) == (0, z, 1)
    show_variant("one fork", "exercise 4", "L")
    assert "as it stands in the text" in capsys.readouterr().out


def test_a_pool_that_does_not_exist_is_refused_with_or_without_an_id():
    for someone in ("", "ada"):
        with working_as(someone):
            with pytest.raises(ValueError, match=r'"onefork".* "one fork"'):
                variant("onefork", 1)
            with pytest.raises(ValueError, match=r'"onefork".* "one fork"'):
                show_variant("onefork", "exercise 1")


def test_a_notebook_without_variants_asks_for_no_id_and_shows_none():
    cells = {cell.id: cell for cell in read_source(HW).cells}
    assert not {"own-forward", "own-backward"} & set(cells)
    assert not set_up.asks_for_id(read_source(HW))


# As hard for all


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_variants_are_as_hard_as_each_other_and_differ_in_structure(pool, how_many):
    standard = STANDARD[pool]().sorted_nodes()
    sizes, structures = Counter(), set()
    for number in numbers(how_many):
        nodes = POOLS[pool](number).right.sorted_nodes()
        sources = Counter(source for node in nodes for source in node.input_nodes)
        bends = sum(class_name(node) in NOT_LINEAR for node in nodes)
        sizes[len(nodes), sum(many > 1 for many in sources.values()), bends] += 1
        structures.add(tuple((class_name(n), *(s.name for s in n.input_nodes)) for n in nodes))
        assert {node.name for node in nodes} == {node.name for node in standard}
    forks = {each[1] for each in sizes}
    assert {each[0] for each in sizes} == {len(standard)}
    assert {each[2] for each in sizes} == {sum(class_name(n) in NOT_LINEAR for n in standard)}
    assert forks <= ({1} if pool == "one fork" else {1, 2})
    assert len(structures) >= 8


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_answers_are_of_ordinary_size_and_no_two_mistakes_leave_the_same(pool, how_many):
    for number in numbers(how_many):
        recipe = POOLS[pool](number)
        paper = HandGraph(recipe.right, recipe.one)
        found = [*paper.results.values(), *paper.gradients.values()]
        whole = all(abs(each - round(each)) < 1e-9 for each in found if abs(each) > 20.01)
        assert min(map(abs, found)) > 0.0499 and max(map(abs, found)) <= 200 and whole
        for right, made in (
            (paper.results, dict(paper.wrong_results())),
            (paper.gradients, dict(paper.wrong_gradients())),
        ):
            tables = [right, *made.values()]
            for one, other in combinations(tables, 2):
                assert any(not is_close(one[name], other[name]) for name in one)


# Checked as the standard one


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_right_answers_earn_all_and_blanks_none(pool, how_many):
    for student in ids(how_many):
        forward, backward = answers_of(student, pool)
        assert share(check_results_by_hand, student, forward, pool) == 1
        assert share(check_gradients_by_hand, student, backward, pool) == 1
        assert share(check_gradients_by_hand, student, dict.fromkeys(backward, ...), pool) == 0


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_each_mistake_costs_points_and_is_named_where_the_bank_has_it(pool, how_many):
    """A mistake is made once, at the first node on the way where it makes a difference."""
    mistakes, _ = misconceptions.read_bank()
    made, named, others = Counter(), Counter(), []
    for student in ids(how_many):
        with working_as(student):
            yours = variant(pool, STANDARD[pool]())
        paper = HandGraph(yours.right, yours.one)
        for check, right, wrong in (
            (check_results_by_hand, answers_of(student, pool)[0], paper.wrong_results()),
            (check_gradients_by_hand, answers_of(student, pool)[1], paper.wrong_gradients()),
        ):
            for mistake, found in wrong:
                places = [n for n in right if not is_close(found[n], right[n])]
                assert places
                answers = right | {places[0]: found[places[0]]}
                seen = []
                with misconceptions.lookups.hearing(seen.append):
                    assert share(check, student, answers, pool) < 1
                told = [{each.id for each in misconceptions.looks_like(*one)} for one in seen]
                if mistake in mistakes:
                    made[mistake] += 1
                    named[mistake] += any(told)
                others += [ids for ids in told if ids and mistake not in ids]
    assert not others
    assert sum(named.values()) >= 0.5 * sum(made.values()) > 0


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_a_neighbours_answers_earn_little(pool, how_many):
    class_ = ids(how_many)
    pairs = random.Random(1).sample(list(combinations(class_, 2)), 3 * how_many)
    for check, which in ((check_results_by_hand, 0), (check_gradients_by_hand, 1)):
        earned = [
            share(check, one, answers_of(other, pool)[which], pool)
            for one, other in pairs
            if pool == "one fork" or which
        ]
        assert sum(earned) <= 0.1 * len(earned)


@pytest.mark.parametrize("how_many", [40, pytest.param(400, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("pool", sorted(IDENTIFYING & set(STANDARD)))
def test_nobody_comes_to_the_answers_of_another_variant_by_a_mistake(pool, how_many):
    """With 400 students, more than 10^6 pairs of a wrong table and another student's right one."""
    recipes = [POOLS[pool](number) for number in numbers(how_many)]
    papers = [HandGraph(recipe.right, recipe.one) for recipe in recipes]
    right = torch.tensor([list(each.gradients.values()) for each in papers])
    for i, each in enumerate(papers):
        for _, wrong in each.wrong_gradients():
            values = torch.tensor([wrong[name] for name in each.gradients])
            fits = torch.isclose(right, values, rtol=1e-6, atol=0)
            assert set(fits.all(dim=1).nonzero().flatten().tolist()) <= {i}


def test_who_has_an_exercise_of_their_own_is_told_that_they_solved_the_standard_one(capsys):
    for check, answers in zip(
        (check_results_by_hand, check_gradients_by_hand), answers_of(""), strict=True
    ):
        assert share(check, "jdoe", answers) < 0.5
        assert "answers to the exercise in the text" in capsys.readouterr().out
        assert share(check, "", answers) == 1
        assert share(check, "jdoe", answers | {"z": "1/7"}) < 0.5
        told = capsys.readouterr().out
        assert "exercise in the text" not in told
        assert f"Variant {number_of('jdoe', 'one fork')}." in told


@pytest.mark.parametrize("overwritten", [5.0, Mean(Exp(Leaf(1.0)), Exp(Leaf(2.0))), "z"])
def test_a_name_that_was_written_over_does_not_harm_ones_own_exercise(overwritten):
    with working_as("jdoe"), check_exercise("By hand"):
        assert check_gradients_by_hand(variant("one fork", overwritten), answers_of("jdoe")[1]) == 1


def test_what_is_shown_is_what_is_checked(capsys):
    with working_as("jdoe"):
        show_variant("one fork", "exercise 4", "L")
        recipe = POOLS["one fork"](number_of("jdoe", "one fork"))
    told = capsys.readouterr().out
    assert f"x = {recipe.written}." in told
    assert f"L = {recipe.one} z" in told
    halved = [each for each in recipe.steps if each[1] == "HalfDifference"]
    assert all(f"{name} = ({u} - {v})/2" in told for name, _, (u, v) in halved)


# Numbers


@cache
def cells_of(homework):
    return {cell.id: cell for cell in code_cells(homework)}


@dataclass(frozen=True)
class InText:
    """Where an exercise with numbers stands: its pool, its homework, its check, the name of the
    answers, and the author's cells that the check needs."""

    pool: str
    homework: str
    check: str
    name: str
    needs: tuple[str, ...] = ()

    def share(self, student, answers):
        """The share of the points that the homework's own check gives."""
        names = {each: getattr(course, each) for each in course.__all__}
        names |= {"torch": torch, "variant": variant, self.name: answers}
        cells = cells_of(self.homework)
        with working_as(student):
            try:
                for cell in (*self.needs, self.check):
                    exec(compile(cells[cell].source, cell, "exec"), names)
            except CheckFailed:
                return 0.0
        return outcomes[cells[self.check].metadata["title"]]


IN_TEXT = {
    each.check.removesuffix("-check"): each
    for each in (
        InText("hasty engine", "hw2-tanh", "prediction-check", "prediction", ("hasty-engine",)),
        InText(
            "polynomial", "hw3-polynomial", "polynomial-formula-check", "dy_dx", ("polynomial",)
        ),
        InText("matrix entries", "hw4-matmul", "entries-check", "entries"),
        InText("matrix loss", "hw4-matmul", "loss-by-hand-check", "loss_entries"),
        InText("network", "hw5-mlp", "forward-check", "network_values"),
        InText("network", "hw5-mlp", "gradients-in-numbers-check", "network_gradients"),
        InText("softmax", "hw6-memory", "softmax-by-hand-check", "softmax_by_hand"),
    )
}


STANDARD_NUMBERS = {
    "prediction": {"b": 2, "a": 2, "shares": 1024},
    "polynomial-formula": "4 x^3 - 6 x^2 + 6 x - 4",
    "entries": {"dA_01": 1, "dB_10": 16},
    "loss-by-hand": {"dC_00": 8, "dC_01": -6},
    "forward": {
        "z": 0.5, "h": "tanh(0.5)", "o": "3 tanh(0.5)", "L": "(3 tanh(0.5) - 1)^2 / 2",
        "s": 0.453125, "J": "(3 tanh(0.5) - 1)^2 / 2 + 0.453125",
    },
    "gradients-in-numbers": {
        "dJ_do": 0.3863514718, "dJ_dW2": 0.4785396438, "dJ_dh": 1.159054415, "dJ_dz": 0.9115357173,
        "dJ_dW1": 1.848071435,
    },
    "softmax-by-hand": {"dz1": 0.6, "dz2": -0.24, "dz3": -0.36, "same": 0, "entries": "q^2"},
}  # fmt: skip


def written(coefficients):
    """A polynomial as people write it, of its coefficients from the highest power on."""
    powers = range(len(coefficients) - 1, -1, -1)
    return " + ".join(f"({float(c)!r}) x^{n}" for c, n in zip(coefficients, powers, strict=True))


def as_told(exercise, told):
    """What somebody who is right has in the blanks, worked out from what they are shown."""
    found = [float(n) for n in re.findall(r"-?(?:\d+\.)?\d+", told)]
    match exercise:
        case "prediction":
            one, length = int(found[0]), int(found[-1])
            return {"b": 2 * one, "a": 2 * one, "shares": f"2^{length}"}
        case "polynomial-formula":
            y = np.zeros(7)
            for term in re.sub(r"([-+]) | (?=x)", r"\1", told.removeprefix("y = ")).split():
                c, x, power = term.partition("x")
                y[6 - int(power[1:] or 1) if x else 6] = float(c or 1)
            return written(np.polyder(y))
        case "entries":
            A, B, G = np.split(
                np.array(found), [6, -4 * (rows := told[: told.index("B")].count("["))]
            )
            A, B, G = A.reshape(rows, -1), B.reshape(-1, 4), G.reshape(rows, 4)
            return {"dA_01": float((G @ B.T)[0, 1]), "dB_10": float((A.T @ G)[1, 0])}
        case "loss-by-hand":
            A, B, C = np.split(np.array(found), [4, 10])
            dC = -2 * (A.reshape(2, 2) @ B.reshape(2, 3) - C.reshape(2, 3))
            return {"dC_00": float(dC[0, 0]), "dC_01": float(dC[0, 1])}
        case "forward":
            x, y, _, W1, _, W2, lam = found  # between them the digits of names
            z, L = x * W1, f"({W2} tanh({x * W1}) - ({y}))^2 / 2"
            s = lam / 2 * (W1**2 + W2**2)
            o = f"{W2} tanh({z})"
            return {"z": z, "h": f"tanh({z})", "o": o, "L": L, "s": s, "J": f"{L} + {s}"}
        case "gradients-in-numbers":
            x, y, _, W1, _, W2, lam = found
            h = math.tanh(x * W1)
            off = h * W2 - y
            dz = off * W2 * (1 - h**2)
            dW2, dW1 = h * off + lam * W2, x * dz + lam * W1
            return {"dJ_do": off, "dJ_dW2": dW2, "dJ_dh": off * W2, "dJ_dz": dz, "dJ_dW1": dW1}
        case "softmax-by-hand":
            p, G, rows = np.array(found[:3]), np.array(found[3:6]), int(found[-1])
            dz = dict(zip(("dz1", "dz2", "dz3"), (p * (G - p @ G)).tolist(), strict=True))
            return dz | {"same": dz["dz1"], "entries": f"{rows} q^2"}


def given_to(exercise, student):
    pool = IN_TEXT[exercise].pool
    return POOLS[pool](number_of(student, pool))


def right_for(exercise, student):
    return as_told(exercise, "\n".join(given_to(exercise, student).given()))


def asked_in(exercise, table):
    """Of the blanks of a pool, those of one exercise."""
    standard = STANDARD_NUMBERS[exercise]
    return {b: v for b, v in table.items() if isinstance(standard, str) or b in standard}


def wrong_in(exercise, drawn):
    """The mistakes that can be made in an exercise, and what each leaves."""
    changed = [(mistake, asked_in(exercise, table)) for mistake, table in drawn.wrong]
    return [(mistake, table) for mistake, table in changed if table]


def with_values(exercise, values):
    """Answers with these values; of a formula one that has them where it is asked."""
    if exercise == "polynomial-formula":
        return written(np.polyfit([*map(float, values)], [*values.values()], 2))
    return values | ({"entries": f"{values['entries'] / 50} q"} if "entries" in values else {})


def test_each_pool_of_numbers_stands_in_a_homework_and_has_all_mistakes_of_its_bank():
    assert {each.pool for each in IN_TEXT.values()} | set(STANDARD) == set(POOLS)
    bank = read_mistakes()
    for exercise, place in IN_TEXT.items():
        cell = place.homework, place.check.removesuffix("-check")
        known = {each.id for each in bank if cell in each.exercises}
        assert {mistake for mistake, _ in wrong_in(exercise, given_to(exercise, "ada"))} == known


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("exercise", IN_TEXT)
def test_whoever_solves_what_is_shown_gets_all_points_and_blanks_get_none(exercise, how_many):
    for student in ids(how_many):
        answers = right_for(exercise, student)
        assert IN_TEXT[exercise].share(student, answers) == 1
        blank = ... if isinstance(answers, str) else dict.fromkeys(answers, ...)
        assert IN_TEXT[exercise].share(student, blank) == 0


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("exercise", IN_TEXT)
def test_each_mistake_in_numbers_costs_points_and_is_named(exercise, how_many):
    for student in ids(how_many):
        drawn = given_to(exercise, student)
        right, made = asked_in(exercise, drawn.values), wrong_in(exercise, drawn)
        for one, other in combinations([right, *(right | changed for _, changed in made)], 2):
            assert any(not is_close(one[name], other[name]) for name in one)
        for mistake, changed in made:
            wrong = {n: v for n, v in changed.items() if not is_close(v, right[n])}
            answers = with_values(exercise, right | wrong)
            seen = []
            with misconceptions.lookups.hearing(seen.append):
                assert IN_TEXT[exercise].share(student, answers) < 1
            named = [{each.id for each in misconceptions.looks_like(*one)} for one in seen]
            assert any(named) and all(mistake in ids for ids in named if ids)


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("exercise", IN_TEXT)
def test_a_neighbours_numbers_earn_little(exercise, how_many):
    pairs = random.Random(2).sample(list(combinations(["", *ids(how_many)], 2)), 3 * how_many)
    answers = {student: right_for(exercise, student) for student in ids(how_many)}
    standard = STANDARD_NUMBERS[exercise]
    earned = [IN_TEXT[exercise].share(one, answers.get(other, standard)) for other, one in pairs]
    assert sum(earned) <= 0.1 * len(earned)


@pytest.mark.parametrize("pool", sorted(IDENTIFYING - set(STANDARD)))
def test_nobody_comes_to_the_numbers_of_another_variant_by_a_mistake(pool):
    """More than 10^5 pairs of a wrong table and another student's right one."""
    drawn = [POOLS[pool](number) for number in numbers(200)]
    right = torch.tensor([list(each.values.values()) for each in drawn], dtype=torch.float64)
    for i, each in enumerate(drawn):
        for _, changed in each.wrong:
            values = torch.tensor([*(each.values | changed).values()], dtype=torch.float64)
            fits = torch.isclose(right, values, rtol=1e-6, atol=1e-9)
            assert not fits.all(dim=1).any(), i


@pytest.mark.parametrize("how_many", [100, pytest.param(400, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("exercises", [("two-forks", "prediction"), ("entries", "loss-by-hand")])
def test_nobody_comes_to_the_answers_of_another_in_two_exercises_by_mistakes(exercises, how_many):
    """With 400 students 10^5 pairs, where each blank may hold what any known mistake leaves."""
    class_ = ids(how_many)
    reached = torch.ones(how_many, how_many, dtype=torch.bool)
    for exercise in exercises:
        tables = [tables_of(exercise, student) for student in class_]
        right = torch.tensor([list(each.values()) for each, _ in tables], dtype=torch.float64)
        for i, (own, made) in enumerate(tables):
            for blank, values in enumerate(right.T):
                left = [changed[name] for changed in made if (name := [*own][blank]) in changed]
                fits = is_near(values[:, None], torch.tensor(left, dtype=torch.float64))
                reached[i] &= fits.any(dim=1) & ~is_near(values, values[i])
    assert not reached.any()


def is_near(values, others):
    return torch.isclose(values, others, rtol=1e-6, atol=1e-9)


def tables_of(exercise, student):
    """What is right in an exercise of a student, and what each mistake leaves."""
    if exercise in IN_TEXT:
        drawn = given_to(exercise, student)
        return drawn.values, [changed for _, changed in drawn.wrong]
    recipe = POOLS["two forks"](number_of(student, "two forks"))
    paper = HandGraph(recipe.right, recipe.one)
    return paper.gradients, [wrong for _, wrong in paper.wrong_gradients()]


@pytest.mark.parametrize("exercise", IN_TEXT)
def test_who_has_other_numbers_is_told_that_they_solved_the_standard_exercise(exercise, capsys):
    place = IN_TEXT[exercise]
    assert place.share("", STANDARD_NUMBERS[exercise]) == 1
    assert "exercise in the text" not in capsys.readouterr().out
    assert place.share("jdoe", STANDARD_NUMBERS[exercise]) < 0.5
    told = capsys.readouterr().out
    assert "exercise in the text" in told
    assert f"Variant {number_of('jdoe', place.pool)}." in told


def test_formulas_that_are_right_in_every_variant_are_not_taken_for_those_of_the_text(capsys):
    squares = "lam (W1^2 + W2^2) / 2"
    loss = "(W2 tanh(x W1) - y)^2 / 2"
    z = "x W1"
    answers = {"z": z, "h": f"tanh({z})", "o": f"W2 tanh({z})", "L": loss, "s": squares}
    assert IN_TEXT["forward"].share("jdoe", answers | {"J": f"{loss} + {squares}"}) == 1
    assert "exercise in the text" not in capsys.readouterr().out


# The id in the notebook


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('student_id = ""  # @param {type:"string"}', ""),
        ('student_id = "jdoe"  # @param {type:"string"}', "jdoe"),
        ("student_id = ' j.doe@uni.edu '", "j.doe@uni.edu"),
        ('student_id="jdoe"', "jdoe"),
        ("student_id = jdoe", ""),
        (f'student_id = "{"a" * 500}"', ""),
        ('student_id = __import__("os").getcwd()', ""),
    ],
)
def test_the_id_is_read_and_not_run(line, found):
    notebook = new_notebook(cells=[new_code_cell(f"{set_up._TITLE}{line}\nfrom course import *")])
    assert set_up.typed_id(notebook) == found


@pytest.mark.parametrize("student", ["jdoe", "j.doe@uni.edu", "jürgen", "用户"])
def test_the_id_that_is_given_is_the_one_that_is_read(student):
    notebook = new_notebook(cells=[new_code_cell(set_up._TITLE + set_up._ID, id=set_up.SET_UP)])
    set_up.give_id(notebook, student)
    assert set_up.typed_id(notebook) == student


def test_an_id_makes_no_difference_to_how_a_cell_is_recognised():
    with_id, without = (f'{set_up._TITLE}student_id = "{each}"\n' for each in ("jdoe", ""))
    assert set_up.without_copy(with_id) == set_up.without_copy(without)


# Judged fairly


CLASS = ["ada", "bob", "cyd", "dee"]


def judged_in(homework, told, student, shown, former={}):
    """What is judged of answers by the ids of their checks; and the checks' last outputs. `former`
    has the present ids of renamed students, by former id."""
    plan, replies = plan_for(homework, "draws"), {}
    for cell, answers in told.items():
        planned = plan.checks[cell]
        values = {"defined": [*planned.cell.students]}, {"value": pack(answers)}
        replies[cell] = showing(json.dumps({"nonce": "", "answers": values}))
    owner = replace(Owner.of(student, {each: each for each in CLASS} | former), shown=shown)
    found = judge(plan, replies, owner)
    ends = [found.outputs[cell][-1] for cell in told]
    earned = [0.0 if e.output_type == "error" else float(e.data["text/plain"]) for e in ends]
    return sum(earned), dict(found.flags), found


def judged(student, shown, forward, backward):
    """The share of the points for exercises 3 and 4, and the flags."""
    told = {"forward-by-hand-check": forward, "backward-by-hand-check": backward}
    earned, flags, found = judged_in(HW, told, student, shown)
    said = [o.text for cell in told for o in found.outputs[cell] if o.output_type == "stream"]
    return earned, flags, "".join(said)


# By the id of its check, an exercise on a graph: where it stands, its pool, and which of the two
# passes it asks for.
ON_GRAPHS = {
    "forward-by-hand-check": ("hw1-cosh", "one fork", 0),
    "backward-by-hand-check": ("hw1-cosh", "one fork", 1),
    "two-forks-check": ("hw2-tanh", "two forks", 1),
}
TELL_ALONE = {each.check for each in IN_TEXT.values() if each.pool in IDENTIFYING} | {
    "backward-by-hand-check"
}
HOMEWORKS = sorted({each.homework for each in IN_TEXT.values()} | {HW})


def all_of(homework, student):
    """The right answers to all exercises of a student's own, by the ids of their checks."""
    on_graphs = {
        check: answers_of(student, pool)[which]
        for check, (place, pool, which) in ON_GRAPHS.items()
        if place == homework
    }
    in_text = {n: place for n, place in IN_TEXT.items() if place.homework == homework}
    return on_graphs | {place.check: right_for(name, student) for name, place in in_text.items()}


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
def test_one_exercise_alone_is_recognised_only_if_its_answers_tell_whose_they_are(homework):
    own, theirs = all_of(homework, "ada"), all_of(homework, "cyd")
    for check, answers in theirs.items():
        _, flags, _ = judged_in(homework, own | {check: answers}, "ada", "ada")
        assert flags.keys() == {check} & TELL_ALONE


def test_who_has_something_right_of_their_own_is_not_taken_for_a_neighbour():
    own, theirs = all_of("hw4-matmul", "ada"), all_of("hw4-matmul", "cyd")
    mixed = theirs["entries-check"] | {"dA_01": own["entries-check"]["dA_01"]}
    told = theirs | {"entries-check": mixed}
    assert judged_in("hw4-matmul", told, "ada", "ada")[1] == {}


def test_right_answers_to_ones_own_exercise_get_all_points_and_no_flag():
    assert judged("ada", "ada", *answers_of("ada"))[:2] == (13, {})
    assert judged("ada", " Ada", *answers_of("ada"))[:2] == (13, {})


@pytest.mark.parametrize("shown", ["bob", "ada", ""])
def test_a_neighbours_answers_get_few_points_and_are_recognised(shown):
    points, flags, _ = judged("bob", shown, *answers_of("ada"))
    assert points <= 2
    told = [text for cell, text in flags.items() if cell != set_up.SET_UP]
    theirs = f"variant {number_of('ada', 'one fork')} (ada)."
    assert [text.split("of ")[1] for text in told] == [theirs, theirs]
    assert (shown == "bob") == (set_up.SET_UP not in flags)


@pytest.mark.parametrize(("shown", "exercise"), [("", "standard"), ("adda", "variant")])
def test_who_was_shown_another_exercise_gets_the_points_for_it(shown, exercise):
    points, flags, said = judged("ada", shown, *answers_of(shown))
    assert points == 13
    assert set(flags) == {set_up.SET_UP, "forward-by-hand-check", "backward-by-hand-check"}
    assert exercise in said
    forward, backward = answers_of(shown)
    assert judged("ada", shown, forward, backward | {"x": 99, "a": 98})[0] == 11


def test_the_standard_answers_are_recognised_where_the_notebook_showed_other_exercises():
    points, flags, _ = judged("ada", "ada", *answers_of(""))
    assert points <= 2
    assert all("the standard exercise" in text for text in flags.values())


def test_nobody_gets_the_points_of_somebody_elses_exercise_by_typing_their_id():
    assert judged("bob", "ADA ", *answers_of("ada"))[0] <= 2


def test_without_a_class_list_the_exercises_are_those_that_the_notebook_showed():
    assert judged("", "ada", *answers_of("ada"))[:2] == (13, {})
    assert judged("", "", *answers_of(""))[:2] == (13, {})
    assert judged("", "ada", *answers_of("bob"))[0] <= 2


@pytest.mark.parametrize("homework", HOMEWORKS)
def test_exercises_of_a_former_id_stay_a_students_own(homework):
    before, former = all_of(homework, "addie"), {"addie": "ada"}
    points, flags, _ = judged_in(homework, all_of(homework, "ada"), "ada", "ada", former)
    assert flags == {}
    assert judged_in(homework, before, "ada", "addie", former)[:2] == (points, {})
    assert judged_in(homework, before, "ada", "addie")[1]  # without the former id, flags


def test_answers_to_exercises_of_a_neighbours_former_id_are_recognised():
    points, flags, _ = judged_in(
        HW, all_of(HW, "addie"), "bob", "bob", {"addie": "ada", "bobby": "bob"}
    )
    assert points <= 2
    assert flags and all("(ada)" in told for told in flags.values())


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
def test_a_class_gets_a_notebook_for_each_and_is_graded(tmp_path):
    """With the commands, in a house of its own."""
    house, class_ = tmp_path / "house", Classroom(tmp_path / "class")
    copy_house(house, "notebooks", "solutions")
    class_.folder.mkdir()
    roster = class_.folder / "roster.csv"
    roster.write_text("id,name\nada,Ada\nbob,Bob\ncyd,Cyd\n")
    with commands(house, class_.folder) as run:
        run("publish", tmp_path / "out", HW, "--roster", roster)
        for student, owner in {"ada": "ada", "bob": "ada", "cyd": "cyd"}.items():
            given = tmp_path / "out-each" / student / f"{HW}.ipynb"
            notebook = nbformat.read(given, as_version=4)
            assert set_up.typed_id(notebook) == student
            Nbgrader(class_).hand_in(student, HW, filled_in(notebook, owner))
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
        told = " ".join(run("grade", HW).split())
    entries = Journal(class_, HW).latest
    # Whose answers they are depends on who is in the class, where not all are right.
    assert renamed["bob"].because == entries["bob"].because == "the class list has changed since"
    assert all("(lovelace)" in flag for flag in entries["bob"].flags)
    assert entries["bob"].at >= renamed["bob"].at
    assert entries["lovelace"] == renamed["lovelace"]
    assert [entries[each].score for each in ("lovelace", "sid")] == [30, 30]
    assert not entries["lovelace"].flags + entries["sid"].flags
    assert entries["sid"].because == "the student's id has changed since"
    assert "2 had already been graded" in told


def test_a_release_with_variants_differs_in_what_is_for_them_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(choices, "CHOICES", tmp_path / "release.json")
    made = {}
    for choice in (False, True):
        ReleaseChoices(variants=choice).save()
        write_source(HW)
        made[choice] = release.make_blank(HW, tmp_path / str(choice))
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
    write_source(HW)


# Practice


@pytest.mark.parametrize(
    ("what", "level"),
    [(what, level) for what, (_, pools, _) in KINDS.items() for level in range(len(pools))],
)
def test_practice_checks_each_blank_at_once_and_gets_harder(what, level):
    exercise = Practice(what, level)
    check, pools, _ = KINDS[what]
    drawn = pools[level](exercise.variant.number)
    if hasattr(drawn, "values"):
        right = drawn.values
    else:
        graph = HandGraph(drawn.right, drawn.one)
        right = graph.gradients if check is check_gradients_by_hand else graph.results
    *some, last = exercise.boxes
    for name in some:
        exercise.boxes[name].value = repr(right[name])
    lines = exercise.said.value.splitlines()
    assert sum(line.endswith("  right") for line in lines) == len(some)
    assert exercise.level == level
    exercise.boxes[last].value = "1/7 + 100"
    assert exercise.level == level
    exercise.boxes[last].value = repr(right[last])
    assert exercise.level == min(level + 1, len(pools) - 1)
    exercise.boxes[last].value += " "  # checked once more
    assert exercise.level == min(level + 1, len(pools) - 1)
    before = exercise.variant.number
    exercise.next.click()
    assert exercise.variant.number != before
    assert not any(box.value for box in exercise.boxes.values())


@pytest.mark.parametrize("number", range(5))
def test_the_multiplications_to_practise_on_are_those_that_pytorch_counts(number):
    drawn = costs(number)
    rows, middle, columns = map(int, re.findall(r"(\d+) x (\d+), B \d+ x (\d+)", drawn.told[0])[0])
    sizes = [(rows, middle), (middle, columns), (columns, 1)]
    A, B, v = (torch.rand(size, requires_grad=True) for size in sizes)

    def counted(compute) -> int:
        with FlopCounterMode(display=False) as counter:
            compute()
        return counter.get_total_flops() // 2

    y = A @ (B @ v)
    assert drawn.values == {
        "left": counted(lambda: A @ B @ v),
        "right": counted(lambda: A @ (B @ v)),
        "backward": counted(lambda: y.backward(torch.rand(rows, 1))),
    }


def test_practice_has_more_nodes_and_forks_at_each_level():
    for number in range(5):
        sizes = [len(level(number).steps) for level in LEVELS]
        assert sizes[0] < sizes[2] < sizes[3] or sizes[1] < sizes[3]
