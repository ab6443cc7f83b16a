"""What a student worked out on paper: which answers are right, and what wrong ones are told."""

import math
from contextlib import suppress

import pytest

from course import (
    Copy,
    Exp,
    Leaf,
    Mean,
    Negate,
    Sketch,
    check_backward_order,
    check_blanks,
    check_exercise,
    check_formulas,
    check_gradients_by_hand,
    check_results_by_hand,
    check_tradeoff,
    network_of_numbers,
)
from course.check.base.exercise import parts_right
from course.check.paper import answers_together
from course.messages import misconceptions
from course.messages.failure import CheckFailed
from course.messages.misconceptions import IN_BLANK
from tests.helpers.blanks import one_verdict, part_right, verdicts
from tests.helpers.failing import fails


def blamed(out):
    """For each wrong blank that follows from others, which."""
    start, end = "It follows from your ", ": correct "
    blamed_on = {name: verdict.partition(start)[2] for name, verdict in verdicts(out).items()}
    return {name: text.partition(end)[0] for name, text in blamed_on.items() if text}


def cosh():
    x = Leaf(math.log(2), "x")
    b, e = Exp(x, name="b"), Exp(Negate(x, name="d"), name="e")
    return Mean(b, e, name="z")


@pytest.mark.parametrize("answer", [0.3333, "0.33", "3.33e-1"])
def test_a_rounded_number_is_reported_as_rounded(answer, capsys):
    verdict = one_verdict(answer, 1 / 3, capsys)
    assert verdict.startswith("not yet") and "only after rounding" in verdict


def test_an_exact_number_that_lacks_a_small_term_is_not_said_to_be_right(capsys):
    verdict = one_verdict(0.45, 0.05 * (9 + 0.0625), capsys)
    assert "only after rounding" in verdict and "is right" not in verdict


@pytest.mark.parametrize(
    ("answer", "right", "is_grouped"),
    [
        ("10.000", 10_000, True),
        (" 1.500", 1500, True),
        ("10.000", 1000, False),
        (10.0, 10_000, False),
    ],
)
def test_thousands_that_are_set_off_by_a_dot_are_said_to_be_decimals(
    answer, right, is_grouped, capsys
):
    verdict = one_verdict(answer, right, capsys)
    assert verdict.startswith("not yet") and ("before decimals" in verdict) is is_grouped


@pytest.mark.parametrize(
    ("answer", "right", "begins_right"),
    [
        ("1.6666", 5 / 3, True),
        (-0.166, -1 / 6, True),
        ("1.66", -5 / 3, False),
        ("1.668", 5 / 3, False),
        ("1.6", 5 / 3, False),
        ("1.665", 5 / 3, False),
    ],
)
def test_a_number_that_is_cut_off_is_said_to_begin_right(answer, right, begins_right, capsys):
    verdict = one_verdict(answer, right, capsys)
    assert verdict.startswith("not yet") and ("the right digits" in verdict) is begins_right


@pytest.mark.parametrize("answer", [0.3, "0.34", 33, "1/3 + 0.001"])
def test_a_wrong_number_is_not_reported_as_rounded(answer, capsys):
    assert "rounded" not in one_verdict(answer, 1 / 3, capsys)


def test_a_whole_number_is_not_reported_as_rounded(capsys):
    assert "rounded" not in one_verdict(4 / 2, 1.9505, capsys)


def test_a_large_count_is_right_only_if_it_is_exact():
    assert part_right(check_blanks, {"a": "2^23"}, {"a": 2**23}) == 1
    # Right but for rounding, and a number that counts nothing.
    for written, right in (("exp(80 log 2)", 2**80), ("0.9999995 * 2^23", float(2**23))):
        assert part_right(check_blanks, {"a": written}, {"a": right}) == 1
    for wrong in ("2^23 - 1", 2**23 + 1):
        with pytest.raises(CheckFailed):
            check_blanks({"a": wrong}, {"a": 2**23})


def test_a_number_in_place_of_a_formula_is_reported(capsys):
    def verdict(answer):
        answers, asked = {"q": answer, "known": 1}, {"formulas": {"q": "s"}}
        asked["clues"] = {"q": "Look again."}
        check_formulas(
            answers, lambda s: ({"q": 2 * s, "known": 1}, {"s": s}), {"s": 0.25}, **asked
        )
        return verdicts(capsys.readouterr().out)["q"]

    assert "A formula in s is asked for" in verdict(5)
    assert "Look again." in verdict("5")
    assert verdict("2 s") == "right"


