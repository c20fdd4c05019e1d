# SPDX-License-Identifier: Apache-2.0
"""What things, furniture or floors are to become: clean, empty, full, hot."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import one_of
from planner_node.grounding.found import GroundedClause, cannot
from planner_node.grounding.machines import by_machine, made_ready
from planner_node.grounding.scene import Scene
from planner_node.grounding.things import known
from planner_node.language.phrasebook.household import MachineRules
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Put
from planner_node.language.things import NounPhrase

_WHERE = QuestionKind.WHERE
_PLACES = frozenset({"worktop", "storage", "seat"})  # that a question offers
_DEEDS = {"pressed": "pressing {0}"}
"""How people call what is done, where it is not "making {0} ..."."""


def change(
    things: tuple[NounPhrase, ...], quality: str, using: NounPhrase | None, scene: Scene, rules: MachineRules
) -> GroundedClause:
    """Things, furniture or floors become clean, empty, ...; each predicate that says so makes a demand."""
    demands: list[Demand] = []
    for spoken_of in things:
        phrase, note = known(spoken_of, scene)
        text = _DEEDS.get(quality, f"making {{0}} {quality}").format(phrase.text)
        nodes: Sequence[Node] = scene.rooms(phrase) or tuple(scene.objects_matching(phrase))
        found = nodes or scene.places(phrase)
        if not found:
            lacking = Demand(text, phrase.count or 1, (), (), phrase)
            demands.extend(by_machine(text, phrase, (), quality, using, scene, rules) or (lacking,))
            continue
        if phrase.definite and len(found) > 1 and found[0].kind is not NodeKind.OBJECT:
            chosen = one_of(found, phrase, scene)
            if isinstance(chosen, Refusal):
                return chosen
        if (whither := _whither(phrase, found, quality, scene)) is not None:
            return whither
        literals = dict.fromkeys(scene.backend.quality(quality, node) for node in found)
        literals.pop(None, None)
        if not literals:
            other = by_machine(text, phrase, found, quality, using, scene, rules)
            other = other or made_ready(text, phrase, found, quality, using, scene, rules)
            if not other:
                return cannot(text)
            demands.extend(other)
        for literal in literals:
            assert literal is not None
            able = tuple(n.id for n in found if scene.backend.quality(quality, n) == literal)
            count = len(able) if phrase.count is None else phrase.count
            means = _means(phrase, quality, using, scene, rules)
            demands.append(Demand(text, count, able, (literal,), phrase, note=note, means=means))
    return tuple(demands)


def _whither(phrase: NounPhrase, found: Sequence[Node], quality: str, scene: Scene) -> Refusal | None:
    """The question where that goes which is on or in what is to become empty; None: nothing is, or nobody can be asked.

    Where emptying is an action of its own, it says that itself.
    """
    clear = Literal(Predicate.CLEAR, (OBJECT_VARIABLE,))
    full = [n for n in found if scene.graph.contents(n.id) and scene.backend.quality(quality, n) == clear]
    if not full or not scene.asks or scene.already or all(_is_emptied(n, scene) for n in full):
        return None
    names = enumerate_words(map(spoken, dict.fromkeys(i for n in full for i in sorted(scene.graph.contents(n.id)))))
    message = f"Where shall I put what {phrase.text} holds: {names}?"
    assets = (n for n in scene.graph.of_kind(NodeKind.ASSET) if n not in full and scene.backend.is_place(n))
    places = [n for n in assets if not _PLACES.isdisjoint(scene.ontology.ancestors(n.label))]
    places.sort(key=lambda n: not scene.ontology.is_a(n.label, "worktop"))
    gap = Gap(_WHERE, phrase.text, tells=f"Move everything from {phrase.text} {{}}.")
    return Refusal(FailureCause.AMBIGUOUS, message, tuple(p.id for p in places)[:6], gap=gap)


def _is_emptied(node: Node, scene: Scene) -> bool:
    """Whether the instruction says besides where the things go that furniture holds."""
    clauses = scene.request.clauses if scene.request is not None else ()
    things = (thing for clause in clauses if isinstance(clause, Put) for thing in clause.what)
    return any(thing.count is None and thing.source and node in scene.places(thing.source.what) for thing in things)


def _means(
    phrase: NounPhrase, quality: str, using: NounPhrase | None, scene: Scene, rules: MachineRules
) -> tuple[str, ...]:
    """Classes of what something is done with."""
    said = [using.concept] if using is not None and using.concept is not None else []
    ontology, concept = scene.ontology, phrase.concept or ""
    implied = [r.using for r in rules.taken_for_granted if r.makes == quality and ontology.is_a(concept, r.of)]
    return tuple(dict.fromkeys((*said, *implied)))
