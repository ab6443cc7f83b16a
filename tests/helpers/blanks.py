"""Blanks of an exercise that is worth 4 points, and what a check says about each."""

import math
import re

from course import check_blanks, check_exercise
from course.check.base.exercise import counting_blanks, parts_right, points_earned

RIGHT = {"a": math.log(2), "b": 2.0, "c": -0.5, "d": 0.0}


def check(answers, right=RIGHT, **kwargs):
    """The points for some blanks of an exercise that is worth 4."""
    with check_exercise("By hand", points=4):
        check_blanks(answers, right, **kwargs)
    return points_earned(4, parts_right["By hand"])


def part_right(check, *arguments, **options):
    """The fraction of the blanks that a check counts as right."""
    with counting_blanks() as counted:
        check(*arguments, **options)
    return counted.part_right


def verdicts(out):
    """What a check says, by blank."""
    whole = re.sub(r"\n +", " ", out)
    lines = [line.split("  ", 1) for line in whole.splitlines() if "  " in line]
    return {name.strip(): verdict.strip() for name, verdict in lines}


def one_verdict(answer, right, capsys, **kwargs):
    check({"q": answer, "known": 1}, {"q": right, "known": 1.0}, **kwargs)
    return verdicts(capsys.readouterr().out)["q"]
