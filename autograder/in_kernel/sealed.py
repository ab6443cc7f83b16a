"""Seals the requests to a kernel, and signs those of its messages that no notebook may send.

A notebook's code can read from the socket and write into it. But to read a request or sign a
message, it would need a key, which the kernel reads from the socket before that code runs.
"""

import hashlib
import itertools
from collections.abc import Callable

KEY_BYTES = 16
SIGNED = b"+"  # how a signed text begins; JSON begins otherwise
_SIGNATURE_BYTES = 32


def sealer(key: bytes) -> Callable[[bytes], bytes]:
    """A function that seals one request after the other. At the other end, a function made in the
    same way opens them.

    It is a stream cipher: each request is combined (exclusive or) with the output of a hash
    function (SHAKE256) of the key and the request's number. What it calls is bound here, as a
    notebook could replace a builtin. It holds not the key, but the state of a hash that begins with
    the key, since code that runs meanwhile can print a function's variables.
    """
    numbers, number_of, length = itertools.count(), int.from_bytes, len
    begun = hashlib.shake_256(b"seal" + key)

    def seal(text: bytes) -> bytes:
        size = length(text)
        hashed = begun.copy()
        hashed.update(numbers.__next__().to_bytes(8, "big"))
        pad = hashed.digest(size)
        return (number_of(text, "big") ^ number_of(pad, "big")).to_bytes(size, "big")

    return seal


def signer(key: bytes) -> Callable[[bytes], bytes]:
    """A function that signs a text: it puts a signature before the text, which only somebody with
    the key can compute. This function does not hold the key, either."""
    begun = hashlib.shake_256(b"sign" + key)

    def sign(text: bytes) -> bytes:
        hashed = begun.copy()
        hashed.update(text)
        return SIGNED + hashed.digest(_SIGNATURE_BYTES) + text

    return sign


def text_signed(signed: bytes) -> bytes:
    """The text in a signed text. The signature is not checked."""
    return signed[len(SIGNED) + _SIGNATURE_BYTES :]
