"""The arena on a Dask cluster, which needs the extra `cluster`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from qwirkle import __version__
from qwirkle.bots.cluster import ClusterError, _check_versions
from qwirkle.cli import main

ARENA = ["arena", "--variant", "cubes", "--bots", "casual,random", "--games", "6", "--seed", "3"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two threads in this very process."""
    distributed: Any = pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.extra
def test_a_cluster_plays_the_same_games(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The result of a cluster is that of one process."""
    assert main([*ARENA, "--json", "--dask", address]) == 0
    told = capsys.readouterr().out
    assert main([*ARENA, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(told)


@pytest.mark.extra
@pytest.mark.parametrize("address", ["inproc://127.0.0.1/1/1", "nonsense://x", ""])
def test_a_cluster_that_is_not_there_is_told(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no scheduler answers, one sentence says so."""
    pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    monkeypatch.setattr("qwirkle.bots.cluster.PATIENCE", 1)
    assert main([*ARENA, "--dask", address]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_the_extra_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the extra is missing, one sentence says how to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*ARENA, "--dask", "tcp://127.0.0.1:1"]) == 2
    assert "qwirkle[cluster]" in capsys.readouterr().err


def test_workers_must_have_the_same_version() -> None:
    """Only the same program plays the same games, so another version is refused."""
    _check_versions({"one": __version__})
    with pytest.raises(ClusterError, match="two"):
        _check_versions({"one": __version__, "two": "0.0.1"})
