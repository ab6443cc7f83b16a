"""What of a notebook a function can come to: if none of that changes, it does the same again."""

from collections.abc import Iterable
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

# Who names one of these may come to anything.
_ANYTHING = {
    *("globals", "locals", "vars", "eval", "exec", "sys", "__main__", "__import__", "importlib"),
    *("get_ipython", "IPython", "inspect", "gc", "builtins", "__globals__", "f_globals"),
}
_PLAIN = BuiltinFunctionType | ModuleType | int | float | str | None


def reached(names: dict, functions: Iterable[str]) -> frozenset[tuple[str, int]]:
    """What some functions of a namespace can come to in it, themselves included: name and identity
    of each, which says something while they are kept. It is all functions and classes if the code
    does not show it."""
    found, left = {}, list(functions)
    while left:
        name = left.pop()
        if name in _ANYTHING:
            return _identities({name: each for name, each in names.items() if callable(each)})
        if name in names and name not in found:
            found[name] = names[name]
            left += _mentioned(names[name], names)
    return _identities(found)


def _identities(names: dict) -> frozenset[tuple[str, int]]:
    return frozenset((name, id(each)) for name, each in names.items())


def _mentioned(value: object, names: dict) -> Iterable[str]:
    """All names that something may look up in a namespace."""
    if isinstance(value, _PLAIN):
        return ()
    if isinstance(value, FunctionType):
        given = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values())
        if value.__closure__ or not all(isinstance(each, _PLAIN) for each in given):
            return _ANYTHING
        return _names_in(value.__code__) if value.__globals__ is names else ()
    is_elsewhere = isinstance(value, type) and value.__module__ != names.get("__name__")
    return () if is_elsewhere else _ANYTHING


def _names_in(code: CodeType) -> list[str]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [*code.co_names, *(name for each in inner for name in _names_in(each))]
