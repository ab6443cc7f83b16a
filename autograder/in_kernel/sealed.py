"""Seals the requests to a kernel. A notebook's code can read the socket through which they come,
but not what they say: for that it needs a key, which the kernel has read before that code runs."""

import hashlib
import itertools
from collections.abc import Callable

KEY_BYTES = 16


def sealer(key: bytes) -> Callable[[bytes], bytes]:
    """A function that seals one request after the other. At the other end, the same opens them.

    It is a stream cipher: each request is combined (exclusive or) with the output of a hash
    function (SHAKE256) of the key and the request's number. All that it calls is bound here, as a
    notebook could replace a builtin.
    """
    numbers, hashed, number_of, length = itertools.count(), hashlib.shake_256, int.from_bytes, len

    def seal(text: bytes) -> bytes:
        size = length(text)
        pad = hashed(key + numbers.__next__().to_bytes(8, "big")).digest(size)
        return (number_of(text, "big") ^ number_of(pad, "big")).to_bytes(size, "big")

    return seal
