"""Splits people's names into parts, as far as one can know them, and gives the ways to write a
name."""

from autograder.people.spelling import folded

# The family name begins with such a particle if there is one inside a name: Maria De Luca, Jan van
# der Berg.
_PARTICLES = {"af", "al", "av", "bin", "bint", "da", "dal", "dalla", "das", "de", "degli", "dei"}
_PARTICLES |= {"del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "ibn", "la"}
_PARTICLES |= {"las", "le", "les", "los", "st", "ten", "ter", "van", "vom", "von", "zu", "zur"}


def name_parts(name: str, first: str, last: str) -> tuple[str, str, str]:
    """The full name, the first name and the last name."""
    if not (first or last):
        if "," in name:
            last, first = (part.strip() for part in name.split(",", 1))
        else:
            first, last = _parted(name)
            return name, first, last
    return f"{first} {last}".strip(), first, last


def _parted(name: str) -> tuple[str, str]:
    """The first and the last name, as far as one can know, of a name in this order."""
    words = name.split()
    inside = range(1, len(words) - 1)
    particles = (i for i in inside if words[i].strip(".").casefold() in _PARTICLES)
    begin = next(particles, -1)  # of the last name
    return " ".join(words[:begin]), " ".join(words[begin:])


def ways_to_write(first: str, last: str, name: str) -> set[str]:
    """A name in each order, folded. Some systems put the family name first, but a list that gives
    the name whole does not tell where that begins: Luz García Márquez may be garcíamárquezluz."""
    words = name.split()
    ways = {f"{last} {first}", f"{first} {last}"}
    ways |= {" ".join(words[i:] + words[:i]) for i in range(len(words))}
    return {spelling for way in ways for spelling in folded(way)}
