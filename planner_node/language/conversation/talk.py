# SPDX-License-Identifier: Apache-2.0
"""What an instruction may speak of: what was said before, what was moved, what that is called and who got it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.goals.facts import takes_things
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from planner_node.language.refusal import Refusal
from planner_node.language.request import GoTo, Hold, Inquire, Put, Request, SetState
from planner_node.language.things import NounPhrase, Place

PERSON = "person"
_ALSO_DEEDS = frozenset({"clean", "dry", "empty", "warm", "cool", "open", "free"})
"""Looks that alone are orders as well."""

Reader = Callable[[str], "Request | Refusal"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What an instruction may speak of.

    Attributes:
        past: the instruction before and what was moved.
        graph: where everything is now.
        read: reads an instruction in full.
    """

    past: PastInstruction
    graph: SceneGraph
    read: Reader

    @property
    def moved_things(self) -> tuple[Moved, ...]:
        """What was moved and is still there."""
        return tuple(m for m in self.past.moved if m.node_id in self.graph)

    @property
    def moved(self) -> str:
        """The things that were moved and are still there, by their ids."""
        return enumerate_words(m.node_id for m in self.moved_things)

    @property
    def touched(self) -> tuple[str, ...]:
        """The furniture that was opened or switched."""
        return tuple(t for t in self.past.touched if t in self.graph)

    @property
    def spoken_of(self) -> tuple[str, ...]:
        """Ids of what was moved, else of what was opened or switched."""
        return tuple(m.node_id for m in self.moved_things) or self.touched

    def several(self, count: int = 0) -> tuple[Moved, ...]:
        """What "them" stands for: what was moved together; of one thing, with those of its kind moved just before it.

        Where none of these is of its kind, with the one that was moved before it.

        Args:
            count: how many there are to be; 0: nobody said it.
        """
        moved = self.moved_things
        if len(moved) == 1:
            label, one = self.graph[moved[0].node_id].label, moved[0].node_id
            earlier = tuple(m for m in self.past.earlier if m.node_id in self.graph and m.node_id != one)
            moved += tuple(m for m in earlier if self.graph[m.node_id].label == label) or earlier[:1]
        return moved if count in (0, len(moved)) else ()

    @property
    def kind(self) -> str:
        """What "one" stands for: what all that was spoken of is called; empty: nobody can say."""
        labels = {self.graph[i].label for i in self.spoken_of}
        if len(labels) == 1:
            return spoken(labels.pop())
        named = things_of(self.read(self.past.instruction)) if not labels else ()
        concepts = {p.concept for p in named}
        return spoken(concepts.pop() or "") if len(concepts) == 1 else ""

    def with_look(self, word: str) -> str:
        """What a look alone says of the kind that was spoken of: "the red mug"; empty: nothing of it looks so."""
        kind = self.kind if word not in _ALSO_DEEDS else ""
        alike = [n for n in self.graph if kind and spoken(n.label) == kind]
        return f"the {word} {kind}" if any(word in n.attributes for n in alike) else ""

    @property
    def others(self) -> tuple[str, ...]:
        """Ids of what else is of the kind of what was spoken of; the things moved just before are none of them."""
        ids = self.spoken_of
        labels = {self.graph[i].label for i in ids}
        if len(labels) != 1:
            return ()
        label, kind = labels.pop(), self.graph[ids[0]].kind
        before = {*ids, *(m.node_id for m in self.past.earlier)} if kind is NodeKind.OBJECT else set(ids)
        alike = [n for n in self.graph.of_kind(kind) if n.id not in before]
        exact = tuple(n.id for n in alike if n.label == label)
        head = tuple(n.id for n in alike if n.label.endswith(f"_{label}") or label.endswith(f"_{n.label}"))
        return exact or (head if kind is NodeKind.ASSET else ())

    @property
    def recipient(self) -> Node | None:
        """Who got something, or was to get it; None: nobody, or nobody can say who."""
        holders = [self.graph[s] for m in self.moved_things if (s := self.graph.support(m.node_id)) is not None]
        people = {n.id for n in holders if is_person(n)}
        if not people:
            place = place_of(self.read(self.past.instruction))
            named = place.what.node_id if place is not None else None
            people = {named} if named is not None and named in self.graph and is_person(self.graph[named]) else set()
        return self.graph[people.pop()] if len(people) == 1 else None

    @property
    def is_one_recipient(self) -> bool:
        """Whether nobody else got anything just before: who "her" is is certain then."""
        one, graph = self.recipient, self.graph
        moved = (m.node_id for m in self.past.earlier if m.node_id in graph)
        got = {s for m in moved if (s := graph.support(m)) is not None and is_person(graph[s])}
        return one is not None and got <= {one.id}

    @property
    def there(self) -> str:
        """Where what was moved last is now: "on table_1", "in drawer_1"; empty: nobody can say."""
        moved = self.moved_things
        relation = self.graph.placement(moved[-1].node_id) if moved else None
        if relation is None or self.graph[relation.target].kind is not NodeKind.ASSET:
            return ""
        if is_person(self.graph[relation.target]):
            return f"to {relation.target}"
        return f"{'in' if str(relation.type.name) == 'INSIDE' else 'on'} {relation.target}"

    def named(self, words: str) -> Node | None:
        """The only person whose name words are."""
        said = set(re.findall(r"[^\W_]+", words.lower())) - {"the", "my"}
        people = [n for n in self.graph.of_kind(NodeKind.ASSET) if is_person(n)]
        found = [n for n in people if said and said <= set(n.id.lower().split("_"))]
        return found[0] if len(found) == 1 else None


def is_person(node: Node) -> bool:
    """Whether a node is somebody."""
    return node.label == PERSON or takes_things(node)


def things_of(request: Request | Refusal) -> tuple[NounPhrase, ...]:
    """The things that an instruction of one clause does something with."""
    clause = request.clauses[0] if isinstance(request, Request) and len(request.clauses) == 1 else None
    match clause:
        case Put(what):
            return tuple(what)
        case Hold(what) | SetState(what) | GoTo(what):
            return (what,)
        case Inquire(question):
            return tuple(question.things)
    return ()


def place_of(request: Request | Refusal) -> Place | None:
    """Where an instruction of one clause puts things."""
    clause = request.clauses[0] if isinstance(request, Request) and len(request.clauses) == 1 else None
    return clause.place if isinstance(clause, Put) else None


@cache
def words() -> Mapping[str, str]:
    """Alternatives of references.yaml as regular expressions, the longest first."""
    raw = yaml.load((Path(__file__).parent / "references.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    longest_first = {name: sorted(phrases, key=len, reverse=True) for name, phrases in raw.items()}
    return {name: "|".join(map(re.escape, phrases)) for name, phrases in longest_first.items()}
