# SPDX-License-Identifier: Apache-2.0
"""Leaves and decorators of the tree. `update` never blocks: what takes time runs in a worker thread and is polled."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from abc import abstractmethod
from collections.abc import Callable

import py_trees
from py_trees.common import Status

from executor_node.context import SkillContext, SkillResult, spoken
from executor_node.dry_run import DryRun
from executor_node.effects import change_for, contradicted
from executor_node.hand import reconcile
from executor_node.hold import WATCHDOG
from executor_node.looking import discover
from executor_node.recovery import INTERRUPTIONS, Rung
from executor_node.skills import SKILLS
from executor_node.task import Task, TaskState, guarded
from makedo_core.cancel import CancelToken
from makedo_core.facts import KnownFailure, facts, failing_preconditions, words
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.plan import SkillCall
from makedo_core.ports import PlanRequest, PlanResult
from makedo_core.scene_graph import SceneGraph
from makedo_core.skills import SKILLS as CATALOGUE

CONFIRM_S = 2.5
ASK_AGAIN_S = 0.5
PUTS = ("put_on", "put_inside")
_log = logging.getLogger(__name__)


class Worker(py_trees.behaviour.Behaviour):
    """A leaf whose work runs in a thread: started in initialise, polled in update, cancelled in terminate.

    It runs under the token that a pause cancels, unless `moves` says that it moves nothing.
    """

    moves = True

    def __init__(self, name: str, task: Task) -> None:
        super().__init__(name)
        self.task = task
        self.doing = name
        self._token = CancelToken()
        self._thread: threading.Thread | None = None
        self._result: SkillResult | None = None

    @abstractmethod
    def work(self, token: CancelToken) -> SkillResult:
        """What to do; runs in the thread and may block."""

    @abstractmethod
    def finished(self, result: SkillResult) -> Status:
        """What the result means; runs in the tree's thread and must not block."""

    def initialise(self) -> None:
        """Start the thread."""
        self._token = (self.task.hold.token if self.moves else self.task.token).child()
        self._result = None
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def update(self) -> Status:
        """Ask whether the thread has ended."""
        if self._thread is not None and self._thread.is_alive():
            return Status.RUNNING
        result = self._result or SkillResult(self._fault(f"{self.name} left no result"))
        return self.finished(result)

    def terminate(self, new_status: Status) -> None:
        """Cancel what still runs."""
        if new_status is Status.INVALID and self._thread is not None and self._thread.is_alive():
            self._token.cancel(self.task.token.outcome if self.task.token.cancelled else None)

    def join(self, timeout_s: float) -> None:
        """Wait until the thread has ended."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        token = self._token

        def unless_cancelled() -> SkillResult:
            token.check()
            result = self.work(token)
            if not result.ok:
                token.check()  # what a halt ended, a motion that was being planned for one, failed for that reason
            return result

        try:
            self._result = guarded(unless_cancelled)
        except Exception:  # noqa: BLE001 - outermost of the thread: a bug ends the task, not the node
            _log.error("a bug in %s:\n%s", self.name, traceback.format_exc())
            last = traceback.format_exc().strip().splitlines()[-1]
            self._result = SkillResult(self._fault(f"a bug in {self.name}: {last}"))

    def _fault(self, raw: str) -> Outcome:
        """The outcome of a bug: people cannot do more about it than know what it ended."""
        what = f"a fault in the program ended '{self.doing}'; the log of the executor tells which"
        return Outcome(FailureCause.INTERNAL_ERROR, what, raw)


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

    def _planned(self, token: CancelToken) -> PlanResult:
        """The planner's answer; asked for again as long as it may be on its way back."""
        task, until = self.task, None
        while True:
            self._asked = token.child()
            request = PlanRequest(task.instruction, task.newest(), tuple(task.ladder.learnt), task.goal, task.strategy)
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


