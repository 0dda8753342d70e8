"""Facts about a finished game, with points and result as its record states them.

Checking 10,000 records would take too long here; `qwirkle verify`, playing and reviewing do that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qwirkle.decoding import PRINTABLE_PATTERN
from qwirkle.engine.board import Board
from qwirkle.engine.events import Finished, GameEvent, Placed, turn_players
from qwirkle.engine.pieces import Cell, Face
from qwirkle.engine.variant import MAX_PLAYERS, SHAPE_LINE_OFFSET, Variant
from qwirkle.game import Game
from qwirkle.i18n import tr
from qwirkle.records.codec import encode_event, encode_header
from qwirkle.records.players import HUMAN, MAX_NAME_LENGTH, PLAYER_KIND_PATTERN
from qwirkle.records.reader import RecordError, parse_record, separate_undone
from qwirkle.records.schema import Header

Count: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
PrintableText: TypeAlias = Annotated[str, Meta(max_length=100, pattern=PRINTABLE_PATTERN)]
GameKey: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
"""Digest of the whole record, which identifies a game."""


class SeatResult(Struct, frozen=True, array_like=True):
    """Result of one seat."""

    name: Annotated[str, Meta(max_length=MAX_NAME_LENGTH, pattern=PRINTABLE_PATTERN)]
    kind: Annotated[str, Meta(pattern=rf"^(?:{PLAYER_KIND_PATTERN.pattern})\Z")]
    score: Annotated[int, Meta(ge=-(10**9), le=10**9)]
    won: bool
    """Including shared wins."""
    best_turn: Count
    """Most points in one turn."""
    qwirkles: Count
    undone_turns: Count
    """Turns this person undid; 0 for bots."""


class FinishedGame(Struct, frozen=True, array_like=True):
    """What statistics need to know about a game."""

    key: GameKey
    variant_name: PrintableText
    title: PrintableText
    seats: Annotated[tuple[SeatResult, ...], Meta(min_length=2, max_length=MAX_PLAYERS)]


def game_key(game: Game) -> str:
    """Return the key of a game in its current state; undone events don't matter."""
    return _digest(game.header, [event for event, _ in game.active_history])


def parse_finished_game(data: bytes) -> FinishedGame | None:
    """Parse a record; None if the game isn't over. Raises RecordError."""
    record = parse_record(data)
    numbered, undone = separate_undone(record)
    events = [event for _, event in numbered]
    if not events or not isinstance(events[-1], Finished):
        return None
    header = record.header
    try:
        seats = _seat_results(header, events, events[-1], undone)
    except (ValueError, IndexError):
        raise RecordError(tr("The result doesn't fit the players or the pieces.")) from None
    return FinishedGame(_digest(header, events), header.variant.name, header.variant.title, seats)


def _digest(header: Header, events: Iterable[GameEvent]) -> str:
    text = "\n".join((encode_header(header), *map(encode_event, events)))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _seat_results(
    header: Header,
    events: Sequence[GameEvent],
    finish: Finished,
    undone: Sequence[Sequence[GameEvent]],
) -> tuple[SeatResult, ...]:
    """Return the result of each seat. Raises ValueError or IndexError for unknown players."""
    best, qwirkles, undone_turns = ([0] * len(header.players) for _ in range(3))
    placements = [event for event in events if isinstance(event, Placed)]
    for placed in placements:
        best[placed.player] = max(best[placed.player], placed.points)
    for player, count in _iter_qwirkles(header.variant, placements):
        qwirkles[player] += count
    for group in undone:
        for player in turn_players(group):
            undone_turns[player] += header.players[player].kind == HUMAN
    return tuple(
        SeatResult(
            name=player.name,
            kind=player.kind,
            score=score,
            won=seat in finish.winners,
            best_turn=best[seat],
            qwirkles=qwirkles[seat],
            undone_turns=undone_turns[seat],
        )
        for seat, (player, score) in enumerate(zip(header.players, finish.scores, strict=True))
    )


def _iter_qwirkles(variant: Variant, placements: Iterable[Placed]) -> Iterator[tuple[int, int]]:
    """Yield the player and number of full lines (R10) of placements that score enough for one."""
    min_points = min(
        variant.line_scores[variant.pieces.shapes],
        variant.line_scores[variant.pieces.colours + SHAPE_LINE_OFFSET],
    )
    cells: dict[Cell, Face] = {}
    pieces_left = variant.piece_count
    for placed in placements:
        pieces_left -= len(placed.pieces)
        if pieces_left < 0:
            raise ValueError  # a forged record with too many pieces could take minutes to score
        cells.update(((x, y), face) for face, x, y in placed.pieces)
        if placed.points >= min_points:
            lines = Board(cells, {}, {}, {}).lines_through(placed.pieces)
            yield placed.player, sum(line.is_qwirkle(variant) for line in lines)
