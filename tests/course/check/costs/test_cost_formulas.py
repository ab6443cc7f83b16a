"""What is told of formulas for costs, right and wrong ones."""

import pytest
import torch

from course import (
    CheckFailed,
    check_costs,
    check_exercise,
    memory_of,
    multiplications_of,
    operations_of,
)
from tests.helpers.blanks import part_right
from tests.helpers.cost_formulas import MEMORY, TIMES, network


def said_of(answer, capsys, blank="M_backward", counted=None, **kwargs):
    """What the check says of an answer, while all other blanks are open."""
    options = {"of": "m n d"} | kwargs
    try:
        check_costs({blank: answer}, counted or memory_of(network), **options)
    except CheckFailed as failure:
        assert "None of the" in str(failure)
    _, _, rest = capsys.readouterr().out.partition(f"\n{blank} ")
    lines = rest.splitlines()
    own = [line for line in lines[1:] if line.startswith("    ")]
    return "\n".join([lines[0].strip(), *own])


def test_the_place_is_pointed_at(capsys):
    lines = said_of("m n h^2", capsys).splitlines()
    assert lines[0].startswith("not yet: I cannot read `m n h^2`: `h` is not a name I know here")
    assert lines[1][lines[2].index("^")] == "h"


def test_a_formula_with_a_known_mistake_is_quoted_on_one_line(capsys):
    with check_exercise("2 Memory"):
        check_costs(MEMORY | {"M_backward": "m d^2\n"}, memory_of(network), of="m n d")
    assert "not yet: you have m d^2. That is also the result of" in capsys.readouterr().out


def test_a_number_is_told_what_to_write(capsys):
    """Where quotes were forgotten, and n, b and d happen to have values."""
    message = said_of(6291456, capsys)
    assert message == 'not yet: this is not a formula. Write one in quotes, such as "2 n".'


def test_the_right_formulas_earn_all_points_and_show_the_counts(capsys):
    assert part_right(check_costs, TIMES, operations_of(network), of="m n d") == 1
    out = capsys.readouterr().out
    assert "T_run          right. Counted in PyTorch: 2 m n d^2 + m n d + 2 n d" in out


def test_counts_that_reveal_the_answer_to_an_unsolved_blank_are_not_shown(capsys):
    for other in ("m n d^3", ...):
        check_costs(TIMES | {"T_run": other}, operations_of(network), of="m n d")
        out = capsys.readouterr().out
        assert "T_forward      right" in out and "Counted" not in out


def test_a_formula_with_more_than_big_o_needs_is_right_and_a_shorter_one_suggested(capsys):
    longer = {"T_run": "m n d^2 + m d^2", "T_forward": "2 m n d^2"}
    assert part_right(check_costs, TIMES | longer, operations_of(network), of="m n d") == 1
    out = capsys.readouterr().out
    assert out.count("m n d^2 is enough") == 2


def test_each_right_blank_counts_the_same(capsys):
    answers = MEMORY | {"M_run": "m n d", "M_forward": ...}
    assert part_right(check_costs, answers, memory_of(network), of="m n d") == 0.5
    assert "M_forward      to be filled in" in capsys.readouterr().out


def test_blanks_left_open_earn_no_points():
    blanks = dict.fromkeys(MEMORY, ...)
    with pytest.raises(CheckFailed, match="Fill in the blanks first"):
        check_costs(blanks, memory_of(network), of="m n d")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("m^3 n d", "not yet: m^3 n d grows too slowly when only d grows."),
        ("m n d + m d^4", "not yet: m n d + m d^4 grows too fast when only d grows."),
        (
            "m n d + d^2 + d",
            "not yet: m n d + d^2 + d grows too slowly when d and m grow together.",
        ),
        (
            "m n + m d^2",
            "not yet: m n + m d^2 grows too slowly when d grows and n grows even faster.",
        ),
        ("m n d - m d^2", "that becomes negative for some large sizes."),
    ],
)
def test_a_wrong_formula_is_told_which_size_to_let_grow(answer, said, capsys, monkeypatch):
    monkeypatch.setattr("course.messages.across_blanks.look_up", lambda *seen: [])
    message = said_of(answer, capsys)
    assert message.endswith(said)
    assert "Counted" not in message


def test_a_wrong_exact_count_is_answered_with_an_example(capsys):
    def product(p, q):
        return torch.zeros(p, q) @ torch.zeros(q, 3)

    def check(answer):
        options = {"of": "p q", "exact": True}
        return said_of(
            answer, capsys, "other", multiplications_of(one=product, other=product), **options
        )

    assert check("3 p q").startswith("right")
    assert check("p q").startswith("not yet: at p = 2, q = 3 you say 6, but PyTorch takes 18.")
    assert check("6 p q").startswith("not yet: at p = 2, q = 3 you say 36, but PyTorch takes 18.")
    assert check("9 p").startswith("not yet: at p = 3, q = 2 you say 27, but PyTorch takes 18.")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("3 p r", "at p = 2, q = 4, r = 3 you say 18, but PyTorch takes 24."),
        ("p q r (p + q + r) / 9", "p q r (p + q + r) / 9 is not right."),  # but at 2, 3, 4 it is
    ],
)
def test_a_wrong_count_is_wrong_at_the_example(answer, said, capsys):
    def product(p, q, r):
        return torch.zeros(p, q) @ torch.zeros(q, r)

    counted = multiplications_of(one=product, other=product)
    options = {"of": "p q r", "exact": True}
    assert said_of(answer, capsys, "other", counted, **options).startswith(f"not yet: {said}")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("p q r + q", "Of your terms, p q r is right; q is not right."),
        ("p q r", "Of your terms, p q r is right, but something is missing."),
        ("p q r + p", "Of your terms, p q r is right; p is not right."),
        (
            "p q r + 2 p r",
            "Of your terms, p q r is right; 2 p r is right except for the number in front.",
        ),
    ],
)
def test_right_terms_of_a_wrong_exact_count_are_reported(answer, said, capsys):
    def counted(p, q, r):
        return {"cost": p * q * r + p * r}

    with pytest.raises(CheckFailed):
        check_costs({"cost": answer}, counted, of="p q r", exact=True)
    assert said in " ".join(capsys.readouterr().out.split())


def test_exact_counts_that_barely_differ_are_still_told_apart(capsys):
    def counted(m, n):
        return {"one": 0, "other": m * n}

    answer, options = "m n + 0.000000001 m^(-11) n^(-11.5)", {"of": "m n", "exact": True}
    assert said_of("m n", capsys, "other", counted, **options).startswith("right")
    assert said_of(answer, capsys, "other", counted, **options).startswith("not yet: ")


@pytest.mark.parametrize(
    "answer", ["n d +\n q", "n d + q +\n d", "n d + " * 20 + "q" + " + n d" * 20]
)
def test_the_caret_is_below_the_letter_that_is_not_understood(answer, capsys):
    with pytest.raises(CheckFailed):
        check_costs({"M_backward": answer}, memory_of(network), of="m n d")
    *_, above, caret = capsys.readouterr().out.rstrip().rpartition("^")[0].splitlines()
    assert above[len(caret)] == "q"
