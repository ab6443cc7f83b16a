"""The sample class's submissions, which take half a second to read: once for each process."""

from functools import cache

from autograder.authoring.sample_class import SampleSubmission, sample_class


@cache
def submissions() -> tuple[SampleSubmission, ...]:
    """All of them, homework by homework."""
    return tuple(sample_class())


def submissions_of(homework: str) -> dict[str, SampleSubmission]:
    """Those for one homework, by student."""
    return {each.student: each for each in submissions() if each.homework == homework}
