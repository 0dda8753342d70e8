"""Key bindings of the game screen; settings remap them by id."""

from __future__ import annotations

from collections.abc import Mapping

from textual.binding import Binding

from qwirkle.app.keymap import action_name
from qwirkle.texts import tr

MAX_SLOTS = 8


def _slot_bindings(action: str, label: str, name: str) -> list[Binding]:
    return [
        Binding(
            str(slot + 1),
            f"do('{action}', {slot})",
            label if slot == 0 else tr("{label} {number}", label=label, number=slot + 1),
            key_display="1-6" if slot == 0 else None,
            show=slot == 0,
            id=f"table.{name}-{slot + 1}",
        )
        for slot in range(MAX_SLOTS)
    ]


GAME_BINDINGS: list[Binding] = [
    Binding("enter,space", "do('take_hint')", tr("Take the hint"), id="table.take-hint"),
    Binding("enter", "do('play')", tr("Play"), id="table.play"),
    Binding("enter", "do('trade')", tr("Trade these"), id="table.trade-these"),
    Binding("enter,r", "do('roll')", tr("Roll these"), id="table.roll-these"),
    Binding("enter", "do('keep')", tr("Keep all"), id="table.keep"),
    Binding("enter,r", "do('roll_all')", tr("Roll all"), id="table.roll-all"),
    Binding("enter", "do('redraw')", tr("Draw anew"), id="table.redraw"),
    Binding("enter", "do('pass')", tr("Pass"), id="table.pass"),
    *_slot_bindings("pick", tr("Pick"), "pick"),
    *_slot_bindings("mark", tr("Mark"), "mark"),
    Binding("a", "do('mark_all')", tr("All"), id="table.all"),
    Binding("space", "do('lay')", tr("Lay"), id="table.lay"),
    Binding("tab", "do('next_fit', 1)", tr("Next cell"), id="table.next"),
    Binding(
        "shift+tab", "do('next_fit', -1)", tr("Previous cell"), show=False, id="table.previous"
    ),
    Binding("backspace", "do('back')", tr("Back"), id="table.back"),
    Binding("escape", "do('clear')", tr("Clear"), id="table.clear"),
    Binding("escape", "do('stop_trade')", tr("No trade"), id="table.no-trade"),
    Binding("t", "do('start_trade')", tr("Trade"), id="table.trade"),
    Binding("r", "do('start_roll')", tr("Roll"), id="table.roll"),
    Binding("i", "do('hint')", tr("Hint"), id="table.hint"),
    Binding("s", "do('sort')", tr("Sort"), id="table.sort"),
    Binding("u", "undo", tr("Undo"), id="table.undo"),
    Binding("p", "replay", tr("Round again"), id="table.replay"),
    Binding("w", "why", tr("Why?"), show=False, id="table.why"),
    Binding("v", "next_pane", tr("Pane"), id="table.pane"),
    Binding("e", "show_end", tr("Result"), id="table.result"),
    Binding("up,k", "do('move', 0, -1)", tr("Up"), show=False, id="table.up"),
    Binding("down,j", "do('move', 0, 1)", tr("Down"), show=False, id="table.down"),
    Binding("left,h", "do('move', -1, 0)", tr("Left"), show=False, id="table.left"),
    Binding("right,l", "do('move', 1, 0)", tr("Right"), show=False, id="table.right"),
    Binding("escape", "close_page", tr("Board"), id="table.board"),
]


def actions_for_key(key: str, overrides: Mapping[str, str]) -> tuple[str, ...]:
    """Return the actions that a key can trigger, depending on the state of the turn.

    >>> actions_for_key("space", {}), actions_for_key("f5", {"table.hint": "f5"})
    (('take_hint', 'lay'), ('hint',))
    """
    return tuple(
        action_name(binding)
        for binding in GAME_BINDINGS
        if key in overrides.get(binding.id or "", binding.key).split(",")
    )
