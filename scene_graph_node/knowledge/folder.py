# SPDX-License-Identifier: Apache-2.0
"""The folder that keeps what is known: one user at a time, and nothing in it is ever deleted."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from makedo_core.failure import MakedoError
from scene_graph_node.folder_lock import FolderInUseError, lock_folder

STORE = "store"


class KnowledgeError(MakedoError):
    """The knowledge cannot be kept: its folder is in use, cannot be written, or its process does not work."""


class KnowledgeFolder:
    """A folder, locked for this process until it is closed.

    Args:
        path: the folder; made if need be.
        now: wall time, for the name of what is moved aside.

    Raises:
        KnowledgeError: if it cannot be made or written, or somebody else uses it.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self.path = path.expanduser().absolute()
        self._now = now
        try:
            self._lock = lock_folder(self.path)
        except FolderInUseError:
            raise KnowledgeError(in_use(self.path)) from None
        except OSError as error:
            raise KnowledgeError(f"knowledge folder {self.path}: cannot be used: {error.strerror}") from None

    @property
    def store(self) -> Path:
        """Where the triples are."""
        return self.path / STORE

    def set_aside(self) -> Path:
        """Move damaged triples out of the way; returns where they are now.

        Raises:
            KnowledgeError: if they cannot be moved.
        """
        name = f"{STORE}.damaged-{self._now():%Y%m%d-%H%M%S}"
        number = sum(1 for _ in self.path.glob(f"{name}*"))
        target = self.path / (f"{name}-{number + 1}" if number else name)
        try:
            self.store.rename(target)
        except OSError as error:
            raise KnowledgeError(f"{self.store}: damaged, and cannot be moved aside: {error.strerror}") from None
        return target

    def close(self) -> None:
        """Let others use it."""
        os.close(self._lock)


def in_use(path: Path) -> str:
    """What is said of a folder that another process uses."""
    return f"knowledge folder {path}: another process uses it; end that one, or give this one a folder of its own"
