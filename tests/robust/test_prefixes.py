"""Records cut off at any byte, as after a power failure."""

from __future__ import annotations

from functools import cache

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.game import Game
from qwirkle.records import reader
from qwirkle.records.codec import parse_event, parse_header
from qwirkle.records.library import replay_record
from qwirkle.records.reader import RecordError, parse_record
from tests.random_games import random_game
from tests.tools.mutate import bytes_of, sentence_of


def check_prefixes(game: Game) -> None:
    """Check that each prefix of the record is the start of the game, or rejected."""
    data = bytes_of(game)
    replays: dict[int, Game] = {}
    header_size = data.index(b"\n")
    for length in range(header_size):
        with pytest.raises(RecordError) as caught:
            parse_record(data[:length])
        assert sentence_of(caught.value)
    for length in range(header_size, len(data) + 1):
        record = parse_record(data[:length])
        count = data.count(b"\n", 0, length + 1) - 1
        assert record.events == tuple(game.events[:count])
        assert record.truncated == (
            0 < length < len(data) and data[length - 1 : length + 1].find(b"\n") < 0
        )
        if count not in replays:
            replays[count] = replay_record(record)
            assert replays[count].events == game.events[:count]
    assert replays[len(game.events)].active_history == game.active_history


@pytest.mark.parametrize("number", range(3))
def test_every_prefix_of_a_short_record_loads_or_is_rejected(number: int) -> None:
    """Cut at any byte, a record loads as the game up to there, or raises RecordError."""
    variant = bundled_variants()[number % len(bundled_variants())]
    check_prefixes(random_game(variant, 2 + number, number, 0.2, max_events=16))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_every_prefix_of_a_whole_record_loads_or_is_rejected(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prefixes of whole games load or are rejected, too."""
    monkeypatch.setattr(reader, "parse_event", cache(parse_event))
    monkeypatch.setattr(reader, "parse_header", cache(parse_header))
    variant = bundled_variants()[number % len(bundled_variants())]
    check_prefixes(random_game(variant, 2 + number % 3, number, 0.1))
