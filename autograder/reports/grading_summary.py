"""The summary of a grading run for a terminal: what was graded, and what people should look at."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from autograder.grading.outcome import GradingOutcome
from autograder.marks.mark_changes import change_in_words
from autograder.marks.marks import Mark
from autograder.notebook.titles import OWN_CELL, names_in, titles_in
from autograder.people.roster import Roster, nearest
from autograder.people.student import is_test_student
from autograder.repairing.another import other_homework
from autograder.repairing.earlier import EARLIER, damage
from autograder.terminal.printing import remarks_table

MAX_REPEATS = 3  # times that the same reason is repeated


def grading_summary(
    outcomes: list[GradingOutcome], homework: str, roster: Roster
) -> RenderableType:
    """The summary of a run: how many were graded, and why again; which marks have changed; what
    was repaired; who could not be graded and why; and who is not in the class list. Stopped cells
    and what people should look at are listed for everybody in the run, including what earlier runs
    found."""
    graded = [o for o in outcomes if o.is_new and not o.failure]
    before = [o for o in outcomes if not o.is_new and not o.failure]
    failed = [o for o in outcomes if o.failure]
    there = [o for o in outcomes if not o.failure]
    counts = [f"{len(graded)} graded"]
    counts += [f"{len(before)} had already been graded"] if before else []
    counts += [f"[red]{len(failed)} could not be graded[/]"] if failed else []
    again = Counter(o.again for o in graded if o.again)
    names, titles = names_in(homework), titles_in(homework)
    people = {student.id: student.id_and_name for student in roster.students}

    # If a run that grades again was interrupted, the next one tells what it had changed.
    waves = {o.entry.because for o in graded if o.again}
    changed = graded + [o for o in before if o.entry.because in waves]

    def row(o: GradingOutcome, sentences: list[str]) -> tuple[str, list[str]]:
        return people.get(o.student, o.student), sentences

    tables = [
        _sentences(
            "Marks that changed", (row(o, change_in_words(o.entry, titles)) for o in changed)
        ),
        _sentences("Repaired", (row(o, damage(o.entry.mended)) for o in there)),
        _sentences("Stopped", (row(o, _stopped(o, names)) for o in there)),
        _sentences("Please look", (row(o, o.entry.flags) for o in there)),
        _sentences("Not graded", _by_reason(failed)),
        _sentences("Not in the class list (roster.csv)", _strangers(outcomes, roster)),
    ]
    noticed = any(o.entry.flags or o.entry.stopped for o in there)
    older = sum(EARLIER in o.entry.mended for o in graded)
    return Group(
        "\n" + ", ".join(counts) + ".",
        *([f"{older} made with an earlier release and brought up to date."] if older else []),
        *_of_another(failed, len(outcomes), homework),
        *(f"{count} of them again: {why}." for why, count in again.items()),
        *(table for table in tables if table.row_count),
        *(["Please look: nothing."] if there and not noticed else []),
    )


def by_hand_lines(homework: str, marks: list[Mark]) -> list[str]:
    """Sentences on what waits for a person to grade, and where to do that; none if nothing does."""
    waiting = [mark for mark in marks if mark.recorded and mark.recorded.waiting]
    again = [mark for mark in marks if mark.recorded and mark.recorded.to_look_at]
    lines = []
    if waiting:
        titles = titles_in(homework)
        counts = Counter(check for mark in waiting for check in mark.recorded.waiting)
        each = ", ".join(f"{titles.get(check, check)}: {n}" for check, n in counts.items())
        lines.append(f"Answers that wait for you to grade them by hand: {each}.")
    if again:
        them = ", ".join(mark.student.id for mark in again)
        lines.append(
            f"Changed since they were graded by hand, so is that mark still right? {them}."
        )
    if lines:
        lines.append(
            f"Grade them in formgrader: make lab, then Nbgrader, Formgrader, Manual Grading, "
            f"{homework}."
        )
    return lines


def _of_another(failed: list[GradingOutcome], count_of_all: int, homework: str) -> list[str]:
    """A sentence if most have handed in another homework."""
    named = filter(None, (other_homework(o.failure) for o in failed))
    (other, count), *_ = Counter(named).most_common(1) or [("", 0)]
    if count <= max(count_of_all / 2, MAX_REPEATS - 1):
        return []
    mistaken = f"were they collected as {homework} by mistake?"
    return [f"[red]{count} of {count_of_all} are for {other}: {mistaken}[/]"]


def _by_reason(failed: list[GradingOutcome]) -> Iterator[tuple[str, list[str]]]:
    """The failures; one that many share is told once."""
    for reason, count in Counter(o.failure for o in failed).items():
        students = [o.student for o in failed if o.failure == reason]
        if count > MAX_REPEATS:
            yield f"{count} of them", [f"{reason} These are {', '.join(students)}."]
        else:
            yield from ((student, [reason]) for student in students)


def _strangers(outcomes: list[GradingOutcome], roster: Roster) -> Iterator[tuple[str, list[str]]]:
    """Those who are not in the class list, who they may be in it, and what to do."""
    listed = {*roster.ids}
    for outcome in outcomes:
        old = outcome.student
        if listed and old not in listed and not is_test_student(old):
            advice = "If they have dropped the course, their marks stay here and are not exported."
            if like := roster.candidates(old) or nearest(old, roster.students):
                named = " or ".join(f"{s.id} ({s.name})" if s.name else s.id for s in like)
                advice = f"May be {named}: if so, autograder rename {old} {like[0].id}. {advice}"
            yield old, [f"Handed in, but is not in roster.csv. {advice}"]


def _stopped(outcome: GradingOutcome, names: dict[str, str]) -> list[str]:
    sentences = (
        f"{names.get(cell, OWN_CELL)}: {why}" for cell, why in outcome.entry.stopped.items()
    )
    return list(dict.fromkeys(sentences))


def _sentences(title: str, rows: Iterable[tuple[str, list[str]]]) -> Table:
    """A table with one sentence in each line; the first of each student also has the id."""
    return remarks_table(
        title,
        (
            (student if number == 0 else "", sentence)
            for student, sentences in rows
            for number, sentence in enumerate(sentences)
        ),
    )
