# SPDX-License-Identifier: Apache-2.0
"""The service `get_seen_places`: which parts of furniture an image has shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.sight.coverage import Cells
from makedo_ros.conversions.nouns import outcome_to_ros

from makedo.srv import GetSeenPlaces  # isort: skip


def serve_seen_places(node: Node, seen: Callable[[str], Mapping[str, Cells] | None], group: CallbackGroup) -> None:
    """Offer `get_seen_places`.

    Args:
        node: that offers it.
        seen: the cells of each place of an asset, by the place's name; None: there is no such asset.
        group: of the callback.
    """

    def answer(request: Any, response: Any) -> Any:
        places = seen(request.asset_id)
        if places is None:
            unknown = f"{request.asset_id!r} is not an asset of the graph"
            response.outcome = outcome_to_ros(Outcome(FailureCause.UNKNOWN_PLACE, unknown))
            return response
        response.outcome = outcome_to_ros(SUCCESS)
        response.place = list(places)
        response.columns = [cells.shape[0] for cells in places.values()]
        response.rows = [cells.shape[1] for cells in places.values()]
        response.seen = [bool(cell) for cells in places.values() for cell in cells.ravel()]
        return response

    node.create_service(GetSeenPlaces, "get_seen_places", answer, callback_group=group)
