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
from tests.tui.conftest import HIDDEN, OPEN, Keys, app_for, people, small, until
from tests.tui.game_setup import BOT, arrange, banner, ready

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
        (OPEN, (*people(1), MASTER), True, True),
        (OPEN, (*people(1), MASTER), False, False),
        (HIDDEN, (*people(1), MASTER), True, False),
        (HIDDEN, (*people(2), MASTER), True, False),
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
    app = app_for(variant, players)
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
        await Keys(pilot, app).play_game(6)
        assert set(asked) == {seen}


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_pane_tells_how_candidates_stand(size: tuple[int, int]) -> None:
    """Pieces, value and the chance to win stand in a line for each; there is none before."""
    app = app_for(OPEN, (*people(1), BOT))
    arrange(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await ready(pilot, app)
        assert not table.query(ThinkingPane)
        table.presenter.show_search(1, SOME)
        await until(pilot, lambda: any(pane.region for pane in table.query(ThinkingPane)))
        pane = table.query_one(ThinkingPane)
        assert str(pane.border_title) == "Bo thinks"
        seen = text_of(app)
        assert "+3.2   61%" in seen
        assert "trade 2" in seen
        assert "-1.5   48%" in seen


async def test_a_master_thinks_aloud() -> None:
    """While it thinks its candidates come to the table, and stay until the next thought."""
    app = app_for(small(OPEN), (*people(1), replace(MASTER, name="Mo")))
    app.settings = structs.replace(app.settings, thinking=True)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        table.presenter.turn_state = replace(table.presenter.turn_state, search=None)
        while table.presenter.turn_state.search is None and not table.session.game.is_over:
            await pilot.press(
                "enter" if "keep" in table.presenter.turn_state.available_actions else "i"
            )
            await until(
                pilot,
                lambda: (
                    table.presenter.turn_state.hint_selection is not None
                    or "keep" not in table.presenter.turn_state.available_actions
                ),
            )
            await pilot.press("enter", "enter")
            await until(
                pilot, lambda: table.session.waiting_for_human or table.session.game.is_over
            )
        assert table.frame is not None
        assert table.frame.thinker == "Mo"
        assert table.frame.thinking


async def test_why_a_turn_was_made() -> None:
    """After a bot's turn a key says what speaks for it."""
    app = app_for(HIDDEN, (*people(1), BOT), seed=3)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        if not table.session.game.turns_played:
            await pilot.press("w")
            assert banner(table) == "No turn has been made yet."
        while table.session.game.last_player != 1:
            await pilot.press("i")
            await until(pilot, lambda: table.presenter.turn_state.hint_selection)
            await pilot.press("enter", "enter")
            await until(
                pilot, lambda: table.session.waiting_for_human and table.presenter.turn_state.draft
            )
        await pilot.press("w")
        await until(pilot, lambda: table.presenter.turn_state.explained_turn)
        said = banner(table)
        assert said.startswith("Bo made ")
        assert "found" in said or "had no choice" in said
        assert "after that" not in said  # what it keeps is a secret
        assert "win" not in said


async def test_a_hidden_hand_of_a_person_stays_secret() -> None:
    """Of the turn of another person with a hidden hand nothing is said; nor to a purist."""
    app = app_for(HIDDEN, people(2))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: table.presenter.turn_state.hint_selection)
        await pilot.press("enter", "enter")
        table = await ready(pilot, app)
        await pilot.press("w")
        assert banner(table) == "The last turn was made from a hidden hand, which stays secret."
        table.presenter.turn_state = replace(table.presenter.turn_state, hints_enabled=False)
        await pilot.press("w")
        assert banner(table) == "Hints are switched off in this game."
        table.presenter.turn_state = replace(table.presenter.turn_state, purist=True)
        await pilot.press("w")
        assert banner(table).startswith("You play as a purist")
