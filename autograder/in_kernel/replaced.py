"""Whether the code that answers in a kernel is still what was imported: the course's and this
package's, and what of the libraries it uses.

It is a hint, not proof: it runs in the student's own kernel, whose code could put things back in
time.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from inspect import iscode
from types import CodeType

import torch
from torch.overrides import _get_current_function_mode_stack as function_modes
from torch.utils._python_dispatch import _get_current_dispatch_mode_stack as dispatch_modes

from course.recording.reachable import names_looked_up

OUR_PACKAGES = "course.", f"{__package__}."
NOT_ASKED = "course.check", "course.picture", "course.player"  # they answer nothing
# Where a notebook can put something else that this code would then call.
LIBRARIES = (
    "builtins",
    "contextlib",
    "gc",
    "inspect",
    "math",
    "numpy",
    "operator",
    "os",
    "resource",
    "signal",
    "sys",
    "time",
    "torch",
    "torch._C",
)
# All functions and methods of these count: our code enters contexts, and sends what it finds.
ALL_OF = "contextlib", "pipe_kernel"
MODE_IN_FORCE = "torch.overrides.TorchFunctionMode"  # how one is named that is still in force
_SET_BY_US = {"builtins.input", "torch._C._enter_dual_level"}
_DESCRIPTORS = classmethod, staticmethod, property, cached_property
_reported: set[str] = set()


def replaced() -> list[str]:
    """The functions, methods and classes that have changed since the first call of this function,
    by module and name, each reported once. Code that was reloaded unchanged counts as the same. A
    mode of a notebook's own, which changes what PyTorch's functions do, is reported, too."""
    changed = [
        f"{place}.{name}"
        for place, names, name, value, lasting in _as_imported()
        if not _is_as_imported(names.get(name), value, lasting)
    ]
    modes = [*function_modes(), *dispatch_modes()]
    if any(type(mode).__module__.partition(".")[0] != "torch" for mode in modes):
        changed.append(MODE_IN_FORCE)
    found = [each for each in changed if each not in _reported]
    _reported.update(found)
    return found


def _is_as_imported(now: object, value: object, lasting: object) -> bool:
    # Nearly always, and quick to see.
    if now is value and getattr(now, "__code__", lasting) is lasting:
        return True
    # Nothing else is compared: `==` of a student's object is the student's code.
    found = _lasting_part(now)
    return found is lasting or (
        (isinstance(lasting, tuple) or iscode(lasting)) and found == lasting
    )


def _lasting_part(value: object) -> object:
    """What stays the same when a function or class is reloaded; other values themselves."""
    if isinstance(value, type):
        return value.__module__, value.__qualname__
    return getattr(value, "__code__", value)


@cache
def _as_imported() -> list[tuple[str, Mapping, str, object, object]]:
    """All functions, methods and classes: where each is, in which names, its name, the value and
    what lasts of it; of libraries, those whose names our code looks up."""
    modules = {m: sys.modules[m] for m in [*sys.modules] if m.startswith(OUR_PACKAGES)}
    known = [
        (place, names, name, value)
        for module in modules
        if not module.startswith(NOT_ASKED)
        for place, names in _scopes(module, vars(modules[module]))
        for name, value in names.items()
    ]
    used = set().union(*(names_looked_up(code) for *_, value in known for code in _code_of(value)))
    libraries = [(name, vars(sys.modules[name])) for name in LIBRARIES if name in sys.modules]
    known += [
        (place, names, name, names[name])
        for place, names in libraries
        for name in sorted(used & names.keys())
        if f"{place}.{name}" not in _SET_BY_US
    ]
    whole = [(module, vars(sys.modules[module])) for module in ALL_OF if module in sys.modules]
    known += [
        (place, names, name, value)
        for module, scope in whole
        for place, names in _scopes(module, scope)
        for name, value in names.items()
    ]
    # A tensor's methods are its base class's: nothing of these names should stand before them.
    methods = sorted(used & {*dir(torch.Tensor)})
    known += [("torch.Tensor", vars(torch.Tensor), n, vars(torch.Tensor).get(n)) for n in methods]
    return [
        (place, names, name, value, _lasting_part(value))
        for place, names, name, value in known
        if callable(value) or isinstance(value, _DESCRIPTORS) or place == "torch.Tensor"
    ]


def _code_of(value: object) -> Iterator[CodeType]:
    """The code of a function or method, and of the function that it wraps."""
    while value is not None:
        value = getattr(value, "fget", getattr(value, "__func__", value))
        if iscode(code := getattr(value, "__code__", None)):
            yield code
        value = getattr(value, "__wrapped__", None)


def _scopes(module: str, names: Mapping) -> Iterator[tuple[str, Mapping]]:
    yield module, names
    for each in names.values():
        if isinstance(each, type) and each.__module__ == module:
            yield f"{module}.{each.__name__}", vars(each)
