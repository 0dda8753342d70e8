"""Taking turns back: alone against bots as often as one likes, among people until a draw."""

from __future__ import annotations

import pytest

from qwirkle import saving
from qwirkle.app.launch import Launch
from qwirkle.app.pages.end import EndScreen
from qwirkle.engine import rules
from qwirkle.engine.events import Undone
from qwirkle.engine.variant import Variant
from tests.app.at_table import BOT, banner, ready
from tests.app.conftest import HIDDEN, OPEN, Keys, app_for, people, reach, small, until


@pytest.mark.parametrize("variant", [small(HIDDEN), small(OPEN)], ids=["hidden", "open"])
async def test_alone_against_bots_turns_are_taken_back_one_after_the_other(
    variant: Variant,
) -> None:
    """Each u goes back to where a turn of one's own began; the end and the record say so."""
    app = app_for(variant, (*people(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        game = table.host.game
        begins = [len(game.standing)] if table.host.player == 0 else []
        hands = Keys(pilot, app)
        while len(begins) < 4:
            turns = game.position.turns
            await hands.play_game(most_turns=1)
            await until(pilot, lambda: table.chair.desk.draft)
            if game.position.turns != turns:
                begins.append(len(game.standing))
        for number, begin in enumerate(reversed(begins[:-1]), start=1):
            await pilot.press("u")
            await until(pilot, lambda: table.chair.desk.draft)
            assert len(game.standing) <= begin
            assert rules.is_decision(game.position)
            assert game.position.player == 0
            assert game.taken_back == number
        while table.offers("undo"):
            await pilot.press("u")
            await until(pilot, lambda: table.chair.desk.draft)
        await pilot.press("u")
        assert banner(table) == "There is no turn of yours to take back."
        count = game.taken_back
        await hands.play_game()
        await reach(pilot, app, EndScreen)
        assert f"{count} turns taken back." in str(app.screen.query_one("#ending").render())
        path = table.host.record.path
    assert saving.load(path).over
    assert sum(isinstance(event, Undone) for event in saving.load(path).events) == count


async def test_the_same_turn_meets_the_same_chance_again() -> None:
    """What was drawn and what the bot did come again: taking back is no second throw."""
    app = app_for(small(HIDDEN), (*people(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        hands = Keys(pilot, app)
        await hands.play_game(most_turns=1)
        await until(pilot, lambda: table.chair.desk.draft)
        before = list(table.host.game.standing)
        await pilot.press("u")
        await until(pilot, lambda: table.chair.desk.draft and table.host.game.taken_back)
        assert len(table.host.game.standing) < len(before)
        await hands.play_game(most_turns=1)
        await until(pilot, lambda: table.chair.desk.draft)
        assert [event for event, _ in table.host.game.standing] == [event for event, _ in before]


@pytest.mark.parametrize("no_hints", [True, False])
async def test_without_hints_or_among_people_a_draw_cannot_be_undone(no_hints: bool) -> None:
    """The key says why; a game without hints is played as among people."""
    players = (*people(1), BOT) if no_hints else people(2)
    app = app_for(OPEN, players)
    app.launch = Launch(no_hints=no_hints)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await Keys(pilot, app).play_game(most_turns=1)
        await until(pilot, lambda: table.chair.desk.draft)
        assert not table.offers("undo")
        await pilot.press("u")
        assert banner(table) == "A piece has been drawn or rolled since, so the turn stands."
