# SPDX-License-Identifier: Apache-2.0
"""A planning task, what an operator can set, and what comes of planning."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from makedo_core.account import Account
from makedo_core.contract.choice import OperatorChoice
from makedo_core.conversation.habit import Change, ToldHabits
from makedo_core.conversation.past import PastInstruction
from makedo_core.conversation.question import (
    OpenQuestion,
    QuestionKind,
    question_about,
    question_that_tells,
    question_whether,
)
from makedo_core.conversation.story import Story
from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Goal
from makedo_core.goals.hand import Hand, too_wide
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.ontology import Membership
from makedo_core.plan import Plan
from planner_node.language.kinds import Deed
from planner_node.language.questions.answer import SceneAnswer
from planner_node.language.refusal import Refusal
from planner_node.pddl.model import Domain
from planner_node.proof.proof import Proof
from planner_node.proof.search import SearchLimits, Status
from planner_node.relaxation.explored import Explored


class Stage(StrEnum):
    """Where planning stands; the words of PlanInstruction's feedback."""

    INTERPRETING = "interpreting"
    GROUNDING = "grounding"
    RELAXING = "relaxing"
    SEARCHING = "searching"
    VALIDATING = "validating"


PROGRESS = {
    Stage.INTERPRETING: 0.0,
    Stage.GROUNDING: 0.2,
    Stage.RELAXING: 0.4,
    Stage.SEARCHING: 0.6,
    Stage.VALIDATING: 0.9,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can set; see config/planner.yaml.

    Attributes:
        time_limit_s: of one planning, unless the caller sets one.
        max_relaxation_cost: what changes the goal further is refused.
        max_states: of one search.
        tidy_up: close again what a plan opened.
        asks: there is an operator who can say which of several places is meant, and where to look for what nobody
            knows of; without one, the robot chooses and goes looking, and says so.
    """

    time_limit_s: float = 10.0
    max_relaxation_cost: float = 8.0
    max_states: int = 200_000
    tidy_up: bool = True
    asks: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """What came of planning.

    Attributes:
        outcome: success or a typed cause with a sentence.
        plan: the validated plan; None unless the outcome is a success.
        explanation: what will be done, what was changed and why, in plain words.
        candidates: what could have been meant, or looked at, when refused.
        goal_text: what will be true at the end, in plain words.
        asked: the goal as it was asked; None if it was not understood.
        explored: every change of it that was looked at, cheapest first, and what came of it.
        question: what has to be answered before there can be a plan; None: no answer in a word or two would help.
        account: which words the plan mirrors, and what becomes of each thing that may be meant.
        answers: what is known so far to the questions that the instruction puts.
        memberships: which labels were counted among which groups by the word of others than the ontology.
        lacking: what no skill does, of an instruction about people.
        changes: what is to be remembered, or forgotten, if the instruction is carried out.
        corrections: of the scene graph, as the instruction tells it; taken over if it is carried out.
        answer: the answers in words, without what is looked at first; empty: nothing was asked of the scene.
        reply: what is said to what the instruction tells, or asks of what was told; empty: it does neither.
    """

    outcome: Outcome
    plan: Plan | None = None
    explanation: str = ""
    candidates: tuple[str, ...] = ()
    goal_text: str = ""
    asked: Goal | None = None
    explored: tuple[Explored, ...] = ()
    question: OpenQuestion | None = None
    account: Account = field(default_factory=Account)
    answers: tuple[SceneAnswer, ...] = ()
    memberships: tuple[Membership, ...] = ()
    lacking: tuple[Deed, ...] = ()
    changes: tuple[Change, ...] = ()
    corrections: tuple[SpokenCorrection, ...] = ()
    answer: str = ""
    reply: str = ""


@dataclass(frozen=True)
class PlanningTask:
    """One planning task.

    Attributes:
        instruction: in plain English.
        graph: the newest snapshot.
        known_failures: what was learnt while moving, and what is too wide for the hand.
        goal: JSON of the goal that is already pursued for this instruction, when replanning; else empty.
        time_limit_s: 0: as the settings say.
        domain: a user's own planning domain; None: the skill catalogue.
        asks: overrides the settings.
        past: what was said and done before; None: nothing.
        habits: what was told before and holds.
        story: what the robot does and did.
        choices: what the operator takes in place of what would be taken; a goal that is pursued has them in it.
        terms: whether the plan is to have its contract and its receipts.
        cancelled: asked often; True ends planning.
        on_stage: told the stage and the progress from 0 to 1.
    """

    instruction: str
    graph: SceneGraph
    known_failures: Collection[KnownFailure] = ()
    goal: str = ""
    time_limit_s: float = 0.0
    domain: Domain | None = None
    asks: bool | None = None
    past: PastInstruction | None = None
    habits: ToldHabits = field(default_factory=ToldHabits)
    story: Story = field(default_factory=Story)
    choices: tuple[OperatorChoice, ...] = ()
    terms: bool = False
    cancelled: Callable[[], bool] = lambda: False
    on_stage: Callable[[str, float], None] = field(default=lambda stage, progress: None)

    @property
    def learnt(self) -> tuple[KnownFailure, ...]:
        """What was learnt while moving."""
        return tuple(f for f in self.known_failures if f.kind is not FailureKind.TOO_WIDE)


def for_hand(task: PlanningTask, hand: Hand) -> PlanningTask:
    """A task with what is too wide for the robot's hand; a user's own domain says itself what can be taken.

    Args:
        task: a task.
        hand: of the robot.
    """
    wide = () if task.domain is not None else too_wide(task.graph, hand)
    return replace(task, known_failures=(*task.known_failures, *wide)) if wide else task


RESERVE_S = 10.0
"""What search keeps of a time limit, however long a language model takes [s]; of a short limit it keeps half."""


def model_time_s(limit_s: float) -> float:
    """What a language model may take of the time that is left for planning [s]."""
    return max(0.0, limit_s - min(RESERVE_S, limit_s / 2))


def report(task: PlanningTask, stage: Stage) -> None:
    """Tell where planning stands."""
    task.on_stage(stage.value, PROGRESS[stage])


def refused(refusal: Refusal, task: PlanningTask) -> Result:
    """A refusal as a result, with the question that it leaves."""
    outcome, gap = Outcome(refusal.cause, refusal.message), refusal.gap
    question = None
    if gap is not None and not task.goal and gap.kind is QuestionKind.WHETHER:
        question = question_whether(refusal.message, task.instruction, gap.about, gap.yes, gap.no)
    elif gap is not None and gap.tells and not task.goal:
        question = question_that_tells(gap.kind, refusal.message, task.instruction, gap.tells, refusal.candidates)
    elif gap is not None and not task.goal:
        question = question_about(
            gap.kind, refusal.message, task.instruction, gap.about, refusal.candidates, gap.instead
        )
    return Result(
        outcome,
        explanation=refusal.message,
        candidates=refusal.candidates,
        question=question,
        lacking=refusal.lacking,
    )


def stopped(proof: Proof, limits: SearchLimits) -> Result:
    """A limit or the caller ended planning, or an engine gave it up; nothing is concluded from that."""
    if proof.why is not None:
        return Result(proof.why, explanation=proof.why.message)
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
    }[proof.status]
    return Result(Outcome(cause, message), explanation=message)
