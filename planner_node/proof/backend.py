# SPDX-License-Identifier: Apache-2.0
"""What the robot can do in a scene graph and how that is said: by the skill catalogue, or by a user's own domain.

A `Backend` is made of one snapshot. Grounding, shifting and relaxing do not care which one it is; they ask it for
literals, for the numbered problem of some literals, and for the proof that a plan works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from makedo_core.goals.goal import Goal
from makedo_core.graph.scene_graph import Node, SceneGraph, State
from makedo_core.plan import Relaxation
from makedo_core.skills import Literal, SkillCall
from planner_node.language.things import Side
from planner_node.pddl.model import PddlTask
from planner_node.proof.causal import SimulatedPlan
from planner_node.proof.problem import Problem
from planner_node.proof.validate import Validation

_MOVES_NOTHING = frozenset({"go_to", "discover_objects", "close"})


@dataclass(frozen=True, slots=True)
class Manner:
    """How what is demanded is to be done, where the way matters and not only the end.

    Attributes:
        means: classes of things that it is to be done with: detergent.
        sorts: whether what is thrown away goes where its kind is collected.
        left_alone: ids of what no step may move.
        kept_shut: ids of furniture that no step may open.
    """

    means: frozenset[str] = frozenset()
    sorts: bool = False
    left_alone: frozenset[str] = frozenset()
    kept_shut: frozenset[str] = frozenset()

    @property
    def allows_all(self) -> bool:
        """Whether no step is left out for what it moves or opens."""
        return not self.left_alone and not self.kept_shut

    def allows(self, call: SkillCall) -> bool:
        """Whether a step keeps within the limits: it moves nothing that is left alone, and opens nothing kept shut."""
        if call.skill in _MOVES_NOTHING or not call.arguments:
            return True
        if call.skill.startswith("open"):
            return self.kept_shut.isdisjoint(call.arguments)
        return self.left_alone.isdisjoint(call.arguments)


class Backend(Protocol):
    """Skills and what they are about. Literals have "?object" for the thing; None: it cannot be said."""

    @property
    def graph(self) -> SceneGraph:
        """The snapshot that it was made of."""

    def placed(self, side: Side, place: Node) -> Literal | None:
        """That something rests on or inside something else."""

    def in_room(self, room: Node) -> Literal | None:
        """That something is in a room, no matter where."""

    def holding(self) -> Literal | None:
        """That something is in the robot's hand."""

    def robot_at(self) -> Literal | None:
        """That the robot is at something."""

    def explored(self) -> Literal | None:
        """That something was looked at."""

    def state(self, state: State) -> Literal | None:
        """That something is open, closed, on or off."""

    def quality(self, quality: str, node: Node | None = None) -> Literal | None:
        """That a node (None: any thing) is "clean", "empty", "full" or "thrown away"."""

    def side(self, literal: Literal) -> Side | None:
        """How a literal says that something rests at its last term; None: it says something else."""

    def is_condition(self, literal: Literal) -> bool:
        """Whether it says how a thing is, not where: a thing can be clean and rest anywhere."""

    def excludes(self, first: Literal, second: Literal) -> bool:
        """Whether two literals cannot hold together: the same thing at two places, two things in one hand."""

    def offers(self, node: Node, side: Side) -> bool:
        """Whether things can rest on that side of a node."""

    def is_place(self, node: Node) -> bool:
        """Whether a node can be where something goes."""

    def is_carried(self, node: Node) -> bool:
        """Whether a node can be taken somewhere else."""

    def is_here(self, node: Node) -> bool:
        """Whether it is known where an object is."""

    def problem(self, wanted: Sequence[Literal], manner: Manner, wide: bool = False) -> Problem:
        """The numbered problem of reaching literals; `wide`: with more ways than are usually needed."""

    def why(self, problem: Problem, literal: Literal, manner: Manner) -> str:
        """Why a literal cannot become true, in plain words."""

    def closable(self, wanted: Sequence[Literal]) -> tuple[Literal, ...]:
        """What a plan should leave as it was, unasked."""

    def already_so(self, goal: Goal) -> tuple[SkillCall, ...]:
        """Calls that make sure of what is only believed to hold."""

    def task(self, goal: Goal, manner: Manner) -> PddlTask | None:
        """The question as other engines can be asked it; None: it cannot be put that way."""

    def call(self, call: SkillCall) -> SkillCall:
        """A step of such an engine's plan with the names of the scene."""

    def validate(self, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """Carry a plan out on the scene, independently of the search."""

    def run(self, calls: Sequence[SkillCall], goal: Goal) -> SimulatedPlan:
        """The simulation of a plan that `validate` confirmed."""

    def before(self, literal: Literal) -> Iterable[Literal]:
        """What comes just before a literal of "?object" can be brought about: the next best thing."""

    def stand_ins(self, calls: Sequence[SkillCall], manner: Manner) -> tuple[Relaxation, ...]:
        """What a plan uses that is not what it was to be done with."""

    def robot_in(self) -> Literal | None:
        """That the robot is in a room."""

    def deeds(self, calls: Sequence[SkillCall]) -> str:
        """What a plan does, in a sentence without a full stop; empty: say what is true in the end."""
