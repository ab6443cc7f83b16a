"""Tests of sealed requests."""

import pytest

from autograder.in_kernel.sealed import KEY_BYTES, sealer, signer, text_signed

KEY = bytes(range(KEY_BYTES))


def test_the_other_end_opens_what_was_sealed():
    seal, opened = sealer(KEY), sealer(KEY)
    texts = [b"x = 1", b"", b"\0\0\xff", b"long " * 50_000]
    assert [opened(seal(text)) for text in texts] == texts


def test_the_same_text_never_looks_the_same():
    seal = sealer(KEY)
    assert len({seal(b"the same text"), seal(b"the same text"), b"the same text"}) == 3


def test_another_key_opens_nothing():
    assert sealer(KEY[::-1])(sealer(KEY)(b"the same text")) != b"the same text"


def test_nobody_signs_without_the_key():
    signed = signer(KEY)(b"done")
    assert signer(KEY)(text_signed(signed)) == signed
    assert text_signed(signed) == b"done"
    assert signer(KEY[::-1])(b"done") != signed != signer(KEY)(b"not done")


@pytest.mark.parametrize("make", [sealer, signer])
def test_what_these_functions_hold_does_not_show_the_key(make):
    """Code that runs while one of them does can print it."""
    held = [cell.cell_contents for cell in make(KEY).__closure__]
    assert held and not any(str(KEY)[2:-1] in repr(each) for each in held)