def test_a_function_without_brackets_is_shown_as_it_is_read(capsys):
    verdict = one_verdict("log 1/2", math.log(1 / 2), capsys)
    assert "`log 1` is read first, as `log(1)`." in verdict
    assert one_verdict("log 4/2", math.log(4) / 2, capsys) == "right"
    assert "read first" not in one_verdict("log(1)/2", math.log(1 / 2), capsys)


@pytest.mark.parametrize("answer", ["log 3 / 2", "exp 2^3", "e^2x"])
def test_brackets_are_suggested_only_if_they_make_the_answer_right(answer, capsys):
    assert "bracket" not in one_verdict(answer, 5.0, capsys, names={"x": 2.0})


def test_an_exponent_without_brackets_is_shown_as_it_is_read(capsys):
    verdict = one_verdict("(e^2x - 1)/2", math.expm1(4) / 2, capsys, names={"x": 2.0})
    assert "`^2` is read first" in verdict


@pytest.mark.parametrize(
    ("graph", "said"), [(1.25, "stands for something else"), (Exp(Exp(2.0), name="b"), "no name")]
)
def test_a_backward_order_needs_a_graph_with_named_nodes(graph, said):
    with pytest.raises(CheckFailed, match=rf"{said}.*Run the cell that builds"):
        check_backward_order(graph, ["b"])


@pytest.mark.parametrize("check_by_hand", [check_results_by_hand, check_gradients_by_hand])
def test_a_number_assigned_to_the_name_of_a_graph_is_reported(check_by_hand):
    with pytest.raises(CheckFailed, match=r"stands for something else, 1\.25\. Run the cell"):
        check_by_hand(1.25, {"z": 1})


@pytest.mark.parametrize("check_by_hand", [check_results_by_hand, check_gradients_by_hand])
def test_an_output_without_a_name_is_not_taken_for_something_else(check_by_hand):
    with pytest.raises(CheckFailed, match=r"Exp\(x\), the output .* no name") as said:
        check_by_hand(Exp(Leaf(2.0, "x")), {"b": 1})
    assert "something else" not in str(said.value)


def test_a_logarithm_that_is_wrong_is_not_said_to_be_cut_off(capsys):
    for given, is_rounded in ((5.0, False), (3.0, True)):
        x = Leaf(math.log(given), "x")
        with check_exercise("3 Forward pass by hand", points=4):
            check_results_by_hand(Exp(Copy(x, name="a"), name="b"), {"a": 1.0986, "b": given})
        said = verdicts(capsys.readouterr().out)["a"]
        assert ("only after rounding" in said) is is_rounded and "digits" not in said


def test_a_wrong_sign_is_reported(capsys):
    verdict = one_verdict("log(3)", -math.log(3), capsys)
    assert verdict == "not yet: log(3) = 1.09861 has the wrong sign."


def test_a_formula_has_the_wrong_sign_only_if_it_has_it_everywhere(capsys):
    def verdict(answer):
        answers = {"q": answer, "known": 1}
        check_formulas(answers, lambda s: ({"q": -2 * s, "known": 1}, {"s": s}), {"s": 2.0})
        return verdicts(capsys.readouterr().out)["q"]

    assert verdict("2 s") == "not yet: 2 s = 4 for s = 2 has the wrong sign."
    assert "has the wrong sign" in verdict("2 s  # twice")
    assert "sign" not in verdict("s^2") and "sign" not in verdict("4")


def test_a_wrong_value_is_reported_with_the_clue_and_without_the_answer(capsys):
    verdict = one_verdict("exp(2)", 0.123456, capsys, clues={"q": "Look at the node before."})
    assert verdict == "not yet: you have exp(2) = 7.38906. Look at the node before."
    assert "0.123" not in one_verdict(5, 0.123456, capsys)


def test_an_unknown_name_is_reported_with_the_known_ones(capsys):
    verdict = one_verdict("exp(y)", 1.0, capsys, names={"x": 2.0})
    assert verdict == ("not yet: I cannot read `exp(y)`: `y` is not a name I know here (known: x).")


