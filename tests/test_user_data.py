"""User data of older versions still loads.

The files in tests/user_data were written by version 0.1; don't rewrite them.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from time import time

import pytest

from qwirkle import catalog
from qwirkle.records import library
from qwirkle.settings import Settings, load_settings
from qwirkle.stats.index import collect_games
from qwirkle.stats.players import compute_stats
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.web.lobby import Lobby

USER_DATA = Path(__file__).parent / "user_data"
SEAT_LINK = ("8b14c003", "9bLWAS_JSStrza0-iCGXhg")
"""Room id and seat token of a link such as http://127.0.0.1:8642/#t=ROOM&s=TOKEN."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set QWIRKLE_HOME to a copy of the files and return its path."""
    folder = tmp_path / "home"
    shutil.copytree(USER_DATA, folder)
    monkeypatch.setenv("QWIRKLE_HOME", str(folder))
    return folder


def test_settings_and_key_bindings_load() -> None:
    assert load_settings() == (
        Settings(
            theme="light",
            hints=False,
            pace="quick",
            keys={"table.keep": "f5,k", "table.trade": "x"},
        ),
        None,
    )


def test_a_variant_file_loads() -> None:
    """A variant in the user's folder loads by its name."""
    variant = catalog.load_variant("seven")
    assert (variant.hand.size, variant.hand.open, variant.scoring.out_bonus) == (7, True, 10)


def test_a_record_and_its_review_load() -> None:
    """The record replays without an error, and the statistics find its saved review."""
    (game,) = library.saved_games()
    assert (game.finished, game.problem) == (True, "")
    assert library.load_game(game.path).is_over
    ((finished, _),) = collect_games().games
    assert list(load_reviews()) == [finished.key]
    stats = compute_stats([finished], load_reviews())
    assert {player.total.reviewed for player in stats} == {1}


async def test_a_seat_link_leads_to_its_seat(home: Path) -> None:
    """An old seat link still leads to its seat, and the lobby file is saved unchanged."""
    lobby_file = home / "tables.json"
    data = json.loads(lobby_file.read_bytes())
    data["tables"][0]["touched"] = time()  # unused rooms are dropped after 60 days
    before = json.dumps(data, separators=(",", ":")).encode()
    lobby_file.write_bytes(before)
    room_id, seat_token = SEAT_LINK
    lobby = Lobby(lobby_file)
    lobby.load()
    try:
        room = await lobby.find(room_id)
        participant = room.find_participant(seat_token)
        assert participant is not None
        assert (room.seat_index(participant), participant.is_host) == (0, True)
        assert [seat.player.name for seat in room.seats] == ["Ana", "Greedy"]
    finally:
        await lobby.close()
    assert lobby_file.read_bytes() == before
