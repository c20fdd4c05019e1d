# SPDX-License-Identifier: Apache-2.0
"""The service `correct_scene_graph`: a person's word on a node, read, taken over and said back."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup

from makedo_core.conversation.habit import Habit, HabitKind, Remember
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.goals.goal_text import named
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.scene_graph import GraphError, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from scene_graph_node.edits.corrections import CorrectionResult
from scene_graph_node.edits.naming import NamingError, looks_of
from scene_graph_node.edits.said_back import said_back
from scene_graph_node.knowledge.telling import HabitTopics

from makedo.srv import CorrectSceneGraph  # isort: skip

LONGEST_NAME = 60
"""Characters of what people call something."""
_SIDES = {"on": RelationType.ON, "in": RelationType.INSIDE}


class CorrectionService:
    """Offers `correct_scene_graph`, one request at a time.

    Args:
        node: that offers it.
        newest: the newest snapshot; None before there is one.
        correct: takes a correction over and publishes what came of it; raises GraphError if it cannot be.
        ontology: whose classes can be meant.
        habits: what people tell; names go there.
    """

    def __init__(
        self,
        node: MakedoNode,
        newest: Callable[[], SceneGraph | None],
        correct: Callable[[GraphCorrection], tuple[CorrectionResult, SceneGraph]],
        ontology: Callable[[], Ontology | None],
        habits: HabitTopics,
    ) -> None:
        self._node, self._newest, self._correct = node, newest, correct
        self._ontology, self._habits = ontology, habits
        one = MutuallyExclusiveCallbackGroup()
        node.create_service(CorrectSceneGraph, "correct_scene_graph", self._on_request, callback_group=one)

    def _on_request(
        self, request: CorrectSceneGraph.Request, response: CorrectSceneGraph.Response
    ) -> CorrectSceneGraph.Response:
        graph, ontology = self._newest(), self._ontology()
        if graph is None or ontology is None or not self._node.is_active:
            response.outcome = outcome_to_ros(_NOT_ACTIVE)
            return response
        response.revision = graph.revision
        try:
            outcome, graph, response.id, response.text = self._corrected(graph, request, ontology)
            response.revision = graph.revision
        except NamingError as error:
            outcome = Outcome(FailureCause.INVALID_INSTRUCTION, str(error))
        except GraphError as error:
            outcome = Outcome(FailureCause.INVALID_GRAPH, str(error))
        response.outcome = outcome_to_ros(outcome)
        return response

    def _corrected(
        self, graph: SceneGraph, request: CorrectSceneGraph.Request, ontology: Ontology
    ) -> tuple[Outcome, SceneGraph, str, str]:
        """How it went, the graph after it, the node's id from now on, and the sentence."""
        name = checked_name(request.name)
        correction = correction_of(request, graph, ontology)
        if not correction and name:
            if correction.node_id not in graph:
                return Outcome(FailureCause.UNKNOWN_OBJECT, f"not in the scene graph: {request.id}"), graph, "", ""
            result = CorrectionResult(SUCCESS, correction.node_id)
        else:
            result, graph = self._correct(correction)
        if not result.outcome.ok:
            return result.outcome, graph, "", ""
        if result.node_id != correction.node_id:
            self._habits.renamed(correction.node_id, result.node_id)
        if name:
            said = f"call {named(result.node_id)} {name}"
            self._habits.take([Remember(Habit(HabitKind.MEANT, name.lower(), result.node_id, "", said, time.time()))])
        text = said_back(correction, graph, result.node_id, name)
        self._node.get_logger().info(f"told: {text}")
        return SUCCESS, graph, result.node_id, text


def checked_name(name: str) -> str:
    """What people are to call something, without spaces around it.

    Raises:
        NamingError: if it is none.
    """
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not all(c.isalnum() or c in " '-" for c in name):
        raise NamingError(f"a name has at most {LONGEST_NAME} letters, digits, spaces, ' and -; {name[:60]!r} has not")
    return name


def correction_of(request: CorrectSceneGraph.Request, graph: SceneGraph, ontology: Ontology) -> GraphCorrection:
    """What a request says.

    Raises:
        NamingError: if it is not known what is said.
    """
    label, attributes = "", None
    if request.what:
        looks = looks_of(request.what, ontology, {node.label for node in graph})
        label, attributes = looks.label, looks.attributes or None
    point = tuple(float(v) for v in request.point)
    if len(point) not in (0, 3) or not all(map(math.isfinite, point)):
        raise NamingError(f"the point has {len(point)} numbers; give three finite ones in metres of the map, or none")
    return GraphCorrection(
        request.id,
        label,
        attributes,
        _place(request, graph),
        (point[0], point[1], point[2]) if point else None,
        bool(request.gone),
    )


def _place(request: CorrectSceneGraph.Request, graph: SceneGraph) -> Relation | None:
    if not request.place:
        if request.side:
            raise NamingError(f"{request.side!r} of what? Name the place, too")
        return None
    if request.side not in _SIDES:
        raise NamingError(f"{request.side!r} is no side; say on or in")
    target = graph.nodes.get(request.place)
    in_room = target is not None and target.kind is NodeKind.ROOM
    return Relation(request.id, RelationType.IN if in_room else _SIDES[request.side], request.place)


_NOT_ACTIVE = Outcome(FailureCause.NOT_ACTIVE, "scene_graph is not active; configure and activate it first")
