"""Individual exercises: equally hard for all, and checked like the standard one."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook

from autograder.notebook import set_up
from autograder.notebook.source import read_source
from course import (
    CheckFailed,
    Exp,
    Leaf,
    Mean,
    check_exercise,
    check_gradients_by_hand,
    check_results_by_hand,
    show_variant,
    variant,
)
from course.check.base.exercise import parts_right
from course.check.variants.variant import (
    IDENTIFYING,
    POOLS,
    VARIANT_COUNT,
    variant_number,
    working_as,
)
from course.check.variants.wrong_passes import HandGraph
from course.messages import misconceptions
from course.values.closeness import numbers_agree
from tests.helpers.bank_engines import read_mistakes
from tests.helpers.variants import (
    HW,
    IN_TEXT,
    STANDARD,
    STANDARD_NUMBERS,
    answers_of,
    cosh,
    given_to,
    right_for,
    written,
)

NOT_LINEAR = {"Exp", "Square"}


def share(check, student, answers, pool="one fork"):
    """The share of blanks that is right."""
    with working_as(student), check_exercise("By hand"):
        try:
            check(variant(pool, STANDARD[pool]()), answers)
        except CheckFailed:
            return 0.0
    return parts_right["By hand"]


def numbers(count):
    return random.Random(count).sample(range(1, VARIANT_COUNT + 1), count)


def ids(count):
    return [f"student-{number}" for number in range(count)]


MANY = pytest.param(400, marks=pytest.mark.nightly)
HOW_MANY, HOW_MANY_TIMES_EACH_MISTAKE = [12, MANY], [4, MANY]


# Whose


def test_the_exercise_in_the_notebook_is_used_without_an_id(capsys):
    z = cosh()
    yours = variant("one fork", z)
    assert (yours.number, yours.right, yours.one) == (0, z, 1)
    show_variant("one fork", "exercise 4", "L")
    assert "as it stands in the text" in capsys.readouterr().out


def test_a_notebook_without_variants_neither_asks_for_an_id_nor_shows_a_variant():
    cells = {cell.id: cell for cell in read_source(HW).cells}
    assert not {"own-forward", "own-backward"} & set(cells)
    assert not set_up.asks_for_id(read_source(HW))


# As hard for all


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_variants_are_equally_hard_and_differ_in_structure(pool, how_many):
    standard = STANDARD[pool]().sorted_nodes()
    sizes, structures = Counter(), set()
    for number in numbers(how_many):
        nodes = POOLS[pool](number).right.sorted_nodes()
        sources = Counter(source for node in nodes for source in node.input_nodes)
        bends = sum(node.class_name in NOT_LINEAR for node in nodes)
        sizes[len(nodes), sum(many > 1 for many in sources.values()), bends] += 1
        structures.add(tuple((n.class_name, *(s.name for s in n.input_nodes)) for n in nodes))
        assert {node.name for node in nodes} == {node.name for node in standard}
    forks = {each[1] for each in sizes}
    assert {each[0] for each in sizes} == {len(standard)}
    assert {each[2] for each in sizes} == {sum(n.class_name in NOT_LINEAR for n in standard)}
    assert forks <= ({1} if pool == "one fork" else {1, 2})
    assert len(structures) >= 8


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_answers_have_ordinary_sizes_and_all_mistakes_have_different_results(pool, how_many):
    for number in numbers(how_many):
        recipe = POOLS[pool](number)
        found = [*recipe.results.values(), *recipe.gradients.values()]
        whole = all(abs(each - round(each)) < 1e-9 for each in found if abs(each) > 20.01)
        assert min(map(abs, found)) > 0.0499 and max(map(abs, found)) <= 200 and whole
        for right, made in (
            (recipe.results, dict(recipe.wrong_results())),
            (recipe.gradients, dict(recipe.wrong_gradients())),
        ):
            tables = [right, *made.values()]
            for one, other in combinations(tables, 2):
                assert any(not numbers_agree(one[name], other[name]) for name in one)


# Checked as the standard one


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("pool", STANDARD)
def test_right_answers_earn_all_points_and_blanks_earn_none(pool, how_many):
    for student in ids(how_many):
        forward, backward = answers_of(student, pool)
        assert share(check_results_by_hand, student, forward, pool) == 1
        assert share(check_gradients_by_hand, student, backward, pool) == 1
        assert share(check_gradients_by_hand, student, dict.fromkeys(backward, ...), pool) == 0


@pytest.mark.parametrize("how_many", HOW_MANY_TIMES_EACH_MISTAKE)
@pytest.mark.parametrize("pool", STANDARD)
def test_each_mistake_costs_points_and_is_named_if_the_bank_has_it(pool, how_many):
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
                places = [n for n in right if not numbers_agree(found[n], right[n])]
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
def test_no_mistake_leads_to_the_answers_of_another_variant(pool, how_many):
    """With 400 students, more than 10^6 pairs of a wrong table and another student's right one."""
    recipes = [POOLS[pool](number) for number in numbers(how_many)]
    right = torch.tensor([list(each.gradients.values()) for each in recipes])
    for i, each in enumerate(recipes):
        for _, wrong in each.wrong_gradients():
            values = torch.tensor([wrong[name] for name in each.gradients])
            fits = torch.isclose(right, values, rtol=1e-6, atol=0)
            assert set(fits.all(dim=1).nonzero().flatten().tolist()) <= {i}


