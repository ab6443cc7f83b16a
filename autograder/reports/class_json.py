"""Writes the report as JSON, for scripts."""

from dataclasses import asdict, replace

from autograder.base.visible import json_text
from autograder.marks.class_facts import ClassFacts
from autograder.notebook.exercises import Exercise


def facts_as_json(facts: ClassFacts) -> str:
    """The facts as JSON, for scripts."""
    report = {
        "homework": facts.homework,
        "points": facts.exercises.points,
        "exercises": [_exercise_facts(facts, exercise) for exercise in facts.exercises],
        "reliability": facts.analysis and facts.analysis.reliability,
        "mistake_pairs": [
            {"mistakes": [pair.first.id, pair.second.id], "both": pair.both}
            for pair in facts.mistake_pairs
        ],
        "mistakes": [asdict(mistake) for mistake in facts.mistakes],
        "students": [
            asdict(replace(student, answers={}))
            | {"total": student.total, "waiting": student.waiting}
            for student in facts.students
        ],
    }
    return json_text(report)


def _exercise_facts(facts: ClassFacts, exercise: Exercise) -> dict[str, object]:
    """An exercise, how many students got how much for it, and, if it was analysed, its
    statistics."""
    counts = asdict(facts.count_scores(exercise))
    about_exercise = counts.pop("exercise")
    items = facts.analysis.items if facts.analysis else {}
    statistics = asdict(items[exercise.id]) if exercise.id in items else {}
    return about_exercise | counts | statistics
