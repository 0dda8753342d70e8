"""The process in which a bot of another package thinks; an arena starts, asks and ends it."""

from __future__ import annotations

import json
import pickle
import queue
from random import Random

from qwirkle.analysis.clock import after
from qwirkle.arena.game import Failure
from qwirkle.arena.seat import account_of_crash
from qwirkle.arena.wire import encode_move
from qwirkle.bots.base import Bot, BotError
from qwirkle.bots.roster import make_bot
from qwirkle.processes import Asker

HINT = 0.8
"""The part of its patience after which the arena asks a bot to come to an end."""


def main() -> None:
    """Answer requests until the arena goes away."""
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    arena = Asker(requests.put)
    bot: Bot | None = None
    random, patience = Random(0), 0.0
    while True:
        answer: dict[str, object]
        try:
            match pickle.loads(requests.get()):
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
        arena.answer(_packed(answer))


def _packed(answer: dict[str, object]) -> bytes:
    try:
        return json.dumps(answer).encode()
    except (TypeError, ValueError) as error:
        return json.dumps({"failed": account_of_crash(error)}).encode()
