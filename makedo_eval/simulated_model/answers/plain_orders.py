# SPDX-License-Identifier: Apache-2.0
"""Right retellings of an instruction: the facts that were asked for as plain orders, a sentence for each.

Things of a class at one place are counted. What is said of safety goes with all things.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from makedo_core.goals.goal_text import enumerate_words, number_word
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology.words import plural
from makedo_core.skills import Literal, Predicate
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.language.phrasebook import load_phrasebook
from planner_node.llm.words import places_of, words_of

_STATES: Mapping[tuple[str, bool], str] = MappingProxyType(
    {
        (Predicate.OPEN, False): "Open {}.",
        (Predicate.CLOSED, False): "Close {}.",
        (Predicate.SWITCHED_ON, False): "Switch on {}.",
        (Predicate.SWITCHED_ON, True): "Switch off {}.",
    }
)
_SIDES: Mapping[str, str] = MappingProxyType({Predicate.ON: "Put {} on {}.", Predicate.INSIDE: "Put {} inside {}."})


def _orders(question: Question, truth: Truth) -> str:
    """All that was asked for, what comes first before the rest; facts that no order says are left out."""
    text = question.blocks.get("instruction", truth.task.instruction)
    first, *later = (" ".join(_sentences(facts, text, truth.graph)) for facts in (*truth.earlier, truth.asked))
    return json.dumps({"orders": " ".join((first, *(f"Then {stage[:1].lower()}{stage[1:]}" for stage in later)))})


def _sentences(facts: Sequence[Literal], text: str, graph: SceneGraph) -> Iterator[str]:
    put: dict[tuple[str, str], list[str]] = {}
    for fact in facts:
        thing, *place = fact.terms
        state = _STATES.get((fact.predicate, fact.negated))
        if fact.predicate in _SIDES and not fact.negated:
            put.setdefault((place[0], str(fact.predicate)), []).append(thing)
        elif state is not None:
            yield state.format(_spoken(thing))
        elif fact.predicate == Predicate.HOLDING and not fact.negated:
            yield f"Take {_counted([thing], text, graph)}."
    for (where, side), things in put.items():
        yield _SIDES[side].format(_counted(things, text, graph), _spoken(where))


def _counted(things: Sequence[str], text: str, graph: SceneGraph) -> str:
    """So many of each class; what is made up goes by its own name."""
    said = words_of(text)
    signs = load_phrasebook().models.requirements.items()
    needs = " for the kids" if any(r == "kid_safe" and places_of(words_of(s), said) for s, r in signs) else ""
    names = [_spoken(graph[thing].label if thing in graph else thing) for thing in things]
    return enumerate_words(f"{_amount(names.count(name), name)}{needs}" for name in dict.fromkeys(names))


def _amount(number: int, name: str) -> str:
    return f"one {name}" if number == 1 else f"{number_word(number)} {plural(name)}"


def _spoken(name: str) -> str:
    return name.replace("_", " ")


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType({"plain_orders": _orders})
