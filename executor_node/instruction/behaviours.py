# SPDX-License-Identifier: Apache-2.0
"""Leaves and decorators of the tree that carry out a plan; those that come before it are in `planning.py`."""

from __future__ import annotations

from collections.abc import Callable

import py_trees
from py_trees.common import Status

from executor_node.certainty import PLACING, doubted, meant_themselves, not_where_brought, said_of_looks
from executor_node.context import SkillContext, SkillResult, spoken
from executor_node.effects import change_for, contradicted
from executor_node.instruction.hand import reconcile
from executor_node.instruction.recovery import INTERRUPTIONS, Rung
from executor_node.instruction.task import Task, TaskState
from executor_node.instruction.worker import Worker
from executor_node.motion.seeing import discover
from executor_node.skills import SKILLS
from executor_node.skills.views import stand_elsewhere
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.goals.facts import facts, failing_preconditions, words
from makedo_core.goals.goal import satisfied
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Plan
from makedo_core.skills import SKILLS as CATALOGUE
from makedo_core.skills import SkillCall

CONFIRM_S = 2.5


class LookAgain(Worker):
    """Has perception look at the asset of a call, if the recovery ladder asked for it."""

    def __init__(self, task: Task, call: SkillCall) -> None:
        super().__init__(f"look again for {call}", task)
        self.call = call

    def work(self, token: CancelToken) -> SkillResult:
        """Turn the head over the asset."""
        if not self.task.look_first:
            return self.nothing_to_do()
        asset_id = self.call.arguments[-1]
        self.task.tell(TaskState.RECOVERING, f"looking again at {asset_id.replace('_', ' ')}", self.call)
        if self.task.failure.cause is FailureCause.OBJECT_LOST:  # as long as it is thought to be held, it is not seen
            known = reconcile(self.task)
            if not known.ok:
                return SkillResult(known)
        context = SkillContext(self.task.ports, self.task.memory, token, note=self.task.listener.note)
        return SkillResult(discover(context, asset_id).outcome)

    def finished(self, result: SkillResult) -> Status:
        """Looking is an attempt: what follows finds out whether it helped. One that a pause ended is made up for."""
        if result.outcome.cause in INTERRUPTIONS:
            self.task.fail(result.outcome, self.call)
            return Status.FAILURE
        self.task.look_first = False
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
        failing = failing_preconditions(self.call, facts(graph, self.task.ladder.learnt))
        if not failing:
            return Status.SUCCESS
        if self.task.ladder.paused == self.call and self.call.skill not in PLACING:  # those have to be looked at
            if not contradicted(self.call, graph):  # it had done its work by the time of the pause
                self.task.carried_out, self.task.result = self.call, SkillResult()
                return Status.SUCCESS
        reason = f"cannot {self.call.describe()}: {'; '.join(failing)}"
        if self.task.ladder.attempts(self.call) and self.task.failed_call == self.call:
            reason = f"{self.task.failure}; it could not be tried again ({reason})"
        outcome = Outcome(FailureCause.PRECONDITION_FAILED, reason)
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
        self.task.begun, self.task.under_way = True, self.call
        self._remember_hand()
        attempt = self.task.ladder.attempts(self.call)
        again = f" (attempt {attempt + 1})" if attempt else ""
        self.task.tell(TaskState.EXECUTING, self.call.describe() + again, self.call)
        looks = self.task.ladder.looks(self.call)
        context = SkillContext(
            self.task.ports, self.task.memory, token, attempt, looks, self.upcoming, self.task.listener.note
        )
        return SKILLS[self.call.skill](context, self.call)

    def finished(self, result: SkillResult) -> Status:
        """Keep the result for the confirmation, and what was in the hand for the end."""
        self.task.result = result
        self._remember_hand()
        if result.outcome.cause is FailureCause.OBJECT_LOST and self.call.skill == "pick_up":
            self.task.taken.add(self.call.arguments[0])
        if result.ok:
            return Status.SUCCESS
        if not CATALOGUE[self.call.skill].may_fail_with(result.outcome.cause):
            self.task.listener.note("undeclared cause", call=str(self.call), cause=result.outcome.cause.name)
        self.task.fail(naming(self.call, result.outcome), self.call)
        return Status.FAILURE

    def _remember_hand(self) -> None:
        held = self.task.memory.held
        if held is not None:
            self.task.taken.add(held.object_id)