class AskOperator(Worker):
    """Asks the operator, before an instruction is given up, whether to plan once more. No word is a no."""

    moves = False

    def work(self, token: CancelToken) -> SkillResult:
        """Say what failed, and wait."""
        task = self.task
        if not task.asking:
            return SkillResult()
        task.asking, failure = False, task.failure
        question = f"{failure}; help if you can, and say whether to try once more"
        task.tell(TaskState.WAITING_FOR_APPROVAL, question, task.failed_call, Rung.ASK)
        answer = task.approval.wait(task.precautions.patience_s, token)
        task.listener.note("asked", failure=str(failure), answer=str(answer))
        if not answer.ok:
            return SkillResult(Outcome(failure.cause, f"{failure}; the operator was asked: {answer}"))
        task.ladder.renew()
        return SkillResult()

    def finished(self, result: SkillResult) -> Status:
        """A no is final."""
        if result.ok:
            return Status.SUCCESS
        self.task.fail(result.outcome)
        return Status.FAILURE


class Precaution(Worker):
    """Something that comes before the first motion; if it fails, nothing moves."""

    moves = False

    def finished(self, result: SkillResult) -> Status:
        """What failed here has failed for good."""
        if result.ok:
            return Status.SUCCESS
        self.task.fail(result.outcome)
        return Status.FAILURE


class Rehearse(Precaution):
    """Tries the first plan that does more than look out without moving anything: shows lights, and decides nothing."""

    def work(self, token: CancelToken) -> SkillResult:
        """Plan every motion, if that is wanted and nothing but looking has been done yet."""
        task, before = self.task, self.task.rehearsed
        done_something = before is not None and not before.provisional
        if task.plan is None or done_something or not task.precautions.dry_run_s:
            return SkillResult()
        task.tell(TaskState.PLANNING, "trying the plan out without moving")
        context = SkillContext(task.ports, task.memory, token)
        task.lights = DryRun(context, task.precautions.dry_run_s).run(task.plan.calls)
        task.rehearsed = task.plan
        task.listener.rehearsed(task.lights)
        return SkillResult()


class Approve(Precaution):
    """Waits for the operator's word where a plan needs it. No word is a no."""

    def work(self, token: CancelToken) -> SkillResult:
        """Ask, unless the very same was approved before."""
        task = self.task
        if task.plan is None:
            return SkillResult()
        lights = task.lights if task.rehearsed is task.plan else ()  # those of another plan say nothing of this one
        why = task.precautions.why_ask(task.plan, lights)
        if not why or why == task.approved:
            return SkillResult()
        task.tell(TaskState.WAITING_FOR_APPROVAL, why)
        outcome = task.approval.wait(task.precautions.patience_s, token)
        if outcome.ok:
            task.approved = why
        return SkillResult(outcome)


class LookAgain(Worker):
    """Has perception look at the asset of a call, if the recovery ladder asked for it."""

    def __init__(self, task: Task, call: SkillCall) -> None:
        super().__init__(f"look again for {call}", task)
        self.call = call

    def work(self, token: CancelToken) -> SkillResult:
        """Turn the head over the asset."""
        if not self.task.look_first:
            return SkillResult()
        self.task.look_first = False
        asset_id = self.call.arguments[-1]
        self.task.tell(TaskState.RECOVERING, f"looking again at {asset_id.replace('_', ' ')}", self.call)
        context = SkillContext(self.task.ports, self.task.memory, token, note=self.task.listener.note)
        return SkillResult(discover(context, asset_id).outcome)

    def finished(self, result: SkillResult) -> Status:
        """Looking is an attempt: what follows finds out whether it helped."""
        if result.outcome.cause in INTERRUPTIONS:
            self.task.fail(result.outcome, self.call)
            return Status.FAILURE
        return Status.SUCCESS


class CheckPreconditions(py_trees.behaviour.Behaviour):
    """Checks a call against the newest graph before anything moves."""

    def __init__(self, task: Task, call: SkillCall, step: int) -> None:
        super().__init__(f"check {call}")
        self.task, self.call, self.step = task, call, step

    def update(self) -> Status:
        """Compare the preconditions with the facts; is there something better to do by now?"""
        self.task.step = self.step
        if self.task.carried_out == self.call:
            return Status.SUCCESS  # only its effects are still to be confirmed
        if self.task.turned_up():
            self.task.failure, self.task.replan = SUCCESS, True
            return Status.FAILURE
        graph = self.task.newest()
        unknown = [a for a in self.call.arguments if a not in graph]
        if unknown:
            missing = " and ".join(spoken(u) for u in unknown)
            what = f"nobody knows any more where {missing} is"
            self.task.fail(Outcome(FailureCause.OBJECT_NOT_FOUND, what), self.call)
            return Status.FAILURE
        known = tuple(KnownFailure.parse(text) for text in self.task.ladder.learnt)
        failing = failing_preconditions(self.call, facts(graph, known))
        if not failing:
            return Status.SUCCESS
        reason = "; ".join(failing)
        outcome = Outcome(FailureCause.PRECONDITION_FAILED, f"cannot {self.call.describe()}: {reason}")
        self.task.fail(outcome, self.call)
        return Status.FAILURE


