# SPDX-License-Identifier: Apache-2.0
"""Label ids of the segmentation image: what a good detector could say, the class of each thing, not which.

The ids are shuffled by the seed, so that nothing can be learnt from them beyond the class.
"""

from __future__ import annotations

import mujoco
import numpy as np

from makedo_core.graph.scene_graph import AGENT_ID, NodeKind
from simulation_node.robots.robot import RobotModel
from simulation_node.robots.tiago import TIAGO
from simulation_node.scene.camera import Labels
from simulation_node.scene.model import VISITOR, VISITOR_LABEL
from simulation_node.scene.placement import Placed
from simulation_node.scene.scene import SceneDescription


def label_table(
    model: mujoco.MjModel, scene: SceneDescription, placed: tuple[Placed, ...], seed: int, robot: RobotModel = TIAGO
) -> tuple[dict[int, str], Labels]:
    """Class of each label id, and the label id of each geom, shape (ngeom,); 0: walls, floor, decoration."""
    classes: dict[str, str] = {p.id: p.label for p in placed}
    owner: dict[str, str] = {p.id: p.id for p in placed}
    for node in scene.graph.of_kind(NodeKind.ASSET):
        classes[node.id] = node.label
        owner[node.id] = owner[f"{node.id}/button"] = node.id
        if node.model is not None and node.model.articulation is not None:
            owner[node.model.articulation.joint] = node.id
    classes[AGENT_ID] = AGENT_ID
    classes[VISITOR], owner[VISITOR] = VISITOR_LABEL, VISITOR
    shuffled = np.random.default_rng([seed, 1]).permutation(sorted(classes))
    ids = {str(name): i + 1 for i, name in enumerate(shuffled)}
    root = model.body(robot.base_frame).id
    table = np.zeros(model.ngeom, np.int32)
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        name = model.body(body).name
        if name in owner:
            table[geom] = ids[owner[name]]
        elif _is_below(model, body, root):
            table[geom] = ids[AGENT_ID]
    return {i: classes[name] for name, i in ids.items()}, table


def _is_below(model: mujoco.MjModel, body: int, root: int) -> bool:
    while body > 0:
        if body == root:
            return True
        body = int(model.body_parentid[body])
    return False
