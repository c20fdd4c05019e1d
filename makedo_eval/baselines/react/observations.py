# SPDX-License-Identifier: Apache-2.0
"""What a robot would notice in a simulated scene, in words: what is in a room, on furniture, and in what is open.

A state is a set of facts, of the skill catalogue or of a user's domain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from makedo_core.goals.facts import Facts, holds
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.graph.scene_graph import AGENT_ID, OPENINGS, NodeKind, State
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.backends.catalogue import Catalogue
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.backends.domains.vocabulary import Meaning, Vocabulary
from planner_node.pddl.names import pddl_name
from planner_node.task import PlanningTask

_CATALOGUE: Mapping[str, Meaning] = {
    Predicate.ON: Meaning.ON,
    Predicate.INSIDE: Meaning.INSIDE,
    Predicate.OPEN: Meaning.OPEN,
    Predicate.CLOSED: Meaning.CLOSED,
    Predicate.SWITCHED_ON: Meaning.SWITCHED_ON,
}
_RESTING = (Meaning.ON, Meaning.INSIDE)


@dataclass(frozen=True)
class Observer:
    """Looks around in the scene of one task."""

    task: PlanningTask
    ontology: Ontology

    @cached_property
    def _meanings(self) -> Mapping[str, Meaning]:
        return _CATALOGUE if self.task.domain is None else Vocabulary(self.task.domain).meanings

    @cached_property
    def _open(self) -> Literal | None:
        """How "?object is open" is said."""
        graph, domain = self.task.graph, self.task.domain
        backend = Catalogue(graph) if domain is None else DomainBackend(domain, graph, self.ontology)
        return backend.state(State.OPEN)

    def first(self, facts: Facts) -> str:
        """What is known at the start: the rooms, and for the catalogue, which drives to furniture, that by rooms."""
        graph = self.task.graph
        rooms = [n.id for n in graph.of_kind(NodeKind.ROOM)]
        lines = [f"The building has these rooms: {_listed(rooms)}."]
        if self.task.domain is None:
            assets = [(n.id, graph.room_of(n.id)) for n in graph.of_kind(NodeKind.ASSET)]
            for room in (*rooms, None):
                there = [i for i, r in assets if r == room]
                if there:
                    lines.append(f"Furniture in {pddl_name(room) if room else 'no known room'}: {_listed(there)}.")
        here = self._room(AGENT_ID, facts)
        lines.append(self.look(here, facts) if here else "Nobody knows which room you are in.")
        return "\n".join(lines)

    def after(self, call: SkillCall, before: Facts, now: Facts) -> str:
        """What is noticed after a call that was made: what came true, where the robot came to, and what it opened."""
        came = sorted(str(x.bind(_names(x))) for x in now - before)
        told = [f"Now {'; '.join(came)}." if came else "Nothing has changed."]
        here = self._room(AGENT_ID, now)
        if here and here != self._room(AGENT_ID, before):
            told.append(self.look(here, now))
        arrived = {x.terms[0] for x in now - before if x.predicate == Predicate.AT and len(x.terms) == 1}
        opened = [a for a in call.arguments if a not in arrived and self._hides(a, before) and not self._hides(a, now)]
        told += [self.look(node_id, now) for node_id in (*sorted(arrived), *opened)]
        return " ".join(told)

    def look(self, node_id: str, facts: Facts) -> str:
        """What is seen of a node; only nodes in the robot's room can be looked at."""
        if node_id not in self.task.graph:
            return f"There is no {node_id!r}."
        here, room = self._room(AGENT_ID, facts), self._room(node_id, facts)
        if room is None or room != here:
            return f"You do not see {pddl_name(node_id)} from where you are."
        if self.task.graph[node_id].kind is NodeKind.ROOM:
            return self._room_text(node_id, facts)
        return self._node_text(node_id, facts)

    def _room_text(self, room: str, facts: Facts) -> str:
        graph = self.task.graph
        things = [n for n in graph if n.kind in (NodeKind.ASSET, NodeKind.OBJECT) and self._room(n.id, facts) == room]
        loose = [n.id for n in things if n.kind is NodeKind.OBJECT and self._rests_on(n.id, facts) is None]
        furniture = [self._with_states(n.id, facts) for n in things if n.kind is NodeKind.ASSET]
        text = f"You are in {pddl_name(room)}. You see {', '.join(furniture) or 'no furniture'}."
        return f"{text} There lies {_listed(loose)}." if loose else text

    def _node_text(self, node_id: str, facts: Facts) -> str:
        text = self._with_states(node_id, facts)
        if self._hides(node_id, facts):
            on_it = [x for x in self._resting(node_id, facts) if self._meanings[x.predicate] is Meaning.ON]
            return f"You see {text}; what is inside does not show. {_placed(on_it)}".strip()
        return f"You see {text}. {_placed(self._resting(node_id, facts)) or 'Nothing is there.'}"

    def _with_states(self, node_id: str, facts: Facts) -> str:
        """A name with what is said of the node alone."""
        said = sorted(x.predicate for x in facts if x.terms == (node_id,) and x.predicate in self._meanings)
        return f"{pddl_name(node_id)} ({', '.join(said)})" if said else pddl_name(node_id)

    def _resting(self, node_id: str, facts: Facts) -> list[Literal]:
        return sorted((x for x in self._placements(facts) if x.terms[1] == node_id), key=str)

    def _placements(self, facts: Facts) -> Iterator[Literal]:
        return (x for x in facts if self._meanings.get(x.predicate) in _RESTING)

    def _rests_on(self, node_id: str, facts: Facts) -> str | None:
        return next((x.terms[1] for x in self._placements(facts) if x.terms[0] == node_id), None)

    def _room(self, node_id: str, facts: Facts) -> str | None:
        """The room where a node is by now; None: unknown."""
        graph = self.task.graph
        if node_id not in graph or graph[node_id].kind is NodeKind.ROOM:
            return node_id if node_id in graph else None
        for fact in facts:
            if fact.terms[:1] == (node_id,) and self._meanings.get(fact.predicate) is Meaning.LOCATED:
                return fact.terms[1]
        if node_id == AGENT_ID:
            at = next((x.terms[0] for x in facts if x.predicate == Predicate.AT and len(x.terms) == 1), node_id)
            return graph.room_of(at)
        below = self._rests_on(node_id, facts)
        if below is not None:
            return self._room(below, facts)
        return graph.room_of(node_id) if graph[node_id].kind is NodeKind.ASSET else None

    def _hides(self, node_id: str, facts: Facts) -> bool:
        """Whether what is inside a node does not show: it has a door, which is not open."""
        node = self.task.graph.nodes.get(node_id)
        if node is None or self._open is None:
            return False
        has_door = node.states & OPENINGS or "openable" in self.ontology.affordances(node.label)
        return bool(has_door) and not holds(self._open.bind({OBJECT_VARIABLE: node_id}), facts)


def _placed(literals: Iterable[Literal]) -> str:
    """Things with how they rest, e.g. "on: cup_1, plate_2; inside: fork_1."."""
    by_relation: dict[str, list[str]] = {}
    for literal in literals:
        by_relation.setdefault(literal.predicate, []).append(literal.terms[0])
    text = "; ".join(f"{relation}: {_listed(things)}" for relation, things in by_relation.items())
    return f"{text}." if text else ""


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(map(pddl_name, ids))


def _names(literal: Literal) -> Mapping[str, str]:
    return {t: pddl_name(t) for t in literal.terms}
