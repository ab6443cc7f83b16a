"""Runs the checks of each exercise, remembers which exercises have passed since the kernel started,
and prints the summary at the end of a notebook."""

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from course.check.base.error_table import IN_A_CELL
from course.check.base.failures import failure_by_error
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.given_cells import note_on_given_cells
from course.messages.last_cell import MEND_THAT_CELL, note_on_last_cell
from course.messages.output import held_back, show_passed, show_unfinished
from course.recording.records import Answer
from course.reference.cases import Case
from course.reference.random_values import for_exercise
from course.running.attempt import is_by_raise, is_of_the_package, raised
from course.running.in_force import in_force
from course.running.settings import usual_settings
from course.sentences.lines import ToldAlone, in_lines
from course.sentences.words import listed, plural, verb
from course.subject import NoAnswer

# What to try if the cell of a check made a function of this package raise an error.
_ELSEWHERE = (
    "Does a name in this cell have another meaning in the notebook by now? Run the set-up cell, "
    "and then all cells above this one."
)
parts_right: dict[str, float] = {}  # by title: how much of the latest run is right, from 0 to 1


@dataclass
class RunningExercise:
    """The exercise whose checks are running, and how many blanks they have found right."""

    title: str = ""
    blanks: int = 0
    blanks_right: int = 0
    words: str = ""  # printed instead of "blanks are right", if not empty
    # Sentences about what is wrong although the exercise passes.
    notes: list[str] = field(default_factory=list)
    # For each class of nodes that was right, by its name: the shapes of the inputs.
    found_right: dict[str, str] = field(default_factory=dict)

    @property
    def part_right(self) -> float:
        """The fraction of the blanks that are right; 1 if there are no blanks."""
        return self.blanks_right / self.blanks if self.blanks else 1.0


_outside = RunningExercise()  # stands for code outside any exercise
_running = ContextVar("running", default=_outside)


@contextmanager
def check_exercise(title: str, points: float = 0) -> Iterator[None]:
    """Runs the checks of one exercise. It passes if all of them pass and all blanks are right.

    The release puts this line above each check, from the header of its cell:

        with check_exercise("5 forward_algorithm", points=4):
            check_results(cosh_x, forward_algorithm)

    Args:
        title: the name of the exercise, here and in the summary.
        points: the points for the exercise, divided equally among its blanks.
    """
    parts_right[title] = 0.0
    note_on_last = note_on_last_cell()
    notes = [*filter(None, [note_on_last, note_on_given_cells()])]
    with held_back("".join(f"{in_lines(note)}\n" for note in notes)) as printed:
        try:
            running = in_force(_running, RunningExercise(title))
            with usual_settings(), for_exercise(title), running as exercise:
                yield
        except Exception as error:
            if isinstance(error, NoAnswer | ToldAlone):
                raise  # it is for the grader, or has its own explanation
            raise _failure_of_cell(error, is_after_stopped_cell=bool(note_on_last)) from error
        parts_right[title] = exercise.part_right
        if exercise.blanks:
            print(f"\n{_count_text(exercise, points)}.")
    if exercise.part_right == 1:
        line = " ".join([f"Passed: {title}.", *notes, *exercise.notes])
        show_passed(line, printed.getvalue())
    else:
        show_unfinished(f"Not all of it yet: {title}.")
        printed.release()


def _failure_of_cell(error: Exception, *, is_after_stopped_cell: bool) -> CheckFailed:
    """The failure of a check whose cell raised an error outside of any question."""
    seen = raised(error)
    if is_of_the_package(error):
        clue = "" if is_by_raise(error) else _ELSEWHERE  # its text says what to do instead
        message = f"This cell raised {seen.name_and_text}. {clue}".rstrip()
        return CheckFailed(message, Diagnosis(raised=seen))
    # A name is missing or has another meaning, or the student's code raised the error, for example
    # in an `__init__`.
    is_of_a_name = isinstance(error, NameError)
    is_here = is_of_a_name or re.search(IN_A_CELL, seen.line)
    whose = "This cell" if is_here else "Your code"
    clue = MEND_THAT_CELL if is_of_a_name and is_after_stopped_cell else ""
    return failure_by_error(whose, Case(), Answer(seen), clue)


def _count_text(exercise: RunningExercise, points: float) -> str:
    blanks, right = exercise.blanks, exercise.blanks_right
    words = exercise.words or f"{plural(blanks, 'blank')} {verb(right, 'are')} right"
    if not points:
        return f"{right} of {blanks} {words}"
    earned = points_earned(points, exercise.part_right)
    return f"{right} of {blanks} {words}: {earned:g} of {points:g} {plural(points, 'point')}"


def points_earned(points: float, part: float) -> float:
    """The points earned if this part of an exercise, from 0 to 1, is right."""
    return round(float(points) * part, 2)


def exercise_title() -> str:
    """The title of the exercise whose checks are running; empty if none are."""
    return _running.get().title


def counting_blanks() -> AbstractContextManager[RunningExercise]:
    """Inside this context, the blanks of checks are counted, for code outside any exercise."""
    return in_force(_running, RunningExercise())


def count_blanks(right: int, blanks: int, words: str = "") -> None:
    """Adds a check's blanks, and how many of them are right, to the running exercise. If the check
    counts something other than blanks, `words` are printed instead of "blanks are right"."""
    exercise = _running.get()
    exercise.blanks_right += right
    exercise.blanks += blanks
    exercise.words = words or exercise.words


def note_passed_although(note: str) -> None:
    """Adds a sentence about something that is wrong although the exercise passes."""
    if _running.get() is _outside:
        print(note)
    elif note not in _running.get().notes:  # another check of it may have added the note
        _running.get().notes.append(note)


def shapes_found_right() -> dict[str, str]:
    """For each class of nodes that was right in this exercise, by its name: the shapes of the
    inputs. Checks add entries. Outside any exercise, a new dictionary."""
    return {} if _running.get() is _outside else _running.get().found_right


def show_summary(*titles: str, by_hand: Sequence[str] = ()) -> None:
    """Prints which of a notebook's exercises have passed, which have not, and what comes next.

    Args:
        titles: the titles of the exercises, in order.
        by_hand: the numbers of the exercises that a person grades.
    """
    passed = [title for title in titles if parts_right.get(title) == 1]
    missing = [title for title in titles if title not in passed]
    width = max(map(len, titles))
    for title in titles:
        word = "passed" if title in passed else "not yet" if title in parts_right else "not run"
        print(f"{title.ljust(width)}   {word}")
    print()
    if not missing:
        which = f"All {len(titles)} exercises pass" if len(titles) > 1 else "The exercise passes"
        print(f"{which}. Save the notebook and hand it in.")
    else:
        passes = f"{len(passed)} of {len(titles)} exercises {verb(len(passed), 'pass')}"
        print(f"{passes}. Next: {missing[0]}.")
    if by_hand:
        exercises = f"{plural(len(by_hand), 'exercise')} {listed(by_hand)}"
        print(f"In your own words, and graded by a person: {exercises}.")
