"""Forms parts of sentences: lists, plurals, verbs."""

from collections.abc import Iterable

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def listed(parts: Iterable[str]) -> str:
    """Texts as a list, `a, b and c`; empty if there are none."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def plural(count: float, noun: str) -> str:
    """A noun in the form that fits a count: `node` for 1, otherwise `nodes`."""
    return noun if count == 1 else f"{noun}s"


def verb(count: int, many: str) -> str:
    """A verb in the form that fits a count: `grows` for 1, otherwise `many`, such as `grow`."""
    if count != 1:
        return many
    ending = "es" if many.endswith(("s", "sh", "ch")) else "s"
    return {"are": "is", "were": "was", "do": "does"}.get(many, f"{many}{ending}")


def capitalised(text: str) -> str:
    """A text with its first letter capitalised. Unlike `str.capitalize`, this keeps the rest."""
    return text[:1].upper() + text[1:]
