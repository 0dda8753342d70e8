"""A text that is rendered for the space it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from rich.text import Text
from textual.geometry import Size
from textual.visual import Visual, visualize
from textual.widgets import Static

from qwirkle.tui.drawing.palette import Appearance

if TYPE_CHECKING:
    from qwirkle.tui.app import QwirkleApp

RenderText: TypeAlias = Callable[[Appearance, int], Text]
"""Renders a text for an appearance and a width in columns."""


class ResponsiveText(Static):
    """A text that is rendered again whenever the size or the settings change."""

    def __init__(self, render_text: RenderText, *, name: str = "", classes: str = "") -> None:
        super().__init__("", id=name or None, classes=classes, markup=False)
        self._render_text = render_text

    def _current_text(self, columns: int) -> Text:
        return self._render_text(cast("QwirkleApp", self.app).appearance, columns)

    @property
    def visual(self) -> Visual:
        return visualize(self, self._current_text(self.content_size.width or self.app.size.width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(line.cell_len for line in self._current_text(container.width).split("\n"))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._current_text(width).plain.count("\n") + 1
