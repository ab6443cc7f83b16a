"""What an exercise is made from that consists of a graph."""

from collections.abc import Iterator

from course.check.variants.pool import is_ordinary
from course.check.variants.wrong_passes import HandGraph, WrongTable
from course.graph import ComputationNode
from course.sentences.words import listed

# Formulas for the operations that a picture of the graph does not explain.
WRITTEN = {"Square": "{}^2", "HalfDifference": "({} - {})/2"}


class GraphRecipe(HandGraph):
    """A graph to be worked out on paper, in which all nodes have names, and there is one leaf.

    Attributes:
        right: the output node.
        written: the leaf's value, as people write it.
        one: the upstream gradient at the output.
        leaf: the name of the only leaf.
    """

    def __init__(self, right: ComputationNode, written: str, one: int):
        super().__init__(right, one)
        self.right, self.written, self.leaf = right, written, self.nodes[0].name

    def wrong_tables(self, backward: bool) -> Iterator[WrongTable]:
        """Each known mistake that can be made in the forward or the backward pass, and what it
        leaves."""
        return self.wrong_gradients() if backward else self.wrong_results()

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""
        numbers = [*self.results.values(), *self.gradients.values()]
        return all(map(is_ordinary, numbers)) and self.tells_all_apart()

    def given(self, output: str = "") -> list[str]:
        """What is given in addition to the picture, in sentences.

        Args:
            output: if gradients are asked for, the letter for the multiple of the graph's output
                whose gradients they are; empty if values are asked for.
        """
        sentences = [f"Let {self.leaf} = {self.written}."]
        formulas = [
            f"{node.name} = {WRITTEN[node.class_name].format(*(n.name for n in node.input_nodes))}"
            for node in self.right.sorted_nodes()
            if node.class_name in WRITTEN
        ]
        if formulas:
            sentences.append(f"In it, {listed(formulas)}.")
        if output:
            last = self.right.name
            sentences.append(
                f"{last} is followed by {output} = {self.one} {last}, and the gradients are those "
                f"of {output}. So begin with {self.one} at {last}, not with 1."
            )
        return sentences
