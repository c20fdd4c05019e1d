# SPDX-License-Identifier: Apache-2.0
"""Leaves of the tree that come before a plan is followed: making it, trying it out, asking people. Nothing moves."""

from __future__ import annotations

import time

from py_trees.common import Status

from executor_node.context import SkillContext, SkillResult
from executor_node.instruction.hand import reconcile
from executor_node.instruction.hold import WATCHDOG
from executor_node.instruction.recovery import Rung
from executor_node.instruction.task import Task, TaskState
from executor_node.instruction.worker import Worker
from executor_node.rehearsal.dry_run import DryRun
from makedo_core.cancel import CancelToken
from makedo_core.conversation.answers import Answered, Unclear, Withdrawn
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import FailureCause, Outcome
from makedo_core.ports import PlanRequest, PlanResult

ASK_AGAIN_S = 0.5
_GONE = frozenset({FailureCause.COMPONENT_LOST, FailureCause.NOT_ACTIVE})
"""How a planner answers that has ended, or was started again and is not active yet."""


class MakePlan(Worker):
    """Asks the planner for a plan of the instruction, or after a failure for another plan of the same goal.

    A planner that is started again meanwhile has forgotten what it was asked, and is asked again.
    """

    moves = False

    def __init__(self, name: str, task: Task) -> None:
        super().__init__(name, task)
        self._asked = CancelToken()

    def update(self) -> Status:
        """Ask whether there is a plan; nobody will answer while the planner is started again."""
        gone = self.task.hold.held_by(WATCHDOG)
        if gone and self.task.ladder.limits.planner_s:
            self._asked.cancel(Outcome(FailureCause.COMPONENT_LOST, gone))
        return super().update()

    def work(self, token: CancelToken) -> SkillResult:
        """Plan on the newest graph; what was lost meanwhile is not in the hand any more."""
        task = self.task
        if task.plan is not None:
            known = reconcile(task)
            if not known.ok:
                return SkillResult(known)
        task.tell(TaskState.PLANNING, "planning" if task.plan is None else "making another plan")
        result = self._planned(token)
        while task.has_answers and (question := result.question) is not None:
            asked = self._answered(question, token)
            if not asked.ok:
                return SkillResult(asked)
            result = self._planned(token)
        lost = task.plan is not None and result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
        if lost and not task.strategy and (strategy := task.ladder.search()):
            task.tell(TaskState.RECOVERING, "looking for it elsewhere", rung=Rung.SEARCH)
            task.strategy, task.goal = strategy, ""  # for the instruction: the goal names what is not there
            result = self._planned(token)
        if result.outcome.ok and result.plan is not None:
            task.adopt(result)
        else:
            task.candidates = result.candidates or task.candidates
            task.explanation = result.explanation or task.explanation
        return SkillResult(result.outcome)

    def _answered(self, question: OpenQuestion, token: CancelToken) -> Outcome:
        """Ask what the instruction leaves open, and put the answer into it."""
        task = self.task
        task.asks(question)
        answer = task.answers.wait(question, task.precautions.patience_s, token, task.instruction)
        match answer:
            case Answered(instruction, note):
                task.listener.note("answered", question=question.text, instruction=instruction, note=note)
                task.instruction = instruction
                if note:
                    task.tell(TaskState.PLANNING, note)
                return Outcome()
            case Withdrawn():
                return Outcome(FailureCause.CANCELED, "the operator does not want it any more")
            case Unclear(text, _):
                return Outcome(FailureCause.AMBIGUOUS, text)
        late = f"{question.text} Nobody answered within {task.precautions.patience_s:g} s"
        return Outcome(FailureCause.AMBIGUOUS, late)

    def _planned(self, token: CancelToken) -> PlanResult:
        """The planner's answer; asked for again as long as it may be on its way back."""
        task, until = self.task, None
        while True:
            self._asked = token.child()
            past = task.memory.past
            learnt = tuple(task.ladder.learnt)
            request = PlanRequest(task.instruction, task.newest(), learnt, task.goal, task.strategy, past, task.choices)
            result = task.ports.planner.plan(request, lambda s: task.tell(TaskState.PLANNING, s), self._asked)
            if result.outcome.cause not in _GONE:
                return result
            if until is None:
                until = time.monotonic() + task.ladder.limits.planner_s
                task.tell(TaskState.PLANNING, str(result.outcome))
            if time.monotonic() >= until:
                return result
            while not token.wait(ASK_AGAIN_S) and task.hold.held_by(WATCHDOG) and time.monotonic() < until:
                pass
            token.check()

    def finished(self, result: SkillResult) -> Status:
        """A failed planning is final."""
        if result.ok:
            return Status.SUCCESS
        cause = result.outcome.cause
        if not self.task.failure.ok and cause not in (FailureCause.CANCELED, FailureCause.STOPPED):
            result = SkillResult(Outcome(cause, f"{self.task.failure}; and there is no other plan: {result.outcome}"))
        elif cause is FailureCause.OBJECT_NOT_FOUND and self.task.lost:
            result = SkillResult(Outcome(cause, f"{self.task.lost}; {result.outcome}"))
        self.task.fail(result.outcome)
        return Status.FAILURE


