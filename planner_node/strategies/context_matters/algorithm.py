# SPDX-License-Identifier: Apache-2.0
"""The loops of ContextMatters' Algorithm 1: a language model states problems and changes of the goal.

    domain generation, if asked for
    for each goal: that of the instruction, then its changes
        problem generation and refinement until there is a plan (the operator Gamma_shift)
        a plan that holds in the scene graph: done
        goal shift (Gamma_goal), then goal relaxation (Delta_rel)

What a model says is a proposal: problems are read with every mistake told by line and column, held against the scene
graph and against what the instruction asks for, planned with our engines and simulated. docs/strategies.md says where
this is stricter than the published algorithm.

Source: Musumeci et al., Context Matters! Relaxing Goals with LLMs for Feasible 3D Scene Planning, Algorithm 1.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Goal
from makedo_core.goals.goal_text import achieved
from makedo_core.plan import Plan
from makedo_llm.ladder import NoModel
from planner_node.claims.law import account_of
from planner_node.language.phrasebook import Phrasebook
from planner_node.pddl.names import node_id
from planner_node.pddl.reading.reader import read_domain
from planner_node.proof.search import SearchLimits, Status
from planner_node.relaxation.explored import Explored, GoalVerdict
from planner_node.strategies.context_matters.asked import Asked
from planner_node.strategies.context_matters.attempt import ProblemAttempt, Situation, attempt
from planner_node.strategies.context_matters.claimed_changes import Claims, told
from planner_node.strategies.context_matters.comparison import Comparison, is_weaker
from planner_node.strategies.context_matters.grounded_plan import Fate, Grounded, GroundedPlanner
from planner_node.strategies.context_matters.questions import ContextQuestions
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.domain_reality import GeneratedReality
from planner_node.strategies.telling import stopped
from planner_node.task import Result, Stage

_PROGRESS = {Stage.INTERPRETING: 0.1, Stage.SEARCHING: 0.6, Stage.RELAXING: 0.4}


@dataclass(frozen=True, slots=True)
class NoProposal:
    """No model brought planning to an end; another strategy may.

    Attributes:
        outcome: why.
        asked: the goal as it was asked, if it is known.
        explored: goals that were looked at until then.
    """

    outcome: Outcome
    asked: Goal | None = None
    explored: tuple[Explored, ...] = ()


@dataclass
class Planning:
    """The loops of Algorithm 1, with what they learn."""

    asked: Asked
    questions: ContextQuestions
    planner: GroundedPlanner
    settings: ContextSettings
    limits: SearchLimits
    on_stage: Callable[[str, float], None]
    claims: Claims = field(default_factory=Claims)
    why: dict[str, str] = field(default_factory=dict)
    tried: dict[Goal, str] = field(default_factory=dict)
    questioned: set[Goal] = field(default_factory=set)
    explored: dict[Goal, Explored] = field(default_factory=dict)
    last: Comparison | None = None
    book: Phrasebook | None = None

    def run(self) -> Result | NoProposal:
        """The outer loop: one goal after the other."""
        if self.settings.generate_domain:
            generated = self._generate()
            if isinstance(generated, NoModel):
                return self._no_model(generated)
            self.planner = generated
        goal = self.questions.instruction.strip()
        feedback: tuple[str, ...] = ()
        for number in range(self.settings.goals):
            if number > 0:
                changed = self._change(goal, feedback)
                if isinstance(changed, NoModel):
                    return self._no_model(changed)
                goal = changed
            tried = self._situational_shift(goal, number > 0)
            if isinstance(tried, NoModel):
                return self._no_model(tried)
            if tried.fate is Fate.PLANNED:
                return self._planned(tried)
            if tried.result.stop is not None:
                return self.ended(stopped(tried.result.stop, tried.result.feedback))
            feedback = tried.result.feedback
            if tried.fate is Fate.REFUSED and not self.settings.relax_unproven:
                return self._unproven(feedback)
        message = f"Of {len(self.explored)} goals that were looked at, none can be reached: {'; '.join(feedback)}."
        return NoProposal(Outcome(FailureCause.NOTHING_ACCEPTABLE, message), self.asked.goal, self._explored())

    def _generate(self) -> GroundedPlanner | NoModel:
        """Domain generation: a domain of the model's for the actions that there are."""
        self._report(Stage.INTERPRETING)
        base = self.planner.reality
        answer = self.questions.domain(self.questions.instruction.strip(), base.library)
        if isinstance(answer, NoModel):
            return answer
        written = read_domain(answer.value, tolerant=True, source="domain").value
        return replace(self.planner, reality=GeneratedReality(written, base))

    def _situational_shift(self, goal: str, changed: bool) -> ProblemAttempt | NoModel:
        """Gamma_shift: problem generation and refinement for one goal, until its fate is known."""
        impossible = self.asked.impossible(self.planner.scene.graph)
        if impossible and not changed and self.asked.goal is not None:
            self.explored[self.asked.goal] = Explored(self.asked.goal, (), GoalVerdict.UNREACHABLE, impossible)
            return ProblemAttempt(self.asked, "", Grounded(Fate.UNREACHABLE, (impossible,)))
        text = ""
        feedback: tuple[str, ...] = ()
        for version in range(self.settings.problems):
            self._report(Stage.INTERPRETING)
            reality = self.planner.reality
            if version == 0:
                answer = self.questions.problem(goal, reality, changed)
            else:
                answer = self.questions.refined(goal, reality, changed, text, feedback)
            if isinstance(answer, NoModel):
                return answer
            text = answer.value
            tried = self._attempt(text, version, changed)
            feedback = tried.result.feedback
            # A first search that took too long is refined as published; the goal stays what it is.
            again = tried.fate is Fate.REFUSED or (version == 0 and self._only_too_long(tried))
            if not again:
                return tried
        return tried

    def _only_too_long(self, tried: ProblemAttempt) -> bool:
        return tried.result.stop is Status.TIMEOUT and self.limits.reached(0) is None

    def _attempt(self, text: str, version: int, changed: bool) -> ProblemAttempt:
        """One version, within its limit of time, and what is learnt from it."""
        self._report(Stage.SEARCHING)
        limit_s = self.settings.first_limit_s if version == 0 else self.settings.refined_limit_s
        deadline_s = min(self.limits.deadline_s, time.monotonic() + limit_s)
        situation = Situation(self.asked, changed, self.claims, self.why, self.tried, self.questioned)
        limits = replace(self.limits, deadline_s=deadline_s)
        tried = attempt(text, situation, self.planner, self.settings.max_relaxation_cost, limits)
        self.asked = tried.asked
        if tried.comparison is None:
            return tried
        if tried.holds_already:
            self.questioned.add(tried.comparison.goal)
            return tried
        if tried.fate is Fate.UNREACHABLE:
            self.tried[tried.comparison.goal] = "; ".join(tried.result.feedback)
            for literal, why in tried.result.hopeless:
                self.why.update({d.text: why for d in self.asked.demands if literal.terms[0] in d.wanted})
        self._note(tried, tried.comparison)
        return tried

    def _note(self, tried: ProblemAttempt, comparison: Comparison) -> None:
        """Put the goal down for the relaxation graph, with what is proven of its change."""
        label = "as it was asked"
        if comparison.differences:
            before = self.last.goal if self.last is not None else self.asked.goal
            known = self.last.differences if self.last is not None else ()
            fresh = [d for d in comparison.differences if d not in known]
            weaker = before is not None and is_weaker(before, comparison.goal, fresh)
            label = "relaxed: proven weaker than the goal before" if weaker else "shifted, by a model's claim"
        reason = "; ".join((label, *tried.result.feedback))
        self.explored[comparison.goal] = Explored(comparison.goal, tried.changes, tried.verdict, reason)
        self.last = comparison

    def _change(self, goal: str, feedback: tuple[str, ...]) -> str | NoModel:
        """Gamma_goal, then Delta_rel: the goal in new words, with what the model claims in favour."""
        self._report(Stage.RELAXING)
        reality = self.planner.reality
        shifted = self.questions.shift(goal, reality, self.asked, feedback)
        if isinstance(shifted, NoModel):
            return shifted
        relaxed = self.questions.relax(shifted.value, reality, feedback)
        if isinstance(relaxed, NoModel):
            return relaxed
        by_id = {node_id(i): s.reason for s in shifted.value.stand_ins for i in s.instead}
        given_up = tuple(g.reason for g in relaxed.value.given_up)
        self.claims = Claims({**self.claims.by_id, **by_id}, given_up or self.claims.given_up)
        return relaxed.value.goal

    def _planned(self, tried: ProblemAttempt) -> Result:
        """The result of a plan that holds."""
        found, scene = tried.result, self.planner.scene
        assert found.goal is not None
        changes = (*tried.changes, *scene.backend.stand_ins(found.calls, self.planner.manner))
        plan = Plan(self.asked.instruction, found.goal, found.calls, scene.graph.revision, changes, found.provisional)
        goal_text = achieved(found.goal, found.end)
        account = account_of(self.asked.request, scene, self.asked.demands, plan, found.end, book=self.book)
        explanation = told(plan, self.asked, scene, goal_text, account)
        return self.ended(Result(Outcome(), plan, explanation, goal_text=goal_text, account=account))

    def ended(self, result: Result) -> Result:
        """A result with what was asked and what was looked at."""
        return replace(result, asked=self.asked.goal, explored=self._explored())

    def _explored(self) -> tuple[Explored, ...]:
        return tuple(self.explored.values())

    def _no_model(self, none: NoModel) -> NoProposal:
        why = "; ".join(none.notes) or "none is configured"
        message = f"No language model gave a usable answer: {why}."
        return NoProposal(Outcome(FailureCause.COMPONENT_LOST, message), self.asked.goal, self._explored())

    def _unproven(self, feedback: tuple[str, ...]) -> NoProposal:
        message = (
            f"A language model wrote {self.settings.problems} problems that cannot be used, the last because "
            f"{'; '.join(feedback)}. That says nothing about the goal, so it was not changed."
        )
        return NoProposal(Outcome(FailureCause.UNSOLVABLE_INCOMPLETE, message), self.asked.goal, self._explored())

    def _report(self, stage: Stage) -> None:
        self.on_stage(stage.value, _PROGRESS[stage])
