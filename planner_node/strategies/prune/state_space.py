# SPDX-License-Identifier: Apache-2.0
"""Everything that the robot can do with the nodes of a scene, whether it serves a goal or not.

`proof.problem` instantiates only what is worth it for some literals; a policy that chooses among all applicable
skill calls needs them all, and how many there are is what pruning is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from makedo_core.goals.facts import facts
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import SKILLS, Literal, SkillCall, Type
from planner_node.grounding.scene import Scene
from planner_node.proof.problem import OperatorInstance, Problem, instantiate

_KINDS = {Type.ASSET: NodeKind.ASSET, Type.OBJECT: NodeKind.OBJECT}


def state_space(scene: Scene, wanted: Sequence[Literal]) -> Problem:
    """Every skill call over the nodes of a scene, with numbers for some wanted literals."""
    return instantiate(facts(scene.graph, scene.known_failures), _calls(scene.graph), wanted)


def applicable(problem: Problem, state: frozenset[int]) -> list[OperatorInstance]:
    """The instances that can be applied in a state: the affordance function of the paper."""
    return [instance for instance in problem.instances if state.issuperset(instance.needs)]


def _calls(graph: SceneGraph) -> Iterator[SkillCall]:
    ids = {kind: [node.id for node in graph.of_kind(kind)] for kind in _KINDS.values()}
    for name, spec in SKILLS.items():
        for arguments in product(*(ids[_KINDS[p.type]] for p in spec.parameters)):
            yield SkillCall(name, arguments)
