"""Child processes: they answer, fail, and end with their parent."""

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
)

HERE = "tests.worker.test_rpc"
SOON = 60


def serve(parent: ParentChannel) -> None:
    """Do what the tests ask for; this is the child."""

    def reply(question: object) -> bytes:
        match question:
            case "sleep":
                time.sleep(3600)
            case "news":
                parent.send_progress(b"one")
                parent.send_progress(b"two")
            case "until the next":
                while not parent.has_newer_request():
                    time.sleep(0.01)
            case "fail":
                raise ValueError("not today")
            case "exit":
                os._exit(3)
        return str(question).encode()

    parent.serve_requests(reply, str)


@pytest.fixture
def child(bad_bots: None) -> Iterator[ChildProcess]:
    """A process that runs `serve`."""
    found = ChildProcess(HERE)
    yield found
    found.kill()
    found.wait()


def test_a_child_answers_one_question_after_the_other(child: ChildProcess) -> None:
    """The process stays, and news come before the answer."""
    news: list[bytes] = []
    assert child.request("a").result(SOON) == b"a"
    assert child.request("news", news.append).result(SOON) == b"news"
    assert news == [b"one", b"two"]
    with pytest.raises(RequestFailed, match="not today"):
        child.request("fail").result(SOON)
    assert child.request("b").result(SOON) == b"b"
    assert not child.is_busy


def test_a_new_question_cancels_the_one_before(child: ChildProcess) -> None:
    """The child hears of it, and its answer to the old question is dropped."""
    old = child.request("until the next")
    assert child.request("new").result(SOON) == b"new"
    assert old.cancelled()


def test_a_child_that_exits_is_gone(child: ChildProcess) -> None:
    """Open and later questions are never answered, and say so."""
    for question in ("exit", "a"):
        with pytest.raises(ProcessExited):
            child.request(question).result(SOON)
    assert child.has_exited


def test_ending_a_child_cancels_its_question(child: ChildProcess) -> None:
    """What a child is doing doesn't matter, and nobody waits for it."""
    asked = child.request("sleep")
    assert child.is_busy
    child.kill()
    with pytest.raises(CancelledError):
        asked.result(SOON)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_child_ends_when_its_connection_is_closed(bad_bots: None) -> None:
    """That is how it notices the end of its parent where the system doesn't tell."""
    ours, theirs = Pipe()
    with theirs:
        process = _start_process(HERE, theirs, subprocess.DEVNULL)
    ours.close()
    assert process.wait(SOON) == -signal.SIGKILL