def test_names_stand_for_their_values(capsys):
    assert one_verdict("exp(d)/2", math.exp(3) / 2, capsys, names={"d": 3.0}) == "right"


@pytest.mark.parametrize(
    ("answer", "right", "is_right"),
    [
        (0.3333333, 1 / 3, True),
        (0.3333, 1 / 3, False),
        (0.0, 0.0, True),
        (1e-3, 0.0, False),
        ("2 log 2 / 2", math.log(2), True),
    ],
)
def test_rounding_is_forgiven_and_guessing_is_not(answer, right, is_right, capsys):
    assert (one_verdict(answer, right, capsys) == "right") is is_right


def test_a_right_forward_pass_by_hand_earns_its_points():
    answers = {"b": 2, "d": "-x", "e": "1/2", "z": "5/4"}
    assert part_right(check_results_by_hand, cosh(), answers) == 1


def test_a_blank_of_the_forward_pass_is_not_answered_by_its_own_name(capsys):
    answers = {"b": "b", "d": "-x", "e": "e", "z": "z"}
    assert part_right(check_results_by_hand, cosh(), answers) == 0.25
    by_blank = verdicts(capsys.readouterr().out)
    assert "`b` is not a name I know here (known: x)" in by_blank["b"]


def test_a_wrong_result_by_hand_says_how_the_node_is_computed(capsys):
    check_results_by_hand(cosh(), {"b": 2, "z": 7, "d": "log 2"})
    by_blank = verdicts(capsys.readouterr().out)
    assert by_blank["z"] == "not yet: you have 7. z is the mean of b and e."
    assert by_blank["d"] == "not yet: log 2 = 0.693147 has the wrong sign."


@pytest.mark.parametrize(
    ("operation", "said"),
    [("Copy", "a copy of x"), ("Exp", "exp of x"), ("Square", "the square of x")],
)
def test_the_clue_to_a_result_is_a_sentence_about_the_operation(operation, said, capsys):
    with pytest.raises(CheckFailed):
        check_results_by_hand(Sketch(operation, Leaf(0.5, "x"), name="z"), {"z": 7})
    assert f"z is {said}" in capsys.readouterr().out


def test_a_clue_can_refer_to_an_unnamed_input(capsys):
    z = Mean(Exp(0.5), Leaf(1.0, "v"), name="z")
    with pytest.raises(CheckFailed):
        check_results_by_hand(z, {"z": 7})
    assert "z is the mean of Exp(0.5) and v." in capsys.readouterr().out


def test_right_gradients_by_hand_earn_their_points(capsys):
    answers = {"z": 1, "e": "1/2", "d": "e^d/2", "b": "1/2", "x": "(exp(x) - exp(-x))/2"}
    assert part_right(check_gradients_by_hand, cosh(), answers) == 1
    assert next(iter(verdicts(capsys.readouterr().out))) == "z"  # in the order of the backward pass


def test_the_message_at_the_output_mentions_no_upstream_gradient(capsys):
    check_gradients_by_hand(cosh(), {"z": 2, "b": "1/2"})
    assert "Upstream" not in verdicts(capsys.readouterr().out)["z"]


def test_e_means_the_node_named_e():
    answers = {"z": 1, "e": "e", "d": "e/2", "b": "e", "x": "3/4"}  # e = 1/2
    assert part_right(check_gradients_by_hand, cosh(), answers) == 1


def test_a_share_instead_of_the_sum_at_the_fork_is_wrong(capsys):
    check_gradients_by_hand(cosh(), {"z": 1, "x": 1})
    verdict = verdicts(capsys.readouterr().out)["x"]
    assert verdict.startswith("not yet: you have 1. Upstream gradient times local gradient")


@pytest.mark.parametrize(
    ("answers", "following"),
    [
        ({"z": 1, "e": 1, "d": "1/2", "b": "1/2", "x": "1/2"}, {"d": "e", "x": "d"}),
        ({"z": 1, "e": 1, "d": ..., "b": 3, "x": "11/2"}, {"x": "b and e"}),
        ({"z": 2, "e": 1, "d": "1/4", "b": "1/2", "x": "3/4"}, {"e": "z"}),
    ],
)
def test_a_gradient_that_follows_from_a_wrong_one_blames_that_one(answers, following, capsys):
    check_gradients_by_hand(cosh(), answers)
    assert blamed(capsys.readouterr().out) == following


