"""An executor on a Dask cluster, for tournaments that take too long on one machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from qwirkle import __version__
from qwirkle.i18n import tr

CONNECT_TIMEOUT = 10
"""Seconds to wait for the scheduler."""


class ClusterError(Exception):
    """The cluster can't be used; the text is one sentence to show the user."""


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to a cluster; yield its executor and its number of cores. Raises ClusterError.

    This process opens no listening port: it only makes outgoing connections.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError:
        raise ClusterError(
            tr("Clusters need an extra: install it with “pip install 'qwirkle[cluster]'”.")
        ) from None
    # Dask logs tracebacks when a cluster goes away. We raise one sentence instead.
    for name in ("distributed", "distributed.client", "tornado", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except Exception as error:  # Dask raises many types, even AssertionError
        raise ClusterError(
            tr(
                "There is no Dask scheduler at {address}: {error}.",
                address=address,
                error=str(error).rstrip(".") or type(error).__name__,
            )
        ) from None
    with client:
        core_count = sum(client.ncores().values())
        if not core_count:
            raise ClusterError(tr("The cluster at {address} has no workers.", address=address))
        _check_versions(client.run(_version, on_error="return"))
        executor = client.get_executor(pure=False)
        try:
            yield executor, core_count
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


def _check_versions(versions: dict[str, object]) -> None:
    """Raise ClusterError if a worker runs another version, whose games would be different."""
    for worker, version in versions.items():
        if version != __version__:
            raise ClusterError(
                tr(
                    "The worker {worker} needs qwirkle {version}, but says: {found}.",
                    worker=worker,
                    version=__version__,
                    found=version,
                )
            )
