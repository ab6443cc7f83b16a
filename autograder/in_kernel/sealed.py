"""Seals the requests to a kernel, and signs what it says in private. A notebook's code can read and
write into the socket, but not read a request, or say what only the kernel may say: for that it
needs a key, which the kernel has read before that code runs.
"""

import hashlib
import itertools
from collections.abc import Callable

KEY_BYTES = 16
SIGNED = b"+"  # how a signed text begins; JSON begins otherwise
_SIGNATURE_BYTES = 32


def sealer(key: bytes) -> Callable[[bytes], bytes]:
    """A function that seals one request after the other. At the other end, the same opens them.

    It is a stream cipher: each request is combined (exclusive or) with the output of a hash
    function (SHAKE256) of the key and the request's number. All that it calls is bound here, as a
    notebook could replace a builtin. It does not hold the key, but a hash that has begun with it,
    since code that runs meanwhile can print what a function holds.
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
    """A function that signs a text: puts before it what only somebody with the key can compute from
    it. It does not hold the key, either."""
    begun = hashlib.shake_256(b"sign" + key)

    def sign(text: bytes) -> bytes:
        hashed = begun.copy()
        hashed.update(text)
        return SIGNED + hashed.digest(_SIGNATURE_BYTES) + text

    return sign


def text_signed(signed: bytes) -> bytes:
    """The text in what `signer` makes, whoever has signed it."""
    return signed[len(SIGNED) + _SIGNATURE_BYTES :]
