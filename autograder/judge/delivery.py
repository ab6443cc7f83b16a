"""What shows that the right gradients of an engine did not come from what `backward` returned.

It is a hint, for passes whose gradients a check has found right. In backpropagation, each
`backward` is called with the gradient that its node has in the end, and each gradient is the sum of
what the calls returned for it. Some honest engines do that in another way, and give no hint:

- they call a `backward` several times, for all of the gradient each time, or for a part each;
- they find local gradients, from an upstream gradient of 1, and multiply them by themselves;
- they multiply all gradients by the same number in the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from course.closeness import FLOAT64, RTOL, close
from course.graph import ComputationNode
from course.recording.calls import Answer, Call
from course.subject import Question, Run
from course.tensors import as_tensor

IN_FLOAT32 = 2.0**-23  # of the largest share: one rounding; each addition makes one


def not_delivered(happened: list[tuple[Question, Answer]]) -> str:
    """A sentence about what shows that gradients in a backward pass did not come from `backward`;
    empty if everything fits."""
    for question, answer in happened:
        is_backward = isinstance(question, Run) and question.one is not None
        if is_backward and len(answer.calls) == answer.count:
            nodes = question.graph.sorted_nodes()
            if found := _Pass(nodes, answer.gradients, answer.calls).oddity():
                return found
    return ""


@dataclass
class _Step:
    """What backward of a node received and returned in a pass, as `_known` has it."""

    upstream: torch.Tensor | None
    shares: list[torch.Tensor | None]
    factor: float | None = 1.0  # by which the engine multiplied the shares; None if unknown


class _Pass:
    """One backward pass.

    Attributes:
        final: the gradient of each node in the end, as `_known` has it.
        steps: what each inner node did.
    """

    def __init__(self, nodes: list[ComputationNode], gradients: list, calls: list[Call]):
        self.calls = calls
        self.final = dict(zip(nodes, map(_known, gradients), strict=False))
        self.steps = {node: self._step(node) for node in nodes if node.input_nodes}

    def _step(self, node: ComputationNode) -> _Step:
        calls = [call for call in self._backward_calls() if call.node is node and call.finished]
        steps = [_Step(_known(call.upstream), _shares(call)) for call in calls]
        whole = [step for step in steps if self._is_final(node, step.upstream)]
        return (whole or [_together(node, steps)])[-1]

    def _backward_calls(self) -> Iterator[Call]:
        return (call for call in self.calls if call.method == "backward")

    def _is_final(self, node: ComputationNode, upstream: torch.Tensor | None) -> bool:
        """Whether a node has this gradient in the end, or that cannot be told."""
        final = self.final.get(node)
        if upstream is None or final is None:
            return True
        upstream = _in_shape(upstream, final)
        return upstream is None or close(upstream, final)

    def oddity(self) -> str:
        """A sentence about the first thing that is odd."""
        forward = [call.node for call in self.calls if call.method == "forward"]
        if again := [node for node in forward if forward.count(node) > 1]:
            times = forward.count(again[0])
            return f"The backward pass ran forward of {again[0].label} {times} times."
        odd = [n for n, step in self.steps.items() if not self._is_final(n, step.upstream)]
        if odd and not (self._are_multiplied() or self._are_local(odd)):
            return (
                f"backward of {odd[-1].label} was called with another gradient than the node has "
                "in the end, which is right."
            )
        for node, shares in self._delivered().items():
            if difference := self._difference(node, shares):
                return (
                    f"The gradient of {node.label} differs by {difference:.0e} from the sum of "
                    "what the calls of backward returned for it."
                )
        return ""

    def _are_multiplied(self) -> bool:
        """Whether all gradients are those of the calls times one number; notes it in the steps."""
        output = next(reversed(self.final))
        upstream, final = self.steps[output].upstream, self.final[output]
        if upstream is None or final is None or not float(upstream.abs().max()):
            return False
        factor = float(final.abs().max() / upstream.abs().max())
        for sign in (1, -1):
            by = sign * factor
            steps = self.steps.items()
            if all(s.upstream is None or self._is_final(n, by * s.upstream) for n, s in steps):
                for step in self.steps.values():
                    step.factor = by
                return True
        return False

    def _are_local(self, odd: list[ComputationNode]) -> bool:
        """Whether these nodes were asked for local gradients, each after the nodes that it feeds;
        notes in their steps what these were multiplied by."""
        done: set[ComputationNode] = set()
        for call in self._backward_calls():
            if done.intersection(call.node.input_nodes) & set(odd):
                return False
            done.add(call.node)
        if not all(bool((self.steps[node].upstream == 1).all()) for node in odd):
            return False
        for node in odd:
            final = self.final[node]
            self.steps[node].factor = float(final) if final.numel() == 1 else None
        return True

    def _delivered(self) -> dict[ComputationNode, list[torch.Tensor | None]]:
        """The shares of each node that has some, as the engine multiplied them."""
        found: dict[ComputationNode, list] = {}
        for user, step in self.steps.items():
            for node, share in zip(user.input_nodes, step.shares, strict=True):
                is_known = share is not None and step.factor is not None
                found.setdefault(node, []).append(share * step.factor if is_known else None)
        return found

    def _difference(self, node: ComputationNode, shares: list[torch.Tensor | None]) -> float:
        """How far a gradient is from the sum of its shares; 0.0 if that is rounding, or cannot be
        told."""
        gradient = self.final.get(node)
        if gradient is None or any(share is None for share in shares):
            return 0.0
        total = _sum([_in_shape(share, gradient) for share in shares])
        if total is None:
            return 0.0
        is_multiplied = any(step.factor != 1 for step in self.steps.values())
        largest = max(float(share.abs().max()) for share in shares)
        difference = float((gradient - total).abs().max())
        if difference <= largest * (RTOL if is_multiplied else FLOAT64):
            return 0.0
        return 0.0 if _is_rounded(gradient, total, shares) else difference


def _known(value: object) -> torch.Tensor | None:
    """A number or tensor as a tensor; None for anything else, also for a tensor without entries."""
    tensor = as_tensor(value)
    return tensor if tensor is not None and tensor.numel() else None


def _shares(call: Call) -> list[torch.Tensor | None]:
    """What a call returned for each input."""
    count = len(call.node.input_nodes)
    is_list = isinstance(call.returned, list | tuple) and len(call.returned) == count
    return list(map(_known, call.returned)) if is_list else [None] * count


def _together(node: ComputationNode, steps: list[_Step]) -> _Step:
    """What several calls make in all, each about a part of the gradient."""
    rows = [[step.upstream, *step.shares] for step in steps]
    upstream, *shares = map(_sum, zip(*rows, strict=True)) if rows else [None]
    return _Step(upstream, shares or [None] * len(node.input_nodes))


def _sum(parts: Sequence[torch.Tensor | None]) -> torch.Tensor | None:
    try:
        return None if any(part is None for part in parts) else sum(parts)
    except RuntimeError:  # their shapes do not fit
        return None


def _in_shape(value: torch.Tensor, like: torch.Tensor) -> torch.Tensor | None:
    """A gradient in the shape of another: summed over what was broadcast, or repeated; None if the
    shapes do not fit."""
    for change in (value.sum_to_size, value.expand):
        try:
            return change(like.shape)
        except RuntimeError:
            pass
    return None


def _is_rounded(gradient: torch.Tensor, total: torch.Tensor, shares: list[torch.Tensor]) -> bool:
    """Whether a gradient is the sum as an engine has it that adds up in float32."""
    if not torch.equal(gradient.float().double(), gradient):
        return False
    added = sum(share.numel() for share in shares) / gradient.numel()
    if added <= 1:
        return torch.equal(gradient, total.float().double())
    largest = max(float(share.abs().max()) for share in shares)
    return float((gradient - total).abs().max()) <= added**2 * largest * IN_FLOAT32
