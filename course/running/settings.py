"""Restores PyTorch's settings after a student's code has run, and sets the usual ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch


def _device() -> torch.device | None:
    """The default device; None if no tensor can be made there."""
    try:
        return torch.empty(0).device
    except Exception:  # for example, the device is a GPU that this machine does not have
        return None


def _put_back_device(device: torch.device | None) -> None:
    torch.set_default_device(None if device == torch.device("cpu") else device)


# For each setting, the function that reads it and the one that restores it.
_SETTINGS: tuple[tuple[Callable, Callable], ...] = (
    (_device, _put_back_device),
    (torch.get_default_dtype, torch.set_default_dtype),
    (torch.is_grad_enabled, torch.set_grad_enabled),
    (torch.get_num_threads, torch.set_num_threads),
)


@contextmanager
def settings_restored() -> Iterator[None]:
    """Restores PyTorch's settings at the end of this context. This takes microseconds."""
    before = [read() for read, _ in _SETTINGS]
    try:
        yield
    finally:
        for (read, put_back), value in zip(_SETTINGS, before, strict=True):
            if read() != value:
                put_back(value)


@contextmanager
def usual_settings() -> Iterator[None]:
    """Makes PyTorch create tensors on the CPU and record gradients inside this context, whatever a
    student has set."""
    with settings_restored():
        torch.set_default_device(None)
        torch.set_grad_enabled(True)
        yield


@contextmanager
def one_thread() -> Iterator[None]:
    """Makes PyTorch use one thread and the usual settings inside this context. One thread is faster
    for small tensors, and makes times comparable."""
    with usual_settings():
        torch.set_num_threads(1)
        yield
