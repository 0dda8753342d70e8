"""What a bot thinks can be watched where that gives nothing away, and a turn can be explained."""

from __future__ import annotations

import pytest
from msgspec import structs
from msgspec.structs import replace

from qwirkle.analysis.evaluation import Evaluation
from qwirkle.analysis.search import Candidate, SearchMethod, SearchResult
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.records.schema import Player
from qwirkle.tui.widgets.thinking import ThinkingPane
from qwirkle.worker.client import AnalysisWorker
from tests.tools.pictures.scenes import text_of
from tests.tui.conftest import (
    CUBES,
    TILES,
    KeyboardPlayer,
    human_players,
    make_app,
    small_variant,
    wait_until,
)
from tests.tui.game_setup import BOT, banner_text, set_position, set_turn_state, wait_for_turn

MASTER = Player("Mo", None, "bot:master-0.05")

SOME = SearchResult(
    SearchMethod.ROLLOUTS,
    (
        Candidate(Evaluation(Place(((1, 2, 0),)), 7.0, 4, 5.0, 6.0), 3.25, 0.2, 0.61, 96),
        Candidate(
            Evaluation(Trade((7, 8)), 2.0, 0, 5.0, 6.0), -1.5, 0.2, 0.48, 96, is_eliminated=True
        ),
    ),
)


@pytest.mark.parametrize(
    ("variant", "players", "wanted", "seen"),
    [
        (CUBES, (*human_players(1), MASTER), True, True),
        (CUBES, (*human_players(1), MASTER), False, False),
        (TILES, (*human_players(1), MASTER), True, False),
        (TILES, (*human_players(2), MASTER), True, False),
    ],
    ids=["open", "not wanted", "hidden", "hidden from two"],
)
async def test_thoughts_are_seen_only_where_no_hand_is_secret(
    variant: Variant,
    players: tuple[Player, ...],
    wanted: bool,
    seen: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a hidden hand nobody is told what its bot thinks about laying."""
    app = make_app(variant, players)
    app.settings = structs.replace(app.settings, thinking=wanted)
    asked: list[bool] = []
    real = AnalysisWorker.choose

    async def noted(
        self: AnalysisWorker, bot: str, view: View, seed: str, watch: object = None
    ) -> Move:
        asked.append(watch is not None)
        return await real(self, "simple", view, seed)  # whose thoughts are short

    monkeypatch.setattr(AnalysisWorker, "choose", noted)
    async with app.run_test(size=(120, 40)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(6)
        assert set(asked) == {seen}


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_pane_tells_how_candidates_stand(size: tuple[int, int]) -> None:
    """Pieces, value and the chance to win stand in a line for each; there is none before."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        assert not table.query(ThinkingPane)
        table.presenter.show_search(1, SOME)
        await wait_until(pilot, lambda: any(pane.region for pane in table.query(ThinkingPane)))
        pane = table.query_one(ThinkingPane)
        assert str(pane.border_title) == "Bo thinks"
        seen = text_of(app)
        assert "+3.2   61%" in seen
        assert "trade 2" in seen
        assert "-1.5   48%" in seen


async def test_a_master_thinks_aloud() -> None:
    """While it thinks its candidates come to the table, and stay until the next thought."""
    app = make_app(small_variant(CUBES), (*human_players(1), replace(MASTER, name="Mo")))
    app.settings = structs.replace(app.settings, thinking=True)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        set_turn_state(table, search=None)
        while table.presenter.turn_state.search is None and not table.session.game.is_over:
            await pilot.press(
                "enter" if "keep" in table.presenter.turn_state.available_actions else "i"
            )
            await wait_until(
                pilot,
                lambda: (
                    table.presenter.turn_state.hint_selection is not None
                    or "keep" not in table.presenter.turn_state.available_actions
                ),
            )
            await pilot.press("enter", "enter")
            await wait_until(
                pilot, lambda: table.session.waiting_for_human or table.session.game.is_over
            )
        assert table.frame is not None
        assert table.frame.thinker == "Mo"
        assert table.frame.thinking


async def test_why_a_turn_was_made() -> None:
    """After a bot's turn a key says what speaks for it."""
    app = make_app(TILES, (*human_players(1), BOT), seed=3)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        if not table.session.game.turns_played:
            await pilot.press("w")
            assert banner_text(table) == "No turn has been made yet."
        while table.session.game.last_player != 1:
            await pilot.press("i")
            await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
            await pilot.press("enter", "enter")
            await wait_until(
                pilot, lambda: table.session.waiting_for_human and table.presenter.turn_state.draft
            )
        await pilot.press("w")
        await wait_until(pilot, lambda: table.presenter.turn_state.explained_turn)
        said = banner_text(table)
        assert said.startswith("Bo made ")
        assert "found" in said or "had no choice" in said
        assert "after that" not in said  # what it keeps is a secret
        assert "win" not in said


async def test_a_hidden_hand_of_a_person_stays_secret() -> None:
    """Of the turn of another person with a hidden hand nothing is said; nor to a purist."""
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
        await pilot.press("enter", "enter")
        table = await wait_for_turn(pilot, app)
        await pilot.press("w")
        assert (
            banner_text(table) == "The last turn was made from a hidden hand, which stays secret."
        )
        set_turn_state(table, hints_enabled=False)
        await pilot.press("w")
        assert banner_text(table) == "Hints are switched off in this game."
        set_turn_state(table, purist=True)
        await pilot.press("w")
        assert banner_text(table).startswith("You play as a purist")
