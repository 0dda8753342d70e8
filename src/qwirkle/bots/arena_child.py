"""The process in which a bot of another package thinks; an arena starts, asks and ends it."""

from __future__ import annotations

import json
import os
import pickle
import queue
import signal
import threading
from random import Random
from typing import IO

from qwirkle.analysis.clock import after
from qwirkle.bots.arena_game import Failure
from qwirkle.bots.arena_seat import account_of_crash
from qwirkle.bots.arena_wire import encode_move, read_bytes, write_message
from qwirkle.bots.base import Bot, BotError
from qwirkle.bots.roster import make_bot

HINT = 0.8
"""The part of its patience after which the arena asks a bot to come to an end."""


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until the arena goes away; then leave at once, even in mid-thought."""
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    bot: Bot | None = None
    random, patience = Random(0), 0.0
    while True:
        answer: dict[str, object]
        try:
            match pickle.loads(waiting.get()):
                case "begin", str(name), str(seed), float(patience):
                    random = Random(seed)
                    bot = make_bot(name)
                    answer = {"made": name}
                case "choose", view if bot is not None:
                    answer = encode_move(bot.choose(view, random, after(patience * HINT)))
                case other:
                    raise Failure(repr(other))
        except (Failure, BotError) as error:
            answer = {"failed": str(error)}
        except Exception as error:
            answer = {"failed": account_of_crash(error)}
        write_message(answers, _packed(answer))


def _packed(answer: dict[str, object]) -> bytes:
    try:
        return json.dumps(answer).encode()
    except (TypeError, ValueError) as error:
        return json.dumps({"failed": account_of_crash(error)}).encode()


def _listen(requests: IO[bytes], waiting: queue.SimpleQueue[bytes]) -> None:
    while (request := read_bytes(requests)) is not None:
        waiting.put(request)
    os._exit(0)


def main() -> None:
    """Talk over standard input and output, and let what the bot prints go to standard error."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a device, not a path of ours
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena is told, and ends this process
    try:
        serve(requests, answers)
    except OSError:
        os._exit(0)


if __name__ == "__main__":
    main()
