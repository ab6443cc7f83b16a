"""Counts what a computation in PyTorch costs: its operations, the numbers that it saves for the
backward pass, and the numbers that it holds in memory.

Nothing here measures time, so the counts are the same on every machine.
"""

import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode

Program = Callable[[], object]
aten = torch.ops.aten


def _one_per_entry(*_, out_shape, **__) -> int:
    """One operation for each entry of the result."""
    return torch.Size(out_shape).numel()


def _one_per_summand(in_shape, *_, **__) -> int:
    """One operation for each number that is summed."""
    return torch.Size(in_shape).numel()


# PyTorch's own counter counts a multiplication and an addition for each step of a matrix product,
# but nothing for elementwise operations and sums. The table adds those that the course uses.
_ENTRY_BY_ENTRY = {
    **dict.fromkeys(
        (aten.tanh, aten.tanh_backward, aten.pow, aten.mul, aten.div, aten.add), _one_per_entry
    ),
    **dict.fromkeys((aten.mean, aten.sum), _one_per_summand),
}


def scalar_operations(run: Program) -> int:
    """The number of scalar operations in a computation: those of its matrix products, and of the
    operations in `_ENTRY_BY_ENTRY`."""
    with FlopCounterMode(display=False, custom_mapping=_ENTRY_BY_ENTRY) as counter:
        run()
    return counter.get_total_flops()


def multiplications(run: Program) -> int:
    """The number of multiplications in the matrix products of a computation."""
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops() // 2


def saved_numbers(run: Program, parameters: Iterable[torch.Tensor] = ()) -> int:
    """The number of values that a forward pass saves for the backward pass, not counting
    parameters."""
    saved = SavedTensors(parameters)
    with saved:
        output = run()  # its graph holds the saved tensors
    numbers = saved.numbers
    del output
    return numbers


class SavedTensors(saved_tensors_hooks):
    """Counts the values that PyTorch's graph saves inside `with saved:` and still holds.

    Saved tensors that share memory count once.

    Args:
        given: tensors that do not count, because they exist anyway.
    """

    def __init__(self, given: Iterable[torch.Tensor]):
        super().__init__(self._save, lambda saved: saved.tensor)
        self._given = {storage_id(tensor) for tensor in given}
        self._saved: weakref.WeakSet[_Saved] = weakref.WeakSet()

    @property
    def numbers(self) -> int:
        """The number of values that are saved now."""
        sizes: dict[int, int] = {}
        for tensor in (saved.tensor for saved in self._saved):
            # A view keeps its whole storage alive. An expanded tensor has more entries than its
            # storage.
            size = max(tensor.numel(), _size_of_memory(tensor))
            sizes[storage_id(tensor)] = max(size, sizes.get(storage_id(tensor), 0))
        return sum(size for memory, size in sizes.items() if memory not in self._given)

    def _save(self, tensor: torch.Tensor) -> "_Saved":
        saved = _Saved(tensor.detach())  # the tensor's own history would keep the graph alive
        self._saved.add(saved)
        return saved


@dataclass(eq=False)
class _Saved:
    """Stands for a tensor in PyTorch's graph, and lives as long as the graph holds it."""

    tensor: torch.Tensor


class MemoryMeter(TorchDispatchMode):
    """Counts the numbers that were made inside `with MemoryMeter() as meter:` and are in memory.

    Attributes:
        now: how many are in memory now.
        peak: the most that were in memory at the same time.
        history: how many were in memory at the start and after each operation.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = self.peak = 0
        self.history: list[int] = [0]
        self._known: set[int] = set()

    def __enter__(self):
        """Begins to count."""
        super().__enter__()
        # The very first operation imports a large part of PyTorch. The import leaves behind
        # references to the frames of all callers, which would keep their values in memory until the
        # next garbage collection.
        torch.zeros(0)
        self.history = [0]
        return self

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        """Carries out one operation, and counts the memory that it newly allocates for results."""
        given = set(map(storage_id, _tensors((args, kwargs))))
        results = function(*args, **(kwargs or {}))
        for tensor in _tensors(results):
            if storage_id(tensor) not in given | self._known:
                self._enter(tensor)
        self.history.append(self.now)
        return results

    def _enter(self, tensor: torch.Tensor) -> None:
        size = _size_of_memory(tensor)
        self._known.add(storage_id(tensor))
        self.now += size
        self.peak = max(self.peak, self.now)
        weakref.finalize(tensor.untyped_storage(), self._leave, storage_id(tensor), size)

    def _leave(self, memory: int, size: int) -> None:
        self._known.discard(memory)
        self.now -= size


def peak_numbers(run: Program) -> int:
    """The most numbers that a computation holds in memory at the same time, without its inputs."""
    with MemoryMeter() as meter:
        run()
    return meter.peak


def _tensors(tree: object) -> list[torch.Tensor]:
    """All tensors in nested lists, tuples and dictionaries."""
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, torch.Tensor)]


def storage_id(tensor: torch.Tensor) -> int:
    """A number that identifies a tensor's storage. It is the same for tensors that share memory.
    Unlike an address, it differs for two separate tensors without entries."""
    return tensor.untyped_storage()._cdata


def _size_of_memory(tensor: torch.Tensor) -> int:
    """How many numbers a tensor's storage holds."""
    return tensor.untyped_storage().nbytes() // tensor.element_size()
