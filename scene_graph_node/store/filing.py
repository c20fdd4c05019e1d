# SPDX-License-Identifier: Apache-2.0
"""The services `save` and `load`: the live graph to a file, and a file's graph in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED
from scene_graph_node.store.graph_files import FileError, load_graph, save_graph

from makedo.msg import TaskStatus  # isort: skip
from makedo.srv import LoadSceneGraph, SaveSceneGraph  # isort: skip

_AT_REST = frozenset({TaskStatus.IDLE, TaskStatus.FINISHED})
_STATUS_TOPIC = "task_status"


class FileServices:
    """Offers `~/save` and `~/load`, one request at a time.

    Args:
        node: that offers them.
        newest: the newest snapshot; None before there is one.
        replace: puts another graph in its place; raises GraphError if that cannot be.
        folder: where files may be; None: nowhere.
    """

    def __init__(
        self,
        node: MakedoNode,
        newest: Callable[[], SceneGraph | None],
        replace: Callable[[SceneGraph], SceneGraph],
        folder: Callable[[], Path | None],
    ) -> None:
        self._node = node
        self._newest = newest
        self._replace = replace
        self._folder = folder
        self._status: TaskStatus | None = None
        one = MutuallyExclusiveCallbackGroup()
        node.create_subscription(TaskStatus, _STATUS_TOPIC, self._on_status, LATCHED, callback_group=one)
        node.create_service(SaveSceneGraph, "~/save", self._on_save, callback_group=one)
        node.create_service(LoadSceneGraph, "~/load", self._on_load, callback_group=one)

    def _on_status(self, message: TaskStatus) -> None:
        self._status = message

    def _on_save(self, request: SaveSceneGraph.Request, response: SaveSceneGraph.Response) -> SaveSceneGraph.Response:
        graph, folder = self._newest(), self._folder()
        if graph is None or not self._node.is_active:
            response.outcome = outcome_to_ros(_NOT_ACTIVE)
        elif folder is None:
            response.outcome = outcome_to_ros(_NO_FOLDER)
        else:
            response.outcome = outcome_to_ros(SUCCESS)
            response.revision = graph.revision
            try:
                response.path = str(save_graph(folder, request.file, graph))
            except FileError as error:
                response.outcome = outcome_to_ros(Outcome(FailureCause.INVALID_INSTRUCTION, str(error)))
            except GraphError as error:
                response.outcome = outcome_to_ros(Outcome(FailureCause.INVALID_GRAPH, str(error)))
        return response

    def _on_load(self, request: LoadSceneGraph.Request, response: LoadSceneGraph.Response) -> LoadSceneGraph.Response:
        outcome, graph = self._load(request.file)
        response.outcome = outcome_to_ros(outcome)
        response.revision = 0 if graph is None else graph.revision
        return response

    def _load(self, file: str) -> tuple[Outcome, SceneGraph | None]:
        """How it went, and the newest graph after it."""
        before, folder = self._newest(), self._folder()
        if before is None or not self._node.is_active:
            return _NOT_ACTIVE, before
        if folder is None:
            return _NO_FOLDER, before
        if self._is_working():
            return _BUSY, before
        try:
            return SUCCESS, self._replace(load_graph(folder, file))
        except FileError as error:
            return Outcome(FailureCause.INVALID_INSTRUCTION, str(error)), before
        except GraphError as error:
            return Outcome(FailureCause.INVALID_GRAPH, str(error)), before

    def _is_working(self) -> bool:
        """Whether an executor that is there carries out an instruction."""
        status = self._status
        working = status is not None and status.state not in _AT_REST
        return working and self._node.count_publishers(_STATUS_TOPIC) > 0


_NOT_ACTIVE = Outcome(FailureCause.NOT_ACTIVE, "scene_graph is not active; configure and activate it first")
_NO_FOLDER = Outcome(FailureCause.NOT_CAPABLE, "no folder for files is set; set the parameter files_folder")
_BUSY = Outcome(
    FailureCause.BUSY, "an instruction is being carried out, whose plan needs this graph; wait for its end, or stop it"
)
