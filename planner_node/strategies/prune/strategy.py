# SPDX-License-Identifier: Apache-2.0
"""The strategy "prune": what matters of the scene first, then a plan on that alone, checked on the whole scene.

The engine decides on the whole scene what is pursued and validates what comes out; only how the chosen literals are
reached is a matter of the reduced state. So nothing that is asked for can get lost by pruning, whoever prunes: what the
reduced state does not reach is looked for in a larger one, and "impossible" is said of the whole scene alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from makedo_core.cancel import Cancelled
from makedo_core.files.importers.bddl_taxonomy import read_bddl_taxonomy
from makedo_core.graph.scene_graph import GraphError, NodeKind, SceneGraph
from makedo_llm.ladder import Ladder, NoModel
from planner_node.backends.catalogue import Catalogue
from planner_node.engine import Engine, Prover
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.patience import advised_within
from planner_node.strategies.prune.mcts import Playouts, tree_search
from planner_node.strategies.prune.model_policy import ModelPolicy
from planner_node.strategies.prune.model_selection import choose
from planner_node.strategies.prune.narrowed import narrowed, restored
from planner_node.strategies.prune.policies import Acting
from planner_node.strategies.prune.questions import PruneQuestions
from planner_node.strategies.prune.reduction import Reduction
from planner_node.strategies.prune.settings import PruneSettings
from planner_node.strategies.prune.taxonomy_graph import TaxonomyGraph, parents_beside, parents_in, taxonomy_graph
from planner_node.strategies.telling import stopped
from planner_node.task import PlanningTask, Result, refused

_SEARCHED = "A model that was to choose the calls did not reach the goal, so the plan was searched for."
_THINGS = (NodeKind.ASSET, NodeKind.OBJECT)


@dataclass(frozen=True)
class Pruned:
    """Plans on the part of the scene that matters. Safe for threads.

    Attributes:
        engine: plans without a model.
        settings: options.
        ladder: of language models that select and act; None: none does.
        taxonomy: parents by class of another taxonomy than the ontology; None: the ontology.
    """

    engine: Engine
    settings: PruneSettings = field(default_factory=PruneSettings)
    ladder: Ladder | None = None
    taxonomy: Mapping[str, tuple[str, ...]] | None = None

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none.

        Raises:
            ReplayError: if a recording of models lacks an exchange.
        """
        limits = self._limits(task)
        found = self.engine.understand(task)
        if isinstance(found, Refusal):
            return refused(found, task)
        scene, demands = found
        if not isinstance(scene.backend, Catalogue):
            result = self.engine.plan_for(task, scene, demands, limits)
            return _told(result, "A domain of one's own is planned for on the whole scene.")
        try:
            return self._on_reduced(task, scene, demands, limits)
        except Cancelled:
            return stopped(limits.reached(0) or Status.CANCELED)

    def _on_reduced(
        self, task: PlanningTask, scene: Scene, demands: tuple[Demand, ...], limits: SearchLimits
    ) -> Result:
        questions = self._questions(task, limits)
        notes: list[str] = []
        narrow: tuple[Demand, ...] = demands
        chosen: frozenset[str] | None = None
        if questions is not None and self.settings.selection != "ontology":
            taxonomy = self._taxonomy(task.graph)
            picked = choose(task.graph, taxonomy, questions, self.settings.levels, self.settings.expansions)
            if isinstance(picked, NoModel):
                why = "; ".join(picked.notes) or "none is configured"
                notes.append(f"No language model selected anything ({why}); what matters follows from the graph.")
            else:
                narrow, chosen = narrowed(demands, picked.nodes), picked.nodes
                notes.append(f"A language model selected {len(chosen)} nodes.")
        reduction = Reduction(self._prover(questions, notes), chosen)
        result = self.engine.plan_for(task, scene, narrow, limits, reduction.prove)
        if narrow != demands and (result.plan is None or result.plan.relaxations) and limits.reached(0) is None:
            notes.append("With the things that it selected the goal could not be reached as it was asked.")
            narrow = demands
            result = self.engine.plan_for(task, scene, demands, limits, reduction.prove)
        return _told(restored(result, narrow, demands), " ".join((*notes, reduction.told(scene))))

    def _limits(self, task: PlanningTask) -> SearchLimits:
        """A model needs longer than search: its time counts where one is asked."""
        if self._asks_a_model(task) and not task.time_limit_s:
            task = replace(task, time_limit_s=self.settings.limit_s)
        return self.engine.limits(task)

    def _asks_a_model(self, task: PlanningTask) -> bool:
        """Planning again for a goal that is pursued goes without a model."""
        by_model = self.settings.selection != "ontology" or self.settings.policy == "model"
        return self.ladder is not None and by_model and not task.goal

    def _questions(self, task: PlanningTask, limits: SearchLimits) -> PruneQuestions | None:
        if self.ladder is None or not self._asks_a_model(task):
            return None
        patient = replace(self.ladder, reasks=self.settings.reasks)
        return PruneQuestions(advised_within(patient, limits, task.cancelled), task.instruction)

    def _taxonomy(self, graph: SceneGraph) -> TaxonomyGraph:
        labels = {node.label for node in graph if node.kind in _THINGS}
        ontology = self.engine.ontology
        if self.taxonomy is None:
            return taxonomy_graph(labels, parents_in(ontology, labels))
        return taxonomy_graph(labels, parents_beside(self.taxonomy, ontology, labels))

    def _prover(self, questions: PruneQuestions | None, notes: list[str]) -> Prover:
        set_to = self.settings
        if set_to.policy == "mcts":
            playouts = Playouts(set_to.playouts, set_to.depth, set_to.steps, seed=set_to.seed)
            return Acting(lambda problem, goal, limits: tree_search(problem, goal, limits, playouts)).prove
        if set_to.policy == "search" or questions is None:
            return self.engine.prove
        acting = Acting(ModelPolicy(questions, set_to.steps))

        def prove(scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
            proof = acting.prove(scene, stages, limits, manner)
            if proof.status is not Status.MEMORY or not set_to.fallback:
                return proof
            notes.append(_SEARCHED)
            return self.engine.prove(scene, stages, limits, manner)

        return prove


def make_pruned(parts: Parts) -> Pruned:
    """The strategy of some parts.

    Raises:
        StrategyError: on an option that it does not have or that cannot be used, and where a model is wanted and
            none is configured.
    """
    settings = read_options(parts, PruneSettings())
    ladder = parts.ladder if parts.ladder is not None and parts.ladder.models else None
    if settings.policy == "model":
        ladder = parts.model_ladder("the policy 'model'")
    elif settings.selection == "model":
        ladder = parts.model_ladder("the selection 'model'")
    if not settings.taxonomy:
        return Pruned(parts.engine, settings, ladder)
    try:
        return Pruned(parts.engine, settings, ladder, read_bddl_taxonomy(Path(settings.taxonomy)))
    except GraphError as error:
        raise StrategyError(f"the option taxonomy: {error}") from None


def _told(result: Result, sentence: str) -> Result:
    if result.plan is None:
        return result
    return replace(result, explanation=f"{result.explanation} {sentence}".strip())
