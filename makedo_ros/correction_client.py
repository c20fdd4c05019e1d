# SPDX-License-Identifier: Apache-2.0
"""What people tell of the scene, handed to the scene graph node over the service correct_scene_graph."""

from __future__ import annotations

from collections.abc import Sequence

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from makedo.srv import CorrectSceneGraph
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.graph.correction import SpokenCorrection
from makedo_ros.conversions.nouns import outcome_from_ros
from makedo_ros.runtime.clients import CallError, call, wait_ready

CORRECT_S = 5.0
"""Longest time for one correction [s, wall]."""
_THERE_S = 1.0  # for finding the server [s]


class CorrectionClient:
    """Corrects the scene graph. Never call it from a callback."""

    def __init__(self, node: Node) -> None:
        group = ReentrantCallbackGroup()
        self._client = node.create_client(CorrectSceneGraph, "correct_scene_graph", callback_group=group)

    def correct(self, corrections: Sequence[SpokenCorrection]) -> Outcome:
        """Have corrections taken over, one after the other; the first that is not ends it."""
        for told in corrections:
            request = CorrectSceneGraph.Request(
                id=told.node_id,
                what=told.what,
                side=told.side,
                place=told.place,
                point=list(told.point or ()),
                gone=told.gone,
                name=told.name,
            )
            try:
                wait_ready(self._client.service_is_ready, "correct_scene_graph", _THERE_S)
                outcome = outcome_from_ros(call(self._client, request, CORRECT_S).outcome)
            except CallError as error:
                outcome = Outcome(error.cause, str(error))
            if not outcome.ok:
                return outcome
        return SUCCESS