def test_gradients_asked_for_as_numbers_are_blamed_by_the_names_of_their_blanks(capsys):
    of, right = ["e", "d", "x"], {"dz_de": "1/2", "dz_dd": "1/4", "dz_dx": "3/4"}
    assert part_right(check_gradients_by_hand, cosh(), right, of) == 1
    wrong = {"dz_de": 1, "dz_dd": "1/2", "dz_dx": "(exp(x) - exp(-x))/2"}
    capsys.readouterr()
    with pytest.raises(CheckFailed):
        check_gradients_by_hand(cosh(), wrong, of)
    out = capsys.readouterr().out
    assert blamed(out) == {"dz_dd": "dz_de"}
    assert "`x` is not a name" in verdicts(out)["dz_dx"]


def test_a_result_that_follows_from_a_wrong_one_blames_that_one(capsys):
    answers = {"b": 2, "d": "x", "e": 2, "z": 2}
    check_results_by_hand(cosh(), answers)
    assert blamed(capsys.readouterr().out) == {"e": "d", "z": "e"}


def test_a_number_that_follows_is_blamed_on_its_source_even_if_it_fits_a_mistake(known, capsys):
    known(("sign", "The sign is lost.", "Look.", ("blank", "", "e", 0.5, 2.0)))
    check_results_by_hand(cosh(), {"b": 2, "d": "-x", "e": 2})
    assert "The sign is lost." in capsys.readouterr().out
    check_results_by_hand(cosh(), {"b": 2, "d": "x", "e": 2})
    out = capsys.readouterr().out
    assert "The sign is lost." not in out
    assert blamed(out) == {"e": "d"}


def test_a_number_that_follows_from_a_mistake_is_not_looked_up_as_one():
    seen = []
    with misconceptions.lookups.hearing(seen.extend):
        check_results_by_hand(cosh(), {"b": 2, "d": "-x", "e": "-1/2", "z": "3/4"})
    assert [each[-3:] for each in seen] == [("e", 0.5, -0.5)]


def test_a_rounded_number_that_follows_from_a_rounded_one_is_said_to_be_rounded(capsys):
    x = Leaf(math.log(1.5), "x")
    b, d = Exp(x, name="b"), Negate(x, name="d")
    check_results_by_hand(
        Mean(b, Exp(d, name="e"), name="z"), {"b": "3/2", "d": -0.405, "e": 0.667}
    )
    found = verdicts(capsys.readouterr().out)
    assert "only after rounding" in found["e"] and "follows" not in found["e"]


def test_a_wrong_formula_with_names_is_told_what_names_stand_for(capsys):
    check_gradients_by_hand(cosh(), {"z": 1, "e": "b²"})
    assert "Names in a formula stand for values" in verdicts(capsys.readouterr().out)["e"]


def test_names_run_together_in_a_wrong_formula_are_shown_apart(capsys):
    check_gradients_by_hand(cosh(), {"z": 1, "e": "dz/2", "b": "exp(x)", "d": "-b"})
    found = verdicts(capsys.readouterr().out)
    assert "`dz` is read as d z" in found["e"]
    assert "stand for values" in found["e"] and "is read as" not in found["b"] + found["d"]


def order(names):
    with check_exercise("o"):
        check_backward_order(cosh(), names)


def test_a_single_node_has_only_one_order():
    check_backward_order(Leaf(1.0, "x"), ["x"])


@pytest.mark.parametrize("names", ["zebdx", "zbedx", "zedbx"])
def test_every_order_that_puts_users_first_is_right(names):
    order(list(names))
    assert parts_right["o"] == 1


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (list("zebxd"), "x comes before d, which it feeds"),
        (list("xzdeb"), "comes before"),
        (list("xdbez"), "comes before"),
        (list("zebd"), "x is missing. The list needs each node once."),
        (list("zzebdx"), "z stands in the list more than once."),
        (["z", "e", "b", "d", "y"], "There is no node called 'y'. The names are x, b, d, e, z."),
        ([], "x, b, d, e, z are missing."),
        (cosh().sorted_nodes()[::-1], "a list of names, each in quotes"),
        ([["z"], ["e", "b"], ["d"], ["x"]], "a list of names, each in quotes"),
        ("zebdx", "write the order as a list of names"),
        (..., "write the order as a list of names"),
        ([1, 2, 3, 4, 5], "a list of names, each in quotes"),
    ],
)
def test_a_wrong_order_says_why(names, message):
    assert message in fails(order, names)
    assert parts_right["o"] == 0


