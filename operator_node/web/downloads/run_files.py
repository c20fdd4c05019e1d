# SPDX-License-Identifier: Apache-2.0
"""Files of past runs over HTTP: pictures, and a whole run as one file to take along."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from makedo_core.replay.folder import is_file_name, is_run, is_run_name
from makedo_core.replay.reading import RunError, read_past_run
from makedo_core.replay.sharing.archive import export_run
from makedo_core.replay.sharing.mcap_file import export_mcap

PICTURES = {".png": "image/png", ".jpg": "image/jpeg"}
EXPORTS = {".zip": "application/zip", ".mcap": "application/octet-stream"}
MOST_PICTURE = 16 * 2**20
"""Larger pictures are not sent [bytes]."""
NOTHING = "There is no such run or file.\n"


def run_routes(parent: Path) -> tuple[Route, ...]:
    """Where the files of runs are: /runs/RUN/PICTURE, and /runs/RUN.zip or .mcap for a whole run.

    Args:
        parent: folder of all runs.
    """
    files = _RunFiles(parent)
    return (
        Route("/runs/{run}/{picture}", files.picture, methods=["GET"]),
        Route("/runs/{export}", files.export, methods=["GET"]),
    )


class _RunFiles:
    """Serves them; one export at a time, each into a file that is gone once it is sent."""

    def __init__(self, parent: Path) -> None:
        self._parent = parent
        self._turn = asyncio.Lock()

    async def picture(self, request: Request) -> Response:
        """Endpoint."""
        run, name = self._run(request.path_params["run"]), request.path_params["picture"]
        path = None if run is None or not is_file_name(name) else run / name
        if path is None or path.suffix not in PICTURES or path.is_symlink() or not path.is_file():
            return PlainTextResponse(NOTHING, 404)
        if path.stat().st_size > MOST_PICTURE:
            return PlainTextResponse("This picture is too large.\n", 413)
        return FileResponse(path, media_type=PICTURES[path.suffix], headers={"cache-control": "private, max-age=3600"})

    async def export(self, request: Request) -> Response:
        """Endpoint."""
        wanted = Path(request.path_params["export"])
        run = self._run(wanted.stem)
        if run is None or wanted.suffix not in EXPORTS:
            return PlainTextResponse(NOTHING, 404)
        if self._turn.locked():
            return PlainTextResponse("Another run is being packed; try again in a moment.\n", 503)
        async with self._turn:
            folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="makedo-run-")
            target = Path(folder.name) / wanted.name
            try:
                await asyncio.to_thread(_export(run, target))
            except (RunError, OSError) as error:
                folder.cleanup()
                return PlainTextResponse(f"It cannot be packed: {error}\n", 409)
        task = BackgroundTask(folder.cleanup)
        return FileResponse(target, media_type=EXPORTS[wanted.suffix], filename=wanted.name, background=task)

    def _run(self, name: str) -> Path | None:
        """The folder of a run; None: there is none. A name is never a path."""
        return self._parent / name if is_run_name(name) and is_run(self._parent / name) else None


def _export(run: Path, target: Path) -> Callable[[], int]:
    if target.suffix == ".mcap":
        return lambda: export_mcap(read_past_run(run), target)
    return lambda: export_run(run, target)
