# SPDX-License-Identifier: Apache-2.0
"""A thread that writes the newest scene graph to its store: a slow disk makes nobody wait."""

from __future__ import annotations

import logging
import threading
import traceback
from dataclasses import dataclass

from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import SceneGraph
from scene_graph_node.store.store import Store

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecorderSettings:
    """How soon things are on the disk; a crash or a power cut loses at most period_s and what a write takes.

    Attributes:
        period_s: the newest graph is written this often while it changes; what came between is not.
        retry_s: after an error the disk is tried again after so long.
    """

    period_s: float = 0.2
    retry_s: float = 2.0


class Recorder:
    """Owns a store from now on, and closes it.

    Args:
        store: where to.
        settings: how soon.
    """

    def __init__(self, store: Store, settings: RecorderSettings | None = None) -> None:
        self._store = store
        self._settings = settings or RecorderSettings()
        self._newest: SceneGraph | None = None
        self._changed = threading.Event()
        self._closing = threading.Event()
        self.problem = store.problem
        """Why nothing can be written now; empty if it can."""
        self.revision = -1
        """The newest that was written."""
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self._thread.start()

    def offer(self, graph: SceneGraph) -> None:
        """Have a graph written soon, unless a newer one comes meanwhile. Returns at once."""
        if graph is not self._newest:
            self._newest = graph
            self._changed.set()

    def close(self, timeout_s: float = 5.0) -> None:
        """Write what is left, then end the thread and close the store."""
        self._closing.set()
        self._changed.set()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self._changed.wait()
                self._changed.clear()
                if self._record():
                    self._closing.wait(self._settings.period_s)
                else:
                    self._changed.set()  # it is tried again though nothing new comes
                    self._closing.wait(self._settings.retry_s)
            self._record()
        finally:
            self._store.close()

    def _record(self) -> bool:
        """Write what is newest. False when something went wrong."""
        graph = self._newest
        if graph is None:
            return True
        try:
            self._store.write(graph)
            self.revision = graph.revision
        except (OSError, MakedoError) as error:
            return self._failed(f"the scene graph is not being kept: {error}")
        except Exception:  # noqa: BLE001 - outermost of the thread: a bug must not end the keeping silently
            return self._failed(f"the scene graph is not being kept, which is a bug: {traceback.format_exc()}")
        if self.problem:
            _log.info("the scene graph is being kept again")
        self.problem = ""
        return True

    def _failed(self, problem: str) -> bool:
        self.problem = problem
        return False
