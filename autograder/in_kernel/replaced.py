"""Whether the code that answers in a kernel is still what was imported: the course's and this
package's.

It is a hint, not proof: it runs in the student's own kernel, whose code could put things back in
time.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

OUR_PACKAGES = "course.", f"{__package__}."
NOT_ASKED = "course.check", "course.picture", "course.player"  # they answer nothing
_DESCRIPTORS = classmethod, staticmethod, property, cached_property
_reported: set[str] = set()


def replaced() -> list[str]:
    """The functions, methods and classes that have changed since the first call of this function,
    by module and name, each reported once. Code that was reloaded unchanged counts as the same."""
    changed = [
        f"{place}.{name}"
        for place, names, name, value, lasting in _as_imported()
        if not _is_as_imported(names.get(name), value, lasting)
    ]
    found = [each for each in changed if each not in _reported]
    _reported.update(found)
    return found


def _is_as_imported(now: object, value: object, lasting: object) -> bool:
    if (
        now is value and getattr(now, "__code__", lasting) is lasting
    ):  # nearly always, and quick to see
        return True
    return _lasting_part(now) == lasting


def _lasting_part(value: object) -> object:
    """What stays the same when a function or class is reloaded; other values themselves."""
    if isinstance(value, type):
        return value.__module__, value.__qualname__
    return getattr(value, "__code__", value)


@cache
def _as_imported() -> list[tuple[str, Mapping, str, object, object]]:
    """All functions, methods and classes: where each is, in which names, its name, the value and
    what lasts of it."""
    modules = {m: sys.modules[m] for m in [*sys.modules] if m.startswith(OUR_PACKAGES)}
    return [
        (place, names, name, value, _lasting_part(value))
        for module in modules
        if not module.startswith(NOT_ASKED)
        for place, names in _scopes(module, vars(modules[module]))
        for name, value in names.items()
        if callable(value) or isinstance(value, _DESCRIPTORS)
    ]


def _scopes(module: str, names: Mapping) -> Iterator[tuple[str, Mapping]]:
    yield module, names
    for each in names.values():
        if isinstance(each, type) and each.__module__ == module:
            yield f"{module}.{each.__name__}", vars(each)
