# SPDX-License-Identifier: Apache-2.0
"""Planning with a language model in the loop, as ContextMatters does it: the way in to `algorithm`."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.known_failure import KnownFailure
from makedo_core.ontology import Ontology
from makedo_llm.ladder import Adviser
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import PlanningEngine
from planner_node.grounding.demand import manner_of
from planner_node.grounding.scene import Scene
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.pddl.model import Domain, DomainError
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.context_matters.algorithm import NoProposal, Planning
from planner_node.strategies.context_matters.asked import understand
from planner_node.strategies.context_matters.grounded_plan import GroundedPlanner
from planner_node.strategies.context_matters.questions import ContextQuestions
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.domain_reality import DomainReality
from planner_node.strategies.reality import CatalogueReality, Reality
from planner_node.strategies.telling import stopped
from planner_node.task import PlanningTask, Result, Stage


def plan_with_model(
    instruction: str,
    graph: SceneGraph,
    ontology: Ontology,
    adviser: Adviser,
    *,
    domain: Domain | None = None,
    limits: SearchLimits | None = None,
    settings: ContextSettings | None = None,
    engines: Sequence[PlanningEngine] = (Builtin(),),
    known_failures: Collection[KnownFailure] = (),
    asks: bool = True,
    book: Phrasebook | None = None,
    on_stage: Callable[[str, float], None] = lambda stage, progress: None,
) -> Result:
    """A validated plan for an instruction, or why there is none.

    Args:
        instruction: in any language that the model speaks.
        graph: the newest snapshot.
        ontology: classes of things.
        adviser: whom to ask, begun with the same `cancelled` as in the limits.
        domain: a user's own planning domain; None: the skill catalogue.
        limits: of everything, besides those of single searches; None: as the settings say.
        settings: of the algorithm; None: the published ones.
        engines: that plan, asked in their order.
        known_failures: what was learnt while moving.
        asks: whether there is somebody to ask which of several places is meant.
        book: words and what they stand for; None: ours alone.
        on_stage: told the stage and the progress from 0 to 1.

    Raises:
        ReplayError: if a recording of models lacks an exchange.
    """
    settings = settings or ContextSettings()
    limits = limits or SearchLimits(time.monotonic() + settings.time_limit_s, settings.max_states)
    task = PlanningTask(instruction, graph, known_failures, domain=domain, asks=asks, on_stage=on_stage)
    found = propose(task, ontology, adviser, limits, settings, engines, book)
    if isinstance(found, Result):
        return found
    return Result(found.outcome, explanation=str(found.outcome), asked=found.asked, explored=found.explored)


def propose(
    task: PlanningTask,
    ontology: Ontology,
    adviser: Adviser,
    limits: SearchLimits,
    settings: ContextSettings,
    engines: Sequence[PlanningEngine],
    book: Phrasebook | None = None,
) -> Result | NoProposal:
    """As `plan_with_model`; where no model brings planning to an end, that is a value of its own.

    Of the task, instruction, graph, known failures, domain, `asks` and `on_stage` are looked at.
    """
    try:
        backend = None if task.domain is None else DomainBackend(task.domain, task.graph, ontology)
    except DomainError as error:
        return Result(Outcome(FailureCause.INVALID_GRAPH, str(error)), explanation=str(error))
    scene = Scene(task.graph, ontology, task.known_failures, backend=backend, asks=task.asks is not False, book=book)
    task.on_stage(Stage.INTERPRETING.value, 0.0)
    asked = understand(task.instruction, scene, book)
    if isinstance(asked, Refusal):
        outcome = Outcome(asked.cause, asked.message)
        return Result(outcome, explanation=asked.message, candidates=asked.candidates)
    reality: Reality
    if backend is None:
        reality = CatalogueReality(task.graph, task.known_failures)
    else:
        reality = DomainReality(backend, task.graph)
    questions = ContextQuestions(adviser, scene, task.instruction, settings.scene_characters, settings.json_goals)
    planner = GroundedPlanner(reality, scene, engines, settings.tidy_up, manner_of(asked.demands))
    planning = Planning(asked, questions, planner, settings, limits, task.on_stage, book=book)
    try:
        return planning.run()
    except Cancelled:
        return planning.ended(stopped(limits.reached(0) or Status.CANCELED))
