# SPDX-License-Identifier: Apache-2.0
"""From a model's form of a request to the planner's: every name is looked up, and nothing is taken on trust."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any, cast

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import SceneGraph, State
from makedo_core.ontology import Ontology
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Clause, GoTo, Hold, Put, Request
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.lexicon import DEFINITE, PRONOUNS
from planner_node.language.words.naming import Name, Names
from planner_node.llm.choices import NONE_OF_THESE
from planner_node.llm.prepositions import side_said
from planner_node.llm.request_schema import CLAUSES, ClauseSchema, InterpretedRequest, Kind, Thing, Where
from planner_node.llm.words import words_of

_ARTICLES = DEFINITE | {"a", "an", "some"}


def to_request(
    instruction: str, interpreted: InterpretedRequest, graph: SceneGraph, ontology: Ontology, book: Phrasebook
) -> Request | Refusal:
    """The request, or why it cannot be served: names that nothing has, or something that no clause can say."""
    if interpreted.cannot:
        parts = enumerate_words((f"'{text}'" for text in interpreted.cannot), "and")
        return Refusal(FailureCause.NOT_CAPABLE, f"I cannot do {parts}.", tuple(interpreted.cannot))
    reader = _Reader(instruction, graph, Names(ontology, graph), book)
    try:
        clauses = tuple(reader.clause(clause) for clause in interpreted.clauses)
    except _RefusedError as stop:
        return stop.refusal
    stages = sorted({clause.stage for clause in interpreted.clauses})
    numbers = tuple(stages.index(clause.stage) for clause in interpreted.clauses)
    return Request(instruction, clauses, stages=numbers if len(stages) > 1 else ())


class _RefusedError(Exception):
    """Leaves the reader with the reason."""

    def __init__(self, cause: FailureCause, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.refusal = Refusal(cause, message, candidates)


class _Reader:
    """Looks names up."""

    def __init__(self, instruction: str, graph: SceneGraph, names: Names, book: Phrasebook) -> None:
        self._instruction, self._names, self._book = instruction, names, book
        self._looks = {a.lower() for node in graph for a in (*node.attributes, *map(str, node.states))}

    def clause(self, clause: ClauseSchema) -> Clause:
        """The planner's clause with the same fields."""
        kind = CLAUSES[clause.kind]
        carried = kind in (Put, Hold)
        if kind is GoTo:  # one is enough to be there
            clause = clause.model_copy(update={"what": clause.what.model_copy(update={"count": 1})})  # type: ignore[attr-defined]
        return cast(Clause, kind(**{f.name: self._value(getattr(clause, f.name), carried) for f in fields(kind)}))

    def _value(self, value: Any, carried: bool) -> Any:
        """The planner's form of a field; `carried`: it can only be things, not furniture."""
        if isinstance(value, Where):
            return self._place(value)
        if isinstance(value, Thing):
            return self._thing(value, carried)
        if isinstance(value, list):
            return tuple(self._value(v, carried) for v in value)
        if isinstance(value, str) and not isinstance(value, Enum) and value in set(State):
            return State(value)
        return value

    def _thing(self, thing: Thing, carried: bool) -> NounPhrase:
        name, attributes = self._named(thing, place=not carried)
        count = None if thing.count == "all" else thing.count
        if name.node_id is not None and count is not None and count > 1:
            raise _RefusedError(FailureCause.NOT_UNDERSTOOD, f"There is one {name.node_id}, and {count} are asked for.")
        return NounPhrase(
            text=_text(thing),
            concept=name.concept,
            node_id=name.node_id,
            count=count,
            definite=(thing.definite or (name.node_id is None and _is_definite(thing))) and count == 1,
            requirements=frozenset(thing.requirements),
            attributes=attributes,
            excluded=tuple(self._kind(kind, place=False) for kind in thing.excluded),
            source=None if thing.source is None else self._place(thing.source),
            implied=thing.implied,
        )

    def _kind(self, kind: Kind, place: bool) -> NounPhrase:
        name, attributes = self._named(kind, place)
        return NounPhrase(_text(kind), name.concept, name.node_id, attributes=attributes)

    def _place(self, where: Where) -> Place:
        name, attributes = self._named(where, place=True)
        room = None if where.room is None else Place(Side.INSIDE, self._kind(where.room, place=True))
        phrase = NounPhrase(
            _text(where),
            name.concept,
            name.node_id,
            definite=where.definite or (name.node_id is None and _is_definite(where)),
            attributes=attributes,
            source=room,
            each=name.node_id is None and words_of(where.said)[:1] in (("each",), ("every",)),
        )
        return Place(self._side(where), phrase)

    def _side(self, where: Where) -> Side:
        """As the preposition before it says; where none does, as the model says."""
        said = side_said(where.said, self._instruction, self._book)
        return said if said in (Side.ON, Side.INSIDE) else where.side

    def _named(self, kind: Kind, place: bool) -> tuple[Name, frozenset[str]]:
        """The name that all the words are, what it looks like taken off before it.

        Raises:
            _RefusedError: if there is no such name.
        """
        words = list(words_of(kind.words))
        attributes = {a.lower() for a in kind.attributes}
        while words and words[0] in _ARTICLES:
            words.pop(0)
        for start in range(len(words)):
            rest = words[start:]
            name = self._names.match(rest, 0)
            if name is not None and name.length == len(rest):
                return self._as_said(name, kind), frozenset(attributes | set(words[:start]))
            if len(rest) == 1 and rest[0] in self._book.nouns.anything and not isinstance(kind, Where):
                return Name(1, None), frozenset(attributes | set(words[:start]))
            if words[start] not in self._looks:
                break
        text = kind.said if kind.words == NONE_OF_THESE else " ".join(words) or kind.words
        near = self._names.nearest(text, places=place)
        hint = f" Nearest known: {', '.join(near)}." if near else ""
        if place:
            raise _RefusedError(FailureCause.UNKNOWN_PLACE, f"I know no place called '{text}'.{hint}", near)
        raise _RefusedError(FailureCause.UNKNOWN_OBJECT, f"I do not know what '{text}' is.{hint}", near)

    def _as_said(self, name: Name, kind: Kind) -> Name:
        """A name of a class, or the one node of it that was said: "table_2" is more than a table."""
        said = [word for word in words_of(kind.said) if word not in _ARTICLES]
        found = self._names.match(said, 0)
        if name.node_id is not None or found is None or found.node_id is None or found.length != len(said):
            return name
        is_one = name.concept is not None and self._names.ontology.is_a(found.concept or "", name.concept)
        return found if is_one else name


def _is_definite(kind: Kind) -> bool:
    """Whether the words begin with an article that says so, which models need not repeat."""
    return words_of(kind.said)[:1] == ("the",)


def _text(kind: Kind) -> str:
    """The words that a person said, unless they do not show what is meant."""
    if isinstance(kind, Thing) and kind.implied:
        return f"{kind.count} {kind.words}"
    return kind.words if kind.said.lower() in PRONOUNS else kind.said
