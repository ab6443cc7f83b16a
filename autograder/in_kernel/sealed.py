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
    """Returns a function that seals one request after another. At the other end, a function made in
    the same way opens them in the same order.

    It is a stream cipher: each request is combined (exclusive or) with the output of a hash
    function (SHAKE256) of the key and the request's number. The functions that it calls are bound
    here, because a notebook could replace builtins. It does not hold the key, because other code
    can print a function's variables, but the state of a hash that has read the key.
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
    """Returns a function that signs a text, by putting a signature before it that only somebody
    with the key can compute. This function does not hold the key, either."""
    begun = hashlib.shake_256(b"sign" + key)

    def sign(text: bytes) -> bytes:
        hashed = begun.copy()
        hashed.update(text)
        return SIGNED + hashed.digest(_SIGNATURE_BYTES) + text

    return sign


def text_signed(signed: bytes) -> bytes:
    """The text without its signature, which is not checked."""
    return signed[len(SIGNED) + _SIGNATURE_BYTES :]
