"""All that the tests use of Textual beyond its documented interface (8.2)."""

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
    """The app of this test."""
    return active_app.get()


def rendered_strips(app: App[Any]) -> list[Strip]:
    """The rows of the screen, before any filter."""
    return app.screen._compositor.render_strips()


def screen_text(app: App[Any]) -> str:
    """The text on the screen, without colours."""
    return "\n".join(strip.text for strip in rendered_strips(app))


def line_filters(app: App[Any]) -> list[LineFilter]:
    """The filters that rows go through."""
    return app._filters


def app_failure(app: App[Any]) -> Exception | None:
    """What ended the app, if anything did."""
    return app._exception


def toast_count(app: App[Any]) -> int:
    """How many toasts are shown."""
    return len(toast_texts(app))


def toast_texts(app: App[Any]) -> list[str]:
    """What the toasts say."""
    return [each.message for each in app._notifications]


def is_busy(app: App[Any]) -> bool:
    """Whether a widget has something to do; what waits for a timer is done at once."""
    screen = app.screen
    if not app._message_queue.empty():
        return True
    nodes: list[DOMNode] = list(app.screen_stack)
    for node in nodes:  # grows while it is gone through
        if not node._message_queue.empty():
            return True
        nodes.extend(node._nodes)
    waits = screen._layout_required or screen._dirty_widgets or screen._callbacks
    if screen.is_mounted and waits:
        screen._on_timer_update()
        return True
    return False


def is_running(app: App[Any]) -> bool:
    """Whether the app has begun and not ended."""
    return bool(app._running and app.screen_stack)


_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def parse_rules_once(sheet: Stylesheet, css: str, **words: Any) -> list[RuleSet]:
    """The rules of a style sheet, parsed once for all apps: else it takes a third of each start."""
    key = (css, *words.values(), *sorted(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, **words)
    return _parsed[key]
