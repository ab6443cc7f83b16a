"""Says how grading again has changed a mark."""

from autograder.grading.journal import JournalEntry
from autograder.on_nbgrader.recorded_scores import are_same_points, less_penalty


def change_in_words(entry: JournalEntry, titles: dict[str, str]) -> list[str]:
    """Sentences on marks that grading again has changed: the old mark, the new one, and why; empty
    if none has changed."""
    penalty_before, penalty = entry.penalties
    is_same = entry.score_before == entry.score and are_same_points(penalty_before, penalty)
    if entry.score_before is None or (is_same and not entry.changes):
        return []
    changes = ", ".join(
        f"{titles.get(check, check)} {_mark_in_words(before)} → {_mark_in_words(now)}"
        for check, (before, now) in entry.changes.items()
    )
    reason = f", because {entry.because}" if entry.because else ""
    before = _with_penalty(entry.score_before, penalty_before)
    now = _with_penalty(entry.score, penalty)
    return [f"{before} → {now}{reason}. {changes}".strip()]


def _with_penalty(score: float | None, penalty: float) -> str:
    """A mark, and what it is made of if it was handed in late."""
    if score is None or not penalty:
        return _mark_in_words(score)
    return f"{less_penalty(score, penalty):g} ({score:g} − {penalty:g} late)"


def _mark_in_words(mark: float | None) -> str:
    return "no mark" if mark is None else f"{mark:g}"