def both(n, x):
    return {"twice": 2 * n, "square": x**2, "four": 4}, {"n": n, "x": x}


def formulas(**answers):
    given = {"twice": "2 n", "square": "x^2", "four": "4"} | answers
    letters = {"twice": "n", "square": "x"}
    return part_right(check_formulas, given, both, {"n": 70, "x": 3.0}, formulas=letters)


def test_formulas_that_are_right_everywhere_are_right():
    assert formulas(square="x*x", twice="n + n", four=4) == 1


@pytest.mark.parametrize(
    "wrong", [{"twice": "140"}, {"twice": 140}, {"square": "9"}, {"square": "3 x"}, {"four": "x+1"}]
)
def test_a_formula_that_fits_only_at_the_known_values_is_wrong(wrong):
    assert formulas(**wrong) == 2 / 3


@pytest.mark.parametrize(
    "n, wrong", [(1, "n^2"), (1, "1"), (1, "2 - n"), (0, "n^2"), (-1, "-n^2"), (-2, "-2")]
)
def test_a_formula_that_fits_only_at_a_small_whole_number_is_wrong(n, wrong):
    def right(n):
        return {"a": n, "b": 2 * n}, {"n": n}

    assert part_right(check_formulas, {"a": wrong, "b": "2n"}, right, {"n": n}) == 1 / 2


def test_a_wrong_formula_is_reported_with_the_values_it_was_computed_for(capsys):
    formulas(twice="n^2", square="9")
    printed = capsys.readouterr().out
    assert "n^2 = 4900 for n = 70" in printed
    assert "9 is right for x = 3" in printed


@pytest.mark.parametrize("answer", ["x + 3 y²", "x + 3 y^2", "x + √y", "½y + 2x", "2xy"])
def test_a_formula_is_reported_with_the_values_of_all_its_names(answer, capsys):
    def right(x, y):
        return {"a": x * y, "b": x}, {"x": x, "y": y}

    check_formulas({"a": answer, "b": "x"}, right, {"x": 1.5, "y": 2.5})
    assert "for x = 1.5, y = 2.5" in capsys.readouterr().out


@pytest.mark.parametrize("answer", ["+".join(11 * "x"), "*".join([*(11 * "x"), "y"])])
def test_a_formula_that_repeats_a_name_many_times_is_wrong_like_any_other(answer, capsys):
    def right(x, y):
        return {"a": x * x * y + 1, "b": x}, {"x": x, "y": y}

    assert part_right(check_formulas, {"a": answer, "b": "x"}, right, {"x": 2.0, "y": 3.0}) == 1 / 2
    assert f"you have {answer} = " in " ".join(capsys.readouterr().out.split())


def test_a_sign_before_a_single_name_does_not_make_the_name_a_part(capsys):
    def right(x, y):
        return {"a": -y, "b": x}, {"x": x, "y": y}

    check_formulas({"a": "-x", "b": "x"}, right, {"x": 2.0, "y": 3.0})
    assert "in place of `x`" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("a", "b", "follows"),
    [
        ("sqrt(16/3)", -1.5, False),  # -1.4614: two digits, by chance
        ("sqrt(16/3)", -1.46, True),
        (2.31, -1.5, True),
        ("sqrt(16/3)", "-3.375/sqrt(16/3)", True),
    ],
)
def test_a_number_of_two_digits_follows_only_from_one_that_may_be_rounded(a, b, follows, capsys):
    with suppress(CheckFailed):
        check_blanks(
            {"a": a, "b": b},
            {"a": 2, "b": -1.6875},
            implied=lambda found: {"b": -3.375 / found["a"]},
        )
    assert ("follows from your a" in capsys.readouterr().out) is follows


