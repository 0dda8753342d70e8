"""Bots as players: bundled ones in this process, external ones each in a process of its own.

An external bot's process is killed if the bot doesn't answer in time.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from qwirkle.analysis.deadline import never_stop, stop_after
from qwirkle.arena.game import BotPlayer
from qwirkle.bots.registry import Bot, BotFailure, BotLoadError, is_bundled, make_bot
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.i18n import tr
from qwirkle.worker.move_codec import decode_move, encode_move
from qwirkle.worker.rpc import ChildProcess, ParentChannel, ProcessExited, RequestFailed

STARTUP_TIMEOUT = 60.0
"""Seconds a process may take to load its bot."""

STOP_FRACTION = 0.8
"""Fraction of the timeout after which `stop()` turns true for a bot."""


class BundledBotPlayer:
    """A bundled bot, trusted because its moves come from the engine's own move generator."""

    is_trusted = True

    def __init__(self, name: str, seed: str) -> None:
        self._bot: Bot = make_bot(name)
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        try:
            return self._bot.choose(view, self._random, never_stop)
        except Exception as error:
            raise BotFailure(describe_crash(error)) from error


def describe_crash(error: BaseException) -> str:
    """Describe an exception raised by a bot, in one sentence."""
    return tr("It failed with {kind}: {error}.", kind=type(error).__name__, error=str(error)[:200])


class _StartGameRequest(Struct, frozen=True):
    """Starts a new game; the following requests are views."""

    bot: str
    seed: str
    timeout: float


class ExternalBotPlayer:
    """A bot from another package, in a process that it keeps from game to game.

    It gets `timeout` seconds for each move; then its process is killed and the game is lost.
    """

    is_trusted = False

    def __init__(self, name: str, timeout: float) -> None:
        self._name = name
        self._timeout = timeout
        self._child: ChildProcess | None = None

    def start_game(self, seed: str) -> None:
        """Create a new bot for a new game. Raises BotLoadError."""
        if self._child is None or self._child.has_exited:
            self._child = ChildProcess("qwirkle.arena.bot_players")
        try:
            self._request(_StartGameRequest(self._name, seed, self._timeout), STARTUP_TIMEOUT)
        except BotFailure as failure:
            raise BotLoadError(str(failure)) from None

    def choose(self, view: View) -> Move:
        """Return the bot's move. Raises BotFailure if it crashes, times out or sends no move."""
        return decode_move(self._request(view, self._timeout))

    def close(self) -> None:
        """Kill the process and its children."""
        if self._child is not None:
            self._child.kill()

    def _request(self, payload: _StartGameRequest | View, timeout: float) -> bytes:
        assert self._child is not None
        try:
            return self._child.request(payload).result(timeout)
        except RequestFailed as failure:
            raise BotFailure(str(failure)) from None
        except ProcessExited:
            raise BotFailure(tr("Its process has ended.")) from None
        except TimeoutError:
            self.close()
            raise BotFailure(
                tr("It did not answer within {seconds:g} seconds.", seconds=timeout)
            ) from None


class BotPlayerPool:
    """Creates bot players, and reuses the processes of external bots from game to game."""

    def __init__(self) -> None:
        self._external: dict[tuple[str, int, float], ExternalBotPlayer] = {}

    def player_for(self, name: str, index: int, seed: str, timeout: float) -> BotPlayer:
        """Return a player for a new game. Raises BotLoadError."""
        if is_bundled(name):
            return BundledBotPlayer(name, seed)
        key = (name, index, timeout)
        player = self._external.get(key)
        if player is None:
            player = self._external[key] = ExternalBotPlayer(name, timeout)
        player.start_game(seed)
        return player

    def close(self) -> None:
        for player in self._external.values():
            player.close()
        self._external.clear()


class _BotRequestHandler:
    """The bot in its own process, with what it needs during one game."""

    _bot: Bot
    _random: Random
    _timeout: float

    def handle(self, request: _StartGameRequest | View) -> bytes:
        """Create the bot, or let it choose a move. Raises what the bot raises."""
        if isinstance(request, _StartGameRequest):
            self._random = Random(request.seed)
            self._timeout = request.timeout
            self._bot = make_bot(request.bot)
            return b""
        stop = stop_after(self._timeout * STOP_FRACTION)
        return encode_move(self._bot.choose(request, self._random, stop))


def _error_text(error: Exception) -> str:
    return str(error) if isinstance(error, BotFailure | BotLoadError) else describe_crash(error)


def serve(parent: ParentChannel) -> None:
    """Run an external bot. Entry point of its process."""
    parent.serve_requests(_BotRequestHandler().handle, _error_text)
