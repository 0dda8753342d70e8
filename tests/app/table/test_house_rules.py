"""The table with rules that no bundled game has: dice that are hidden, traded or passed with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle.app.table.curtain import CurtainScreen
from qwirkle.engine.board import Board
from qwirkle.engine.events import Event, Passed, Redrawn, Rolled
from qwirkle.engine.pieces import Laid
from qwirkle.engine.variant import Variant, variant_from_table
from qwirkle.game import Game
from qwirkle.notation import Header
from qwirkle.table.chronicle import log_of
from qwirkle.table.draft import Task
from qwirkle.table.story import Story
from tests.app.at_table import BOT, arrange, banner, faces, ready
from tests.app.conftest import OPEN, app_for, people, reach, until
from tests.rulesets import REFILL, ROLL, place, table

HIDDEN_DICE = replace(OPEN, name="hidden-dice", hand_open=False)

FOUR_REDS: tuple[Laid, ...] = tuple(
    (face, x, y)
    for face, (x, y) in zip(faces("Rc Rs Rd Rk"), ((0, 0), (1, 0), (0, 1), (1, 1)), strict=True)
)
"""J7: only red fits around them."""


def dice(*stuck: str) -> Variant:
    """Dice with a free roll, and these ways out where nothing fits."""
    return variant_from_table(table("cubes", name="house", turn=[ROLL, place(*stuck), REFILL]))


def test_the_log_does_not_tell_hidden_dice() -> None:
    """Where hands are hidden, the log says that somebody rolled, but not what."""
    for variant, told in ((OPEN, (4,)), (HIDDEN_DICE, ())):
        game = Game(Header(variant, people(2), 7))
        standing = [*game.standing, (Rolled(0, (3,), (4,), False), game.position)]
        (line,) = log_of(Story(people(2), None).continued(standing))
        assert (line.text, line.faces) == ("rolled 1", told)


async def test_hidden_dice_of_somebody_else_do_not_tumble() -> None:
    """A bot draws a new hand of hidden dice while no hand is on the screen."""
    app = app_for(HIDDEN_DICE, (*people(2), BOT))
    app.animation_level = "full"
    arrange(app, "Gs Gc Bd Bk Yx Yb", "Rc", player=2)
    game = getattr(app.opened, "game")  # noqa: B009 - a session, as this test opens the app
    event, position = game.standing[-1]
    hands = (*position.hands[:2], faces("Gs Gc Bd Bk Yx Yb"))
    game.standing[-1] = event, replace(position, hands=hands, board=Board.of(FOUR_REDS))
    async with app.run_test(size=(80, 24)) as pilot:
        await reach(pilot, app, CurtainScreen)
        assert any(isinstance(each, Redrawn) for each in game.events)


@pytest.mark.parametrize(("stuck", "done"), [("redraw", Redrawn), ("pass", Passed)])
async def test_a_free_roll_can_be_left_for_what_is_due(stuck: str, done: type[Event]) -> None:
    """Where nothing fits and no roll is forced, Enter leaves the free roll as the rules say."""
    app = app_for(dice(*dict.fromkeys((stuck, "pass"))), people(2))
    arrange(app, "Gs Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        assert "Enter rolls none" in banner(table)
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(e, done) for e in table.host.game.events))


async def test_a_free_roll_can_be_left_for_a_trade() -> None:
    """Where nothing fits and a trade is due, Enter leads from the free roll to it."""
    app = app_for(dice("trade", "pass"), people(2))
    arrange(app, "Gs Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("enter")
        assert table.desk.draft is not None
        assert table.desk.draft.task is Task.TRADE
        assert "you must trade" in banner(table)