class Precaution(Worker):
    """Something that comes before a plan is followed; if it fails, nothing moves any more."""

    moves = False

    def finished(self, result: SkillResult) -> Status:
        """A failure here is final."""
        if result.ok:
            return Status.SUCCESS
        self.task.fail(result.outcome)
        return Status.FAILURE


class AskOperator(Precaution):
    """Asks the operator, before an instruction is given up, whether to plan once more. No word is a no."""

    def work(self, token: CancelToken) -> SkillResult:
        """Say what failed, and wait."""
        task = self.task
        if not task.asking:
            return self.nothing_to_do()
        task.asking, failure = False, task.failure
        question = f"{failure}; help if you can, and say whether to try once more"
        task.tell(TaskState.WAITING_FOR_APPROVAL, question, task.failed_call, Rung.ASK)
        answer = task.approval.wait(task.precautions.patience_s, token)
        task.listener.note("asked", failure=str(failure), answer=str(answer))
        if not answer.ok:
            return SkillResult(Outcome(failure.cause, f"{failure}; the operator was asked: {answer}"))
        task.ladder.renew()
        return SkillResult()


class Rehearse(Precaution):
    """Tries the first plan that does more than look out without moving anything: shows lights, and decides nothing.

    What is dangerous in the newest scene graph, which may have changed since it was planned, is not done, though.
    """

    def work(self, token: CancelToken) -> SkillResult:
        """Plan every motion, if that is wanted and nothing but looking has been done yet."""
        task, before = self.task, self.task.rehearsed
        danger = task.precautions.danger_of(task.plan, task.newest()) if task.plan is not None else ""
        if danger:
            return SkillResult(Outcome(FailureCause.DANGEROUS, danger))
        done_something = before is not None and not before.provisional
        if task.plan is None or not task.plan.calls or done_something or not task.precautions.dry_run_s:
            return self.nothing_to_do()
        task.tell(TaskState.PLANNING, "trying the plan out without moving")
        context = SkillContext(task.ports, task.memory, token)
        rehearsal = DryRun(context, task.precautions.dry_run_s)
        task.lights = rehearsal.run(task.plan.calls)
        task.memory.learn(rehearsal.context.memory)
        task.rehearsed = task.plan
        task.listener.rehearsed(task.lights)
        return SkillResult()


class Approve(Precaution):
    """Waits for the operator's word where a plan needs it. No word is a no."""

    def work(self, token: CancelToken) -> SkillResult:
        """Ask, unless the very same was approved before."""
        task = self.task
        if task.plan is None:
            return self.nothing_to_do()
        lights = task.lights if task.rehearsed is task.plan else ()  # those of another plan say nothing of this one
        why = task.precautions.why_ask(task.plan, lights)
        if not why or why == task.approved:
            return self.nothing_to_do()
        task.tell(TaskState.WAITING_FOR_APPROVAL, why)
        outcome = task.approval.wait(task.precautions.patience_s, token)
        if outcome.ok:
            task.approved = why
        return SkillResult(outcome)
