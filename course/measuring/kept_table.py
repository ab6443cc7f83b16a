"""Writes what a node keeps as a table."""

from course.measuring.saved_activations import SavedActivation
from course.values.words import listed


def kept_table(kept: list[SavedActivation]) -> str:
    """A table of what is kept, with a line for each attribute, input or output, and the total."""
    if not kept:
        return "  no tensors: 0 bytes"  # a few plain numbers may be kept for free
    groups: dict[str, list[SavedActivation]] = {}
    for thing in kept:
        groups.setdefault(thing.name, []).append(thing)
    width = max(map(len, groups))
    lines = [f"  {name.ljust(width)}  {_group_text(group)}" for name, group in groups.items()]
    if len(lines) > 1:
        lines.append(f"  together {total_bytes(kept)} bytes")
    return "\n".join(lines)


def _group_text(group: list[SavedActivation]) -> str:
    """The things that are kept under one name, as in `12 x bool: 12 bytes`."""
    entries: dict[str, int] = {}
    for thing in group:
        entries[thing.type] = entries.get(thing.type, 0) + thing.entries
    text = listed(f"{count} x {of_type}" for of_type, count in entries.items())
    if len(group) > 1:
        text += f", in {len(group)} tensors"
    roles = sorted({thing.role for thing in group if thing.role not in thing.name})
    if roles and len(group) == 1:
        text += f", which is the {roles[0]}"
    elif roles:
        text += f", the {' and the '.join(roles)} among them"
    return f"{text}: {total_bytes(group)} bytes"


def total_bytes(kept: list[SavedActivation]) -> int:
    """The bytes of everything that is kept."""
    return sum(thing.bytes for thing in kept)
