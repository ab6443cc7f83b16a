"""The plans of what to ask."""

import gc
import weakref

from autograder.judge import question_plan
from autograder.judge.question_plan import plan_for


def test_as_many_plans_are_kept_as_one_homework_needs():
    plan_for("hw1-cosh", "the first")  # a library that it imports keeps the frames of its caller
    series_of_many_rounds = [f"round {number}" for number in range(question_plan.MAX_PLANS + 3)]
    plans = [weakref.ref(plan_for("hw1-cosh", each)) for each in series_of_many_rounds]
    gc.collect()
    assert sum(plan() is not None for plan in plans) == question_plan.MAX_PLANS
    assert plan_for("hw1-cosh", series_of_many_rounds[-1]) is plans[-1]()
