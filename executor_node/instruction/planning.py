# SPDX-License-Identifier: Apache-2.0
"""Leaves of the tree that come before a plan is followed: making it, trying it out, asking people. Nothing moves."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from py_trees.common import Status

from executor_node.context import SkillContext, SkillResult
from executor_node.instruction.hand import reconcile
from executor_node.instruction.hold import WATCHDOG
from executor_node.instruction.recovery import Rung, learnt_from
from executor_node.instruction.task import Task, TaskState
from executor_node.instruction.worker import Worker
from executor_node.rehearsal.dry_run import DryRun
from makedo_core.cancel import CancelToken
from makedo_core.conversation.answers import Answered, Unclear, Withdrawn
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import CANNOT, NO_WAY, SUCCESS, FailureCause, Outcome
from makedo_core.plan import Light, Plan
from makedo_core.ports import PlanRequest, PlanResult
from makedo_core.skills import SkillCall

ASK_AGAIN_S = 0.5
_AGAIN = re.compile(rf"; (?:it cannot be had as )?{NO_WAY}[^;,.]*\.$")
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
            result = SkillResult(
                Outcome(cause, without_another(self.task.failure, result.outcome, len(self.task.ladder.learnt)))
            )
        elif cause is FailureCause.OBJECT_NOT_FOUND and self.task.lost:
            result = SkillResult(Outcome(cause, f"{self.task.lost}; {result.outcome}"))
        self.task.fail(result.outcome)
        return Status.FAILURE


def without_another(failure: Outcome, refused: Outcome, learnt: int) -> str:
    """A failure, with "and there is no other plan for opening the fridge" behind it.

    Args:
        failure: what failed.
        refused: what the planner says.
        learnt: how many failures have taught it something: a single one is this one, and is not told again.
    """
    before, cannot, rest = str(refused).partition(CANNOT)
    if cannot and not before:
        rest = _AGAIN.sub(".", rest) if learnt == 1 else rest
        return f"{str(failure).rstrip('.')}; and there is no other plan for {rest}"
    return f"{str(failure).rstrip('.')}; and there is no other plan: {refused}"


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
        task.insisted = True
        return SkillResult()


class Rehearse(Precaution):
    """Tries the first plan that does more than look out without moving anything, and shows lights.

    A plan with a call that is found to be impossible is not begun unasked: what was found teaches the planner as a
    failure would, and there is another plan or none. Where the operator is asked at such a light, or said to try once
    more, it is begun all the same. What is dangerous in the newest scene graph, which may have changed since it was
    planned, is not done.
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
        if task.insisted or task.precautions.ask_from_light is not None:
            return SkillResult()
        return SkillResult(self.impossible(task.plan, rehearsal.impossible))

    def impossible(self, plan: Plan, found: Sequence[tuple[SkillCall, Outcome]]) -> Outcome:
        """That a plan cannot be carried out, once the planner is to make another; SUCCESS: it is begun."""
        task = self.task
        never = [call for call, _ in found]
        for call, outcome in found:
            taught = learnt_from(call, outcome.cause)
            of_others = (learnt_from(c, outcome.cause) for c in plan.calls if c not in never)
            if taught is None or taught in task.ladder.learnt or taught in of_others:
                continue  # nothing to plan otherwise for, or the place will do for another thing
            task.ladder.learnt.append(taught)
            task.rehearsed, task.foreseen, task.replan = None, True, True
            told = f"trying it out without moving, I found no way to {call.describe()}"
            return Outcome(outcome.cause, f"{told}: {_why(outcome)}")
        return SUCCESS


class RehearseRest(Rehearse):
    """Tries out what the arm is to do with a thing, once what could not be known before is known: how it is held.

    Only where the dry run has left it open: nobody had seen the thing then, or the time was over.
    """

    def __init__(self, task: Task, taken: SkillCall, rest: Sequence[SkillCall]) -> None:
        super().__init__(f"try out what comes behind {taken}", task)
        self.taken, self.rest = taken, tuple(rest)

    def work(self, token: CancelToken) -> SkillResult:
        """Plan every motion of the rest, from here."""
        task = self.task
        about = [c for c in (self.taken, *self.rest) if c.arguments[0] == self.taken.arguments[0]]
        unknown = any(c.call in about and c.light is Light.YELLOW for c in task.lights)
        if task.plan is None or task.rehearsed is not task.plan or not self.rest or not unknown:
            return self.nothing_to_do()
        if task.memory.held is None or task.insisted:
            return self.nothing_to_do()
        last = max((i for i, c in enumerate(self.rest) if c in about), default=-1)
        rehearsal = DryRun(SkillContext(task.ports, task.memory, token), task.precautions.dry_run_s, drives=False)
        lights = rehearsal.run(self.rest[: last + 1])
        task.memory.learn(rehearsal.context.memory)
        task.listener.note("tried out", rest=[f"{c.call}: {c.light.name.lower()} {c.reason}".strip() for c in lights])
        return SkillResult(self.impossible(task.plan, rehearsal.impossible))

    def finished(self, result: SkillResult) -> Status:
        """Only what is planned for otherwise ends the plan."""
        return super().finished(result) if self.task.replan else Status.SUCCESS


def _why(outcome: Outcome) -> str:
    """The reason of something impossible, without saying so once more."""
    return outcome.message.removeprefix("no motion was found: ")


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
