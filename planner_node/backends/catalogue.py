# SPDX-License-Identifier: Apache-2.0
"""The robot's own skills as a backend of planning."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.facts import facts as facts_of
from makedo_core.goals.facts import rest_on_or_inside, takes_things
from makedo_core.goals.goal import OBJECT_VARIABLE, Goal, literals
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph, State
from makedo_core.known_failure import KnownFailure
from makedo_core.plan import Relaxation
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.language.things import Side
from planner_node.pddl.model import PddlTask
from planner_node.pddl.skill_domain import catalogue_task, skill_call
from planner_node.proof.backend import Manner
from planner_node.proof.causal import SimulatedPlan
from planner_node.proof.problem import Problem, make_problem
from planner_node.proof.prune import relevant
from planner_node.proof.reachability import why_hopeless, wrong_kind
from planner_node.proof.validate import Validation, run_of, validate

_STATES = {
    State.OPEN: Literal(Predicate.OPEN, (OBJECT_VARIABLE,)),
    State.CLOSED: Literal(Predicate.CLOSED, (OBJECT_VARIABLE,)),
    State.ON: Literal(Predicate.SWITCHED_ON, (OBJECT_VARIABLE,)),
    State.OFF: ~Literal(Predicate.SWITCHED_ON, (OBJECT_VARIABLE,)),
    State.UPRIGHT: ~Literal(Predicate.UPSIDE_DOWN, (OBJECT_VARIABLE,)),
}

_QUALITIES = {"empty": Predicate.CLEAR, "pressed": Predicate.PRESSED}
_INTO = {"put_on": "on", "put_inside": "into", "hand_over": "to"}
_INSIDE = (Side.INSIDE, Side.POURED)
_TOLD = frozenset({"turn_on", "turn_off", "press", "pour", "discover_objects"})
_PLACES = (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN, Predicate.HOLDING)
_MOVED = (*_PLACES, Predicate.POURED)


@dataclass(frozen=True)
class Catalogue:
    """The robot's own skills; implements `Backend`.

    Attributes:
        graph: the snapshot.
        known_failures: what was learnt while moving.
        to_close: furniture that an earlier plan opened and has to close again.
    """

    graph: SceneGraph
    known_failures: Collection[KnownFailure] = ()
    to_close: Collection[str] = ()

    def placed(self, side: Side, place: Node) -> Literal | None:
        """On or inside furniture, poured into it, or with a person."""
        if side is Side.POURED:
            return Literal(Predicate.POURED, (OBJECT_VARIABLE, place.id))
        if takes_things(place):
            return Literal(Predicate.GIVEN, (OBJECT_VARIABLE, place.id))
        predicate = Predicate.INSIDE if side is Side.INSIDE else Predicate.ON
        return Literal(predicate, (OBJECT_VARIABLE, place.id))

    def in_room(self, room: Node) -> Literal | None:
        """Nothing is put on the floor."""
        return None

    def holding(self) -> Literal | None:
        """In the hand."""
        return Literal(Predicate.HOLDING, (OBJECT_VARIABLE,))

    def robot_at(self) -> Literal | None:
        """At furniture."""
        return Literal(Predicate.AT, (OBJECT_VARIABLE,))

    def explored(self) -> Literal | None:
        """Furniture was looked at."""
        return Literal(Predicate.EXPLORED, (OBJECT_VARIABLE,))

    def state(self, state: State) -> Literal | None:
        """Doors, drawers, switches, and what stands upside down."""
        return _STATES.get(state)

    def quality(self, quality: str, node: Node | None = None) -> Literal | None:
        """Furniture can be emptied, and its button pressed; the robot washes and fills nothing."""
        if node is None or node.kind is not NodeKind.ASSET:
            return None
        if quality == "pressed" and (node.model is None or node.model.switch is None):
            return None
        predicate = _QUALITIES.get(quality)
        return Literal(predicate, (OBJECT_VARIABLE,)) if predicate is not None else None

    def side(self, literal: Literal) -> Side | None:
        """On or inside."""
        sides: dict[str, Side] = {Predicate.ON: Side.ON, Predicate.INSIDE: Side.INSIDE}
        return sides.get(literal.predicate)

    def is_condition(self, literal: Literal) -> bool:
        """Open, on, pressed, looked at, or clear."""
        return literal.predicate not in _MOVED

    def excludes(self, first: Literal, second: Literal) -> bool:
        """One thing, or the robot, at two places; two things in the hand; opposites; a place both empty and used."""
        if first == ~second:
            return True
        if first == second or first.negated or second.negated:
            return False
        both = (first.predicate, second.predicate)
        if both in ((Predicate.AT, Predicate.AT), (Predicate.HOLDING, Predicate.HOLDING)):
            return True
        if {*both} == {Predicate.OPEN, Predicate.CLOSED}:
            return first.terms == second.terms
        if Predicate.CLEAR in both:
            empty, rests = (first, second) if first.predicate is Predicate.CLEAR else (second, first)
            return rests.predicate in _PLACES and rests.terms[1:] == empty.terms
        return all(p in _PLACES for p in both) and first.terms[0] == second.terms[0]

    def offers(self, node: Node, side: Side) -> bool:
        """As far as the furniture's model says; without one, as its states and contents betray."""
        if node.model is None:
            on_top, inside = rest_on_or_inside(self.graph, node)
            return inside if side in _INSIDE else on_top
        kinds = {region.kind for region in node.model.regions}
        return RegionKind.HAND in kinds or (RegionKind.INSIDE if side in _INSIDE else RegionKind.ON) in kinds

    def is_place(self, node: Node) -> bool:
        """Furniture."""
        return node.kind is NodeKind.ASSET

    def is_carried(self, node: Node) -> bool:
        """Objects."""
        return node.kind is NodeKind.OBJECT

    def is_here(self, node: Node) -> bool:
        """It rests somewhere, or is in the hand."""
        return self.graph.placement(node.id) is not None

    def problem(self, wanted: Sequence[Literal], manner: Manner, wide: bool = False) -> Problem:
        """Of the pruned scene; `wide` allows wanted things to be put down on their way. Of the manner limits count."""
        problem = make_problem(self.graph, wanted, self.known_failures, wide)
        if manner.allows_all:
            return problem
        return replace(problem, instances=tuple(o for o in problem.instances if manner.allows(o.call)))

    def why(self, problem: Problem, literal: Literal, manner: Manner) -> str:
        """What is wrong with the question, else the deepest cause."""
        return wrong_kind(literal, self.graph) or self._forbidden(literal, manner) or why_hopeless(problem, literal)

    def _forbidden(self, literal: Literal, manner: Manner) -> str:
        """That a limit stands against it, if one does."""
        thing = literal.terms[0] if literal.terms else ""
        if thing in manner.left_alone:
            return f"{spoken(thing)} is to be left alone"
        support = self.graph.support(thing) if thing in self.graph else None
        shut = next((p for p in (support, *literal.terms) if p in manner.kept_shut), None)
        return "" if shut is None else f"{spoken(shut)} is to stay shut"

    def closable(self, wanted: Sequence[Literal]) -> tuple[Literal, ...]:
        """Closed furniture that a plan may open, and what is ajar that it must, as literals that want it closed.

        What is poured from goes back to where it was taken from in the end.
        """
        opened = {literal.terms[0] for literal in wanted if literal.predicate == Predicate.OPEN}
        to_close = {asset for asset in self.to_close if asset in self.graph}
        part = relevant(self.graph, wanted)
        used = {literal.terms[1] for literal in wanted if literal.predicate == Predicate.INSIDE}
        placements = (self.graph.placement(node_id) for node_id in part.objects)
        used |= {p.target for p in placements if p is not None and p.type is RelationType.INSIDE}
        back = tuple(_back(self.graph, wanted))
        return back + tuple(
            Literal(Predicate.CLOSED, (asset,))
            for asset in sorted({*part.assets, *to_close} - opened)
            if asset in to_close
            or State.CLOSED in self.graph[asset].states
            or (State.AJAR in self.graph[asset].states and asset in used)
        )

    def already_so(self, goal: Goal) -> tuple[SkillCall, ...]:
        """Look at places where things are as wanted, if they are only thought to be there."""
        graph = self.graph
        facts = facts_of(graph, self.known_failures)
        believed = dict.fromkeys(
            literal.terms[1]
            for literal in literals(goal)
            if self.side(literal) is not None and literal in facts
            if graph[literal.terms[0]].is_belief and graph[literal.terms[1]].kind is NodeKind.ASSET
        )
        calls: list[SkillCall] = []
        for asset in believed:
            shut = graph[asset].states & {State.CLOSED, State.AJAR} and graph.held() is None
            names = ("go_to", "open", "discover_objects", "close") if shut else ("go_to", "discover_objects")
            calls.extend(SkillCall(name, (asset,)) for name in names)
        return tuple(calls)

    def task(self, goal: Goal, manner: Manner) -> PddlTask | None:
        """The pruned scene in PDDL."""
        part = relevant(self.graph, tuple(literals(goal)))
        return catalogue_task(self.graph, goal, self.known_failures, only=(*part.objects, *part.assets))

    def call(self, call: SkillCall) -> SkillCall:
        """PDDL's names back to node ids."""
        return skill_call(call.skill, call.arguments)

    def validate(self, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """On the facts of the graph."""
        return validate(calls, goal, self.graph, self.known_failures)

    def run(self, calls: Sequence[SkillCall], goal: Goal) -> SimulatedPlan:
        """On the facts of the graph."""
        return run_of(calls, goal, self.graph, self.known_failures)

    def before(self, literal: Literal) -> Iterable[Literal]:
        """Nothing: a thing in the hand is no half of a thing on the table."""
        return ()

    def stand_ins(self, calls: Sequence[SkillCall], manner: Manner) -> tuple[Relaxation, ...]:
        """The skills use nothing but the hand."""
        return ()

    def robot_in(self) -> Literal | None:
        """The robot is sent to furniture."""
        return None

    def deeds(self, calls: Sequence[SkillCall]) -> str:
        """What changes hands."""
        held = _held_in_the_end(calls)
        moved = [c for c in calls if c.skill in _INTO and c.arguments[0] not in held]
        places: dict[str, list[str]] = {}
        for call in moved:
            where = f"{_INTO[call.skill]} {spoken(call.arguments[1])}"
            places.setdefault(where, []).append(spoken(call.arguments[0]))
        deeds = [f"{enumerate_words(things)} {_go(things)} {where}" for where, things in places.items()]
        others = [c.describe() for c in calls if c.skill in _TOLD]
        if moved:
            others.extend(f"hold {spoken(thing)}" for thing in held)
            others.extend(c.describe() for c in _lasting_doors(calls))
        else:
            others.extend(c.describe() for c in calls if c.skill in ("open", "close", "pick_up"))
        if not moved and not others:
            others = [c.describe() for c in calls]
        if others:
            deeds.append(f"I {enumerate_words(others)}")
        return enumerate_words(deeds)


def _back(graph: SceneGraph, wanted: Sequence[Literal]) -> Iterator[Literal]:
    """What is poured from and wanted nowhere else, on or in the furniture where it is now."""
    elsewhere = {literal.terms[0] for literal in wanted if literal.predicate in _PLACES}
    for source in dict.fromkeys(literal.terms[0] for literal in wanted if literal.predicate is Predicate.POURED):
        placement = graph.placement(source) if source in graph else None
        if source in elsewhere or placement is None or graph[placement.target].kind is not NodeKind.ASSET:
            continue
        inside = placement.type is RelationType.INSIDE
        yield Literal(Predicate.INSIDE if inside else Predicate.ON, (source, placement.target))


def _held_in_the_end(calls: Sequence[SkillCall]) -> list[str]:
    """What is picked up and not put down again."""
    held: list[str] = []
    for call in calls:
        if call.skill == "pick_up":
            held.append(call.arguments[0])
        elif call.arguments and call.arguments[0] in held and call.skill in _INTO:
            held.remove(call.arguments[0])
    return held


def _lasting_doors(calls: Sequence[SkillCall]) -> list[SkillCall]:
    """Openings and closings after which a door is otherwise than before the plan."""
    doors = [c for c in calls if c.skill in ("open", "close")]
    first = {c.arguments: c.skill for c in reversed(doors)}
    last = {c.arguments: c for c in doors}
    return [c for arguments, c in last.items() if c.skill == first[arguments]]


def _go(things: Collection[str]) -> str:
    return "go" if len(things) > 1 else "goes"
