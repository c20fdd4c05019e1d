# SPDX-License-Identifier: Apache-2.0
"""The whole way from an instruction to a validated plan, without ROS.

interpret -> ground -> options (shift) -> reachability -> variants (relax), cheapest first -> search ->
validate. A limit of time or memory ends planning; it never makes the goal weaker.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goal import Goal, GoalError, Holds, InOrder, conjuncts, literals
from makedo_core.goal_json import CATALOGUE, goal_from_json
from makedo_core.goal_text import achieved, enumerate_words
from makedo_core.ontology import Ontology
from makedo_core.ontology.wordnet import WordNet, suggest
from makedo_core.plan import Plan
from makedo_core.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import Predicate
from planner_node.combine import assign, at_one_place, best_first, most_acceptable
from planner_node.demand import Demand
from planner_node.domains.backend import DomainBackend
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import PlanningEngine
from planner_node.explain import explain, explain_refusal
from planner_node.explored import Explored, Verdict, all_of, asked_goal, changed_goal
from planner_node.fallback import prove_elsewhere
from planner_node.given_goal import demands_of
from planner_node.ground import ground
from planner_node.interpret import check_text, interpret
from planner_node.looking import looking_for
from planner_node.missing import not_found
from planner_node.options import Reach, make_options, needs_other_places
from planner_node.proof import Proof, Stages, prove
from planner_node.relax import Variant, variants, weights
from planner_node.request import Refusal, Request
from planner_node.scene import Scene
from planner_node.search import Limits, Status
from planner_node.selection import Selection, selected
from planner_node.task import PROGRESS, Result, Settings, Stage, Task

Interpreter = Callable[[str, SceneGraph, Callable[[], bool]], "Request | Refusal | None"]
_NOT_UNDERSTOOD = frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})
OWN_SHARE = 0.6  # of the time, for the in-process search, if there are other engines
_VERDICTS = {Status.SOLVED: Verdict.SOLVED, Status.UNSOLVABLE: Verdict.UNSOLVABLE}


class Engine:
    """Plans for instructions. Holds the ontology and the settings, nothing of one task; safe for threads."""

    def __init__(
        self,
        ontology: Ontology,
        settings: Settings | None = None,
        engines: Sequence[PlanningEngine] = (),
        interpreter: Interpreter | None = None,
        wordnet: WordNet | None = None,
    ) -> None:
        """Hold the parts.

        Args:
            ontology: classes of things.
            settings: what an operator set.
            engines: asked where the in-process search leaves a question open.
            interpreter: asked where the grammar does not understand; None as its answer: it does not know either.
            wordnet: for what an unknown word may be like; it only suggests.
        """
        self.ontology = ontology
        self.settings = settings or Settings()
        self.engines = tuple(engines)
        self.interpreter = interpreter
        self.wordnet = wordnet

    def plan(self, task: Task) -> Result:
        """A validated plan for a task, or why there is none."""
        limit_s = task.time_limit_s or self.settings.time_limit_s
        limits = Limits(time.monotonic() + limit_s, self.settings.max_states, task.cancelled)
        pursued: Goal | None = None
        if task.goal:
            try:
                pursued = goal_from_json(task.goal, CATALOGUE if task.domain is None else task.domain.arities)
            except GoalError as error:
                return _refused(Refusal(FailureCause.INVALID_GOAL, str(error)))
        found = self._demands(task, pursued)
        if isinstance(found, Refusal):
            return _refused(found)
        scene, demands = found
        return self._make_do(task, scene, demands, limits)

    def select(self, task: Task) -> Selection:
        """The nodes that matter for an instruction."""
        return selected(self._demands(task, None))

    def _demands(self, task: Task, pursued: Goal | None) -> tuple[Scene, tuple[Demand, ...]] | Refusal:
        """What is asked: by the instruction, or by the goal alone where that is only a name for it."""
        already = {t for literal in literals(pursued) for t in literal.terms} if pursued else set()
        to_close = frozenset(
            part.literal.terms[0]
            for part in (conjuncts(pursued) if pursued else ())
            if isinstance(part, Holds) and part.literal.negated and part.literal.predicate is Predicate.OPEN
        )
        backend = None if task.domain is None else DomainBackend(task.domain, task.graph, self.ontology)
        asks = self.settings.asks if task.asks is None else task.asks
        scene = Scene(task.graph, self.ontology, task.known_failures, already, to_close, backend, asks)
        _report(task, Stage.INTERPRETING)
        if not pursued and not task.graph.of_kind(NodeKind.ASSET):
            wrong = check_text(task.instruction)
            return wrong or Refusal(
                FailureCause.INVALID_GRAPH, "The scene graph has no furniture; nothing can be done."
            )
        request = self._understood(task)
        if not isinstance(request, Refusal):
            _report(task, Stage.GROUNDING)
            demands = ground(request, scene)
            return demands if isinstance(demands, Refusal) else (scene, demands)
        if pursued is None:
            return request
        from_goal = demands_of(pursued, task.graph, self.ontology)
        return from_goal if isinstance(from_goal, Refusal) else (scene, from_goal)

    def _understood(self, task: Task) -> Request | Refusal:
        """What the grammar makes of an instruction; where it does not understand, what the interpreter does."""
        request = interpret(task.instruction, self.ontology, task.graph)
        if isinstance(request, Refusal):
            request = self._likened(request, task.graph)
        if self.interpreter is None or not isinstance(request, Refusal) or request.cause not in _NOT_UNDERSTOOD:
            return request
        other = self.interpreter(task.instruction, task.graph, task.cancelled)
        if not isinstance(other, Request):
            return request
        return replace(other, notes=(*other.notes, "a language model read the instruction; what follows was checked"))

    def _likened(self, refusal: Refusal, graph: SceneGraph) -> Refusal:
        """With what at hand is like a word that nobody knows, as a question."""
        if self.wordnet is None or not refusal.unknown:
            return refusal
        here = {node.label for node in graph.of_kind(NodeKind.OBJECT)}
        alike = tuple(s.concept for s in suggest(refusal.unknown, here, self.ontology, self.wordnet))
        if not alike:
            return refusal
        question = f" Is it like {enumerate_words(map(self.ontology.phrase, alike), 'or')}?"
        candidates = tuple(dict.fromkeys((*alike, *refusal.candidates)))
        return replace(refusal, message=refusal.message + question, candidates=candidates)

    def _make_do(self, task: Task, scene: Scene, demands: tuple[Demand, ...], limits: Limits) -> Result:
        """The cheapest reachable change of the demands, with its plan."""
        _report(task, Stage.RELAXING)
        missing = _nothing_at_all(demands, scene)
        if missing is not None:
            return self._look_instead(task, scene, demands, missing, limits)
        scene.prepare({m for d in demands for m in d.means}, any(d.sorted for d in demands))
        choices = _choices(demands, scene)
        max_cost = most_acceptable(demands, self.settings.max_relaxation_cost)
        asked, explored = asked_goal(demands), list[Explored]()
        for chosen in best_first(choices, max_cost):
            stages = assign(chosen, scene)
            if stages is None:
                explored.append(_explored(chosen, Verdict.UNREACHABLE))
                continue
            _report(task, Stage.SEARCHING)
            proof = self._prove(scene, stages, limits)
            explored.append(_explored(chosen, _VERDICTS.get(proof.status, Verdict.STOPPED)))
            if proof.status is Status.SOLVED:
                _report(task, Stage.VALIDATING)
                result = self._validated(task, scene, demands, chosen, stages, proof)
                return replace(result, asked=asked, explored=tuple(explored))
            if proof.status is not Status.UNSOLVABLE:
                return replace(_stopped(proof.status, limits), asked=asked, explored=tuple(explored))
        refused = self._look_instead(task, scene, demands, explain_refusal(choices, demands, scene), limits)
        return replace(refused, asked=asked, explored=(*explored, *refused.explored))

    def _prove(self, scene: Scene, stages: Stages, limits: Limits) -> Proof:
        """By the in-process search; where that leaves it open, by the other engines in the time that is left.

        Of several stages a no is none yet: another way to end an earlier one may do, which a search over all stages
        at once finds out.
        """
        now = time.monotonic()
        share = OWN_SHARE if self.engines or len(stages) > 1 else 1.0
        part = replace(limits, deadline_s=now + share * (limits.deadline_s - now))
        proof = prove(scene, stages, part, self.settings.tidy_up)
        engines = self.engines
        if proof.status is Status.UNSOLVABLE and len(stages) > 1:
            engines = (Builtin(), *engines)
        elif proof.status not in (Status.TIMEOUT, Status.MEMORY):
            return proof
        theirs = Limits(limits.deadline_s, cancelled=limits.cancelled)  # they keep their own memory in bounds
        other, _ = prove_elsewhere(scene, stages, engines, theirs)
        return other or proof

    def _look_instead(
        self, task: Task, scene: Scene, demands: tuple[Demand, ...], refusal: Refusal, limits: Limits
    ) -> Result:
        """With nobody to ask, the nearest to having what is not known of is to look for it; else the refusal."""
        search = None if scene.asks else looking_for(demands, scene, refusal)
        if search is None:
            return _refused(refusal)
        stages = assign((search,), scene)
        proof = self._prove(scene, stages, limits) if stages else None
        if stages is None or proof is None or proof.status is not Status.SOLVED:
            return _refused(refusal)
        result = self._validated(task, scene, demands, (search,), stages, proof)
        return replace(result, explored=(_explored((search,), Verdict.SOLVED),))

    def _validated(
        self,
        task: Task,
        scene: Scene,
        demands: Sequence[Demand],
        chosen: Sequence[Variant],
        stages: Stages,
        proof: Proof,
    ) -> Result:
        """The plan, once the simulation confirmed it. What it closes again belongs to its goal then."""
        goal = _goal(chosen, stages, proof)
        calls = proof.calls or scene.backend.already_so(scene, goal)
        validation = scene.backend.validate(scene, calls, goal)
        if not validation.outcome.ok:
            return Result(validation.outcome)
        changes = tuple(r for variant in chosen for r in variant.relaxations)
        changes += scene.backend.stand_ins(scene, calls)
        plan = Plan(task.instruction, goal, calls, task.graph.revision, changes)
        goal_text = achieved(goal, validation.end)
        return Result(Outcome(), plan, explain(plan, demands, scene, goal_text), goal_text=goal_text)


def _explored(chosen: Sequence[Variant], verdict: Verdict) -> Explored:
    return Explored(changed_goal(chosen), tuple(r for v in chosen for r in v.relaxations), verdict)


def _goal(chosen: Sequence[Variant], stages: Stages, proof: Proof) -> Goal:
    """The formula that the plan reaches: in the end all that was asked for and is not changed again later."""
    closed = tuple(Holds(literal) for literal in proof.closed)
    goal = changed_goal(chosen)
    if not isinstance(goal, InOrder):
        return all_of((*conjuncts(goal), *closed)) if closed else goal
    kept = tuple(Holds(x) for x in proof.kept if x not in stages[-1])
    return InOrder((*goal.parts[:-1], all_of((*conjuncts(goal.parts[-1]), *kept, *closed))))


def _choices(demands: Sequence[Demand], scene: Scene) -> list[tuple[Variant, ...]]:
    """Variants of every demand. Other places are only thought of where the one asked for does not serve."""
    weight = weights(demands)
    options = [make_options(d, scene, other_places=False) for d in demands]
    reach = Reach(scene, options)
    choices = [variants(o, scene, reach, w) for o, w in zip(options, weight, strict=True)]
    short = [needs_other_places(o, reach) for o in options]
    if any(short):
        options = [
            make_options(d, scene, other_places=True) if needed else o
            for d, o, needed in zip(demands, options, short, strict=True)
        ]
        reach = Reach(scene, options)
        choices = [variants(o, scene, reach, w) for o, w in zip(options, weight, strict=True)]
    return at_one_place(demands, choices)


def _nothing_at_all(demands: Sequence[Demand], scene: Scene) -> Refusal | None:
    """All of some things is asked for, and of none of them there is any."""
    for demand in demands:
        if demand.phrase is None or demand.wanted or demand.count > 0:
            return None
    first = demands[0].phrase if demands else None
    return not_found(first, scene) if first is not None else None


def _report(task: Task, stage: Stage) -> None:
    task.on_stage(stage.value, PROGRESS[stage])


def _refused(refusal: Refusal) -> Result:
    outcome = Outcome(refusal.cause, refusal.message)
    return Result(outcome, explanation=refusal.message, candidates=refusal.candidates)


def _stopped(status: Status, limits: Limits) -> Result:
    """A limit or the caller ended planning; nothing is concluded from that."""
    cause, message = {
        Status.TIMEOUT: (
            FailureCause.PLANNING_TIMEOUT,
            "Planning took longer than it may; the goal was not changed.",
        ),
        Status.MEMORY: (
            FailureCause.PLANNING_MEMORY,
            f"Planning looked at {limits.states} states without an answer; the goal was not changed.",
        ),
        Status.CANCELED: (FailureCause.CANCELED, "Planning was cancelled."),
    }[status]
    return Result(Outcome(cause, message), explanation=message)
