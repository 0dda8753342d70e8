"""What a record comes to without checking it: the same as the rules say."""

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
from qwirkle.records.reader import RecordError
from qwirkle.records.schema import Player
from qwirkle.session.history import SeatHistory
from qwirkle.stats.finished_games import FinishedGame, game_key, parse_finished_game
from tests.random_games import play_random_moves, random_game
from tests.stats.saved_games import ANA, BEN, BOT, random_game_of
from tests.tools.mutate import bytes_of, mutated

GOLDEN = Path(__file__).parents[1] / "golden"


def read(game: Game) -> FinishedGame:
    """What the record of a finished game comes to."""
    found = parse_finished_game(bytes_of(game))
    assert found is not None
    return found


@pytest.mark.parametrize("variant", bundled_variants(), ids=lambda variant: variant.name)
def test_a_record_comes_to_what_the_judged_game_does(variant: Variant) -> None:
    """Scores, winners, best turns and Qwirkles are those of the game, with much taken back."""
    qwirkles = 0
    for seed in range(6):
        game = random_game(variant, 2 + seed % 3, seed, undo_chance=0.05)
        accounts = build_player_results(
            SeatHistory(game.header.players, None).with_events(game.active_history)
        )
        found = read(game)
        assert (found.variant, found.title) == (variant.name, variant.title)
        for account in accounts:
            seat = found.seats[account.seat]
            assert (seat.name, seat.kind) == (account.name, account.kind)
            assert (seat.score, seat.won) == (account.score, account.place == 1)
            assert (seat.best_turn, seat.qwirkles) == (account.best_points, account.qwirkles)
            qwirkles += account.qwirkles
    assert qwirkles


def test_a_game_that_goes_on_comes_to_nothing_yet() -> None:
    """Neither a game without an end, nor one whose end was taken back, is finished."""
    assert parse_finished_game(bytes_of(random_game_of(events=30))) is None
    game = random_game_of()
    game.undo_step()
    assert parse_finished_game(bytes_of(game)) is None


def test_turns_taken_back_are_those_of_people() -> None:
    """The turns that a person took back are counted, and those of the bot between them are not."""
    game = random_game_of((ANA, BOT), events=14)
    fallen = [
        event.player for event, _ in game.active_history if isinstance(event, Placed | Traded)
    ]
    game.undo(game.undoable_event_count)
    found = read(play_random_moves(game, Random(3)))
    assert set(fallen) == {0, 1}
    assert [seat.taken_back for seat in found.seats] == [fallen.count(0), 0]


def test_a_turn_that_began_with_a_roll_is_taken_back_by_whoever_rolled() -> None:
    """In this game Ben rolled, played and took it back."""
    found = parse_finished_game((GOLDEN / "cubes.qwirkle").read_bytes())
    assert found is not None
    assert [(seat.name, seat.taken_back) for seat in found.seats] == [("Ana", 0), ("Ben", 1)]


def test_the_key_is_that_of_the_game_as_it_stands() -> None:
    """Neither what was taken back nor how the lines are written changes the key."""
    game = random_game(bundled_variants()[0], 2, 5, undo_chance=0.1)
    thin = Game.replay(game.header, [event for event, _ in game.active_history])
    lines = bytes_of(game).decode().splitlines()
    roomy = "".join(json.dumps(json.loads(line), ensure_ascii=False) + "\n" for line in lines)
    unended = bytes_of(game).removesuffix(b"\n")
    keys = {read(game).key, read(thin).key, game_key(game), game_key(thin)}
    for data in (roomy.encode(), unended):
        found = parse_finished_game(data)
        assert found is not None
        keys.add(found.key)
    assert len(keys) == 1


def test_another_game_has_another_key() -> None:
    """A name, a seed or a single piece that was drawn is enough to tell games apart."""
    data = bytes_of(random_game_of((ANA, BEN)))
    draw = next(line for line in data.splitlines() if line.startswith(b'{"type":"draw"'))
    start, _, end = draw.rpartition(b'["')
    drawn = start + b'["' + (b"Bc" if end[:2] == b"Rc" else b"Rc") + end[2:]
    keys = set()
    for old, new in ((b"", b""), (b'"Ana"', b'"Eva"'), (b'"seed":1', b'"seed":2'), (draw, drawn)):
        found = parse_finished_game(data.replace(old, new, 1))
        assert found is not None
        keys.add(found.key)
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
    """Reviews that were kept under a key are found for ever."""
    path = GOLDEN / f"{name}.qwirkle"
    found = parse_finished_game(path.read_bytes())
    assert found is not None
    assert found.key == game_key(load_game(path)) == key


def test_points_and_result_are_those_of_the_record() -> None:
    """Statistics believe what is written; `qwirkle verify` checks it."""
    data = bytes_of(random_game_of((ANA, BEN)))
    claimed = re.sub(rb'"scores":.*', b'"scores":[7,8],"winners":[0]}', data)
    found = parse_finished_game(claimed.replace(b'"points":3', b'"points":300', 1))
    assert found is not None
    assert [(seat.score, seat.won) for seat in found.seats] == [(7, True), (8, False)]
    assert max(seat.best_turn for seat in found.seats) == 300


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"scores":[', b'"scores":[1,'),
        (b'{"type":"place","player":0', b'{"type":"place","player":3'),
    ],
    ids=["scores", "seat"],
)
def test_a_record_of_players_it_does_not_have_is_damaged(old: bytes, new: bytes) -> None:
    """Each score and each turn belongs to a player."""
    data = bytes_of(random_game_of((ANA, BEN)))
    assert old in data
    with pytest.raises(RecordError, match="fit the players"):
        parse_finished_game(data.replace(old, new, 1))


def test_damaged_records_are_refused_or_read() -> None:
    """Of two thousand damaged records each gives a game, none, or a sentence."""
    random = Random(9)
    refused = 0
    for _ in range(2000):
        try:
            parse_finished_game(mutated(random))
        except RecordError:
            refused += 1
    assert refused > 1000


def test_a_record_with_more_pieces_than_the_game_has_is_damaged() -> None:
    """It isn't searched for Qwirkles, which could take minutes."""
    head, *lines = bytes_of(random_game_of((ANA, Player("Ben")))).splitlines(keepends=True)
    rows = [
        b'{"type":"place","player":0,"pieces":[["Rc",%d,%d]],"points":1}\n' % (x, 2 * y)
        for y in range(-40, 40)
        for x in range(-100, 100, 2)
    ]
    with pytest.raises(RecordError, match="the pieces"):
        parse_finished_game(head + b"".join(rows) + lines[-1])
