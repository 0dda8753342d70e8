"""Child processes: requests, failures, and exiting with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from multiprocessing import Pipe

import pytest

from qwirkle.worker.rpc import (
    ChildProcess,
    ParentChannel,
    ProcessExited,
    RequestFailed,
    _start_process,
    python_command,
)

THIS_MODULE = "tests.worker.test_rpc"
TIMEOUT = 60


def serve(parent: ParentChannel) -> None:
    """Answer the tests' requests; this runs in the child."""

    def handle(request: object) -> bytes:
        match request:
            case "sleep":
                time.sleep(3600)
            case "progress":
                parent.send_progress(b"one")
                parent.send_progress(b"two")
            case "wait for the next":
                while not parent.has_newer_request():
                    time.sleep(0.01)
            case "fail":
                raise ValueError("not today")
            case "exit":
                os._exit(3)
        return str(request).encode()

    parent.serve_requests(handle, str)


@pytest.fixture
def child(bad_bots: None) -> Iterator[ChildProcess]:
    """A process that runs `serve`."""
    process = ChildProcess(THIS_MODULE)
    yield process
    process.kill()
    process.wait()


def test_a_child_answers_one_request_after_another(child: ChildProcess) -> None:
    """Progress comes before the answer, and the child survives a failed request."""
    progress: list[bytes] = []
    assert child.request("a").result(TIMEOUT) == b"a"
    assert child.request("progress", progress.append).result(TIMEOUT) == b"progress"
    assert progress == [b"one", b"two"]
    with pytest.raises(RequestFailed, match="not today"):
        child.request("fail").result(TIMEOUT)
    assert child.request("b").result(TIMEOUT) == b"b"
    assert not child.is_busy


def test_a_new_request_cancels_the_one_before(child: ChildProcess) -> None:
    """The child is notified, and its answer to the old request is dropped."""
    old = child.request("wait for the next")
    assert child.request("new").result(TIMEOUT) == b"new"
    assert old.cancelled()


def test_requests_to_an_exited_child_fail(child: ChildProcess) -> None:
    """Pending and later requests raise ProcessExited."""
    for request in ("exit", "a"):
        with pytest.raises(ProcessExited):
            child.request(request).result(TIMEOUT)
    assert child.has_exited


def test_killing_a_child_cancels_its_request(child: ChildProcess) -> None:
    """It works whatever the child is doing."""
    pending = child.request("sleep")
    assert child.is_busy
    child.kill()
    with pytest.raises(CancelledError):
        pending.result(TIMEOUT)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_child_ends_when_its_connection_is_closed(bad_bots: None) -> None:
    """That's how a child notices that its parent has exited if the system doesn't signal it."""
    ours, theirs = Pipe()
    with theirs:
        process = _start_process(THIS_MODULE, theirs, subprocess.DEVNULL)
    ours.close()
    assert process.wait(TIMEOUT) == -signal.SIGKILL


def test_a_child_can_import_the_package_but_not_its_modules_by_their_bare_names() -> None:
    """The folder on its path is the one that contains the package, wherever that is installed."""
    code = "from importlib.util import find_spec; print(*map(bool, map(find_spec, sys.argv[1:])))"
    python, *arguments = python_command(code, "qwirkle", "decoding", "worker")
    command = [python, "-E", "-S", *arguments]  # without the installed packages
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=TIMEOUT)
    assert result.stdout.split() == ["True", "False", "False"]
