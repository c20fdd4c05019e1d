# SPDX-License-Identifier: Apache-2.0
"""What a node begins with: the scene file, and what was kept of the graph when it was away."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from makedo_core.graph.scene_graph import SceneGraph
from scene_graph_node.store.recollection import furniture_digest, recollected
from scene_graph_node.store.store import Store, StoreSettings


@dataclass(frozen=True, slots=True)
class Start:
    """The first graph and where it is to be kept.

    Attributes:
        graph: to go on with.
        store: open and locked; None if nothing is to be kept.
        away_s: since the graph was written last [s of the computer's clock].
        damage: what of the store could not be read, in words.
        notes: what is different from before, in words.
    """

    graph: SceneGraph
    store: Store | None = None
    away_s: float = 0.0
    damage: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def start_from(
    scene: SceneGraph,
    folder: Path | None,
    settings: StoreSettings | None = None,
    clock: Callable[[], float] = time.time,
) -> Start:
    """Begin with what a folder remembers of a scene, else with the scene itself.

    Args:
        scene: as the scene file has it.
        folder: of the store; None: begin anew, and keep nothing.
        settings: of the store.
        clock: seconds since the epoch.

    Raises:
        StoreError: if another process uses the folder, or what is in it must not be overwritten.
        OSError: if what is in it cannot be read.
    """
    if folder is None:
        return Start(scene)
    digest = furniture_digest(scene)
    store = Store(folder, scene.scene, digest, settings, clock)
    try:
        start = _recalled(store, scene, digest, clock())
        _write(store, start.graph)
    except BaseException:
        store.close()
        raise
    return start


def _recalled(store: Store, scene: SceneGraph, digest: str, now_s: float) -> Start:
    found = store.recalled.newest
    if found is None:
        return Start(scene, store, damage=store.recalled.problems)
    recollection = recollected(found.graph, scene, same_furniture=store.recalled.furniture == digest)
    away_s = max(0.0, now_s - found.time_s)
    return Start(recollection.graph, store, away_s, store.recalled.problems, recollection.notes)


def _write(store: Store, graph: SceneGraph) -> None:
    """Have the first revision on the disk before any is given out: none may come again after the next start."""
    try:
        store.write(graph)
    except OSError as error:
        store.problem = f"the scene graph is not being kept: {error}"  # it is tried again
