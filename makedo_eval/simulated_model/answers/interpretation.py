# SPDX-License-Identifier: Apache-2.0
"""Right readings of an instruction, in the form of planner_node/llm/request_schema.py.

The facts that were asked for become clauses, in which things of a class at one place are counted. What each clause
quotes is where the instruction names the thing; what is said of safety and of exceptions goes with all things.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.skills import Literal, Predicate
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.words.lexicon import ARTICLES
from planner_node.llm.words import places_of, words_of

_LONGEST = 120
_STATES: Mapping[tuple[str, bool], str] = MappingProxyType(
    {
        (Predicate.OPEN, False): "open",
        (Predicate.CLOSED, False): "closed",
        (Predicate.SWITCHED_ON, False): "on",
        (Predicate.SWITCHED_ON, True): "off",
    }
)
_NUMBERED = re.compile(r"_\d+$")


def _request(question: Question, truth: Truth) -> str:
    """All that was asked for, stage by stage; facts that no clause can say are what the robot cannot do."""
    text = question.blocks.get("instruction", truth.task.instruction)
    clauses = [
        clause | {"stage": number}
        for number, facts in enumerate((*truth.earlier, truth.asked), start=1)
        for clause in _clauses(facts, text, truth.graph)
    ]
    return json.dumps({"clauses": clauses, "cannot": [] if clauses else [text[:_LONGEST]]})


def _clauses(facts: Sequence[Literal], text: str, graph: SceneGraph) -> Iterator[dict[str, Any]]:
    put: dict[tuple[str, str], list[str]] = {}
    for fact in facts:
        thing, *place = fact.terms
        state = _STATES.get((fact.predicate, fact.negated))
        if fact.predicate in (Predicate.ON, Predicate.INSIDE) and not fact.negated:
            put.setdefault((place[0], str(fact.predicate)), []).append(thing)
        elif state is not None:
            yield {"kind": "set_state", "what": _named(thing, text), "state": state}
        elif fact.predicate == Predicate.HOLDING and not fact.negated:
            yield {"kind": "hold", "what": _thing(thing, 1, text, graph)}
    for (where, side), things in put.items():
        names = [_name(thing, graph) for thing in things]
        counted = [_thing(thing, names.count(_name(thing, graph)), text, graph) for thing in _firsts(things, names)]
        yield {"kind": "put", "what": counted, "place": _named(where, text) | {"side": side}}


def _firsts(things: Sequence[str], names: Sequence[str]) -> list[str]:
    """The first thing of each name."""
    return [thing for i, thing in enumerate(things) if names.index(names[i]) == i]


def _name(thing: str, graph: SceneGraph) -> str:
    """What it is called: its class in words; of what is made up, the name as it is."""
    return graph[thing].label.replace("_", " ") if thing in graph else thing


def _thing(thing: str, count: int, text: str, graph: SceneGraph) -> dict[str, Any]:
    name = _name(thing, graph)
    said = words_of(text)
    signs = load_phrasebook().models.requirements.items()
    needed = list(dict.fromkeys(str(r) for sign, r in signs if places_of(words_of(sign), said)))
    quoted = {"said": _quoted((thing, name, f"{name}s"), text), "words": name, "count": count}
    return quoted | {"requirements": needed, "excluded": _excluded(said)}


def _excluded(said: Sequence[str]) -> list[dict[str, str]]:
    """What stands behind a word of exception."""
    after = [
        at + len(words_of(sign))
        for sign in load_phrasebook().models.exceptions
        for at in places_of(words_of(sign), said)
    ]
    rest = (next((w for w in said[at:] if w not in ARTICLES), "") for at in sorted(after))
    words = dict.fromkeys(w for w in rest if w)
    return [{"said": word, "words": word} for word in words]


def _named(node_id: str, text: str) -> dict[str, Any]:
    """One certain piece of furniture, or a thing whose state is asked for."""
    spoken = _NUMBERED.sub("", node_id).replace("_", " ")
    return {"said": _quoted((node_id, spoken), text), "words": node_id, "definite": True}


def _quoted(names: Sequence[str], text: str) -> str:
    """The first of some names that the instruction holds; of none, its beginning."""
    said = words_of(text)
    found = next((name for name in names if places_of(words_of(name), said)), "")
    if found:
        return found
    start = " ".join(text.split())
    return start if len(start) <= _LONGEST else start[:_LONGEST].rpartition(" ")[0] or start[:_LONGEST]


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType({"interpret": _request})