def test_a_student_with_a_variant_is_told_of_solving_the_standard_exercise(capsys):
    for check, answers in zip(
        (check_results_by_hand, check_gradients_by_hand), answers_of(""), strict=True
    ):
        assert share(check, "jdoe", answers) < 0.5
        assert "answers to the exercise in the text" in capsys.readouterr().out
        assert share(check, "", answers) == 1
        assert share(check, "jdoe", answers | {"z": "1/7"}) < 0.5
        printed = capsys.readouterr().out
        assert "exercise in the text" not in printed
        assert f"Variant {variant_number('jdoe', 'one fork')}." in printed


@pytest.mark.parametrize("overwritten", [5.0, Mean(Exp(Leaf(1.0)), Exp(Leaf(2.0))), "z"])
def test_an_overwritten_name_does_not_harm_a_variant(overwritten):
    with working_as("jdoe"), check_exercise("By hand"):
        check_gradients_by_hand(variant("one fork", overwritten), answers_of("jdoe")[1])
    assert parts_right["By hand"] == 1


# Numbers


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


def test_each_pool_of_numbers_is_used_and_has_all_mistakes_of_the_bank():
    assert {each.pool for each in IN_TEXT.values()} | set(STANDARD) == set(POOLS)
    bank = read_mistakes()
    for exercise, place in IN_TEXT.items():
        cell = place.homework, place.check.removesuffix("-check")
        known = {each.id for each in bank if cell in each.exercises}
        assert {mistake for mistake, _ in wrong_in(exercise, given_to(exercise, "ada"))} == known


@pytest.mark.parametrize("how_many", HOW_MANY)
@pytest.mark.parametrize("exercise", IN_TEXT)
def test_solving_the_shown_numbers_earns_all_points_and_blanks_earn_none(exercise, how_many):
    for student in ids(how_many):
        answers = right_for(exercise, student)
        assert IN_TEXT[exercise].share(student, answers) == 1
        blank = ... if isinstance(answers, str) else dict.fromkeys(answers, ...)
        assert IN_TEXT[exercise].share(student, blank) == 0


@pytest.mark.parametrize("how_many", HOW_MANY_TIMES_EACH_MISTAKE)
@pytest.mark.parametrize("exercise", IN_TEXT)
def test_each_mistake_in_numbers_costs_points_and_is_named(exercise, how_many):
    for student in ids(how_many):
        drawn = given_to(exercise, student)
        right, made = asked_in(exercise, drawn.values), wrong_in(exercise, drawn)
        for one, other in combinations([right, *(right | changed for _, changed in made)], 2):
            assert any(not numbers_agree(one[name], other[name]) for name in one)
        for mistake, changed in made:
            wrong = {n: v for n, v in changed.items() if not numbers_agree(v, right[n])}
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
def test_no_mistake_leads_to_the_numbers_of_another_variant(pool):
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
def test_no_mistakes_lead_to_anothers_answers_in_two_exercises(exercises, how_many):
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
    recipe = POOLS["two forks"](variant_number(student, "two forks"))
    return recipe.gradients, [wrong for _, wrong in recipe.wrong_gradients()]


@pytest.mark.parametrize("exercise", IN_TEXT)
def test_a_student_with_other_numbers_is_told_of_solving_the_standard_exercise(exercise, capsys):
    place = IN_TEXT[exercise]
    assert place.share("", STANDARD_NUMBERS[exercise]) == 1
    assert "exercise in the text" not in capsys.readouterr().out
    assert place.share("jdoe", STANDARD_NUMBERS[exercise]) < 0.5
    printed = capsys.readouterr().out
    assert "exercise in the text" in printed
    assert f"Variant {variant_number('jdoe', place.pool)}." in printed


def test_formulas_right_in_every_variant_are_not_taken_for_the_standard_answers(capsys):
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
def test_the_typed_id_is_read_without_running_it(line, found):
    notebook = new_notebook(cells=[new_code_cell(f"{set_up._TITLE}{line}\nfrom course import *")])
    assert set_up.typed_id(notebook) == found


@pytest.mark.parametrize("student", ["jdoe", "j.doe@uni.edu", "jürgen", "用户"])
def test_a_prefilled_id_is_the_one_that_is_read(student):
    notebook = new_notebook(cells=[new_code_cell(set_up._TITLE + set_up.ID_LINE, id=set_up.SET_UP)])
    set_up.give_id(notebook, student)
    assert set_up.typed_id(notebook) == student


def test_the_id_in_the_set_up_cell_counts_before_one_in_a_students_own_cell():
    own = new_code_cell('# @title Mine\nstudent_id = "ada"', id="own")
    set_up_cell = new_code_cell(set_up._TITLE + set_up.ID_LINE, id=set_up.SET_UP)
    assert set_up.typed_id(new_notebook(cells=[own, set_up_cell])) == ""


def test_an_id_does_not_change_how_a_cell_is_recognised():
    with_id, without = (f'{set_up._TITLE}student_id = "{each}"\n' for each in ("jdoe", ""))
    assert set_up.without_copy(with_id) == set_up.without_copy(without)


def test_a_variable_of_a_students_own_keeps_its_value():
    assert set_up.without_copy('student_id = "jdoe"') == 'student_id = "jdoe"'
