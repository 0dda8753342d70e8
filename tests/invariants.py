"""What is true at every moment of every game, whatever the variant."""

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
    """All that must hold in a position by itself."""
    check_pieces(position)
    check_lines(position)
    check_options(position)
    for seat in range(position.player_count):
        check_view(position, seat)


def check_pieces(position: Position) -> None:
    """T1, C1: every piece is in the bag, in one hand or on the table, and no hand is too large."""
    variant = position.variant
    found = Counter(dict(enumerate(position.bag)))
    for pieces in (*position.hands, tuple(position.board.cells.values())):
        found.update(variant.kind_by_face[face] for face in pieces)
    assert [found[kind] for kind in range(len(variant.kinds))] == [
        kind.copies for kind in variant.kinds
    ]
    assert min(position.bag) >= 0
    assert max(map(len, position.hands)) <= variant.hand.size


def check_lines(position: Position) -> None:
    """R4: every line on the table is a good one, by the naive reading too."""
    cells = position.board.cells
    for line in lines_through(cells, tuple(cells)):
        assert is_line(tuple(cells[cell] for cell in line))


def check_options(position: Position) -> None:
    """C4, T4, J5: something can be done just where a player is asked, and only what is true."""
    options = rules.available_options(position)
    hand = position.hands[position.player]
    some = any(
        (
            options.can_place,
            options.must_roll,
            options.max_trade,
            options.can_redraw,
            options.can_pass,
        )
    )
    assert some is (position.stage in PLAYER_STAGES) is rules.needs_player(position)
    if position.stage in (Stage.ROLL, Stage.PLACE) and position.board.cells:
        assert options.can_place is bool(
            movegen.generate_plays(position.board, hand, position.variant)
        )
    trading = position.variant.trade
    assert options.max_trade <= min(len(hand), sum(position.bag))
    assert not options.max_trade or trading.least <= options.max_trade
    assert not options.max_trade or sum(position.bag) >= trading.bag
    assert options.can_roll_free is (position.stage is Stage.ROLL) is (position.free_rolls > 0)
    forced = options.forced_move(hand)
    if forced is not None:
        rules.validate_move(position.view(position.player), forced)


def check_view(position: Position, seat: int) -> None:
    """T1, C2: a view holds what the seat may know, and is blind to all the rest."""
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
    """The position with the hidden pieces of the others and of the bag dealt in another way."""
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
    """R9, R12: the points of every play that stands are right, and add up to the scores."""
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
    """R12, J8, J9: the result names who went out and everybody with the most points."""
    empty = [seat for seat, hand in enumerate(position.hands) if not hand]
    assert empty == ([] if event.player is None else [event.player])
    assert event.bonus == (position.variant.scoring.out_bonus if empty else 0)
    for seat in empty:
        assert not any(position.bag)
        scores[seat] += event.bonus
    for seat, hand in enumerate(position.hands):
        scores[seat] -= position.variant.end.left_piece * len(hand)
    assert event.scores == tuple(scores)
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    assert event.winners == tuple(best)


def check_replay(game: Game) -> None:
    """The events, written as text and read back, lead to the very same game."""
    header = parse_header(encode_header(game.header))
    events = [parse_event(encode_event(event)) for event in game.events]
    assert (header, events) == (game.header, game.events)
    again = Game.replay(header, events)
    assert again.active_history == game.active_history
    assert again.position == game.position


def check_undo(game: Game, random: Random) -> None:
    """Taking back restores an earlier moment exactly, and the game can go on from there."""
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
    """Everything about a whole game; its end is taken back in doing so."""
    for _, position in game.active_history:
        if position.stage is not Stage.DEAL:
            check_pieces(position)
    check_position(game.position)
    check_scores(game)
    check_replay(game)
    check_undo(game, random)
    check_replay(game)
