# SPDX-License-Identifier: Apache-2.0
"""Proves on the part of a scene that is needed, and on ever larger ones where that does not do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import NodeKind
from planner_node.engine import Prover
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.prune.reduced import lost, needed, reduced_scene, rings

_THINGS = (NodeKind.ASSET, NodeKind.OBJECT)
_SHOWN = 4


@dataclass(slots=True)
class Reduction:
    """Proves on ever larger parts of a scene, and remembers on which one. For one planning.

    Attributes:
        prover: who finds the skill calls.
        chosen: nodes that are kept besides what is needed; None: nobody chose any.
        nodes: ids that the last proof was made of.
        widened: how often the part had to grow for it.
        missed: things and furniture that are needed and were not chosen, where something was.
    """

    prover: Prover
    chosen: Collection[str] | None = None
    nodes: frozenset[str] = frozenset()
    widened: int = 0
    missed: tuple[str, ...] = ()

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Calls that reach the literals of each stage; UNSOLVABLE only for the whole scene."""
        literals = tuple(dict.fromkeys(literal for stage in stages for literal in stage))
        if self.chosen is not None:
            absent = needed(scene.graph, literals).difference(self.chosen)
            self.missed = tuple(sorted(n for n in absent if scene.graph[n].kind in _THINGS))
        proof, states = Proof(Status.UNSOLVABLE), 0
        for turn, nodes in enumerate(rings(scene.graph, literals, self.chosen or ())):
            whole = len(nodes) == len(scene.graph)
            smaller = scene if whole else reduced_scene(scene, nodes)
            if not whole and lost(smaller, literals):
                continue
            proof = self.prover(smaller, stages, limits, manner)
            states += proof.states
            self.nodes, self.widened = nodes, turn
            if proof.status is not Status.UNSOLVABLE:
                break
        return replace(proof, states=states)

    def told(self, scene: Scene) -> str:
        """How much of a scene the plan was found on."""
        size = f"{len(self.nodes)} of {len(scene.graph)} nodes of the scene"
        sentences = [f"I planned on {size}."]
        if self.widened:
            times = "once" if self.widened == 1 else f"{number_word(self.widened)} times"
            sentences = [f"I planned on {size}, after widening the selection {times}."]
        if self.missed:
            few = enumerate_words([spoken(n) for n in self.missed[:_SHOWN]])
            more = f" and {len(self.missed) - _SHOWN} more" if len(self.missed) > _SHOWN else ""
            sentences.append(f"The model had left out {few}{more}.")
        return " ".join(sentences)