class Act(Worker):
    """Carries out a skill call."""

    def __init__(self, task: Task, call: SkillCall, upcoming: tuple[SkillCall, ...]) -> None:
        super().__init__(str(call), task)
        self.call, self.upcoming = call, upcoming
        self.doing = call.describe()

    def work(self, token: CancelToken) -> SkillResult:
        """Run the skill, unless a pause came between it and the confirmation of its effects."""
        if self.task.carried_out == self.call:
            return self.task.result
        self.task.begun = True
        attempt = self.task.ladder.attempts(self.call)
        again = f" (attempt {attempt + 1})" if attempt else ""
        self.task.tell(TaskState.EXECUTING, self.call.describe() + again, self.call)
        looks = self.task.ladder.looks(self.call)
        context = SkillContext(
            self.task.ports, self.task.memory, token, attempt, looks, self.upcoming, self.task.listener.note
        )
        return SKILLS[self.call.skill](context, self.call)

    def finished(self, result: SkillResult) -> Status:
        """Keep the result for the confirmation."""
        self.task.result = result
        if result.ok:
            return Status.SUCCESS
        if not CATALOGUE[self.call.skill].may_fail_with(result.outcome.cause):
            self.task.listener.note("undeclared cause", call=str(self.call), cause=result.outcome.cause.name)
        self.task.fail(naming(self.call, result.outcome), self.call)
        return Status.FAILURE


def naming(call: SkillCall, outcome: Outcome) -> Outcome:
    """A failure of the arm, the hand or the base says what it was about: the call, if it names nothing of it."""
    about = FailureCause.NAVIGATION_FAILED <= outcome.cause < FailureCause.CANCELED
    if not about or any(spoken(argument) in outcome.message for argument in call.arguments):
        return outcome
    return Outcome(outcome.cause, f"I could not {call.describe()}: {outcome}", outcome.in_detail)


class Confirm(Worker):
    """Applies a call's effects to the scene graph, looks, and compares what is seen with what was expected."""

    def __init__(self, task: Task, call: SkillCall) -> None:
        super().__init__(f"confirm {call}", task)
        self.call = call

    def work(self, token: CancelToken) -> SkillResult:
        """Update, look, compare."""
        ports, result = self.task.ports, self.task.result
        since = ports.clock.now_s()
        if self.task.carried_out != self.call:
            outcome = ports.graph.update(change_for(self.call, self.task.newest(), result.poses))
            if not outcome.ok:
                return SkillResult(outcome)
            self.task.carried_out = self.call
        if result.look_at is None:
            return self._compared(self.task.newest())
        looked = ports.head.look_at(result.look_at, token)
        if not looked.ok:
            self.task.memory.stowed = False  # the arm may be in the head's way: it is brought close anew
            self.task.listener.note("not looked", reason=str(looked))
        watched = [node_id for node_id, _ in result.poses] or [self.call.arguments[-1]]
        seen = ports.graph.wait_until(lambda g: _all_seen(g, watched, since), CONFIRM_S, token)
        if seen is None:
            self.task.listener.note("not seen", nodes=watched, call=str(self.call))
            if self.call.skill in PUTS:  # there, hidden, or gone again?
                context = SkillContext(ports, self.task.memory, token, note=self.task.listener.note)
                discover(context, self.call.arguments[-1])
        return self._compared(seen or self.task.newest())

    def _compared(self, graph: SceneGraph) -> SkillResult:
        wrong = contradicted(self.call, graph)
        if not wrong:
            return SkillResult()
        expected = " and that ".join(words(w) for w in wrong)
        what = f"after '{self.call.describe()}' it was not seen that {expected}"
        return SkillResult(Outcome(FailureCause.EFFECT_NOT_OBSERVED, what, ", ".join(str(w) for w in wrong)))

    def finished(self, result: SkillResult) -> Status:
        """The call is done, or failed after all; what a pause interrupts is gone on with."""
        if result.outcome.cause is not FailureCause.PAUSED:
            self.task.carried_out = None
        if not result.ok:
            self.task.fail(result.outcome, self.call)
            return Status.FAILURE
        self.task.listener.step_done(self.call, SUCCESS, None)
        return Status.SUCCESS


