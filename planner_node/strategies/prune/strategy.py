# SPDX-License-Identifier: Apache-2.0
"""The strategy "prune": what matters of the scene first, then a plan on that alone, checked on the whole scene.

The engine decides on the whole scene what is pursued and validates what comes out; only how the chosen literals are
reached is a matter of the reduced state. So nothing that is asked for can get lost by pruning: what the reduced state
does not reach is looked for in a larger one, and "impossible" is said of the whole scene alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from makedo_core.goal_text import number_word
from planner_node.catalogue import Catalogue
from planner_node.engine import Engine, Prover, refused
from planner_node.proof import Proof, Stages
from planner_node.request import Refusal
from planner_node.scene import Scene
from planner_node.search import Limits, Status
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.strategies.prune.mcts import Playouts, tree_search
from planner_node.strategies.prune.policies import Acting
from planner_node.strategies.prune.reduced import lost, reduced_scene, rings
from planner_node.strategies.prune.settings import PruneSettings
from planner_node.task import Result, Task


@dataclass(slots=True)
class Reduction:
    """Proves on ever larger parts of a scene, and remembers on which one. For one planning.

    Attributes:
        prover: who finds the skill calls.
        chosen: nodes that are kept besides what is needed.
        nodes: ids that the last proof was made of.
        widened: how often the part had to grow for it.
    """

    prover: Prover
    chosen: Collection[str] = ()
    nodes: frozenset[str] = frozenset()
    widened: int = 0

    def prove(self, scene: Scene, stages: Stages, limits: Limits) -> Proof:
        """Calls that reach the literals of each stage; UNSOLVABLE only for the whole scene."""
        literals = tuple(dict.fromkeys(literal for stage in stages for literal in stage))
        proof, states = Proof(Status.UNSOLVABLE), 0
        for turn, nodes in enumerate(rings(scene.graph, literals, self.chosen)):
            whole = len(nodes) == len(scene.graph)
            smaller = scene if whole else reduced_scene(scene, nodes)
            if not whole and lost(smaller, literals):
                continue
            proof = self.prover(smaller, stages, limits)
            states += proof.states
            self.nodes, self.widened = nodes, turn
            if proof.status is not Status.UNSOLVABLE:
                break
        return replace(proof, states=states)


@dataclass(frozen=True)
class Pruned:
    """Plans on the part of the scene that matters. Safe for threads."""

    engine: Engine
    settings: PruneSettings = field(default_factory=PruneSettings)

    def plan(self, task: Task) -> Result:
        """A validated plan for a task, or why there is none."""
        limits = self.engine.limits(task)
        found = self.engine.understand(task)
        if isinstance(found, Refusal):
            return refused(found)
        scene, demands = found
        if not isinstance(scene.backend, Catalogue):
            result = self.engine.plan_for(task, scene, demands, limits)
            return _told(result, "A domain of one's own is planned for on the whole scene.")
        reduction = Reduction(self._prover())
        result = self.engine.plan_for(task, scene, demands, limits, reduction.prove)
        return _told(result, _kept(reduction, scene))

    def _prover(self) -> Prover:
        if self.settings.policy == "search":
            return self.engine.prove
        set_to = self.settings
        playouts = Playouts(set_to.playouts, set_to.depth, set_to.steps, seed=set_to.seed)
        return Acting(lambda problem, goal, limits: tree_search(problem, goal, limits, playouts)).prove


def make_pruned(parts: Parts) -> Pruned:
    """The strategy of some parts. Raises StrategyError on an option that it does not have."""
    return Pruned(parts.engine, read_options(parts, PruneSettings()))


def _told(result: Result, sentence: str) -> Result:
    if result.plan is None:
        return result
    return replace(result, explanation=f"{result.explanation} {sentence}".strip())


def _kept(reduction: Reduction, scene: Scene) -> str:
    """How much of the scene the plan was found on."""
    size = f"{len(reduction.nodes)} of {len(scene.graph)} nodes of the scene"
    if not reduction.widened:
        return f"I planned on {size}."
    times = "once" if reduction.widened == 1 else f"{number_word(reduction.widened)} times"
    return f"I planned on {size}, after widening the selection {times}."
