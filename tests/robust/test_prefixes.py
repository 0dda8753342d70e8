"""Records that end anywhere, as they do when a machine stops."""

from __future__ import annotations

from functools import cache

import pytest

from qwirkle.catalog import bundled
from qwirkle.game import Game
from qwirkle.notation import parse_event, parse_header
from qwirkle.record import RecordError, parse, reading
from qwirkle.saving import game_of
from tests.play import random_game
from tests.tools.mutate import bytes_of, sentence_of


def check_prefixes(game: Game) -> None:
    """Each beginning of the record, byte by byte, is the beginning of the game, or refused."""
    data = bytes_of(game)
    moments: dict[int, Game] = {}
    head = data.index(b"\n")
    for length in range(head):
        with pytest.raises(RecordError) as caught:
            parse(data[:length])
        assert sentence_of(caught.value)
    for length in range(head, len(data) + 1):
        record = parse(data[:length])
        count = data.count(b"\n", 0, length + 1) - 1
        assert record.events == tuple(game.events[:count])
        assert record.torn == (
            0 < length < len(data) and data[length - 1 : length + 1].find(b"\n") < 0
        )
        if count not in moments:
            moments[count] = game_of(record)
            assert moments[count].events == game.events[:count]
    last = moments[len(game.events)]
    assert last.standing == game.standing


@pytest.mark.parametrize("number", range(3))
def test_every_beginning_of_a_short_record_is_a_beginning_of_its_game(number: int) -> None:
    """Cut at any byte, a record loads as the game up to there, or is refused with a sentence."""
    variant = bundled()[number % len(bundled())]
    check_prefixes(random_game(variant, 2 + number, number, 0.2, most_events=16))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_every_beginning_of_a_whole_record_is_a_beginning_of_its_game(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for whole games."""
    monkeypatch.setattr(reading, "parse_event", cache(parse_event))
    monkeypatch.setattr(reading, "parse_header", cache(parse_header))
    variant = bundled()[number % len(bundled())]
    check_prefixes(random_game(variant, 2 + number % 3, number, 0.1))
