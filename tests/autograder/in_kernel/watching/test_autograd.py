"""Autograd is noticed in a student's kernel, whatever mode PyTorch is in."""

import contextlib
import sys
from threading import Thread

import torch
from torch.utils._device import DeviceContext

from autograder.in_kernel.watching import autograd
from autograder.in_kernel.watching.autograd import AUTOGRAD, autograd_noted


class HidesPasses(DeviceContext):
    """A mode in which the hook that counts backward passes runs at once, outside any pass."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if function is torch.Tensor.register_hook:
            args[1](None)
        return function(*args, **kwargs or {})


def in_a_thread() -> None:
    x = torch.ones(2, requires_grad=True)
    thread = Thread(target=lambda: (x * x).sum().backward())
    thread.start()
    thread.join()


def test_autograd_in_a_thread_is_noticed_even_if_a_mode_sees_each_call():
    signs: set[str] = set()
    with HidesPasses(torch.device("cpu")), autograd_noted(signs):
        in_a_thread()
    assert signs == {AUTOGRAD}


def test_passes_are_counted_without_any_code_that_a_notebook_can_replace():
    ran: set[str] = set()
    noting = autograd_noted(set())
    sys.setprofile(lambda frame, *_: ran.add(frame.f_code.co_filename))
    try:
        with noting:
            pass
    finally:
        sys.setprofile(None)
    assert ran - {__file__, contextlib.__file__} == {autograd.__file__}


def test_what_is_noticed_cannot_be_taken_back_through_the_functions_that_notice_it():
    signs: set[str] = set()
    with autograd_noted(signs):
        torch.func.jvp(torch.exp, (torch.ones(2),), (torch.ones(2),))
        for cell in torch.autograd.forward_ad.make_dual.__closure__:
            if isinstance(cell.cell_contents, set | list | dict):
                cell.cell_contents.clear()
        signs.clear()
    assert signs == {AUTOGRAD}


def test_a_mode_alone_is_not_noticed():
    signs: set[str] = set()
    with HidesPasses(torch.device("cpu")), autograd_noted(signs):
        torch.ones(2) * 2
    assert signs == set()