def _all_seen(graph: SceneGraph, node_ids: list[str], since_s: float) -> bool:
    return all(i in graph and (graph[i].last_seen or -1.0) >= since_s for i in node_ids)


class Recover(py_trees.decorators.Decorator):
    """Tries a call again, after looking if need be, as long as the recovery ladder says so."""

    def __init__(self, child: py_trees.behaviour.Behaviour, task: Task, call: SkillCall) -> None:
        super().__init__(f"recover {call}", child)
        self.task, self.call = task, call

    def update(self) -> Status:
        """Decide what a failure of the child leads to."""
        if self.decorated.status is not Status.FAILURE or self.task.replan:
            return self.decorated.status
        outcome = self.task.failure
        if self.task.token.cancelled:
            self.task.listener.step_done(self.call, self.task.token.outcome, None)
            return Status.FAILURE
        rung = self.task.ladder.after(self.call, outcome)
        self.task.listener.step_done(self.call, outcome, rung)
        if rung is Rung.RESUME:
            return Status.RUNNING
        if rung in (Rung.RETRY, Rung.LOOK):
            self.task.look_first = rung is Rung.LOOK
            how = "looking and trying again" if self.task.look_first else "trying again"
            self.task.tell(TaskState.RECOVERING, f"{outcome}; {how}", self.call, rung)
            return Status.RUNNING
        self.task.replan = rung is Rung.REPLAN
        return Status.FAILURE


class Replan(py_trees.decorators.Decorator):
    """Plans and carries out again while the recovery ladder says so, or where the plan was to find something out.

    What is to be given up after something was done is asked about first, if the ladder says so.
    """

    def __init__(self, child: py_trees.behaviour.Behaviour, task: Task) -> None:
        super().__init__("plan again when the plan fails", child)
        self.task = task

    def update(self) -> Status:
        """Start over with what was learnt if a call asked for it."""
        if self.decorated.status is Status.SUCCESS and not self.task.token.cancelled and self.task.found_out():
            self.task.tell(TaskState.PLANNING, "planning again with what was seen")
            return Status.RUNNING
        if self.decorated.status is Status.FAILURE and self.task.replan and not self.task.token.cancelled:
            self.task.replan = False
            what = "what was missing has turned up" if self.task.failure.ok else str(self.task.failure)
            self.task.tell(TaskState.RECOVERING, f"{what}; planning again", rung=Rung.REPLAN)
            return Status.RUNNING
        if self.decorated.status is Status.FAILURE and not self.task.token.cancelled and self.task.begun:
            if self.task.ladder.ask(self.task.failure):
                self.task.asking = True
                return Status.RUNNING
            self.task.tell(TaskState.RECOVERING, f"{self.task.failure}; giving up", rung=Rung.GIVE_UP)
        return self.decorated.status


class FollowPlan(py_trees.decorators.Decorator):
    """Runs the subtree of the newest plan, built when it begins."""

    def __init__(self, task: Task, build: Callable[[Task], py_trees.behaviour.Behaviour]) -> None:
        super().__init__("follow the plan", py_trees.behaviours.Success("no plan yet"))
        self.task, self._build = task, build

    def initialise(self) -> None:
        """Replace the child by the subtree of the plan."""
        self.decorated.parent = None
        self.decorated = self._build(self.task)
        self.decorated.parent = self
        self.children = [self.decorated]

    def update(self) -> Status:
        """As the subtree does."""
        return self.decorated.status
