"""Why an action isn't available."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.variant import TradeRule
from qwirkle.session.availability import Status, unavailable_reason
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.turn import TurnState
from tests.engine.game_builder import table as table_position
from tests.sample_rulesets import with_changes
from tests.tui.conftest import TILES


def test_a_bag_too_small_for_a_trade_is_not_called_empty() -> None:
    """J4: a bag with too few pieces for a trade has another status than an empty one."""
    variant = with_changes(TILES, trade=TradeRule(min_bag_size=3))
    for bag, status in (("Bc Bs", Status.BAG_TOO_SMALL), ("", Status.EMPTY_BAG)):
        view = table_position(variant, "Rc 0,0", "Rs Rd Rk", "Gx", bag=bag).view(0)
        assert unavailable_reason(TurnState(view).started(view), "start_trade") is status


def test_a_trade_needs_the_minimum_number_of_pieces() -> None:
    """T2: a trade is available once enough pieces are marked."""
    view = table_position(
        with_changes(TILES, trade=TradeRule(min_pieces=2)), "Rc 0,0", "Rs Gd Rk", "Gx"
    ).view(0)
    turn_state = TurnState(view).started(view)
    draft = Draft(view, view.hand, TurnMode.TRADE).toggle_slot(0)
    one, two = (replace(turn_state, draft=each) for each in (draft, draft.toggle_slot(1)))
    assert not one.is_available("trade")
    reason = unavailable_reason(one, "trade")
    assert isinstance(reason, IllegalMove)
    assert (reason.reason, reason.expected) == (Reason.TRADE_TOO_FEW, 2)
    assert two.is_available("trade")
