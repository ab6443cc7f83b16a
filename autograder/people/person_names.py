"""The parts of people's names, as far as one can know them, and the ways to write a name."""

from autograder.people.spelling import folded

# A particle inside a name begins the family name: Maria De Luca, Jan van der Berg.
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
    """The first and the last name, of a name in this order, as far as one can know."""
    words = name.split()
    begin = -1  # of the last name: the last word, unless there is a particle
    for i in range(1, len(words) - 1):
        if words[i].strip(".").casefold() in _PARTICLES:
            begin = i
            break
    return " ".join(words[:begin]), " ".join(words[begin:])


def ways_to_write(first: str, last: str, name: str) -> set[str]:
    """A name in each order, folded. Where a list gives it whole, nobody can tell where the family
    name begins, which a system puts first: Luz García Márquez may be garcíamárquezluz."""
    words = name.split()
    ways = {f"{last} {first}", f"{first} {last}"}
    ways |= {" ".join(words[i:] + words[:i]) for i in range(len(words))}
    return {spelling for way in ways for spelling in folded(way)}
