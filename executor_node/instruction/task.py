# SPDX-License-Identifier: Apache-2.0
"""One instruction being carried out: what the behaviours of its tree share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Protocol

from executor_node.certainty import only_believed
from executor_node.context import Memory, Ports, SkillResult
from executor_node.instruction.answers import Answers
from executor_node.instruction.approval import Approval, Precautions
from executor_node.instruction.hold import TaskHold
from executor_node.instruction.recovery import RecoveryLadder, Rung
from executor_node.wording import plainly
from makedo_core.cancel import CancelToken
from makedo_core.contract.choice import OperatorChoice
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.goals.facts import facts
from makedo_core.goals.goal import satisfied
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Plan, PlannedCall, Relaxation
from makedo_core.ports import PlanRequest, PlanResult
from makedo_core.record.tree_view import TreeNode
from makedo_core.skills import SkillCall


class TaskState(IntEnum):
    """What the executor does; the numbers are those of msg/TaskStatus.msg."""

    IDLE = 0
    PLANNING = 1
    EXECUTING = 2
    RECOVERING = 3
    STOPPING = 4
    FINISHED = 5
    PAUSED = 6
    WAITING_FOR_APPROVAL = 7
    WAITING_FOR_ANSWER = 8
    HANDED_OVER = 9


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a running task for people and other nodes."""

    state: TaskState
    instruction: str
    current: SkillCall | None = None
    step: int = 0
    steps: int = 0
    message: str = ""
    outcome: Outcome = SUCCESS
    rung: Rung | None = None
    question: OpenQuestion | None = None


class Listener(Protocol):
    """Is told what happens: the feedback of the ROS action, the run folder."""

    def progress(self, progress: Progress) -> None:
        """The task went on."""

    def planned(self, result: PlanResult) -> None:
        """There is a (new) plan."""

    def note(self, event: str, **details: object) -> None:
        """Something worth recording."""

    def rehearsed(self, lights: Sequence[PlannedCall]) -> None:
        """The plan was tried out without moving."""

    def step_done(self, call: SkillCall, outcome: Outcome, rung: Rung | None) -> None:
        """A skill call ended."""

    def ticked(self, tree: Sequence[TreeNode]) -> None:
        """The tree has changed."""


class DeafListener:
    """A listener before there is a run folder."""

    def progress(self, progress: Progress) -> None:
        """Nothing."""

    def planned(self, result: object) -> None:
        """Nothing."""

    def note(self, event: str, **details: object) -> None:
        """Nothing."""

    def step_done(self, call: object, outcome: object, rung: object) -> None:
        """Nothing."""

    def ticked(self, tree: object) -> None:
        """Nothing."""

    def rehearsed(self, lights: object) -> None:
        """Nothing."""


