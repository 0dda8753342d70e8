"""Facts about a finished game, parsed from its record without replaying it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.presenter.frame import build_player_results
from qwirkle.records.library import load_game
from qwirkle.records.players import Player
from qwirkle.records.reader import RecordError
from qwirkle.session.history import SeatHistory
from qwirkle.stats.finished_games import FinishedGame, game_key, parse_finished_game
from tests.random_games import play_random_moves, random_game
from tests.stats.saved_games import ANA, BEN, BOT, random_game_of
from tests.tools.mutate import bytes_of, mutated

GOLDEN = Path(__file__).parents[1] / "golden"


def parse(data: bytes) -> FinishedGame:
    """Parse the record of a finished game."""
    finished = parse_finished_game(data)
    assert finished is not None
    return finished


@pytest.mark.parametrize("variant", bundled_variants(), ids=lambda variant: variant.name)
def test_facts_from_a_record_match_the_replayed_game(variant: Variant) -> None:
    """Scores, winners, best turns and Qwirkles are the same, even with undone turns."""
    qwirkles = 0
    for seed in range(6):
        game = random_game(variant, 2 + seed % 3, seed, undo_chance=0.05)
        results = build_player_results(
            SeatHistory(game.header.players, None).with_events(game.active_history)
        )
        finished = parse(bytes_of(game))
        assert (finished.variant_name, finished.title) == (variant.name, variant.title)
        for result in results:
            seat = finished.seats[result.seat]
            assert (seat.name, seat.kind) == (result.name, result.kind)
            assert (seat.score, seat.won) == (result.score, result.place == 1)
            assert (seat.best_turn, seat.qwirkles) == (result.best_points, result.qwirkles)
            qwirkles += result.qwirkles
    assert qwirkles


def test_an_unfinished_game_has_no_result() -> None:
    """A game without an end, or whose end was undone, isn't finished."""
    assert parse_finished_game(bytes_of(random_game_of(events=30))) is None
    game = random_game_of()
    game.undo_step()
    assert parse_finished_game(bytes_of(game)) is None


def test_only_turns_of_people_count_as_undone() -> None:
    """A person's undone turns are counted; the bot's turns between them aren't."""
    game = random_game_of((ANA, BOT), events=14)
    turn_seats = [
        event.player for event, _ in game.active_history if isinstance(event, Placed | Traded)
    ]
    game.undo(game.max_undoable_events)
    finished = parse(bytes_of(play_random_moves(game, Random(3))))
    assert set(turn_seats) == {0, 1}
    assert [seat.undone_turns for seat in finished.seats] == [turn_seats.count(0), 0]


def test_an_undone_turn_counts_for_the_player_who_rolled() -> None:
    """In this golden game, Ben rolled, played and undid the turn."""
    finished = parse((GOLDEN / "cubes.qwirkle").read_bytes())
    assert [(seat.name, seat.undone_turns) for seat in finished.seats] == [("Ana", 0), ("Ben", 1)]


def test_undone_turns_and_formatting_do_not_change_the_key() -> None:
    """A key depends only on the header and the events still in force."""
    game = random_game(bundled_variants()[0], 2, 5, undo_chance=0.1)
    without_undo = Game.replay(game.header, [event for event, _ in game.active_history])
    lines = bytes_of(game).decode().splitlines()
    spaced = "".join(json.dumps(json.loads(line), ensure_ascii=False) + "\n" for line in lines)
    without_newline = bytes_of(game).removesuffix(b"\n")
    keys = {game_key(game), game_key(without_undo)}
    for data in (bytes_of(game), bytes_of(without_undo), spaced.encode(), without_newline):
        keys.add(parse(data).key)
    assert len(keys) == 1


def test_different_games_have_different_keys() -> None:
    """A different name, seed or drawn piece changes the key."""
    data = bytes_of(random_game_of((ANA, BEN)))
    draw = next(line for line in data.splitlines() if line.startswith(b'{"type":"draw"'))
    start, _, end = draw.rpartition(b'["')
    changed_draw = start + b'["' + (b"Bc" if end[:2] == b"Rc" else b"Rc") + end[2:]
    keys = set()
    for old, new in (
        (b"", b""),
        (b'"Ana"', b'"Eva"'),
        (b'"seed":1', b'"seed":2'),
        (draw, changed_draw),
    ):
        keys.add(parse(data.replace(old, new, 1)).key)
    assert len(keys) == 4


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("tiles", "ff94335dc88a23397c0853bc1c7b0598"),
        ("tiles-mindware", "ed8e466cb39cd7aaef31304ed3757b0c"),
        ("cubes", "7b2125b4b73bb25db32d49eec7c7800c"),
        ("cubes-mindware", "29ed5bd3ec558d9023f1ce772ebec3d4"),
        ("junior", "e79e39918035360d5a558fc30a4149e3"),
        ("sprint", "c1015f40c756892440d8e752374aa352"),
    ],
)
def test_keys_never_change(name: str, key: str) -> None:
    """Stored reviews stay valid, because keys are the same in every version."""
    path = GOLDEN / f"{name}.qwirkle"
    assert parse(path.read_bytes()).key == game_key(load_game(path)) == key


def test_points_and_results_are_taken_from_the_record() -> None:
    """Statistics don't check them; `qwirkle verify` does."""
    data = bytes_of(random_game_of((ANA, BEN)))
    changed = re.sub(rb'"scores":.*', b'"scores":[7,8],"winners":[0]}', data)
    finished = parse(changed.replace(b'"points":3', b'"points":300', 1))
    assert [(seat.score, seat.won) for seat in finished.seats] == [(7, True), (8, False)]
    assert max(seat.best_turn for seat in finished.seats) == 300


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"scores":[', b'"scores":[1,'),
        (b'{"type":"place","player":0', b'{"type":"place","player":3'),
    ],
    ids=["scores", "seat"],
)
def test_a_record_with_unknown_players_is_damaged(old: bytes, new: bytes) -> None:
    """Each score and each turn must belong to a player."""
    data = bytes_of(random_game_of((ANA, BEN)))
    assert old in data
    with pytest.raises(RecordError) as caught:
        parse_finished_game(data.replace(old, new, 1))
    assert caught.value.line == 0  # every line is valid on its own


def test_damaged_records_are_parsed_or_rejected() -> None:
    """Parsing 2,000 damaged records raises nothing but RecordError."""
    random = Random(9)
    rejected = 0
    for _ in range(2000):
        try:
            parse_finished_game(mutated(random))
        except RecordError:
            rejected += 1
    assert rejected > 1000


def test_a_record_with_too_many_pieces_is_damaged() -> None:
    """It isn't searched for Qwirkles, which could take minutes."""
    header, *lines = bytes_of(random_game_of((ANA, Player("Ben")))).splitlines(keepends=True)
    rows = [
        b'{"type":"place","player":0,"pieces":[["Rc",%d,%d]],"points":1}\n' % (x, 2 * y)
        for y in range(-40, 40)
        for x in range(-100, 100, 2)
    ]
    with pytest.raises(RecordError) as caught:
        parse_finished_game(header + b"".join(rows) + lines[-1])
    assert caught.value.line == 0  # every line is valid on its own
