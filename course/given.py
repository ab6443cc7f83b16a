"""Remembers what the constructor of an object was given, whatever its `__init__` makes of it."""

_GIVEN = "_given"  # the name of the attribute


class RemembersGiven:
    """A base class for nodes. It has no `__init__`, so that a student's own one is what counts."""

    def __new__(cls, *arguments, **named):
        """Remembers all but nodes and tensors, which are inputs."""
        made = super().__new__(cls)
        places = {
            place: argument
            for place, argument in enumerate(arguments)
            if not isinstance(argument, RemembersGiven) and not hasattr(argument, "shape")
        }
        vars(made)[_GIVEN] = places | named
        return made


def given(made: object, place: int, name: str) -> object:
    """What was given for a parameter, by its place or its name; None for a node or a tensor, and if
    nothing was given."""
    found = getattr(made, _GIVEN, {})
    return found.get(place, found.get(name))


def is_given(attribute: str) -> bool:
    """Whether an attribute is the one that remembers."""
    return attribute == _GIVEN


def replace_given(made: object, place: int, name: str, value: object) -> None:
    """Remembers another value for a parameter from now on."""
    vars(made)[_GIVEN] = {**getattr(made, _GIVEN, {}), place: value, name: value}
