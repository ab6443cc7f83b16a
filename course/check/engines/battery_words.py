"""Puts the battery's outcomes into words: a sentence about all trials and, for one trial, the first
slip, the values, and lines of code that run it again."""

from collections import Counter

from course.check.engines.battery import Battery, ComparedTrial, WhichCalls
from course.check.engines.first_slip import first_slip
from course.recording.guards import ChangesGraph
from course.sentences.lines import with_lines_indented
from course.sentences.words import listed, plural
from course.values.as_text import in_python
from course.values.compare import Row
from course.values.kinds import stand_in
from course.values.tensors import as_float64

_WHERE = {
    "alone": "on a leaf alone",
    "chain": "on chains",
    "two inputs": "on nodes with two different inputs",
    "twice": "where a node is both inputs of another",
    "fork": "where a node feeds two others",
    "ways of different length": "where a node feeds two others and one of these leads to the other",
    "zero": "where `one` is 0",
    "second": "in a second call on the same graph",
    "other values": "in a call after the values of the leaves have changed",
}
_LATER = {"second", "other values"}


def battery_sentence(battery: Battery, which: WhichCalls = WhichCalls.ALL) -> str:
    """Says on which kinds of graphs an engine is right and on which it is wrong."""
    counting = battery.trials_that_count(which)
    graphs = f"{len(counting)} small {plural(len(counting), 'graph')}"
    text = f"Tried on {graphs}: {_kinds(counting)}."
    is_wrong = battery.tensors and not all(each.is_right for each in counting)
    on_numbers = battery.on_numbers
    if is_wrong and on_numbers and all(each.is_right for each in on_numbers):
        text += " With plain numbers in place of tensors it is right on all."
    return text


def _kinds(all_compared: list[ComparedTrial]) -> str:
    """The part of the sentence that lists the kinds of graphs, right ones first."""
    tried = Counter(each.trial.kind for each in all_compared)
    failed = Counter(each.trial.kind for each in all_compared if not each.is_right)
    if not failed:
        is_backward = any(each.method == "backward" for each in all_compared)
        anew = ", with the results computed anew for each call" if is_backward else ""
        return f"right on all of them{anew}"
    is_wrong = any(each.has_wrong_numbers for each in all_compared)
    trouble = "wrong" if is_wrong else "right numbers, but not exactly one run of each node,"
    if failed == tried:
        return f"{trouble} on {'all of them' if len(all_compared) > 1 else 'it'}"
    right = _where_right(tried, failed)
    return (f"right {right}; " if right else "") + f"{trouble} {_where_wrong(tried, failed)}"


def _where_right(tried: Counter[str], failed: Counter[str]) -> str:
    """The kinds of graphs on which every trial is right; empty if there are none."""
    right = [kind for kind in _WHERE if tried[kind] and not failed[kind]]
    if failed.keys() <= _LATER:  # these are the only kinds with later calls
        later = [_WHERE[kind] for kind in right if kind in _LATER]
        return listed(["in each first call", *later])
    return listed(_WHERE[kind] for kind in right)


def _where_wrong(tried: Counter[str], failed: Counter[str]) -> str:
    """The kinds of graphs on which trials are wrong: up to two kinds, or the first and how many
    other trials."""

    def where(kind: str) -> str:
        some = f" ({failed[kind]} of {tried[kind]})"
        return f"{_WHERE[kind]}{some if failed[kind] < tried[kind] else ''}"

    if failed.keys() == _LATER:  # perhaps any second call, whatever the values
        return where("second")
    first, *others = (kind for kind in _WHERE if failed[kind])
    if len(others) < 2:
        return ", and ".join(map(where, [first, *others]))
    others_failed = sum(failed[kind] for kind in others)
    others_tried = sum(tried[kind] for kind in others)
    how_many = f"{others_failed} of {others_tried}" if others_failed < others_tried else "all"
    return f"{where(first)}, and on {how_many} others"


def slip_text(compared: ComparedTrial) -> str:
    """The first thing that the engine did wrong on a trial, and the line that did it; empty if
    unknown."""
    outcome = compared.stepwise
    if outcome.took_too_long:
        return "It was still running when it was stopped."
    if outcome.called_too_often:
        return f"It called {compared.method} again and again, and was stopped."
    if outcome.error and compared.outcome is outcome:
        if outcome.error == ChangesGraph.__name__:
            return with_lines_indented(f"It {outcome.text}.")
        return with_lines_indented(f"It raised {outcome.error_and_text}")
    slip = first_slip(compared)
    if slip is None:
        return ""
    line = "" if slip.line is None else f"\n  {outcome.lines[slip.line]}"
    return slip.sentence + line


def compared_rows(compared: ComparedTrial) -> list[Row]:
    """What the engine left in each node of a trial, next to PyTorch's value, in the order of the
    pass."""
    rows = [
        # Only the name of the type was kept of a value that is not numeric.
        Row(name, stand_in(yours) if isinstance(yours, str) else yours, as_float64(right))
        for name, yours, right in zip(
            compared.names, compared.outcome.values, compared.right, strict=True
        )
    ]
    return rows if compared.method == "forward" else rows[::-1]


def lines_to_replay(compared: ComparedTrial) -> str:
    """Lines of code that repeat an engine's run on a trial: a replay of a first call, or both calls
    in sequence."""
    trial = compared.trial
    one = in_python(trial.upstream)
    if trial.call == "first":
        if compared.method == "forward":
            return f"{trial.text}\nreplay(y, forward_algorithm)"
        return f"{trial.text}\nreplay(y, forward_algorithm, backward_algorithm, one={one})"
    lines = [trial.text, "forward_algorithm(y)"]
    if compared.method == "backward":
        lines.append(f"backward_algorithm(y, one={in_python(trial.earlier_upstream)})")
    if trial.call == "other values":
        values = trial.other_values.items()
        lines.append("; ".join(f"{letter}.value = {in_python(value)}" for letter, value in values))
        lines.append("forward_algorithm(y)")
    if compared.method == "backward":
        lines.append(f"backward_algorithm(y, one={one})")
    return "\n".join([*lines, "print(y)" if compared.method == "forward" else "draw(y)"])
