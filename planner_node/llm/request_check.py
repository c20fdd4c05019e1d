# SPDX-License-Identifier: Apache-2.0
"""What is wrong with an interpretation of the right form: things made up, demands left out, names that nothing has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from pydantic import BaseModel

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from makedo_llm.ask import Complaint
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.phrasebook.sections import ModelWords
from planner_node.language.refusal import Refusal
from planner_node.language.words.naming import Names
from planner_node.llm.request_reader import to_request
from planner_node.llm.request_schema import ClauseSchema, InterpretedRequest, Kind, Thing
from planner_node.llm.words import as_quoted, places_of, words_of


def complaint(
    instruction: str, interpreted: InterpretedRequest, graph: SceneGraph, ontology: Ontology, book: Phrasebook
) -> Complaint | None:
    """What a model has to correct; None: nothing.

    Words that the instruction does not hold, and a demand of safety or an exception that was lost, are never
    tolerated: the model made something up or left it out. Unknown names are refused later, with a reason.
    """
    said = words_of(instruction)
    kinds = [kind for clause in interpreted.clauses for kind in _kinds(clause)]
    for text in (*(kind.said for kind in kinds), *interpreted.cannot):
        if not as_quoted(text, said):
            return Complaint(f"'said' and 'cannot' must quote the instruction; '{text}' is not in it")
    if interpreted.cannot:
        return None
    things = [k for k in kinds if isinstance(k, Thing)]
    wrong = _lost(said, things, Names(ontology, graph), book.models) or _empty(things)
    if wrong:
        return Complaint(wrong)
    refusal = to_request(instruction, interpreted, graph, ontology, book)
    return Complaint(refusal.message, tolerable=True) if isinstance(refusal, Refusal) else None


def _lost(said: Sequence[str], things: Sequence[Thing], names: Names, known: ModelWords) -> str:
    """Which demand of the instruction no thing carries; empty: none."""
    asked = {requirement for thing in things for requirement in thing.requirements}
    for sign, requirement in known.requirements.items():
        words = words_of(sign)
        shown = any(not _in_a_name(said, at, len(words), names) for at in places_of(words, said))
        if shown and requirement not in asked:
            return f"the instruction says '{sign}'; add the requirement \"{requirement}\" to the things"
    if not asked and not any(thing.excluded for thing in things):
        for sign in known.exceptions:
            if places_of(words_of(sign), said):
                return f"the instruction says '{sign}'; say in \"excluded\" what must not be taken"
    return ""


def _empty(things: Sequence[Thing]) -> str:
    """Which thing excludes all that it is; empty: none."""
    for thing in things:
        for out in thing.excluded:
            if words_of(out.words) == words_of(thing.words) and set(out.attributes) <= set(thing.attributes):
                return f"'{thing.said}' excludes all that it is; say in \"excluded\" what of it is left"
    return ""


def _in_a_name(said: Sequence[str], at: int, length: int, names: Names) -> bool:
    """Whether words are part of a longer name ("kids room" where there is one)."""
    for start in range(max(0, at - 4), at + 1):
        name = names.match(said, start)
        if name is not None and name.length > length and start + name.length >= at + length:
            return True
    return False


def with_quotations(instruction: str, interpreted: InterpretedRequest) -> InterpretedRequest:
    """An answer whose quotations are what the instruction says, letter by letter, where they quote it at all.

    So a word that a model takes for another one ("pen" for "pan") is held against what was said.
    """
    said = words_of(instruction)

    def mended(part: Any) -> Any:
        if isinstance(part, list):
            return [mended(p) for p in part]
        if not isinstance(part, BaseModel):
            return part
        fields = {name: mended(getattr(part, name)) for name in type(part).model_fields}
        if isinstance(part, Kind) and not places_of(words_of(part.said), said):
            fields["said"] = " ".join(as_quoted(part.said, said)) or part.said
        return part.model_copy(update=fields)

    return cast(InterpretedRequest, mended(interpreted))


def _kinds(part: Any) -> Iterator[Kind]:
    """Every noun phrase of a clause, those within others too."""
    if isinstance(part, Kind):
        yield part
    if isinstance(part, Kind | ClauseSchema):
        for name in type(part).model_fields:
            yield from _kinds(getattr(part, name))
    elif isinstance(part, list):
        for item in part:
            yield from _kinds(item)
