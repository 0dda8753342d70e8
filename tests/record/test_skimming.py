"""Skimming a record: quicker than reading it, and never with another result."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.catalog import bundled
from qwirkle.engine.events import Event, Passed, Placed, Traded, Undone
from qwirkle.engine.variant import Variant
from qwirkle.notation import event_line, parse_event
from qwirkle.record import RecordError, parse, parse_ends, skim, tally
from qwirkle.record.skimming import laid_in
from tests.play import random_game
from tests.tools.mutate import bytes_of, mutated


def account_of(data: bytes, *, skimmed: bool) -> object:
    """How a game stands, or what is wrong with the record."""
    try:
        return tally(parse(data, skim if skimmed else None))
    except RecordError as error:
        return str(error)


@pytest.mark.parametrize("variant", bundled(), ids=lambda variant: variant.name)
def test_a_game_stands_alike_skimmed_or_read(variant: Variant) -> None:
    """Whole games with much taken back give the same scores and turns."""
    for seed in range(6):
        game = random_game(variant, 2 + seed % 3, seed, undo_chance=0.2)
        data = bytes_of(game)
        for part in (data, data[: len(data) // 2], data[:-1]):
            assert account_of(part, skimmed=True) == account_of(part, skimmed=False)


def test_a_damaged_record_is_refused_alike() -> None:
    """Two thousand damaged records are told of in the same words."""
    random = Random(5)
    for _ in range(2000):
        data = mutated(random)
        assert account_of(data, skimmed=True) == account_of(data, skimmed=False), data


def test_the_lines_of_a_record_are_skimmed_where_that_is_asked_for() -> None:
    """A placement that was skimmed has its points, and no pieces."""
    data = bytes_of(random_game(bundled()[0], 2, 3, most_events=12))
    for read_by, pieces in ((skim, False), (None, True)):
        events = parse(data, read_by).events
        assert {bool(each.pieces) for each in events if isinstance(each, Placed)} == {pieces}


def kind_and_points(event: Event) -> object:
    """What lists and statistics need to know of an event."""
    match event:
        case Placed(player, _, points):
            return player, points
        case Traded(player) | Passed(player):
            return type(event), player
        case Undone(events):
            return events
    return type(event)


def test_every_line_of_a_game_but_its_result_is_skimmed() -> None:
    """What is skimmed is of the kind that stands there, with its player, points and pieces."""
    kinds = set()
    for variant in bundled():
        for seed in range(12):
            for event in random_game(variant, 2, seed, undo_chance=0.05).events:
                skimmed = skim(event_line(event).encode())
                kinds.add(type(event).__name__)
                if skimmed is None:
                    assert type(event).__name__ == "Finished"
                else:
                    assert kind_and_points(skimmed) == kind_and_points(event)
                if isinstance(event, Placed):
                    assert laid_in(event_line(event).encode()) == event.pieces
    assert kinds >= {"Dealt", "Opened", "Placed", "Drawn", "Rolled", "Traded", "Undone", "Finished"}


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"place","player":0,"pieces":[["Rc",200,-200]],"points":999999}',
        '{"type":"redraw","player":3,"gave":["Rc"],"drew":["Px"]}',
        '{"type":"pass","player":3}',
        '{"type":"undo","events":99999}',
        '{"type":"open","player":0,"matches":8}',
        '{"type":"trade","player":0,"gave":["Rc","Rc"],"drew":["Px","Rc"]}',
    ],
)
def test_lines_at_the_bounds_are_skimmed(line: str) -> None:
    """The largest values that are allowed are in the usual form."""
    skimmed = skim(line.encode())
    assert skimmed is not None
    assert kind_and_points(skimmed) == kind_and_points(parse_event(line))


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"place","player":6,"pieces":[["Rc",0,0]],"points":1}',
        '{"type":"place","player":0,"pieces":[["Rc",201,0]],"points":1}',
        '{"type":"place","player":0,"pieces":[["Rc",0,00]],"points":1}',
        '{"type":"place","player":0,"pieces":[["Rc",0,0]],"points":01}',
        '{"type":"place","player":0,"pieces":[["Rc",0,0]],"points":9999999}',
        '{"type":"place","player":0,"pieces":[],"points":1}',
        '{"type":"place","player":0,"pieces":[["rc",0,0]],"points":1}',
        '{"type":"trade","player":0,"gave":["Rc"],"drew":["Px","Rc"]}',
        '{"type":"reroll","player":0,"from":["Rc","Px"],"to":["Px"],"forced":true}',
        '{"type":"draw","player":0,"pieces":["Rc"],"pieces":["Rc"]}',
        '{"type":"undo","events":0}',
        '{"type":"undo","events":100001}',
        '{"type":"open","player":0,"matches":9}',
        '{"type":"pass","player":0} ',
        '{"type":"flight","player":0}',
        '{"type":"pass"',
        "",
        "\ufffd",
    ],
)
def test_anything_else_is_read_with_care(line: str) -> None:
    """A line that is wrong, or only unusual, is not skimmed."""
    assert skim(line.encode()) is None


def test_the_ends_of_a_record_are_enough_to_tell_who_plays() -> None:
    """The header and the last event, with a last line that is whole, torn, or without its end."""
    game = random_game(bundled()[0], 2, 3, most_events=12)
    data = bytes_of(game)
    header = data.split(b"\n")[0]
    assert parse_ends(data) == (game.header, game.events[-1])
    assert parse_ends(data[:-1]) == (game.header, game.events[-1])
    assert parse_ends(data[:-3]) == (game.header, game.events[-2])
    assert parse_ends(header) == parse_ends(header + b"\n") == (game.header, None)
    assert parse_ends(header + b'\n{"a') == (game.header, None)
    middle = b"\n".join([header, b"nonsense", event_line(game.events[0]).encode(), b""])
    assert parse_ends(middle) == (game.header, game.events[0])
    after = data.count(b"\n") + 1
    for wrong, line in ((b"", 0), (b"{}\n", 1), (header + b"\nx\n", 2), (data + b"x\n", after)):
        with pytest.raises(RecordError) as caught:
            parse_ends(wrong)
        assert caught.value.line == line
