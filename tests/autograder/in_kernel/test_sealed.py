"""Tests of sealed requests."""

from autograder.in_kernel.sealed import KEY_BYTES, sealer

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