def test_a_number_does_not_follow_from_wrong_ones_that_make_no_difference_one_by_one(capsys):
    x = Leaf(0.0, "x")
    product = Sketch("Mul", Copy(x, name="a"), Copy(x, name="b"), name="z")
    with pytest.raises(CheckFailed):
        check_results_by_hand(product, {"a": 2, "b": 3, "z": 6})
    assert "follows from" not in capsys.readouterr().out


def test_a_number_is_said_to_follow_only_from_a_wrong_one(capsys):
    right = {"a": 2, "b": 6, "c": 7}

    def implied(found):
        return {"b": 3 * found["a"], "c": found["b"] + 1}

    check_blanks({"a": 3, "b": 9, "c": 7}, right, implied=implied)
    printed = capsys.readouterr().out
    assert "you have 9. It follows from your a" in printed
    check_blanks({"a": 2, "b": 9, "c": 10}, right, implied=implied)
    printed = capsys.readouterr().out
    assert "you have 10. It follows from your b" in printed
    assert "from your a" not in printed


@pytest.mark.parametrize("wrong", [0, 1e200])
def test_a_value_from_which_nothing_can_be_computed_costs_no_other_blank(wrong, capsys):
    def implied(found):
        return {"y": 1 / found["x"] + found["x"] ** 4}

    assert (
        part_right(check_blanks, {"x": wrong, "y": 2}, {"x": 1.0, "y": 2.0}, implied=implied) == 0.5
    )
    assert verdicts(capsys.readouterr().out)["x"].startswith("not yet")


def test_checkpoint_formulas_are_tested_at_sizes_that_are_not_shown():
    right = {"kept": "c + m/c", "extra": "m", "best": "sqrt(m)", "least": "2 sqrt(m)"}
    assert part_right(check_tradeoff, right) == 1
    fits = "4 + (m-16)/10 - (m-16)(m-36)/2880"
    assert part_right(check_tradeoff, right | {"best": fits}) == 0.75


@pytest.mark.parametrize(("b", "told"), [(8, "One."), (9, "All.")])
def test_of_two_mistakes_that_fit_the_one_is_named_that_right_blanks_do_not_contradict(
    b, told, capsys, known
):
    known(
        ("all", "All.", "Look.", (IN_BLANK, "", "a", 7.0, 2.0)),
        ("all", "All.", "Look.", (IN_BLANK, "", "b", 8.0, 9.0)),
        ("one", "One.", "Look.", (IN_BLANK, "", "a", 7.0, 2.0)),
    )
    answers, right = {"a": 2, "b": b, "c": 3, "d": 4}, {"a": 7.0, "b": 8.0, "c": 1.0, "d": 4.0}
    check_blanks(answers, right)
    said = verdicts(capsys.readouterr().out)["a"]
    assert [title for title in ("One.", "All.") if title in said] == [told]


@pytest.mark.parametrize("written", ["sum(4, 1, 2)", "sum(u, v)"])
def test_a_sum_of_numbers_is_told_to_be_written_with_plus(written, capsys):
    check_blanks({"a": written} | {"b": 8}, {"a": 7.0, "b": 8.0}, names={"u": 3.0, "v": 4.0})
    assert "values are added with +" in verdicts(capsys.readouterr().out)["a"]


def test_a_mistake_that_exchanges_two_answers_is_named(capsys, known):
    exchanged = [("a", 7.0, 8.0), ("b", 8.0, 7.0)]
    known(*(("m", "Turned round.", "Look.", (IN_BLANK, "", *each)) for each in exchanged))
    check_blanks({"a": 8, "b": 7, "c": 9}, {"a": 7.0, "b": 8.0, "c": 9.0})
    said = verdicts(capsys.readouterr().out)
    assert "Turned round." in said["a"]
    assert said["b"] == "not yet: you have 7. That is also the result of a known mistake: see a."


def test_a_mistake_is_not_named_where_another_answer_is_right_than_in_the_bank(capsys, known):
    known(("m", "A mean.", "Look.", (IN_BLANK, "", "a", 7.0, 8.0)))
    for right, is_named in ((7.0, True), (6.0, False)):
        check_blanks({"a": 8, "b": 1}, {"a": right, "b": 1.0})
        assert ("A mean." in verdicts(capsys.readouterr().out)["a"]) is is_named


