# SPDX-License-Identifier: Apache-2.0
"""A user's PDDL domain as a backend of planning: its operators instead of the skill catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, Goal, Holds, Variable, conjuncts, constants, literals
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, SceneGraph, State
from makedo_core.ontology import Ontology
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.skills import Literal, SkillCall
from planner_node.backends.domains.hopeless import why_hopeless
from planner_node.backends.domains.roles import Roles
from planner_node.backends.domains.vocabulary import OPPOSITES, PLAIN, Meaning, Vocabulary, plain
from planner_node.backends.domains.world import DomainWorld
from planner_node.language.things import Side
from planner_node.pddl.alternatives import branches, without_derived
from planner_node.pddl.model import Domain, DomainError, PddlTask
from planner_node.pddl.simulate import simulate, simulated_views
from planner_node.proof.backend import Manner
from planner_node.proof.causal import SimulatedPlan
from planner_node.proof.instantiate import Instances
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.validate import Validation

_STATES: Mapping[State, Meaning] = {
    State.OPEN: Meaning.OPEN,
    State.CLOSED: Meaning.CLOSED,
    State.ON: Meaning.SWITCHED_ON,
    State.OFF: Meaning.SWITCHED_OFF,
}
_BIN = "bin"
_KEPT = 4  # tasks whose instances are kept
STAND_IN_COST = 1.0
_vocabulary = lru_cache(8)(Vocabulary)
_RESTING = frozenset({Meaning.ON, Meaning.INSIDE})
_PLACES = frozenset({Meaning.ON, Meaning.INSIDE, Meaning.LOCATED, Meaning.HOLDING})
_CONDITIONS = frozenset(Meaning) - {Meaning.ON, Meaning.INSIDE, Meaning.LOCATED, Meaning.HOLDING, Meaning.THROWN_AWAY}


class DomainBackend:
    """The operators of a domain over one scene graph; implements `Backend`.

    Raises:
        DomainError: if the scene graph has no robot.
    """

    def __init__(self, domain: Domain, graph: SceneGraph, ontology: Ontology) -> None:
        """Find out what the domain's predicates mean."""
        if AGENT_ID not in graph:
            raise DomainError(f"the scene graph has no node {AGENT_ID!r} for the domain's robot")
        self.domain = domain
        self.graph = graph
        self.ontology = ontology
        self.vocabulary = _vocabulary(domain)
        self.roles = Roles(domain, ontology, graph)
        self.world = DomainWorld(domain, self.vocabulary, self.roles, graph)
        self._instances = lru_cache(_KEPT)(self._find_instances)
        self._problem = lru_cache(_KEPT)(self._make_problem)

    def _say(self, meaning: Meaning, thing: Node | None = None, place: Node | None = None) -> Literal | None:
        """The first way to say something that the types of the thing and of the place allow."""
        where = place.id if place is not None else ""
        for literal, thing_type, place_type in self.vocabulary.literals(meaning, AGENT_ID, where):
            fits = thing is None or not thing_type or self.roles.fits(thing, thing_type)
            if fits and (place is None or self.roles.fits(place, place_type)):
                return literal
        return None

    def placed(self, side: Side, place: Node) -> Literal | None:
        """On or inside; if the domain knows only one of them, that. Nothing is poured."""
        if side is Side.POURED:
            return None
        first, second = (Meaning.INSIDE, Meaning.ON) if side is Side.INSIDE else (Meaning.ON, Meaning.INSIDE)
        return self._say(first, place=place) or self._say(second, place=place)

    def in_room(self, room: Node) -> Literal | None:
        """Anywhere in a room."""
        return self._say(Meaning.LOCATED, place=room)

    def holding(self) -> Literal | None:
        """In the hand."""
        return self._say(Meaning.HOLDING)

    def robot_at(self) -> Literal | None:
        """Domains of this kind know rooms, not furniture, as places of the robot."""
        return None

    def explored(self) -> Literal | None:
        """Nothing is looked at."""
        return None

    def state(self, state: State) -> Literal | None:
        """Doors and switches; where the domain names only the opposite, that this does not hold."""
        if state not in _STATES:
            return None
        opposite = self._say(OPPOSITES[_STATES[state]])
        return self._say(_STATES[state]) or (~opposite if opposite is not None else None)

    def quality(self, quality: str, node: Node | None = None) -> Literal | None:
        """What one of the domain's predicates says of such a node."""
        try:
            meaning = Meaning(quality)
        except ValueError:
            return None
        return self._say(meaning, thing=node)

    def side(self, literal: Literal) -> Side | None:
        """On or inside."""
        sides = {Meaning.ON: Side.ON, Meaning.INSIDE: Side.INSIDE}
        meaning = self.vocabulary.meanings.get(literal.predicate)
        return sides.get(meaning) if meaning is not None else None

    def is_condition(self, literal: Literal) -> bool:
        """Clean, open, empty, ..."""
        return self.vocabulary.meanings.get(literal.predicate) in _CONDITIONS

    def excludes(self, first: Literal, second: Literal) -> bool:
        """One thing at two places (in the hand is one), or opposites."""
        if first == ~second:
            return True
        if first == second or first.negated or second.negated:
            return False
        things = []
        for literal in (first, second):
            meaning = self.vocabulary.meanings.get(literal.predicate)
            if meaning not in _PLACES:
                return False
            things.append(literal.terms[-1] if meaning is Meaning.HOLDING else literal.terms[0])
        return things[0] == things[1]

    def offers(self, node: Node, side: Side) -> bool:
        """Whether the domain can say it of such a node."""
        return self._say(Meaning.INSIDE if side is Side.INSIDE else Meaning.ON, place=node) is not None

    def is_place(self, node: Node) -> bool:
        """Furniture, and things that hold others or can: a fruit bowl, a toy box."""
        if node.kind is NodeKind.ASSET:
            return True
        can = {"contains", "supports"} & set(self.roles.ontology.affordances(node.label))
        return node.kind is NodeKind.OBJECT and bool(can or self.roles.graph.contents(node.id))

    def is_carried(self, node: Node) -> bool:
        """Whatever can be said to be in another room."""
        return self._say(Meaning.LOCATED, thing=node) is not None

    def is_here(self, node: Node) -> bool:
        """Its room is known, or what it rests on."""
        return self.graph.room_of(node.id) is not None or self.graph.placement(node.id) is not None

    def problem(self, wanted: Sequence[Literal], manner: Manner, wide: bool = False) -> Problem:
        """Of the relevant part of the scene; `wide`: of all of it."""
        return self._problem(tuple(wanted), manner, wide)

    def _make_problem(self, wanted: tuple[Literal, ...], manner: Manner, wide: bool) -> Problem:
        """What is proven is often what was asked about before, to see what can be reached."""
        task = self.world.task(wanted, whole=wide, means=manner.means)
        known = task.universe.objects
        parts = {x: sorted(self._parts(x, task), key=str) for x in wanted if x.predicate in self.domain.derived}
        asked = (*wanted, *(p for some in parts.values() for p in some))
        here = {name for ids in known.values() for name in ids}
        problem = self._instances(task.objects, task.initial).problem([x for x in asked if here.issuperset(x.terms)])
        numbers = dict(problem.numbers)
        for literal in asked:  # of what has no possible type nothing can become true
            numbers.setdefault(literal, len(numbers))
        return replace(
            problem,
            numbers=numbers,
            literals=tuple(numbers),
            instances=self._allowed(problem.instances, manner),
            parts={literal: tuple(numbers[p] for p in some) for literal, some in parts.items()},
        )

    def _allowed(self, instances: tuple[OperatorInstance, ...], manner: Manner) -> tuple[OperatorInstance, ...]:
        """Those that go with a manner."""
        if not manner.allows_all:
            instances = tuple(o for o in instances if manner.allows(o.call))
        return tuple(o for o in instances if self._is_sorted(o.call)) if manner.sorts else instances

    def _find_instances(self, objects: tuple[Variable, ...], initial: frozenset[Literal]) -> Instances:
        """Those of a task of this domain: what is proven and what may replace it often ask about the same things."""
        return Instances(PddlTask("makedo", self.domain, objects, initial, AllOf(())))

    def _parts(self, literal: Literal, task: PddlTask) -> frozenset[Literal]:
        """A derived literal as the conjunction that it stands for."""
        ways = branches(without_derived(Holds(literal), self.domain), task.universe)
        if len(ways) != 1:
            raise DomainError(f"{literal} can be reached in {len(ways)} ways; only one can be asked for")
        return ways[0]

    def _is_sorted(self, call: SkillCall) -> bool:
        """Whether a call throws something into a bin for its kind, if it throws anything away."""
        operator = self.domain.operators[call.skill]
        if all(self.vocabulary.meanings.get(e.literal.predicate) is not Meaning.THROWN_AWAY for e in operator.effects):
            return True
        ontology = self.ontology
        labels = [self.graph[a].label for a in call.arguments]
        bins = [x for x in labels if ontology.is_a(x, _BIN)]
        proper = {b for x in labels if x not in bins for b in ontology.disposal(x)}
        return not bins or any(ontology.is_a(b, p) for b in bins for p in proper)

    def before(self, literal: Literal) -> Iterable[Literal]:
        """Where a thing has to be for the last operator: in the machine, before it is washed."""
        for operator in self.domain.operators.values():
            for effect in operator.effects:
                if effect.literal.predicate != literal.predicate or effect.literal.negated is not literal.negated:
                    continue
                binding = dict(zip(effect.literal.terms, literal.terms, strict=True))
                types = {v.name: v.type for v in operator.parameters}
                for part in conjuncts(operator.precondition):
                    if isinstance(part, Holds) and self.vocabulary.meanings.get(part.literal.predicate) in _RESTING:
                        place = part.literal.terms[-1]
                        for node in self.roles.usual(types.get(place, "")) if place in types else ():
                            needed = part.literal.bind({**binding, place: node.id})
                            if needed.terms[0] == OBJECT_VARIABLE:
                                yield needed

    def stand_ins(self, calls: Sequence[SkillCall], manner: Manner) -> tuple[Relaxation, ...]:
        """Things in the role of what was to be used, of another class: dish soap for detergent."""
        found: dict[str, Relaxation] = {}
        ontology = self.ontology
        for call in calls:
            for parameter, argument in zip(self.domain.operators[call.skill].parameters, call.arguments, strict=True):
                role, label = plain(parameter.type), self.graph[argument].label
                if role not in ontology or role in PLAIN or not ontology.is_a(label, role):
                    continue
                for means in sorted(manner.means):
                    there = any(ontology.is_a(n.label, means) for n in self.graph)
                    if not there and ontology.is_a(means, role) and argument not in found:
                        asked, alike = ontology.phrase(means), ontology.phrase(role)
                        reasons = (f"I know of no {spoken(means)} here", f"like {asked} it is {alike}")
                        found[argument] = Relaxation(
                            RelaxationKind.SUBSTITUTE, asked, spoken(argument), reasons, STAND_IN_COST
                        )
        return tuple(found.values())

    def robot_in(self) -> Literal | None:
        """The robot is a thing among others that are located."""
        for literal, _, _ in self.vocabulary.literals(Meaning.LOCATED, AGENT_ID):
            return Literal(literal.predicate, (AGENT_ID, OBJECT_VARIABLE))
        return None

    def why(self, problem: Problem, literal: Literal, manner: Manner) -> str:
        """What is missing for every operator that could bring it about."""
        thing = self.graph.nodes.get(literal.terms[0]) if literal.terms else None
        if manner.sorts and thing and self.vocabulary.meanings.get(literal.predicate) is Meaning.THROWN_AWAY:
            bins = self.ontology.disposal(thing.label)
            if not any(self.ontology.is_a(n.label, b) for n in self.graph for b in bins):
                named = enumerate_words((spoken(b) for b in sorted(bins)), "or") or "bin for it"
                return f"there is no {named} here for {spoken(thing.id)}"
        return why_hopeless(self.domain, self.world.task((literal,), whole=True), problem, literal)

    def closable(self, wanted: Sequence[Literal]) -> tuple[Literal, ...]:
        """A domain says itself what is to be left how."""
        return ()

    def already_so(self, goal: Goal) -> tuple[SkillCall, ...]:
        """Nothing is only believed."""
        return ()

    def validate(self, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """On the domain as it is written, independently of how it was instantiated."""
        task = self.whole_task(goal)
        run = simulate(task, calls)
        return Validation(run.outcome, run.failing_step, run.reasons, run.states[-1], run.states[0])

    def run(self, calls: Sequence[SkillCall], goal: Goal) -> SimulatedPlan:
        """On the domain as it is written."""
        task = self.whole_task(goal)
        states, needs = simulated_views(task, calls)
        without = ((*calls[:i], *calls[i + 1 :]) for i in range(len(calls)))
        return SimulatedPlan(states, needs, tuple(not simulate(task, rest).outcome.ok for rest in without))

    def task(self, goal: Goal, manner: Manner) -> PddlTask | None:
        """The whole scene; how waste is to be sorted cannot be said in PDDL."""
        return None if manner.sorts else self.whole_task(goal)

    def call(self, call: SkillCall) -> SkillCall:
        """The names are those of the scene."""
        return call

    def whole_task(self, goal: Goal) -> PddlTask:
        """The whole scene as a task, with a goal."""
        task = self.world.task(tuple(literals(goal)), whole=True)
        unknown = sorted(constants(goal) - {o.name for o in task.objects})
        if unknown:
            raise DomainError(f"the goal names {', '.join(unknown)}, which no type of the domain fits")
        return replace(task, goal=goal)

    def deeds(self, calls: Sequence[SkillCall]) -> str:
        """The names of operators say little to people: their results are described instead."""
        return ""
