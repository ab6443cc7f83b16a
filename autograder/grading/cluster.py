"""Reaches the workers of a Dask cluster, on several machines."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from autograder.base.failure import NotHere

WORKER_THREADS = 3  # submissions that a cluster's worker grades at once
_PATIENCE = 20  # seconds for a scheduler to answer
# Dask's errors if the workers that grade a submission are killed again and again.
_KILLED = "KilledWorker", "FutureCancelledError", "CancelledError"


class ClusterFailed(NotHere):
    """The cluster could not be reached, or cannot do this work. The message says what to do."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Callable[..., Future], int]]:
    """Connects to the Dask scheduler at an address. Yields a function that has one of its workers
    call another function, and the number of threads that the workers have together.

    Raises:
        ClusterFailed: no scheduler answers at this address, or it has no workers.
    """
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except OSError as error:
        raise ClusterFailed(
            f"No Dask scheduler answers at {address} ({error}). Start one with "
            "`dask scheduler`, and on each machine `dask worker ADDRESS`."
        ) from None
    with client:
        if not client.nthreads():
            raise ClusterFailed(
                f"The scheduler at {address} has no workers. Start some, on each machine: "
                f"dask worker {address} --nthreads {WORKER_THREADS}"
            )
        yield client.get_executor(pure=False).submit, sum(client.nthreads().values())


def are_killed(error: Exception) -> bool:
    """Whether an error says that the workers that tried a task were killed."""
    return type(error).__name__ in _KILLED
