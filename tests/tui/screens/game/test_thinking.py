"""You can watch a bot think if that gives nothing away, and have a turn explained."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.analysis.evaluation import Evaluation
from qwirkle.analysis.search import Candidate, SearchMethod, SearchResult
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.records.players import Player
from qwirkle.session.availability import Status
from qwirkle.text.review import explanation_text
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
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_frame,
    current_status,
    current_turn,
    set_position,
    set_settings,
    set_turn_state,
    wait_for_turn,
)

MASTER = Player("Mo", None, "bot:master-0.05")

SEARCH_RESULT = SearchResult(
    SearchMethod.ROLLOUTS,
    (
        Candidate(Evaluation(Place(((1, 2, 0),)), 7.0, 4, 5.0, 6.0), 3.25, 0.2, 0.61, 96),
        Candidate(
            Evaluation(Trade((7, 8)), 2.0, 0, 5.0, 6.0), -1.5, 0.2, 0.48, 96, is_eliminated=True
        ),
    ),
)


@pytest.mark.parametrize(
    ("variant", "players", "enabled", "observed"),
    [
        (CUBES, (*human_players(1), MASTER), True, True),
        (CUBES, (*human_players(1), MASTER), False, False),
        (TILES, (*human_players(1), MASTER), True, False),
        (TILES, (*human_players(2), MASTER), True, False),
    ],
    ids=["open", "disabled", "hidden", "hidden from two"],
)
async def test_a_bots_search_is_shown_only_with_open_hands(
    variant: Variant,
    players: tuple[Player, ...],
    enabled: bool,
    observed: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot's candidates would reveal a hidden hand, so they aren't reported."""
    app = make_app(variant, players)
    set_settings(app, thinking=enabled)
    observed_searches: list[bool] = []
    choose = AnalysisWorker.choose

    async def choose_at_once(
        self: AnalysisWorker, bot: str, view: View, seed: str, watch: object = None
    ) -> Move:
        observed_searches.append(watch is not None)
        return await choose(self, "simple", view, seed)  # a bot that doesn't search

    monkeypatch.setattr(AnalysisWorker, "choose", choose_at_once)
    async with app.run_test(size=(120, 40)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(6)
        assert set(observed_searches) == {observed}


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_pane_lists_candidates_with_value_and_chance(size: tuple[int, int]) -> None:
    """Each candidate has a line with its pieces, value and chance to win."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert not screen.query(ThinkingPane)
        screen.presenter.show_search(1, SEARCH_RESULT)
        await wait_until(pilot, lambda: any(pane.region for pane in screen.query(ThinkingPane)))
        pane = screen.query_one(ThinkingPane)
        assert "Bo" in str(pane.border_title)
        text = text_of(app)
        assert "+3.2   61%" in text
        assert "trade 2" in text
        assert "-1.5   48%" in text


async def test_a_masters_candidates_stay_until_its_next_search() -> None:
    """Candidates appear while the bot thinks and stay on screen afterwards."""
    app = make_app(small_variant(CUBES), (*human_players(1), replace(MASTER, name="Mo")))
    set_settings(app, thinking=True)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        set_turn_state(screen, search_result=None)
        while current_turn(screen).search_result is None and not screen.session.game.is_over:
            await pilot.press("enter" if "keep" in current_turn(screen).available_actions else "i")
            await wait_until(
                pilot,
                lambda: (
                    current_turn(screen).hint_selection is not None
                    or "keep" not in current_turn(screen).available_actions
                ),
            )
            await pilot.press("enter", "enter")
            await wait_until(
                pilot, lambda: screen.session.waiting_for_human or screen.session.game.is_over
            )
        assert current_frame(screen).thinker == "Mo"
        assert current_frame(screen).thinking


async def test_w_explains_the_last_turn() -> None:
    """After a bot's turn, w shows its explanation without revealing the bot's hand."""
    app = make_app(TILES, (*human_players(1), BOT), seed=3)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        if not screen.session.game.completed_turn_count:
            await pilot.press("w")
            assert current_status(screen) is Status.NO_TURN_YET
        while screen.session.game.last_player != 1:
            await pilot.press("i")
            await wait_until(pilot, lambda: current_turn(screen).hint_selection)
            await pilot.press("enter", "enter")
            await wait_until(
                pilot,
                lambda: screen.session.waiting_for_human and current_turn(screen).draft,
            )
        await pilot.press("w")
        await wait_until(pilot, lambda: current_turn(screen).explanation)
        turn = current_turn(screen).explanation
        assert turn is not None
        assert turn.player == 1
        assert current_status(screen) is Status.EXPLANATION
        assert banner_text(screen) == explanation_text(turn, "Bo", hand_is_secret=True)
        assert banner_text(screen) != explanation_text(turn, "Bo", hand_is_secret=False)
        assert "%" not in banner_text(screen)


async def test_turns_from_another_persons_hidden_hand_are_not_explained() -> None:
    """Without hints, and for purists, no turn is explained at all."""
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: current_turn(screen).hint_selection)
        await pilot.press("enter", "enter")
        screen = await wait_for_turn(pilot, app)
        await pilot.press("w")
        assert current_status(screen) is Status.HIDDEN_HAND
        set_turn_state(screen, hints_enabled=False)
        await pilot.press("w")
        assert current_status(screen) is Status.NO_HINTS
        set_turn_state(screen, purist=True)
        await pilot.press("w")
        assert current_status(screen) is Status.PURIST
