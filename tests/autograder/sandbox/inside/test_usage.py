"""What a kernel is found to use."""

from autograder.sandbox.inside import usage


def test_memory_that_is_swapped_out_or_in_huge_pages_is_counted():
    status = b"Name:\tpython\nRssAnon:\t   1 kB\nVmSwap:\t   2 kB\nHugetlbPages:\t   4 kB\n"
    assert usage._held(status) == 7 * 1024
