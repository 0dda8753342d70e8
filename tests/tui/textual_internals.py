"""Everything the tests use of Textual beyond its documented interface (8.2)."""

from __future__ import annotations

from typing import Any

from textual._context import active_app
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.strip import Strip


def running_app() -> App[Any]:
    """Return the app under test."""
    return active_app.get()


def rendered_strips(app: App[Any]) -> list[Strip]:
    """Return the rows of the screen, without any filter."""
    return app.screen._compositor.render_strips()


def screen_text(app: App[Any]) -> str:
    """Return the text on the screen."""
    return "\n".join(strip.text for strip in rendered_strips(app))


def line_filters(app: App[Any]) -> list[LineFilter]:
    """Return the app's line filters."""
    return app._filters


def app_failure(app: App[Any]) -> Exception | None:
    """Return the exception that ended the app, or None."""
    return app._exception


def toast_count(app: App[Any]) -> int:
    """Return the number of toasts on screen."""
    return len(toast_texts(app))


def toast_texts(app: App[Any]) -> list[str]:
    """Return the texts of the toasts on screen."""
    return [each.message for each in app._notifications]


def is_busy(app: App[Any]) -> bool:
    """Return True if a widget has work left; run pending timer callbacks at once."""
    screen = app.screen
    if not app._message_queue.empty():
        return True
    nodes: list[DOMNode] = list(app.screen_stack)
    for node in nodes:  # the loop appends to the list
        if not node._message_queue.empty():
            return True
        nodes.extend(node._nodes)
    is_pending = screen._layout_required or screen._dirty_widgets or screen._callbacks
    if screen.is_mounted and is_pending:
        screen._on_timer_update()
        return True
    return False


def is_running(app: App[Any]) -> bool:
    """Return True if the app is running."""
    return bool(app._running and app.screen_stack)


_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def parse_rules_once(sheet: Stylesheet, css: str, **variables: Any) -> list[RuleSet]:
    """Parse a style sheet once for all apps; it takes a third of each start otherwise."""
    key = (css, *variables.values(), *sorted(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, **variables)
    return _parsed[key]
