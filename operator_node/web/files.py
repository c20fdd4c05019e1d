# SPDX-License-Identifier: Apache-2.0
"""The page's own files and the libraries that it uses; nothing else of the machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

PAGE = Path(__file__).resolve().parent.parent / "page"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".dae": "model/vnd.collada+xml",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".stl": "model/stl",
    ".svg": "image/svg+xml",
    ".urdf": "application/xml",
    ".webp": "image/webp",
    ".glb": "model/gltf-binary",
}
"""What is served, by a file's ending; with "nosniff" a browser goes by it."""
NOTHING = "There is nothing here.\n"


def found(folder: Path, name: str) -> Path | None:
    """A file below a folder by its path; None if there is none, or if it lies elsewhere."""
    if "\0" in name:
        return None
    path = (folder / name).resolve()
    served = path.suffix in TYPES and path.is_relative_to(folder.resolve()) and path.is_file()
    return path if served else None


def file_response(path: Path | None) -> Response:
    """A file as it is sent: asked for anew each time, and sent when it has changed."""
    if path is None:
        return PlainTextResponse(NOTHING, 404)
    return FileResponse(path, media_type=TYPES[path.suffix], headers={"cache-control": "no-cache"})


def files_of(folder: Path) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint for the files of a folder; the route's {path:path} says which."""

    async def serve(request: Request) -> Response:
        return file_response(found(folder, request.path_params["path"]))

    return serve
