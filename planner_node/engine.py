# SPDX-License-Identifier: Apache-2.0
"""The whole way from an instruction to a validated plan, without ROS.

interpret -> ground -> options (shift) -> reachability -> variants (relax), cheapest first -> search ->
validate. A limit of time or memory ends planning; it never makes the goal weaker.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Goal, GoalError, Holds, InOrder, all_of, conjuncts
from makedo_core.goals.goal_json import CATALOGUE, goal_from_json
from makedo_core.goals.goal_text import achieved
from makedo_core.ontology import Ontology, memberships_of, with_wordnet
from makedo_core.ontology.similarity import Similarity
from makedo_core.ontology.wordnet import WordNet
from makedo_core.plan import Plan
from planner_node.answering.answered import planned_with_answers
from planner_node.claims.law import account_of
from planner_node.claims.learnt import memberships_behind
from planner_node.contract.choosing import refusal_of_choices, with_choices_told
from planner_node.contract.receipts import receipts_of
from planner_node.contract.terms import contract_of, served_parts, words_of_parts
from planner_node.engines.builtin import Builtin
from planner_node.engines.fallback import prove_elsewhere, prove_instead
from planner_node.engines.outcome import PlanningEngine
from planner_node.grounding.demand import Demand, manner_of
from planner_node.grounding.missing import not_found
from planner_node.grounding.scene import Scene
from planner_node.grounding.stated.marked import marked_by_labels
from planner_node.language.conversation.references import Unsettled, in_full
from planner_node.language.conversation.talk import Conversation
from planner_node.language.interpret import check_text, interpret
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof, Stages, prove
from planner_node.proof.search import SearchLimits, Status
from planner_node.relaxation.choices import choices_of
from planner_node.relaxation.combine import (
    as_assigned,
    assign,
    best_first,
    cost_of_choices,
    most_acceptable,
)
from planner_node.relaxation.explain import explain, explain_refusal
from planner_node.relaxation.explored import Explored, GoalVerdict, asked_goal, changed_goal
from planner_node.relaxation.relax import Variant
from planner_node.seeking.look_instead import PlannedLook, after_looking, looking_for, was_here
from planner_node.selection import Selection, selected
from planner_node.task import PlanningTask, Result, Settings, Stage, refused, report, stopped
from planner_node.telling.hearing import ToldSentences, hear
from planner_node.telling.slots import Slots
from planner_node.understanding import Interpreter, Understanding

OWN_SHARE = 0.6  # of the time, for the in-process search, if there are other engines
_VERDICTS = {Status.SOLVED: GoalVerdict.SOLVED, Status.UNSOLVABLE: GoalVerdict.UNSOLVABLE}

Prover = Callable[[Scene, Stages, SearchLimits, Manner], Proof]
"""How the literals of one choice are reached. UNSOLVABLE from it is a proof, and makes the goal weaker."""


class Engine:
    """Plans for instructions. Holds the ontology and the settings, nothing of one task; safe for threads."""

    def __init__(
        self,
        ontology: Ontology,
        settings: Settings | None = None,
        engines: Sequence[PlanningEngine] = (),
        interpreter: Interpreter | None = None,
        wordnet: WordNet | None = None,
        similarity: Similarity | None = None,
        first: PlanningEngine | None = None,
        book: Phrasebook | None = None,
    ) -> None:
        """Hold the parts.

        Args:
            ontology: classes of things.
            settings: what an operator set.
            engines: asked where the in-process search, or the engine in its place, leaves a question open.
            interpreter: asked where the grammar does not understand; None as its answer: it does not know either.
            wordnet: knows labels and groups that the ontology does not describe, and suggests what a word is like.
            similarity: which of equally good substitutes is taken; None: the nearest.
            first: asked in place of the in-process search; None: that search.
            book: words and what they stand for; None: ours alone.
        """
        self.ontology = with_wordnet(ontology, wordnet)
        self.settings = settings or Settings()
        self.engines = tuple(engines)
        self.first = first
        self.interpreter = interpreter
        self.book = book
        self._memberships = memberships_of(self.ontology)
        self._understanding = Understanding(
            self.ontology, self._memberships, self.settings.asks, interpreter, similarity, book
        )

    def strict(self) -> Engine:
        """The same, which refuses what cannot be done to the letter."""
        other = copy.copy(self)
        other.settings = replace(self.settings, max_relaxation_cost=0.0)
        return other

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none."""
        limits = self.limits(task)
        task = replace(task, graph=marked_by_labels(task.graph, self.book or load_phrasebook(), self.ontology))
        found = self.understand(task)
        if isinstance(found, Refusal):
            return refused(found, task)
        if not task.time_limit_s:
            limits = self.limits(task)  # a model that reads is not on search's clock
        return self.plan_for(task, *found, limits)

    def in_full(self, task: PlanningTask) -> PlanningTask | Result:
        """The task with an instruction that speaks of nothing that was said or done before; a question about that."""
        if task.past is None or task.goal or check_text(task.instruction):
            return task

        def read(said: str) -> Request | Refusal:
            return interpret(said, self.ontology, task.graph, self.book, task.habits)

        talk = Conversation(task.past, task.graph, read)
        found = in_full(task.instruction, talk)
        if isinstance(found, Unsettled):
            return refused(found.refusal, replace(task, instruction=found.instruction, past=None))
        return replace(task, instruction=found, past=None)

    def heard(self, task: PlanningTask, now_s: float) -> ToldSentences:
        """What an instruction tells, and what is left of it to be done.

        Args:
            task: with the instruction.
            now_s: of the wall clock, since 1970 [s].
        """
        if task.goal or check_text(task.instruction):
            return ToldSentences(task.instruction)
        book = self.book or load_phrasebook()
        slots = Slots(task.graph, self.ontology, book, task.habits, task.past, task.story.without(task.instruction))
        return hear(task.instruction, slots, now_s)

    def limits(self, task: PlanningTask) -> SearchLimits:
        """What planning for a task may take, counted from now."""
        limit_s = task.time_limit_s or self.settings.time_limit_s
        return SearchLimits(time.monotonic() + limit_s, self.settings.max_states, task.cancelled)

    def understand(self, task: PlanningTask) -> tuple[Scene, tuple[Demand, ...]] | Refusal:
        """What a task demands of its scene, by its words or by the goal that is pursued for them."""
        pursued: Goal | None = None
        if task.goal:
            try:
                pursued = goal_from_json(task.goal, CATALOGUE if task.domain is None else task.domain.arities)
            except GoalError as error:
                return Refusal(FailureCause.INVALID_GOAL, str(error))
        return self._understanding.demands(task, pursued)

    def select(self, task: PlanningTask) -> Selection:
        """The nodes that matter for an instruction."""
        return selected(self._understanding.demands(task, None))

    def plan_for(
        self,
        task: PlanningTask,
        scene: Scene,
        demands: tuple[Demand, ...],
        limits: SearchLimits,
        prover: Prover | None = None,
    ) -> Result:
        """The cheapest reachable change of the demands, with its plan.

        Args:
            task: of which the instruction, the graph's revision and `on_stage` are looked at.
            scene: where the demands are to be met.
            demands: what is asked, e.g. as `understand` gives them.
            limits: of everything.
            prover: who finds the skill calls of a choice; None: search, then the other engines.
        """
        return planned_with_answers(
            task, scene, demands, lambda pursued: self._cheapest(task, scene, pursued, limits, prover)
        )

    def _cheapest(
        self,
        task: PlanningTask,
        scene: Scene,
        demands: tuple[Demand, ...],
        limits: SearchLimits,
        prover: Prover | None,
    ) -> Result:
        """The cheapest reachable change of what is to be done."""
        report(task, Stage.RELAXING)
        missing = _nothing_at_all(demands, scene)
        if missing is not None:
            return self._look_instead(task, scene, demands, missing, limits)
        choices = choices_of(demands, scene)
        max_cost = most_acceptable(demands, self.settings.max_relaxation_cost) + cost_of_choices(demands, choices)
        asked, explored, manner = asked_goal(demands), list[Explored](), manner_of(demands)
        for chosen in best_first(choices, max_cost, demands):
            stages = assign(chosen, scene)
            if stages is None:
                explored.append(_explored(chosen, GoalVerdict.UNREACHABLE))
                continue
            report(task, Stage.SEARCHING)
            proof = (prover or self.prove)(scene, stages, limits, manner)
            explored.append(_explored(chosen, _VERDICTS.get(proof.status, GoalVerdict.STOPPED)))
            if proof.status is Status.SOLVED:
                report(task, Stage.VALIDATING)
                chosen = as_assigned(chosen, stages, scene)
                result = self._validated(task, scene, demands, chosen, stages, proof)
                return replace(result, asked=asked, explored=tuple(explored))
            if proof.status is not Status.UNSOLVABLE:
                return replace(stopped(proof, limits), asked=asked, explored=tuple(explored))
        nothing = self._nothing_acceptable(task, scene, demands, explain_refusal(choices, demands, scene), limits)
        return replace(nothing, asked=asked, explored=(*explored, *nothing.explored))

    def _nothing_acceptable(
        self, task: PlanningTask, scene: Scene, demands: tuple[Demand, ...], refusal: Refusal, limits: SearchLimits
    ) -> Result:
        """No change of the goal will do: a refusal, or a look; what an operator chose is not looked for elsewhere."""
        if any(d.chosen is not None for d in demands):
            return refused(refusal_of_choices(demands, refusal), task)
        return self._look_instead(task, scene, demands, refusal, limits)

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """By the in-process search or the engine in its place; what that leaves open, the other engines are asked.

        Of several stages a no is none yet: another way to end an earlier one may do, which a search over all stages
        at once finds out.
        """
        theirs = SearchLimits(limits.deadline_s, cancelled=limits.cancelled)  # they keep their own memory in bounds
        if self.first is not None:
            return prove_instead(scene.backend, stages, (self.first, *self.engines), theirs, manner)
        now = time.monotonic()
        share = OWN_SHARE if self.engines or len(stages) > 1 else 1.0
        part = replace(limits, deadline_s=now + share * (limits.deadline_s - now))
        proof = prove(scene.backend, stages, part, manner, self.settings.tidy_up)
        engines = self.engines
        if proof.status is Status.UNSOLVABLE and len(stages) > 1:
            engines = (Builtin(), *engines)
        elif proof.status not in (Status.TIMEOUT, Status.MEMORY):
            return proof
        other, _ = prove_elsewhere(scene.backend, stages, engines, theirs, manner)
        return other or proof

    def _look_instead(
        self, task: PlanningTask, scene: Scene, demands: tuple[Demand, ...], refusal: Refusal, limits: SearchLimits
    ) -> Result:
        """With nobody to ask, or of what was here, the nearest to having it is to look for it; else the refusal."""
        refusal = after_looking(refusal, scene)
        looks = not scene.asks or was_here(demands, scene)
        search = looking_for(demands, scene, refusal) if looks else None
        found = None if search is None else self.look(task, scene, demands, search, limits)
        return found or refused(refusal, task)

    def look(
        self, task: PlanningTask, scene: Scene, demands: tuple[Demand, ...], search: PlannedLook, limits: SearchLimits
    ) -> Result | None:
        """A provisional plan that looks into a place; None if that cannot be done. Arguments as of `plan_for`."""
        proof = self.prove(scene, search.stages, limits, manner_of(demands))
        if proof.status is not Status.SOLVED:
            return None
        result = self._validated(task, scene, demands, (search.variant,), search.stages, proof)
        if result.plan is None:
            return None
        plan = replace(result.plan, provisional=True)
        return replace(result, plan=plan, explored=(_explored((search.variant,), GoalVerdict.SOLVED),))

    def _validated(
        self,
        task: PlanningTask,
        scene: Scene,
        demands: Sequence[Demand],
        chosen: Sequence[Variant],
        stages: Stages,
        proof: Proof,
    ) -> Result:
        """The plan, once the simulation confirmed it. What it closes again belongs to its goal then.

        Where all is thought to be as it was asked, it looks whether that is true: what it shows, nobody knows yet.
        """
        goal = _goal(chosen, stages, proof)
        calls = proof.calls or scene.backend.already_so(goal)
        validation = scene.backend.validate(calls, goal)
        if not validation.outcome.ok:
            return Result(validation.outcome)
        if not all(map(manner_of(demands).allows, calls)):
            text = "The only plan found does what must not be done."
            return refused(Refusal(FailureCause.NOTHING_ACCEPTABLE, text), task)
        changes = tuple(r for variant in chosen for r in variant.relaxations)
        changes += scene.backend.stand_ins(calls, manner_of(demands))
        only_looks = bool(calls) and not proof.calls
        is_chosen = task.goal or any(d.chosen is not None for d in demands)
        plan = Plan(
            task.instruction,
            goal,
            calls,
            task.graph.revision,
            changes,
            provisional=only_looks,
            choices=task.choices if is_chosen else (),
        )
        goal_text = achieved(goal, validation.end)
        account = account_of(scene.request, scene, demands, plan, validation.end, self._memberships, self.book)
        if task.terms:
            served = served_parts(demands, chosen, stages)
            receipts = receipts_of(plan, scene.backend, words_of_parts(served), task.story)
            plan = replace(plan, contract=contract_of(served, plan, scene, account), receipts=receipts)
        return Result(
            Outcome(),
            plan,
            explain(
                plan,
                with_choices_told(demands, chosen),
                scene,
                goal_text,
                account,
                () if task.goal else validation.begin,  # half-way what is so may be what was done
                validation.end,
            ),
            goal_text=goal_text,
            account=account,
            memberships=memberships_behind(demands, plan, scene),
        )


def _explored(chosen: Sequence[Variant], verdict: GoalVerdict) -> Explored:
    return Explored(changed_goal(chosen), tuple(r for v in chosen for r in v.relaxations), verdict)


def _goal(chosen: Sequence[Variant], stages: Stages, proof: Proof) -> Goal:
    """The formula that the plan reaches: in the end all that was asked for and is not changed again later."""
    closed = tuple(Holds(literal) for literal in proof.closed)
    goal = changed_goal(chosen)
    if not isinstance(goal, InOrder):
        return all_of((*conjuncts(goal), *closed)) if closed else goal
    kept = tuple(Holds(x) for x in proof.kept if x not in stages[-1])
    return InOrder((*goal.parts[:-1], all_of((*conjuncts(goal.parts[-1]), *kept, *closed))))


def _nothing_at_all(demands: Sequence[Demand], scene: Scene) -> Refusal | None:
    """All of some things is asked for, and of none of them there is any."""
    for demand in demands:
        if demand.phrase is None or demand.wanted or demand.count > 0:
            return None
    first = demands[0].phrase if demands else None
    return not_found(first, scene) if first is not None else None
