"""The arena on a Dask cluster, which needs the extra `cluster`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qwirkle import __version__
from qwirkle.arena.cluster import ClusterError, _check_versions
from qwirkle.cli import main

SOON = 120
LOOPBACK = "0100007F"
ONLY_HERE = {"dashboard_address": "127.0.0.1:0", "worker_dashboard_address": "127.0.0.1:0"}
ARENA = ["arena", "--variant", "cubes", "--bots", "simple,random", "--games", "6", "--seed", "3"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two threads in this very process."""
    distributed: Any = pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, **ONLY_HERE
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.extra
def test_a_cluster_plays_the_same_games(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The result of a cluster is that of one process."""
    assert main([*ARENA, "--json", "--dask", address]) == 0
    told = capsys.readouterr().out
    assert main([*ARENA, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(told)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of one process beside this one, which nobody from outside can reach."""
    distributed: Any = pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", **ONLY_HERE
    ) as cluster:
        yield cluster


def listening(process: int | str = "self") -> set[str]:
    """The addresses at which a process waits for others, as Linux writes them."""
    sockets = set()
    for link in Path(f"/proc/{process}/fd").iterdir():
        try:
            sockets.add(str(link.readlink()))
        except OSError:
            continue
    found = set()
    for kind in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{kind}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                found.add(words[1].partition(":")[0])
    return found


@pytest.mark.extra
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_an_arena_on_a_cluster_opens_no_door(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games go to other processes and come back the same, and nobody can connect to the arena."""
    words = [*ARENA, "--json", "--dask", cluster.scheduler_address]
    words[words.index("6")] = "60"
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as arena:
        doors: set[str] = set()
        while arena.poll() is None:
            try:
                doors |= listening(arena.pid)
            except OSError:
                break
        out, err = arena.communicate(timeout=SOON)
    assert (arena.returncode, err, doors) == (0, b"", set())
    assert listening() == {LOOPBACK}
    assert main(words[:-2]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(out)


@pytest.mark.extra
def test_a_cluster_that_goes_away_leaves_the_score(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the scheduler ends in mid-game, one sentence says so after the score so far."""
    words = [*ARENA, "--json", "--dask", cluster.scheduler_address, "--records", str(tmp_path)]
    words[words.index("6")] = "100000"
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as arena:
        while not any(tmp_path.glob("000001.qwirkle")):
            assert arena.poll() is None
        cluster.close()
        out, err = arena.communicate(timeout=SOON)
    assert arena.returncode == 2
    assert json.loads(out)["games"] >= 1
    assert err.startswith(b"qwirkle: The cluster at ")
    assert err.count(b"\n") == 1


@pytest.mark.extra
@pytest.mark.parametrize("address", ["inproc://127.0.0.1/1/1", "nonsense://x", ""])
def test_a_cluster_that_is_not_there_is_told(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no scheduler answers, one sentence says so."""
    pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    monkeypatch.setattr("qwirkle.arena.cluster.CONNECT_TIMEOUT", 1)
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
