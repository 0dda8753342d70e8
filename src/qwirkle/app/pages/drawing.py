"""A text widget that redraws itself for the current appearance and width."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from rich.text import Text
from textual.geometry import Size
from textual.visual import Visual, visualize
from textual.widgets import Static

from qwirkle.app.paint.look import Look

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp

Draw: TypeAlias = Callable[[Look, int], Text]
"""Draw a text for an appearance and a width in columns."""


class Drawing(Static):
    """A text redrawn whenever the size or the settings change."""

    def __init__(self, draw: Draw, *, name: str = "", classes: str = "") -> None:
        super().__init__("", id=name or None, classes=classes, markup=False)
        self._draw = draw

    def _text(self, columns: int) -> Text:
        return self._draw(cast("QwirkleApp", self.app).look, columns)

    @property
    def visual(self) -> Visual:
        return visualize(self, self._text(self.content_size.width or self.app.size.width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(line.cell_len for line in self._text(container.width).split("\n"))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._text(width).plain.count("\n") + 1
