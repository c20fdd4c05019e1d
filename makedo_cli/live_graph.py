# SPDX-License-Identifier: Apache-2.0
"""What `makedo graph` asks of a running stack: its graph, to save it, to load another."""

from __future__ import annotations

from typing import Any

from makedo.srv import CorrectSceneGraph, GetSceneGraph, LoadSceneGraph, SaveSceneGraph
from makedo_cli.session import Session
from makedo_core.failure import Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_ros.conversions.nouns import graph_from_ros, outcome_from_ros
from makedo_ros.runtime.clients import LOST_S, CallError, call

_CALL_S = 10.0
_FILE_S = 60.0  # a large graph on a slow disk


def fetched(namespace: str) -> tuple[Outcome, SceneGraph | None]:
    """The newest graph."""
    outcome, answer = _asked(namespace, GetSceneGraph, "get_scene_graph", GetSceneGraph.Request(), _CALL_S, LOST_S)
    return outcome, graph_from_ros(answer.graph) if outcome.ok else None


def saved(namespace: str, file: str) -> Outcome:
    """Have the graph saved; on success the message says where."""
    request = SaveSceneGraph.Request(file=file)
    outcome, answer = _asked(namespace, SaveSceneGraph, "scene_graph/save", request, _FILE_S)
    return Outcome(message=f"revision {answer.revision} is in {answer.path}") if outcome.ok else outcome


def loaded(namespace: str, file: str) -> Outcome:
    """Have a graph loaded; on success the message says its revision."""
    request = LoadSceneGraph.Request(file=file)
    outcome, answer = _asked(namespace, LoadSceneGraph, "scene_graph/load", request, _FILE_S)
    return Outcome(message=f"the graph is replaced; it is revision {answer.revision} now") if outcome.ok else outcome


def corrected(namespace: str, request: CorrectSceneGraph.Request) -> Outcome:
    """Have the graph corrected; on success the message says what was taken over."""
    outcome, answer = _asked(namespace, CorrectSceneGraph, "correct_scene_graph", request, _CALL_S)
    return Outcome(message=str(answer.text)) if outcome.ok else outcome


def _asked(
    namespace: str, kind: Any, service: str, request: Any, timeout_s: float, again_s: float | None = None
) -> tuple[Outcome, Any]:
    """An answer, and its outcome or why there is none; what only reads may be asked again."""
    try:
        with Session("makedo_graph", namespace) as session:
            answer = call(session.node.create_client(kind, service), request, timeout_s=timeout_s, again_s=again_s)
    except CallError as error:
        return Outcome(error.cause, f"{error} (start it with `makedo up`)"), None
    return outcome_from_ros(answer.outcome), answer
