"""An executor on a Dask cluster, for arenas that are too long for one machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from qwirkle import __version__
from qwirkle.texts import tr

PATIENCE = 10
"""Seconds to reach the scheduler."""


class ClusterError(Exception):
    """The cluster cannot be used, said in one sentence."""


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The cluster's executor and how many games it can play at once; raises ClusterError.

    Nothing listens here: all talk goes over connections that this process opens.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError:
        raise ClusterError(
            tr("Clusters need an extra: install it with “pip install 'qwirkle[cluster]'”.")
        ) from None
    # What it has to say about a cluster that goes is a traceback; here it becomes one sentence.
    for name in ("distributed", "distributed.client", "tornado", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:  # Dask has many, bare assertions among them
        raise ClusterError(
            tr(
                "There is no Dask scheduler at {address}: {error}.",
                address=address,
                error=str(error).rstrip(".") or type(error).__name__,
            )
        ) from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            raise ClusterError(tr("The cluster at {address} has no workers.", address=address))
        _check_versions(client.run(_version, on_error="return"))
        executor = client.get_executor(pure=False)
        try:
            yield executor, workers
        except (CancelledError, CommClosedError, KilledWorker) as error:
            raise ClusterError(
                tr(
                    "The cluster at {address} has gone ({kind}).",
                    address=address,
                    kind=type(error).__name__,
                )
            ) from None
        finally:
            executor.shutdown(wait=False)


def _version() -> str:
    return __version__


def _check_versions(found: dict[str, object]) -> None:
    """The same seed gives the same games only where the same program plays them."""
    for worker, version in found.items():
        if version != __version__:
            raise ClusterError(
                tr(
                    "The worker {worker} needs qwirkle {version}, but says: {found}.",
                    worker=worker,
                    version=__version__,
                    found=version,
                )
            )