@dataclass(slots=True)
class Task:
    """State that the behaviours of one tree share.

    Attributes:
        token: ends the task for good.
        hold: holds it for a while; skills run under its token.
        approval: asks the operator, when `precautions` want it.
        lights: of the dry run; empty before it.
        rehearsed: the plan that they are of.
        begun: whether a skill call was begun.
        under_way: the skill call of the plan that was begun last, until it is known to be done or to have failed.
        lost: how something got lost, for whoever asks where it is; empty: nothing did.
        foreseen: whether a plan was found to be impossible before anything moved for it.
        insisted: whether the operator said to try once more what had failed, or was found to be impossible.
        asking: whether the operator is to be asked for another try before there is another plan.
        answers: asks the operator what the instruction leaves open.
        has_answers: whether somebody answers.
        approved: what the operator approved last; the same is not asked twice.
        goal: JSON of the goal, for replanning; empty until there is a plan.
        did: explanation of the newest plan that does more than look for something; empty until there is one.
        failure: outcome of the newest failure; SUCCESS before.
        failed_call: the skill call that failed, None when planning did.
        look_first: whether to look again before the next skill.
        result: of the newest skill, for the behaviour that confirms its effects.
        carried_out: a call whose effects are in the graph and still have to be checked by looking.
        strategy: how the planner is to plan; empty: as it is configured.
        choices: what the operator takes in place of what the planner would take.
        adopted_s: when the plan was taken [s of the node's clock].
        brought: what was put down last of each thing that is not in the hand again, and when [s of the node's clock].
        handled: what plans of the instruction picked up, opened or switched, whether or not it came to that.
        unsure: clauses on what was put down last of each thing, where its place was not seen to be free.
        poured: calls of `pour` that were carried out.
        taken: what was in the hand while the instruction was carried out.
        before: the scene graph as it was when the instruction began to be carried out; None: it did not.
        doubts: what was not seen of that which is said to be so at the end, as clauses.
        left: what it leaves otherwise than it found it, as clauses.
    """

    instruction: str
    ports: Ports
    memory: Memory
    token: CancelToken
    hold: TaskHold
    approval: Approval
    precautions: Precautions
    ladder: RecoveryLadder
    listener: Listener
    plan: Plan | None = None
    goal: str = ""
    goal_text: str = ""
    explanation: str = ""
    did: str = ""
    candidates: tuple[str, ...] = ()
    failure: Outcome = SUCCESS
    failed_call: SkillCall | None = None
    replan: bool = False
    look_first: bool = False
    result: SkillResult = field(default_factory=SkillResult)
    carried_out: SkillCall | None = None
    started_s: float = 0.0
    relaxations: tuple[Relaxation, ...] = ()
    step: int = 0
    lights: tuple[PlannedCall, ...] = ()
    rehearsed: Plan | None = None
    foreseen: bool = False
    insisted: bool = False
    asking: bool = False
    answers: Answers = field(default_factory=Answers)
    has_answers: bool = False
    begun: bool = False
    under_way: SkillCall | None = None
    lost: str = ""
    strategy: str = ""
    choices: tuple[OperatorChoice, ...] = ()
    approved: str = ""
    adopted_s: float = 0.0
    handled: list[str] = field(default_factory=list)
    brought: dict[str, tuple[SkillCall, float]] = field(default_factory=dict)
    unsure: dict[str, str] = field(default_factory=dict)
    poured: list[SkillCall] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    before: SceneGraph | None = None
    doubts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """Number of skill calls of the plan."""
        return len(self.plan.calls) if self.plan else 0

    @property
    def ahead(self) -> tuple[SkillCall, ...]:
        """What is left of the plan, from the call that is under way."""
        return self.plan.calls[max(0, self.step - 1) :] if self.plan is not None else ()

    def newest(self) -> SceneGraph:
        """The newest snapshot of the scene graph."""
        return self.ports.graph.newest()

    def tell(self, state: TaskState, message: str, current: SkillCall | None = None, rung: Rung | None = None) -> None:
        """Tell the listener how far the task is, and by what rung it recovers."""
        self.listener.progress(
            Progress(state, self.instruction, current, self.step, self.steps, message, self.failure, rung)
        )

    def asks(self, question: OpenQuestion) -> None:
        """Tell the listener what is to be answered."""
        state = TaskState.WAITING_FOR_ANSWER
        self.listener.progress(Progress(state, self.instruction, message=question.text, question=question))

    def fail(self, outcome: Outcome, call: SkillCall | None = None) -> None:
        """Note a failure, in plain words; what the software said word by word goes to the trace."""
        outcome = plainly(outcome)
        self.failure, self.failed_call = outcome, call
        if outcome.cause is FailureCause.OBJECT_LOST:
            self.lost, self.memory.lost = str(outcome), True
        if outcome.raw:
            self.listener.note("in detail", call=str(call or ""), cause=outcome.cause.name, raw=outcome.raw)

    def adopt(self, result: PlanResult) -> None:
        """Take a new plan. The goal of one that only looks for something is not pursued any further.

        Why it makes do with what was in the hand already stays as it was told then: what holds since (it is not in the
        fridge any more) is no reason for having taken it.
        """
        if result.plan is not None:
            told = tuple(self._as_taken(r) for r in result.plan.relaxations)
            result = replace(result, plan=replace(result.plan, relaxations=told))
        looked = self.plan is not None and self.plan.provisional
        self.plan, self.goal_text = result.plan, result.goal_text
        self.goal = self.goal if result.plan is not None and result.plan.provisional else result.goal
        if result.plan is None or not self._came_about(result.plan):
            self.explanation = result.explanation
        elif looked:  # what it says it looks for is found by now: where it was before, or where the robot put it
            self.explanation = self.did if self.taken else result.explanation
        if result.plan is not None and result.plan.calls and not result.plan.provisional:
            self.did = result.explanation
        self.step, self.failure = 0, SUCCESS
        self.adopted_s = self.ports.clock.now_s()
        self.carried_out = self.under_way = None
        if result.plan is not None:
            self.relaxations = result.plan.relaxations
            self.handled += [call.arguments[0] for call in result.plan.calls if call.skill not in _LOOKING]
        self.listener.planned(result)

    def _as_taken(self, relaxation: Relaxation) -> Relaxation:
        """A change of the goal as it was told when what stands in was taken; as it is where nothing was."""
        change = relaxation.kind, relaxation.asked, relaxation.instead
        before = next((r for r in self.relaxations if (r.kind, r.asked, r.instead) == change), relaxation)
        names = (re.escape(i.replace("_", " ")) for i in self.taken)
        return before if any(re.search(rf"\b{name}\b", relaxation.instead) for name in names) else relaxation

    def _came_about(self, plan: Plan) -> bool:
        """Whether nothing is left to do of what was still to be done when the instruction began.

        Then what the plan before says it does is what was done; "there is nothing to do, it is so already" is not.
        """
        if plan.calls or plan.provisional or self.before is None or plan.relaxations != self.relaxations:
            return False
        return bool(self.explanation) and not satisfied(plan.goal, facts(self.before))

    def found_out(self) -> bool:
        """Learn from a provisional plan that was carried out: where was looked, and what is not missing any more.

        False if there is nothing to plan again for: the plan was no such plan, or looked nowhere anew.
        """
        if self.plan is None or not self.plan.provisional:
            return False
        places = [c.arguments[0] for c in self.plan.calls if c.skill == "discover_objects"]
        looked = [KnownFailure(FailureKind.SEARCHED, place) for place in places]
        self._forget_what_was_missed()
        looked += [KnownFailure(FailureKind.MISSING, i) for i in only_believed(self.plan.goal, places, self.newest())]
        fresh = [known for known in looked if known not in self.ladder.learnt]
        self.ladder.learnt += fresh
        return bool(fresh)

    def turned_up(self) -> bool:
        """Whether something was seen meanwhile that was missing while the plan was made, which makes do with another.

        Then the instruction is to be planned for again, for what was asked for may be had after all. Not with something
        in the hand.
        """
        if self.plan is None or not self.plan.relaxations or self.memory.held is not None:
            return False
        if not self._forget_what_was_missed():
            return False
        self.goal = ""
        return True

    def _forget_what_was_missed(self) -> bool:
        """Learn that what has been seen since the plan was made is not missing any more; whether there was anything."""
        seen = [n.id for n in self.newest() if (n.last_seen or -1.0) >= self.adopted_s]
        found = {KnownFailure(FailureKind.MISSING, node_id) for node_id in seen}
        still = [known for known in self.ladder.learnt if known not in found]
        changed = len(still) < len(self.ladder.learnt)
        self.ladder.learnt[:] = still
        return changed


def understood(task: Task, said: str) -> bool:
    """Whether words are an instruction of their own, or ask for one thing more; nothing is done for it yet."""
    request = PlanRequest(said, task.newest(), strategy=task.strategy)
    result = task.ports.planner.plan(request, lambda stage: None, task.token.child())
    return result.outcome.ok or result.question is not None


_LOOKING = frozenset({"go_to", "discover_objects"})  # what they are about is not handled
_LOST = {
    FailureCause.COMPONENT_LOST: "nobody tells how the robot stands; are its drivers and its localisation running?",
    FailureCause.STALE_GRAPH: "nobody tells what is around; is the scene graph running?",
}


def guarded(work: Callable[[], SkillResult]) -> SkillResult:
    """Run work whose expected failures come as exceptions with a cause (cancelled, transform lost, no graph)."""
    from makedo_core.cancel import Cancelled
    from makedo_core.failure import CausedError, MakedoError

    try:
        return work()
    except Cancelled as cancelled:
        return SkillResult(cancelled.outcome)
    except MakedoError as error:
        cause = error.cause if isinstance(error, CausedError) else FailureCause.COMPONENT_LOST
        return SkillResult(Outcome(cause, _LOST.get(cause, str(error)), str(error)))
