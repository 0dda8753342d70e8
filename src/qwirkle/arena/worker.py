"""A process that plays games for an arena on the same machine."""

from __future__ import annotations

import pickle
import queue
import traceback

from qwirkle.processes import Asker


def main() -> None:
    """Do one piece of work after the other until the arena goes away."""
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    arena = Asker(requests.put)
    while True:
        work, arguments, named = pickle.loads(requests.get())
        try:
            answer = pickle.dumps((work(*arguments, **named), None))
        except Exception as error:
            answer = pickle.dumps((None, _sendable(error)))
        arena.answer(answer)


def _sendable(error: Exception) -> Exception:
    """The error with its traceback as a note, or one that stands for it."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(traceback.format_exc())
    return error
