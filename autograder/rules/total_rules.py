"""Adds up a term by a class's rules."""

from dataclasses import dataclass, field
from itertools import combinations


@dataclass(frozen=True)
class TotalRules:
    """The rules of a class on totals."""

    # The weights of the homeworks; empty if all count the same.
    weights: dict[str, float] = field(default_factory=dict)
    # How many homeworks are dropped. They are chosen so that the total is highest.
    drop_lowest: int = 0

    def counts(self, homework: str) -> bool:
        """Whether a homework counts."""
        return not self.weights or bool(self.weights.get(homework))

    def total(self, fractions: dict[str, float]) -> tuple[float, frozenset[str]]:
        """The total of a term, and the homeworks that are dropped.

        Args:
            fractions: by homework, the fraction of its points that was earned: from 0 to 1, or more
                with extra credit.
        """
        weights = {name: self.weights.get(name, 0.0) if self.weights else 1.0 for name in fractions}
        counted = [name for name in fractions if weights[name] > 0]
        drop = max(0, min(self.drop_lowest, len(counted) - 1))

        def without(dropped: tuple[str, ...]) -> float:
            kept = [name for name in counted if name not in dropped]
            weight = sum(weights[name] for name in kept)
            earned = sum(weights[name] * fractions[name] for name in kept)
            return earned / weight if weight else 0.0

        best = max(combinations(counted, drop), key=without)
        return without(best), frozenset(best)
