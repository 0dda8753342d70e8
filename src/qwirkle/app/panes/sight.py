"""What must be in sight: the window moved as little as needed to show where the turn happens."""

from __future__ import annotations

from qwirkle.app.panes.board_view import extent_of
from qwirkle.app.panes.window import Window
from qwirkle.table.frame import Frame


def showing_play(window: Window, frame: Frame) -> Window:
    """With the last play in sight, and with the cursor too if there is room for both."""
    laid = [(x, y) for _, x, y in frame.last]
    if not laid:
        return showing_cursor(window, frame)
    both = extent_of([*laid, frame.cursor or laid[0]])
    return window.showing(both if window.has_room_for(both) else extent_of(laid))


def showing_cursor(window: Window, frame: Frame) -> Window:
    """With the cursor in sight."""
    return window.showing(extent_of([frame.cursor])) if frame.cursor else window


def showing_change(window: Window, old: Frame, new: Frame) -> Window:
    """With the best hint in sight if it is new, or the cursor if somebody did something."""
    if new.hinted and new.hinted != old.hinted:
        best = min(hint.letter for hint in new.hinted)
        return window.showing(extent_of(hint.cell for hint in new.hinted if hint.letter == best))
    done = (old.cursor, old.hand, old.drafted) != (new.cursor, new.hand, new.drafted)
    return showing_cursor(window, new) if done else window