def naming(call: SkillCall, outcome: Outcome) -> Outcome:
    """A failure of the arm, the hand or the base says what it was about: the call, if it names nothing of it."""
    about = FailureCause.NAVIGATION_FAILED <= outcome.cause < FailureCause.CANCELED
    if not about or any(spoken(argument) in outcome.message for argument in call.arguments):
        return outcome
    return Outcome(outcome.cause, f"I could not {call.describe()}: {outcome}", outcome.in_detail)


class Confirm(Worker):
    """Applies a call's effects to the scene graph, looks, and compares what is seen with what was expected.

    What a skill has told of itself is not told again: meanwhile it may have been seen to be otherwise.
    """

    def __init__(self, task: Task, call: SkillCall) -> None:
        super().__init__(f"confirm {call}", task)
        self.call = call
        self.since_s = 0.0  # when its effects began to be looked for

    def work(self, token: CancelToken) -> SkillResult:
        """Update, look, compare."""
        ports, result = self.task.ports, self.task.result
        since = self.since_s = ports.clock.now_s()
        if self.task.carried_out != self.call and not result.told:
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
            if self.call.skill in PLACING:  # there, hidden, or gone again?
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
        self._remember()
        self.task.under_way = None
        self.task.listener.step_done(self.call, SUCCESS, None)
        return Status.SUCCESS

    def _remember(self) -> None:
        """Keep for the end what was put where, and what was poured; what is taken up again is not there any more."""
        if self.call.skill in PLACING:
            self.task.brought[self.call.arguments[0]] = self.call, self.since_s
            self.task.unsure.pop(self.call.arguments[0], None)
            if self.task.result.doubt:
                self.task.unsure[self.call.arguments[0]] = self.task.result.doubt
        elif self.call.skill == "pick_up":
            self.task.brought.pop(self.call.arguments[0], None)
        elif self.call.skill == "pour":
            self.task.poured.append(self.call)


class MakeSure(Worker):
    """Before an instruction counts as done: is what was brought still where it was put, and is it what was meant?

    It compares with the newest graph, and looks where that says otherwise or leaves in doubt what was meant itself.
    """

    def __init__(self, task: Task, plan: Plan) -> None:
        super().__init__("make sure that what was brought is there", task)
        self.plan = plan

    def work(self, token: CancelToken) -> SkillResult:
        """Compare; look; compare again."""
        outcome, asset_id = self._wrong()
        if outcome.ok:
            return self.nothing_to_do()
        self.task.tell(TaskState.RECOVERING, f"looking again at {spoken(asset_id)}")
        context = SkillContext(self.task.ports, self.task.memory, token, note=self.task.listener.note)
        discover(context, asset_id)
        if not self._wrong()[0].ok and stand_elsewhere(context, asset_id):
            discover(context, asset_id)
        return SkillResult(self._wrong()[0])

    def _wrong(self) -> tuple[Outcome, str]:
        """What speaks against saying that it is done, and where to look."""
        graph, brought = self.task.newest(), self.task.brought
        for call in not_where_brought({i: call for i, (call, _) in brought.items()}, graph):
            expected = " and that ".join(words(w) for w in contradicted(call, graph))
            what = f"at the end it was not seen that {expected}"
            return Outcome(FailureCause.EFFECT_NOT_OBSERVED, what), call.arguments[-1]
        for node in doubted(brought, meant_themselves(self.plan.goal), graph):
            what = f"it was not to be seen whether {spoken(node.id)} is {said_of_looks(node)}"
            return Outcome(FailureCause.EFFECT_NOT_OBSERVED, what), brought[node.id][0].arguments[-1]
        return SUCCESS, ""

    def finished(self, result: SkillResult) -> Status:
        """What is not there is planned for again, if that may help; what stays in doubt is said."""
        if result.ok:
            return Status.SUCCESS
        gone = not_where_brought({i: call for i, (call, _) in self.task.brought.items()}, self.task.newest())
        self.task.fail(result.outcome, gone[0] if gone else None)
        if gone and result.outcome.cause not in INTERRUPTIONS:
            self.task.brought.pop(gone[0].arguments[0], None)
            self.task.replan = self.task.ladder.after(gone[0], result.outcome) in (Rung.LOOK, Rung.REPLAN)
        return Status.FAILURE


