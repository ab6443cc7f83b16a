"""Makes the words of sentences: lists, singular and plural forms."""

from collections.abc import Iterable

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def listed(parts: Iterable[str]) -> str:
    """Texts as a list, `a, b and c`; empty if there are none."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def plural(count: float, noun: str) -> str:
    """A noun in the form for a number of things: `node` for one, otherwise `nodes`."""
    return noun if count == 1 else f"{noun}s"


def verb(count: int, many: str) -> str:
    """A verb in the form for a number of things: `grows` for one, otherwise `grow`."""
    if count != 1:
        return many
    ending = "es" if many.endswith(("s", "sh", "ch")) else "s"
    return {"are": "is", "were": "was", "do": "does"}.get(many, f"{many}{ending}")


def capitalised(text: str) -> str:
    """A text with a capital first letter. Unlike in `str.capitalize`, the rest stays as it is."""
    return text[:1].upper() + text[1:]
