# SPDX-License-Identifier: Apache-2.0
"""The strategy "ontology": what an ontology says of the order of things becomes part of the question and of the proof.

    tag -> understand -> infer types, priorities, descriptions -> demands in stages -> plan, by a model or by search
    -> the order of the plan is checked

Source: Ud Din et al., Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning, figure 2. There the order
is a note in the prompt; here no plan is returned that does not keep it, unless it says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology import OntologyError
from makedo_core.ontology.priorities import Priorities
from makedo_core.ontology.priorities_rdf import OURS, read_priorities
from makedo_llm.ladder import Ladder
from planner_node.backends.catalogue import Catalogue
from planner_node.engine import Engine
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.llm.scene_text import scene_text
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.ontology_prompt.by_model import ByModel
from planner_node.strategies.ontology_prompt.inference import Inferred, environment, guidance, infer, order_told
from planner_node.strategies.ontology_prompt.ordering import InStrictOrder, out_of_order, ranked
from planner_node.strategies.ontology_prompt.questions import Told
from planner_node.strategies.ontology_prompt.settings import OntologySettings
from planner_node.strategies.ontology_prompt.tagging import Tagged, tag
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.patience import advised_within
from planner_node.strategies.telling import stopped
from planner_node.task import PlanningTask, Result, refused

_READ_OTHERWISE = frozenset(
    {
        FailureCause.NOT_UNDERSTOOD,
        FailureCause.NOT_CAPABLE,
        FailureCause.UNKNOWN_OBJECT,
        FailureCause.UNKNOWN_PLACE,
    }
)


@dataclass(frozen=True)
class Ordered:
    """Plans in the order that priorities ask for. Safe for threads.

    Attributes:
        engine: plans without a model.
        priorities: by action and type.
        settings: options.
        ladder: of language models; None: search plans.
    """

    engine: Engine
    priorities: Priorities
    settings: OntologySettings = field(default_factory=OntologySettings)
    ladder: Ladder | None = None

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none.

        Raises:
            ReplayError: if a recording of models lacks an exchange.
        """
        patient = self._asks(task) and not task.time_limit_s
        limits = self.engine.limits(replace(task, time_limit_s=self.settings.limit_s) if patient else task)
        ontology = self.engine.ontology
        tagged = tag(task.instruction, self.priorities.actions, lambda words: ontology.class_of(words) is not None)
        reading, found = self._understood(task, tagged)
        if isinstance(found, Refusal):
            return refused(found, replace(task, instruction=reading))
        scene, demands = found
        if not isinstance(scene.backend, Catalogue):
            return self.engine.plan_for(task, scene, demands, limits)
        known = infer(tagged.task, demands, task.graph, self.priorities, ontology)
        try:
            result = self._in_order(task, scene, demands, known, tagged, limits)
        except Cancelled:
            return stopped(limits.reached(0) or Status.CANCELED)
        return _with(result, (f"I took the instruction to mean: {reading}.",) if reading != task.instruction else ())

    def _asks(self, task: PlanningTask) -> bool:
        """Whether a model plans: at first, and again when motions failed."""
        return self.ladder is not None and (not task.goal or bool(task.learnt))

    def _understood(self, task: PlanningTask, tagged: Tagged) -> tuple[str, tuple[Scene, tuple[Demand, ...]] | Refusal]:
        """The first reading of an instruction that is understood; else what is wrong with the instruction."""
        refusal: Refusal | None = None
        for reading in tagged.readings:
            found = self.engine.understand(replace(task, instruction=reading))
            if not isinstance(found, Refusal) or found.cause not in _READ_OTHERWISE:
                return reading, found
            refusal = refusal if refusal is not None and reading != task.instruction else found
        assert refusal is not None  # there is always one reading
        return task.instruction, refusal

    def _in_order(
        self,
        task: PlanningTask,
        scene: Scene,
        demands: tuple[Demand, ...],
        known: Sequence[Inferred],
        tagged: Tagged,
        limits: SearchLimits,
    ) -> Result:
        by_label = {item.label: item.rule.priority if item.rule is not None else None for item in known}
        ordered = ranked(demands, task.graph, by_label.get) if self.settings.order else demands
        strict = InStrictOrder(self.engine.prove)
        notes = [order_told(known)] if self.settings.order else []
        by_model = None
        if self.ladder is not None and self._asks(task):
            patient = replace(self.ladder, reasks=self.settings.reasks)
            adviser = advised_within(patient, limits, task.cancelled)
            by_model = ByModel(adviser, self._told(task, known, tagged), demands, ordered, strict.prove)
        prover = by_model.prove if by_model is not None else strict.prove
        result = self.engine.plan_for(task, scene, ordered, limits, prover)
        if (result.plan is None or result.plan.relaxations) and limits.reached(0) is None:
            plain = self.engine.plan_for(task, scene, demands, limits)
            if _better(plain, result):
                return _with(plain, ("The order that the ontology asks for would cost more of what was asked.",))
        if result.plan is not None:
            late = out_of_order(result.plan.calls, ordered)
            if late:
                notes.append(f"It could not be kept everywhere: {'; '.join(late)}.")
            elif notes and notes[0]:
                notes.append("The plan keeps it.")
        return _with(result, (*notes, *(by_model.notes if by_model is not None else ())))

    def _told(self, task: PlanningTask, known: Sequence[Inferred], tagged: Tagged) -> Told:
        set_to, ontology = self.settings, self.engine.ontology
        scene = environment(task.graph, self.priorities, ontology)
        return Told(
            task.instruction,
            scene if set_to.environment else scene_text(task.graph, ontology),
            guidance(tagged.task, known) if set_to.guidance else "",
            [str(failure) for failure in task.learnt],
            sorted(node.id for node in task.graph if node.kind is not NodeKind.AGENT),
        )


def make_ordered(parts: Parts) -> Ordered:
    """The strategy of some parts.

    Raises:
        StrategyError: on an option that it does not have or that cannot be used.
    """
    settings = read_options(parts, OntologySettings())
    ladder = parts.ladder if settings.model and parts.ladder is not None and parts.ladder.models else None
    try:
        priorities = read_priorities(Path(settings.rules) if settings.rules else OURS)
    except OntologyError as error:
        raise StrategyError(f"the option rules: {error}") from None
    return Ordered(parts.engine, priorities, settings, ladder)


def _better(plain: Result, ordered: Result) -> bool:
    if plain.plan is None or ordered.plan is None:
        return plain.plan is not None
    return plain.plan.relaxation_cost < ordered.plan.relaxation_cost - 1e-9


def _with(result: Result, sentences: Sequence[str]) -> Result:
    if result.plan is None:
        return result
    return replace(result, explanation=" ".join(filter(None, (result.explanation, *sentences))))
