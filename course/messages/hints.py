"""Gives hints in steps: a question, then a smaller example, then a sketch; never the answer."""

import json
import re
from functools import cache
from pathlib import Path

from IPython.display import Markdown, display

from course.running.cell_lines import cells_run
from course.values.as_text import on_one_line

HINTS_FILE = Path(__file__).with_name("hints.json")  # hints by homework and then by name

_FIRST_NAME = re.compile(r"(?:(?:class|def)\s+)?(\w*)")  # at the start of a statement

_numbers_given: dict[str, int] = {}  # how many hints have been given for each exercise


def hint(name: str | None = None) -> None:
    """Shows the next hint for an exercise.

    Args:
        name: what the exercise defines, for example "Mul" or "backward_algorithm". By default, the
            hint is for the exercise in the cell that calls `hint()`.
    """
    hints = _hints()
    name = getattr(name, "__name__", name)  # a class has one
    if name is None:
        name = _defined_in_this_cell(hints)
    if isinstance(name, str) and name not in hints:
        name = next((known for known in hints if known.lower() == name.lower()), name)
    if not isinstance(name, str) or name not in hints:
        if name is not None:
            print(f"There are no hints called {on_one_line(name)}.")
        print("Write hint() as the last line of the cell you fill in, and run it.")
        return
    steps = hints[name]
    number = min(_numbers_given.get(name, 0) + 1, len(steps))
    _numbers_given[name] = number
    title, text = steps[number - 1]
    last = " This is the last one." if number == len(steps) else ""
    display(Markdown(f"**Hint {number} of {len(steps)} for `{name}`: {title}**{last}\n\n{text}"))


def has_hints(name: str) -> bool:
    """Whether there are hints under this name."""
    return name in _hints()


def _defined_in_this_cell(hints: dict) -> str | None:
    """The first name that the running cell defines, that has hints, and whose code is not written
    yet. If all code is written, the last name with hints; None if there is no such name."""
    pieces = re.split(r"^(?=(?:class|def)\s+\w|\w+\s*=)", cells_run()[-1], flags=re.MULTILINE)
    definitions = {_FIRST_NAME.findall(piece)[0]: piece for piece in pieces}
    with_hints = [name for name in definitions if name in hints]
    for name in with_hints:
        if "raise NotImplementedError" in definitions[name]:
            return name
    return with_hints[-1] if with_hints else None


@cache
def _hints() -> dict[str, list[list[str]]]:
    homeworks = json.loads(HINTS_FILE.read_text(encoding="utf-8"))
    return {name: steps for hints in homeworks.values() for name, steps in hints.items()}