def test_blanks_with_different_mistakes_are_explained_one_by_one(capsys, known):
    known(
        ("m", "Turned round.", "Look.", (IN_BLANK, "", "a", 7.0, 8.0)),
        ("n", "Upside down.", "Look.", (IN_BLANK, "", "b", 8.0, 9.0)),
    )
    check_blanks({"a": 8, "b": 9, "c": 1}, {"a": 7.0, "b": 8.0, "c": 1.0})
    said = verdicts(capsys.readouterr().out)
    assert "Turned round." in said["a"] and "Upside down." in said["b"]


def test_two_answers_that_known_mistakes_explain_are_not_said_to_be_exchanged(capsys, known):
    known(
        ("m", "One.", "Look.", (IN_BLANK, "", "a", 7.0, 8.0)),
        ("n", "Another.", "Look.", (IN_BLANK, "", "b", 8.0, 7.0)),
    )
    check_blanks({"a": 8, "b": 7, "c": 9}, {"a": 7.0, "b": 8.0, "c": 9.0})
    printed = capsys.readouterr().out
    assert "exchanged" not in printed
    assert "One." in printed
    assert "Another." in printed


def test_answers_are_said_to_be_exchanged_if_others_contradict_a_known_mistake(capsys, known):
    known(
        ("m", "One.", "Look.", (IN_BLANK, "", "a", 7.0, 8.0)),
        ("m", "One.", "Look.", (IN_BLANK, "", "c", 9.0, 1.0)),
        ("n", "Another.", "Look.", (IN_BLANK, "", "b", 8.0, 7.0)),
    )
    check_blanks({"a": 8, "b": 7, "c": 2, "d": 4}, {"a": 7.0, "b": 8.0, "c": 9.0, "d": 4.0})
    printed = capsys.readouterr().out
    assert printed.count("exchanged") == 2
    assert "`a`" in printed and "`b`" in printed
    assert "One." not in printed


def test_signs_are_the_reason_only_if_every_wrong_blank_has_the_wrong_sign(capsys, monkeypatch):
    monkeypatch.setattr(
        answers_together, "verdict_by_mistakes", lambda *_: "a mistake that leads to one of them"
    )
    check_blanks({"a": -1, "b": -2, "c": 3}, {"a": 1, "b": 2, "c": 3})
    assert capsys.readouterr().out.count("has the wrong sign") == 2
    check_blanks({"a": -1, "b": 5, "c": 3}, {"a": 1, "b": 2, "c": 3})
    assert "wrong sign" not in capsys.readouterr().out


def test_a_clue_says_of_a_node_without_a_name_what_it_is_made_of(capsys):
    with check_exercise("made of"):
        check_results_by_hand(network_of_numbers(), {"z": 0.5, "s": 0.528})
    said = " ".join(capsys.readouterr().out.split())
    assert "product of lam and Mean(SquaredNorm(W1), SquaredNorm(W2))." in said


def test_a_rounded_number_computed_from_a_rounded_one_is_said_to_follow(capsys):
    answers = {"z": 0.5, "h": 0.46, "o": 1.38, "L": 0.072, "s": 0.453125, "J": 0.525}
    with check_exercise("rounded"):
        check_results_by_hand(network_of_numbers(), answers)
    by_blank = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line}
    assert "only after rounding" in by_blank["h"]
    assert "follows from your h" in by_blank["o"] and "follows from your o" in by_blank["L"]
    assert "follows from your L" in by_blank["J"]


def test_another_token_taken_as_the_right_one_is_one_mistake_in_all_blanks(capsys):
    right = {"loss": -math.log(0.3), "dz1": 0.5, "dz2": -0.7, "dz3": 0.2, "half": 0.25}
    right |= {"moved": right["loss"]}
    first = {"loss": "-log 0.5", "dz1": -0.5, "dz2": 0.3, "dz3": 0.2, "half": -0.25}
    with check_exercise("1a Cross-entropy by hand"):
        check_blanks(first | {"moved": "-log .5"}, right)
    out = capsys.readouterr().out
    assert "The first token is taken as the right one" in out
    assert "y - p instead" not in out and "The right token is not subtracted" not in out
