"""What is read off a record without judging it: the same as the rules say."""

from __future__ import annotations

import json
from random import Random

import pytest

from qwirkle.catalog import bundled
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.notation import Player
from qwirkle.record import RecordError
from qwirkle.statistics.finished import FinishedGame, finished_game, key_of
from qwirkle.table.results import accounts_of
from qwirkle.table.story import Story
from tests.play import play_on, random_game
from tests.statistics.saved import ANA, BEN, BOT, game_of
from tests.tools.mutate import bytes_of, mutated


def read(game: Game) -> FinishedGame:
    """What the record of a finished game comes to."""
    found = finished_game(bytes_of(game))
    assert found is not None
    return found


@pytest.mark.parametrize("variant", bundled(), ids=lambda variant: variant.name)
def test_a_record_comes_to_what_the_judged_game_does(variant: Variant) -> None:
    """Scores, winners, best turns and Qwirkles are those of the game, with much taken back."""
    qwirkles = 0
    for seed in range(6):
        game = random_game(variant, 2 + seed % 3, seed, undo_chance=0.05)
        accounts = accounts_of(Story(game.header.players, None).continued(game.standing))
        found = read(game)
        assert (found.variant, found.title) == (variant.name, variant.title)
        for account in accounts:
            seat = found.seats[account.seat]
            assert (seat.name, seat.kind) == (account.name, account.kind)
            assert (seat.score, seat.won) == (account.score, account.place == 1)
            assert (seat.best_turn, seat.qwirkles) == (account.best, account.qwirkles)
            qwirkles += account.qwirkles
    assert qwirkles


def test_a_game_that_goes_on_comes_to_nothing_yet() -> None:
    """Neither a game without an end, nor one whose end was taken back, is finished."""
    assert finished_game(bytes_of(game_of(events=30))) is None
    game = game_of()
    game.undo_step()
    assert finished_game(bytes_of(game)) is None


def test_turns_taken_back_are_those_of_people() -> None:
    """The turns that a person took back are counted, and those of the bot between them are not."""
    game = game_of((ANA, BOT), events=14)
    fallen = [event.player for event, _ in game.standing if isinstance(event, Placed | Traded)]
    game.undo(game.undoable)
    found = read(play_on(game, Random(3)))
    assert set(fallen) == {0, 1}
    assert [seat.taken_back for seat in found.seats] == [fallen.count(0), 0]


def test_the_key_is_that_of_the_game_as_it_stands() -> None:
    """Neither what was taken back nor how the lines are written changes the key."""
    game = random_game(bundled()[0], 2, 5, undo_chance=0.1)
    thin = Game.replay(game.header, [event for event, _ in game.standing])
    lines = bytes_of(game).decode().splitlines()
    roomy = "".join(json.dumps(json.loads(line), ensure_ascii=False) + "\n" for line in lines)
    unended = bytes_of(game).removesuffix(b"\n")
    keys = {read(game).key, read(thin).key, key_of(game), key_of(thin)}
    for data in (roomy.encode(), unended):
        found = finished_game(data)
        assert found is not None
        keys.add(found.key)
    assert len(keys) == 1


def test_another_game_has_another_key() -> None:
    """A name, a seed or a single piece that was drawn is enough to tell games apart."""
    data = bytes_of(game_of((ANA, BEN)))
    draw = next(line for line in data.splitlines() if line.startswith(b'{"type":"draw"'))
    start, _, end = draw.rpartition(b'["')
    drawn = start + b'["' + (b"Bc" if end[:2] == b"Rc" else b"Rc") + end[2:]
    keys = set()
    for old, new in ((b"", b""), (b'"Ana"', b'"Eva"'), (b'"seed":1', b'"seed":2'), (draw, drawn)):
        found = finished_game(data.replace(old, new, 1))
        assert found is not None
        keys.add(found.key)
    assert len(keys) == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"points":3', b'"points":4'),
        (b'"bonus":6', b'"bonus":7'),
        (b'"scores":[', b'"scores":[1'),
        (b'{"type":"place","player":0', b'{"type":"place","player":3'),
    ],
    ids=["points", "bonus", "scores", "seat"],
)
def test_a_record_that_does_not_add_up_is_damaged(old: bytes, new: bytes) -> None:
    """Points, bonus and result must follow from what was laid, and by whom."""
    data = bytes_of(game_of((ANA, BEN)))
    assert old in data
    with pytest.raises(RecordError, match="add up"):
        finished_game(data.replace(old, new, 1))


def test_pieces_upon_pieces_are_damage() -> None:
    """A turn that is told twice lays pieces where some lie already."""
    lines = bytes_of(game_of((ANA, BEN))).splitlines(keepends=True)
    place = next(line for line in lines if line.startswith(b'{"type":"place"'))
    with pytest.raises(RecordError, match="add up"):
        finished_game(b"".join([*lines[:-1], place, lines[-1]]))


def test_damaged_records_are_refused_or_read() -> None:
    """Of two thousand damaged records each gives a game, none, or a sentence."""
    random = Random(9)
    refused = 0
    for _ in range(2000):
        try:
            finished_game(mutated(random))
        except RecordError:
            refused += 1
    assert refused > 1000


def test_a_table_without_end_is_refused_soon() -> None:
    """More pieces than the game has are not laid: such a record is no quicker way to hang."""
    head, *lines = bytes_of(game_of((ANA, Player("Ben")))).splitlines(keepends=True)
    rows = [
        b'{"type":"place","player":0,"pieces":[["Rc",%d,%d]],"points":1}\n' % (x, 2 * y)
        for y in range(-40, 40)
        for x in range(-100, 100, 2)
    ]
    with pytest.raises(RecordError, match="add up"):
        finished_game(head + b"".join(rows) + lines[-1])
