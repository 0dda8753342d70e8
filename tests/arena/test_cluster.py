"""The arena on a Dask cluster, which needs the `cluster` extra."""

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

TIMEOUT = 120
LOOPBACK = "0100007F"
LOCAL_ONLY = {"dashboard_address": "127.0.0.1:0", "worker_dashboard_address": "127.0.0.1:0"}
ARENA = ["arena", "--variant", "cubes", "--bots", "simple,random", "--games", "6", "--seed", "3"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Address of a cluster of two threads in this process."""
    distributed: Any = pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, **LOCAL_ONLY
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.extra
def test_a_cluster_plays_the_same_games(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A cluster and a single process report the same result."""
    assert main([*ARENA, "--json", "--dask", address]) == 0
    clustered = capsys.readouterr().out
    assert main([*ARENA, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(clustered)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of one separate process, reachable only from this machine."""
    distributed: Any = pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", **LOCAL_ONLY
    ) as cluster:
        yield cluster


def listening_addresses(process: int | str = "self") -> set[str]:
    """Addresses on which a process listens, in Linux's hexadecimal form."""
    sockets = set()
    for link in Path(f"/proc/{process}/fd").iterdir():
        try:
            sockets.add(str(link.readlink()))
        except OSError:
            continue
    addresses = set()
    for kind in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{kind}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                addresses.add(fields[1].partition(":")[0])
    return addresses


@pytest.mark.extra
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_an_arena_on_a_cluster_opens_no_port(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games run in other processes, and the arena itself listens on no port."""
    arguments = [*ARENA, "--json", "--dask", cluster.scheduler_address]
    arguments[arguments.index("6")] = "60"
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as arena:
        addresses: set[str] = set()
        while arena.poll() is None:
            try:
                addresses |= listening_addresses(arena.pid)
            except OSError:
                break
        out, err = arena.communicate(timeout=TIMEOUT)
    assert (arena.returncode, err, addresses) == (0, b"", set())
    assert listening_addresses() == {LOOPBACK}
    assert main(arguments[:-2]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(out)


@pytest.mark.extra
def test_a_lost_cluster_leaves_the_score(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the scheduler exits mid-game, the score so far is printed with one error line."""
    arguments = [*ARENA, "--json", "--dask", cluster.scheduler_address, "--records", str(tmp_path)]
    arguments[arguments.index("6")] = "100000"
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as arena:
        while not any(tmp_path.glob("000001.qwirkle")):
            assert arena.poll() is None
        cluster.close()
        out, err = arena.communicate(timeout=TIMEOUT)
    assert arena.returncode == 2
    assert json.loads(out)["games"] >= 1
    assert err.startswith(b"qwirkle: ")
    assert cluster.scheduler_address.encode() in err
    assert err.count(b"\n") == 1


@pytest.mark.extra
@pytest.mark.parametrize("address", ["inproc://127.0.0.1/1/1", "nonsense://x", ""])
def test_a_missing_cluster_is_reported(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no scheduler answers, the command fails with one error line."""
    pytest.importorskip("distributed", reason="needs qwirkle[cluster]")
    monkeypatch.setattr("qwirkle.arena.cluster.CONNECT_TIMEOUT", 1)
    assert main([*ARENA, "--dask", address]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_extra_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*ARENA, "--dask", "tcp://127.0.0.1:1"]) == 2
    assert "qwirkle[cluster]" in capsys.readouterr().err


def test_workers_must_have_the_same_version() -> None:
    """A worker with another version is refused, because its games could differ."""
    _check_versions({"one": __version__})
    with pytest.raises(ClusterError, match="two"):
        _check_versions({"one": __version__, "two": "0.0.1"})