class ConfirmGoal(Worker):
    """Looks before it says that nothing is left to do, where a call for the same goal has failed.

    One image may have shown what was not so: a plan without a step would be a success that nobody brought about.
    """

    def __init__(self, task: Task, plan: Plan, call: SkillCall) -> None:
        super().__init__("make sure that the goal is reached", task)
        self.plan, self.call = plan, call

    def work(self, token: CancelToken) -> SkillResult:
        """Look over what the failed call was about, and compare the goal with what is known then."""
        asset_id = self.call.arguments[-1]
        self.task.tell(TaskState.RECOVERING, f"looking again at {spoken(asset_id)}", self.call)
        context = SkillContext(self.task.ports, self.task.memory, token, note=self.task.listener.note)
        looked = discover(context, asset_id).outcome if self._can_be_looked_over(asset_id) else SUCCESS
        self.task.look_first = False  # this was the look
        if not looked.ok:
            return SkillResult(looked)
        if satisfied(self.plan.goal, facts(self.task.newest(), self.task.ladder.learnt)):
            return SkillResult()
        what = f"I could not {self.call.describe()}, and looking again shows that it is still to be done"
        return SkillResult(Outcome(FailureCause.EFFECT_NOT_OBSERVED, what))

    def _can_be_looked_over(self, asset_id: str) -> bool:
        """Whether things can be on or in it: of a lamp the newest graph says all that a look would."""
        graph = self.task.newest()
        model = graph[asset_id].model if asset_id in graph else None
        return model is None or bool(model.regions)

    def finished(self, result: SkillResult) -> Status:
        """What cannot be confirmed has failed."""
        if result.ok:
            return Status.SUCCESS
        self.task.fail(result.outcome, self.call)
        return Status.FAILURE


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
        rung = self.task.ladder.after(self.call, outcome, self._brings())
        self.task.listener.step_done(self.call, outcome, rung)
        if rung is Rung.RESUME:
            return Status.RUNNING
        self.task.under_way = None
        if rung in (Rung.RETRY, Rung.LOOK):
            self.task.look_first = rung is Rung.LOOK
            how = "looking and trying again" if self.task.look_first else "trying again"
            self.task.tell(TaskState.RECOVERING, f"{outcome}; {how}", self.call, rung)
            return Status.RUNNING
        self.task.replan = rung is Rung.REPLAN
        return Status.FAILURE

    def _brings(self) -> SkillCall | None:
        """The call of the plan that leaves what is in the hand where this one drives to; None: none does."""
        held, plan = self.task.memory.held, self.task.plan
        if self.call.skill != "go_to" or held is None or plan is None:
            return None
        return next((c for c in plan.calls if c.arguments == (held.object_id, *self.call.arguments)), None)


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
            what = "what was missing has turned up" if self.task.failure.ok else _without_stop(self.task.failure)
            self.task.tell(TaskState.RECOVERING, f"{what}; planning again", rung=Rung.REPLAN)
            return Status.RUNNING
        tried = self.task.begun or self.task.foreseen
        if self.decorated.status is Status.FAILURE and not self.task.token.cancelled and tried:
            if self.task.ladder.ask(self.task.failure):
                self.task.asking = True
                return Status.RUNNING
            self.task.tell(TaskState.RECOVERING, f"{_without_stop(self.task.failure)}; giving up", rung=Rung.GIVE_UP)
        return self.decorated.status


def _without_stop(failure: Outcome) -> str:
    """What a failure says, for words that follow it in the same sentence."""
    return str(failure).rstrip(".")


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
