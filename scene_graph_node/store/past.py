# SPDX-License-Identifier: Apache-2.0
"""Reads a store of another process, which may be writing to it, without a lock: the newest graph, and an older one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scene_graph_node.store.dated import Dated, state_at
from scene_graph_node.store.generations import Recalled, StoreError, recall
from scene_graph_node.store.store import HISTORY

_ATTEMPTS = 3  # files may be replaced by newer ones while they are read


@dataclass(frozen=True, slots=True)
class Past:
    """Two states of a scene.

    Attributes:
        before: the newest that is kept from a time or earlier, else the oldest.
        now: the newest.
        problems: what could not be read, in words.
    """

    before: Dated
    now: Dated
    problems: tuple[str, ...] = ()


def past_of(folder: Path, time_s: float) -> Past:
    """How things are and were.

    Args:
        folder: of the store.
        time_s: seconds since the epoch.

    Raises:
        StoreError: if there is no graph in the folder, or it is of a newer format.
        OSError: if it cannot be read.
    """
    recalled = _recalled(folder)
    if recalled.remembered is None:
        told = "".join(f"; {problem}" for problem in recalled.problems)
        raise StoreError(f"{folder} holds no scene graph; a stack with this store_folder writes it{told}")
    now = Dated(recalled.remembered.header.written_s, recalled.remembered.graph)
    before, problems = state_at(folder / HISTORY, time_s, now)
    return Past(before, now, (*recalled.problems, *problems))


def _recalled(folder: Path) -> Recalled:
    for _ in range(_ATTEMPTS - 1):
        try:
            return recall(folder)
        except FileNotFoundError:
            continue
    return recall(folder)
