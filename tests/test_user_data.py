"""What people have on their disks loads unchanged.

The files in tests/user_data were written by version 0.1 of the program; they are never rewritten.
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

KEPT = Path(__file__).parent / "user_data"
SEAT_LINK = ("8b14c003", "9bLWAS_JSStrza0-iCGXhg")
"""The table and the secret of a link such as http://127.0.0.1:8642/#t=TABLE&s=SECRET."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with those files."""
    folder = tmp_path / "kept"
    shutil.copytree(KEPT, folder)
    monkeypatch.setenv("QWIRKLE_HOME", str(folder))
    return folder


def test_settings_and_key_bindings_load() -> None:
    """Every setting is as it was chosen, and so is every key."""
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
    """A house rule is found by its name."""
    variant = catalog.load_variant("seven")
    assert (variant.hand.size, variant.hand.open, variant.scoring.out_bonus) == (7, True, 10)


def test_a_record_loads_and_its_review_is_found() -> None:
    """A game is sound by the rules, and the statistics know its review."""
    (game,) = library.saved_games()
    assert (game.finished, game.problem) == (True, "")
    assert library.load_game(game.path).is_over
    ((finished, _),) = collect_games().games
    assert list(load_reviews()) == [finished.key]
    players = compute_stats([finished], load_reviews())
    assert {each.total.reviewed for each in players} == {1}


async def test_a_seat_link_leads_to_its_seat(home: Path) -> None:
    """The server's store loads, and a link from before still opens its seat."""
    store = home / "tables.json"
    kept = json.loads(store.read_bytes())
    kept["tables"][0]["touched"] = time()  # tables are forgotten after sixty days
    store.write_text(json.dumps(kept))
    name, secret = SEAT_LINK
    lobby = Lobby(store)
    lobby.load()
    try:
        table = await lobby.find(name)
        guest = table.find_participant(secret)
        assert guest is not None
        assert (table.seat_index(guest), guest.is_host) == (0, True)
        assert [seat.player.name for seat in table.seats] == ["Ana", "Greedy"]
    finally:
        await lobby.close()
