"""Invariants of every position and game, for any variant."""

from __future__ import annotations

from collections import Counter
from random import Random

from msgspec.structs import replace

from qwirkle.engine import movegen, rules
from qwirkle.engine.events import Finished, GameEvent, Placed, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from qwirkle.engine.view import PLAYER_STAGES, Stage
from qwirkle.game import Game
from qwirkle.records.codec import encode_event, encode_header, parse_event, parse_header
from tests.oracle import Scoring, is_line, lines_through, score
from tests.random_games import random_move


def check_position(position: Position) -> None:
    """Check everything that must hold in a single position."""
    check_pieces(position)
    check_lines(position)
    check_options(position)
    for seat in range(position.player_count):
        check_view(position, seat)


def check_pieces(position: Position) -> None:
    """T1, C1: every piece is in the bag, in one hand or on the board; no hand is too large."""
    variant = position.variant
    counts = Counter(dict(enumerate(position.bag)))
    for pieces in (*position.hands, tuple(position.board.cells.values())):
        counts.update(variant.kind_by_face[face] for face in pieces)
    assert [counts[kind] for kind in range(len(variant.kinds))] == [
        kind.copies for kind in variant.kinds
    ]
    assert min(position.bag) >= 0
    assert max(map(len, position.hands)) <= variant.hand.size


def check_lines(position: Position) -> None:
    """R4: every line on the board is legal according to the oracle."""
    cells = position.board.cells
    for line in lines_through(cells, tuple(cells)):
        assert is_line(tuple(cells[cell] for cell in line))


def check_options(position: Position) -> None:
    """C4, T4, J5: a player has an option exactly when one is asked, and each option is real."""
    options = rules.available_options(position)
    hand = position.hands[position.seat_to_move]
    has_option = any(
        (
            options.can_place,
            options.must_roll,
            options.max_trade,
            options.can_redraw,
            options.can_pass,
        )
    )
    assert has_option is (position.stage in PLAYER_STAGES) is rules.needs_player(position)
    if position.stage in (Stage.ROLL, Stage.PLACE) and position.board.cells:
        assert options.can_place is bool(
            movegen.generate_plays(position.board, hand, position.variant)
        )
    trade_rule = position.variant.trade
    assert options.max_trade <= min(len(hand), sum(position.bag))
    assert not options.max_trade or trade_rule.min_pieces <= options.max_trade
    assert not options.max_trade or sum(position.bag) >= trade_rule.min_bag_size
    assert options.can_roll_free is (position.stage is Stage.ROLL) is (position.free_rolls > 0)
    forced = options.forced_move(hand)
    if forced is not None:
        rules.validate_move(position.view(position.seat_to_move), forced)


def check_view(position: Position, seat: int) -> None:
    """T1, C2: a view shows what the seat may know and hides the rest."""
    view = position.view(seat)
    assert view.hand == position.hands[seat]
    assert view.hand_sizes == tuple(map(len, position.hands))
    assert view.bag_size == sum(position.bag)
    others = [hand for other, hand in enumerate(view.hands) if other != seat]
    if position.variant.hand.open:
        assert view.hands == position.hands
        assert view.unseen_counts == position.bag
    else:
        assert others == [None] * len(others)
        assert view == shuffle_hidden_pieces(position, seat).view(seat)


def shuffle_hidden_pieces(position: Position, seat: int) -> Position:
    """Redistribute the pieces hidden from the seat among the other hands and the bag."""
    variant = position.variant
    pool = [kind for kind, left in enumerate(position.bag) for _ in range(left)]
    for other, hand in enumerate(position.hands):
        if other != seat:
            pool += [variant.kind_by_face[face] for face in hand]
    random = Random(len(pool))
    random.shuffle(pool)
    hands: list[Faces] = []
    for other, hand in enumerate(position.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(random.choice(variant.kinds[pool.pop()].faces) for _ in hand))
    rest = Counter(pool)
    bag = tuple(rest[kind] for kind in range(len(variant.kinds)))
    return replace(position, hands=tuple(hands), bag=bag)


def check_scores(game: Game) -> None:
    """R9, R12: all points in the active history are right and add up to the scores."""
    variant = game.header.variant
    scores = [0] * len(game.header.players)
    for event, position in game.active_history:
        if isinstance(event, Placed):
            cells = position.board.cells
            points = score(cells, event.pieces, Scoring.of(variant))
            assert event.points == points
            scores[event.player] += points
        if isinstance(event, Traded):
            scores[event.player] -= variant.trade.cost
        if isinstance(event, Finished):
            check_result(event, position, scores)
        assert position.scores == tuple(scores)


def check_result(event: Finished, position: Position, scores: list[int]) -> None:
    """R12, J8, J9: the result names the player who went out and every player with the top score."""
    empty = [seat for seat, hand in enumerate(position.hands) if not hand]
    assert empty == ([] if event.player is None else [event.player])
    assert event.bonus == (position.variant.scoring.out_bonus if empty else 0)
    for seat in empty:
        assert not any(position.bag)
        scores[seat] += event.bonus
    for seat, hand in enumerate(position.hands):
        scores[seat] -= position.variant.end.leftover_penalty * len(hand)
    assert event.scores == tuple(scores)
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    assert event.winners == tuple(best)


def check_replay(game: Game) -> None:
    """Encoded, parsed and replayed, the events give the same game."""
    header = parse_header(encode_header(game.header))
    events = [parse_event(encode_event(event)) for event in game.events]
    assert (header, events) == (game.header, game.events)
    replayed = Game.replay(header, events)
    assert replayed.active_history == game.active_history
    assert replayed.position == game.position


def check_undo(game: Game, random: Random) -> None:
    """An undo restores the earlier position, and the game can continue from there."""
    past: list[tuple[GameEvent, Position]] = list(game.active_history)
    for undo in (game.undo_step, game.undo_turn):
        undone = undo()
        if undone is not None:
            past = past[: len(past) - undone.event_count]
        assert game.active_history == past
    if not game.is_over:
        game.play(random_move(game.position, random))
        check_pieces(game.position)


def check_game(game: Game, random: Random) -> None:
    """Check everything about a finished game; this undoes its end."""
    for _, position in game.active_history:
        if position.stage is not Stage.DEAL:
            check_pieces(position)
    check_position(game.position)
    check_scores(game)
    check_replay(game)
    check_undo(game, random)
    check_replay(game)
