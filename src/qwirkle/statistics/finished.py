"""What a finished game comes to, read off its record without all the rules' judgement.

The judge takes eight milliseconds for a game, which is too long for ten thousand. Here the pieces
are only laid: that gives the Qwirkles, and shows whether the points and the result add up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qwirkle.engine.board import LONGEST, Board, points_of
from qwirkle.engine.events import Event, Finished, Happening, Placed, Traded, turns_begun
from qwirkle.engine.pieces import Cell, Face
from qwirkle.engine.ruleset import MOST_PLAYERS
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.notation import HUMAN, KIND, LONGEST_NAME, Header, event_line, header_line
from qwirkle.record import RecordError, parse, skim
from qwirkle.record.skimming import laid_in
from qwirkle.record.tally import sifted
from qwirkle.texts import tr

Count: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Key: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""What tells a game from every other one: a digest of all that stands in its record."""


class Seat(Struct, frozen=True, array_like=True):
    """What the game was for one player."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    kind: Annotated[str, Meta(pattern=f"^(?:{KIND.pattern})$")]
    score: Annotated[int, Meta(ge=-(10**9), le=10**9)]
    won: bool
    """Alone or with others."""
    best_turn: Count
    """The most points of one turn."""
    qwirkles: Count
    taken_back: Count
    """How many turns this person took back; bots take none back."""


class FinishedGame(Struct, frozen=True, array_like=True):
    """What statistics need to know of a game."""

    key: Key
    variant: Text
    title: Text
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]


def key_of(game: Game) -> str:
    """The key of a game as it stands; what was taken back does not matter."""
    return _digest(game.header, (event_line(event).encode() for event, _ in game.standing))


def finished_game(data: bytes) -> FinishedGame | None:
    """What the bytes of a record come to; None if the game is not over. Raises RecordError."""
    lines: list[bytes] = []

    def skim_and_lay(line: bytes) -> Event | None:
        event = skim(line)
        lines.append(b"" if event is None else line)
        if isinstance(event, Placed):
            return Placed(event.player, laid_in(line), event.points)
        return event

    record = parse(data, skim_and_lay)
    standing, fallen = sifted(record)
    if not standing or not isinstance(standing[-1][1], Finished):
        return None
    written = (
        # What was skimmed is just as this program would write it.
        (lines[number] if number < len(lines) else b"") or event_line(event).encode()
        for number, event in standing
    )
    header = record.header
    try:
        seats = _seats(header, [event for _, event in standing], fallen)
    except (ValueError, IndexError):  # an IndexError of a seat that there is not
        raise RecordError(tr("The points do not add up.")) from None
    return FinishedGame(_digest(header, written), header.variant.name, header.variant.title, seats)


def _digest(header: Header, lines: Iterable[bytes]) -> str:
    text = b"\n".join((header_line(header).encode(), *lines))
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def _seats(
    header: Header, standing: Sequence[Happening], fallen: Sequence[Sequence[Happening]]
) -> tuple[Seat, ...]:
    """What the game was for everybody; ValueError or IndexError where it cannot have been."""
    variant = header.variant
    scores, best, qwirkles, taken_back = ([0] * len(header.players) for _ in range(4))
    table = _Table(variant, len(header.players))
    for event in standing:
        match event:
            case Placed(player, _, points):
                qwirkles[player] += table.lay(event)
                scores[player] += points
                best[player] = max(best[player], points)
            case Traded(player):
                scores[player] -= variant.trading.cost
            case Finished(player, bonus):
                if player is not None:
                    scores[player] += variant.out_bonus
                    bonus -= variant.out_bonus
                for seat, size in enumerate(table.hand_sizes):
                    scores[seat] -= size * variant.ending.left_piece
                if bonus or event is not standing[-1] or event.scores != tuple(scores):
                    raise ValueError
    for gone in fallen:
        for player in turns_begun(gone):
            taken_back[player] += header.players[player].kind == HUMAN
    return tuple(
        Seat(
            name=player.name,
            kind=player.kind,
            score=scores[seat],
            won=scores[seat] == max(scores),
            best_turn=best[seat],
            qwirkles=qwirkles[seat],
            taken_back=taken_back[seat],
        )
        for seat, player in enumerate(header.players)
    )


class _Table:
    """The pieces that lie, each where a record says it was laid, and how many are elsewhere."""

    def __init__(self, variant: Variant, players: int) -> None:
        self._variant = variant
        self._cells: dict[Cell, Face] = {}
        self._bag = variant.piece_count - players * variant.hand_size
        self.hand_sizes = [variant.hand_size] * players

    def lay(self, placed: Placed) -> int:
        """Lay pieces; returns how many Qwirkles they make. ValueError for what cannot be."""
        before = len(self._cells)
        self._cells.update(((x, y), face) for face, x, y in placed.pieces)
        laid = len(self._cells) - before
        if laid < len(placed.pieces) or len(self._cells) > self._variant.piece_count:
            raise ValueError
        board = Board(self._cells, {}, {}, {})
        lines = board.lines_of(placed.pieces)
        if any(len(line.cells) > LONGEST for line in lines):
            raise ValueError
        if points_of(board, placed.pieces, self._variant) != placed.points:
            raise ValueError
        drawn = min(self._bag, laid)
        self._bag -= drawn
        self.hand_sizes[placed.player] += drawn - laid
        return sum(line.is_full(self._variant) for line in lines)
