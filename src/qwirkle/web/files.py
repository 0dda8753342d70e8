"""The files of the page: a fixed list, read once; nothing else is ever looked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""How a browser takes a file, by its ending; files of other kinds are not served."""

Serving = Callable[[Request], Awaitable[Response]]


def page_files(headers: Mapping[str, str]) -> Iterator[tuple[str, Serving]]:
    """Each path of the page, and what answers there."""
    for file in files("qwirkle.web").joinpath("page").iterdir():
        kind = KINDS.get(file.name.rpartition(".")[2])
        if kind is not None:
            path = "/" if file.name == "index.html" else f"/{file.name}"
            yield path, _serving(file.read_bytes(), {**headers, "content-type": kind})


def _serving(content: bytes, headers: Mapping[str, str]) -> Serving:
    async def serve(request: Request) -> Response:
        return Response(content, headers=dict(headers))

    return serve
