"""PyTorch's settings, which belong to whoever runs a student's code, whatever the code does."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

_CPU = torch.device("cpu")


@contextmanager
def settings_kept() -> Iterator[None]:
    """Puts PyTorch's settings back as they were before this context. It takes microseconds."""
    before = _settings()
    try:
        yield
    finally:
        if _settings() != before:
            _put_back(*before)


def _settings() -> tuple:
    return (
        _device(),
        torch.get_default_dtype(),
        torch.is_grad_enabled(),
        torch.get_num_threads(),
        torch.get_deterministic_debug_mode(),
        (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
        torch.is_autocast_enabled("cpu"),
        torch.get_autocast_dtype("cpu"),
    )


def _put_back(device, dtype, grad, threads, deterministic, anomaly, autocast, autocast_dtype):
    torch.set_default_device(None if device == _CPU else device)
    torch.set_default_dtype(dtype)
    torch.set_grad_enabled(grad)
    torch.set_num_threads(threads)
    torch.set_deterministic_debug_mode(deterministic)
    torch.set_anomaly_enabled(*anomaly)
    torch.set_autocast_enabled("cpu", autocast)
    torch.set_autocast_dtype("cpu", autocast_dtype)


def _device() -> torch.device | None:
    """Where tensors are made; None if none can be made there."""
    try:
        return torch.empty(0).device
    except Exception:  # such as a GPU that this machine lacks
        return None


@contextmanager
def one_thread() -> Iterator[None]:
    """Inside this context PyTorch uses one thread, which is quicker for small tensors and makes
    times comparable."""
    with settings_kept():
        torch.set_num_threads(1)
        yield
