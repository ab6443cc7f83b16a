"""Says which cells of a submission did not end by themselves."""

from collections import defaultdict
from collections.abc import Mapping

from autograder.base.sentences import first_of
from autograder.notebook.titles import OWN_CELL

MAX_WITH_SAME_REASON = 3  # cells that are named for the same reason


def stopped_sentences(stopped: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    """A sentence for each reason, with the cells.

    Args:
        stopped: the reasons, by the cells' ids.
        names: what the cells are called, by their ids.
    """
    cells_by_reason: dict[str, dict[str, None]] = defaultdict(dict)
    for cell, reason in stopped.items():
        cells_by_reason[reason][names.get(cell, OWN_CELL)] = None
    return [
        f"{first_of([*cells], MAX_WITH_SAME_REASON)}: {reason}"
        for reason, cells in cells_by_reason.items()
    ]
