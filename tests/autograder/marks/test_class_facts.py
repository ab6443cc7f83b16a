"""What follows from the facts of a homework: totals, counts and mistakes."""

import pytest

from autograder.marks.class_facts import ClassFacts, StudentFacts
from autograder.notebook.exercises import Exercise, Exercises


@pytest.mark.parametrize(("penalty", "total"), [(0.0, 1.5), (1.0, 0.5), (4.0, 0.0)])
def test_a_penalty_never_makes_a_total_negative(penalty, total):
    marks = {"a": 1.5, "essay": None}
    assert StudentFacts("ann", "Ann", marks=marks, late_penalty=penalty).total == total


def test_an_exercise_still_to_be_graded_by_hand_does_not_count_as_failed():
    exercise = Exercise("why", "why", 3, by_hand=True)
    students = [StudentFacts(str(mark), "", marks={"why": mark}) for mark in (None, 0, 1, 3, 4)]
    counts = ClassFacts("hw", Exercises([exercise]), students).count_scores(exercise)
    assert (counts.full, counts.part, counts.none, counts.waiting) == (2, 1, 1, 1)
    assert counts.graded == 4


def test_only_exercises_with_points_and_a_mark_of_everybody_are_analysed():
    exercises = Exercises([Exercise("a", "A", 1), Exercise("b", "B", 2), Exercise("c", "C", 1)])
    exercises.append(Exercise("more", "More", 0, extra=2))
    marks = [{"a": n % 2, "b": n % 3, "c": n % 2 or None, "more": n % 2} for n in range(12)]
    students = [StudentFacts(str(n), "", marks=each) for n, each in enumerate(marks)]
    facts = ClassFacts("hw", exercises, students)
    assert facts.analysis and [*facts.analysis.items] == ["a", "b"]
    counts = facts.count_scores(exercises[-1])
    assert (counts.full, counts.part, counts.none) == (0, 6, 6)


def test_mistakes_that_cannot_be_told_apart_count_as_uncertain():
    exercises = Exercises([Exercise("a", "A", 1), Exercise("b", "B", 1)])
    students = [
        StudentFacts("ann", "ann", mistakes={"b": [["overwrites"]], "a": [["overwrites"]]}),
        StudentFacts(
            "bob", "bob", mistakes={"a": [["overwrites", "never-forgets"], ["overwrites"]]}
        ),
        StudentFacts("cleo", "cleo", mistakes={"a": [["overwrites", "never-forgets"], ["gone"]]}),
    ]
    first, second = ClassFacts("hw", exercises, students).mistakes
    assert (first.id, first.students, first.perhaps) == ("overwrites", ["ann", "bob"], ["cleo"])
    # Bob's other answer has settled which of the two it is.
    assert (second.id, second.students, second.perhaps) == ("never-forgets", [], ["cleo"])
    assert first.exercises == ["a", "b"]
    assert first.sentence


def test_bank_texts_that_say_the_same_count_as_one_mistake():
    seen = {"a": [["starts-with-ones", "ignores-one"]]}
    ann = StudentFacts("ann", "ann", mistakes=seen)
    (only,) = ClassFacts("hw", Exercises([Exercise("a", "A", 1)]), [ann]).mistakes
    assert (only.students, only.perhaps) == (["ann"], [])
