# SPDX-License-Identifier: Apache-2.0
"""What to say of things and places that are not there, and how what was asked for is called."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.facts import is_gone
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.known_failure import FailureKind
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Deed
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon

_UNSAID = frozenset({"", "empty", "full", "lit"})  # what things may become in other ways
_MOST_NAMED = 5
_DETERMINERS = lexicon.DEFINITE | set(lexicon.NUMBERS) | frozenset("a an some any all every each of another".split())
_ALL_THINGS = frozenset({"everything", "anything", "something"})
_RELATIVE = frozenset({"that", "which"}) | frozenset("in on at from with made".split())
_EVERYBODY = frozenset({"everyone", "everybody", "anyone", "anybody", "someone", "somebody"})
_USES = frozenset({"to", "for", "with"})  # "something to clean with"


def nobody_known(whom: NounPhrase | None) -> Refusal:
    """Nobody like that is known, and nothing looks for people."""
    named = "person" if whom is None else bare_text(replace(whom, attributes=frozenset()))
    word, *where = named.split(" ", 1)
    nobody = " ".join(("nobody", *where)) if word in _EVERYBODY else f"no {named}"
    message = f"I know of {nobody} here, and I have no skill to look for people."
    return Refusal(FailureCause.NOT_CAPABLE, message, lacking=(Deed.FIND,))


def who_is_meant(whom: NounPhrase, scene: Scene) -> Refusal:
    """Who of those is meant of whom nothing is known, where nobody is known to be so; else that nobody is known."""
    plain = replace(whom, attributes=frozenset(), requirements=frozenset(), restrictions=())
    here = tuple(node for node in scene.places(plain) if not node.attributes) if whom.node_id is None else ()
    if not here or any(attribute.startswith("named_") for attribute in whom.attributes):
        return nobody_known(whom)
    ids, names = tuple(node.id for node in here), enumerate_words((spoken(node.id) for node in here), "or")
    message = f"I know nobody here as '{whom.text}'. Who is meant: {names}?"
    return Refusal(FailureCause.AMBIGUOUS, message, ids, gap=Gap(QuestionKind.WHICH, whom.text))


def no_place(phrase: NounPhrase, scene: Scene) -> Refusal:
    """There is no such place: say so, and what serves the same use; no person serves for another."""
    if phrase.concept == "person":
        return nobody_known(phrase)
    rooms = frozenset(room.id for room in scene.rooms(phrase))
    if rooms:
        return _only_a_room(phrase, rooms, scene)
    similar = []
    for node in scene.graph:
        if node.kind is NodeKind.ROOM or (node.kind is not NodeKind.AGENT and scene.backend.is_place(node)):
            common = scene.ontology.functional_class(phrase.concept or "", node.label)
            if common is not None:
                similar.append((common.breadth, node.id))
    candidates = tuple(node_id for _, node_id in sorted(similar))
    names = enumerate_words((spoken(c) for c in candidates), "or")
    hint = f" Did you mean {names}?" if candidates else _places_there(scene)
    return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of no {bare_text(phrase)} here.{hint}", candidates)


def _only_a_room(phrase: NounPhrase, rooms: Collection[str], scene: Scene) -> Refusal:
    """What is named is a room, and furniture or a thing is needed: which, is asked."""
    there = [n for n in scene.graph.of_kind(NodeKind.ASSET) if scene.graph.room_of(n.id) in rooms]
    candidates = tuple(node.id for node in there if not scene.ontology.is_a(node.label, "person"))
    names = f": {enumerate_words(map(spoken, candidates), 'or')}" if candidates else ""
    message = f"The {bare_text(phrase)} is a room. Say what in it is meant{names}."
    return Refusal(FailureCause.UNKNOWN_PLACE, message, candidates)


def _places_there(scene: Scene) -> str:
    """Some of the places that there are, rooms first."""
    ontology, nodes = scene.ontology, tuple(scene.graph)
    rooms = [n.id for n in nodes if n.kind is NodeKind.ROOM]
    places = [n for n in nodes if n.kind is NodeKind.ASSET and scene.backend.is_place(n)]
    known = [*rooms, *(n.id for n in places if not ontology.is_a(n.label, "person"))]
    more = f" and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED + 1 else ""
    named = ", ".join(map(spoken, known[:_MOST_NAMED])) + more if more else enumerate_words(map(spoken, known))
    return f" I know {named}." if known else ""


def not_found(phrase: NounPhrase, scene: Scene) -> Refusal:
    """There is nothing of the kind: say so, and where it could be looked for."""
    fixed = fixed_ones(phrase, scene)
    if fixed and not any(scene.is_named(n, phrase) for n in scene.lost):
        it = "them" if len(fixed) > 1 else "it"
        return Refusal(FailureCause.NOT_CAPABLE, f"{unknown(phrase, scene)}, and I do not carry {it}.")
    perhaps = perhaps_meant(phrase, scene)
    if perhaps and scene.asks:
        names = enumerate_words(map(spoken, perhaps), "or")
        message = f"{unknown(phrase, scene)}. Is {names} meant?"
        return Refusal(FailureCause.AMBIGUOUS, message, perhaps, gap=Gap(QuestionKind.WHICH, phrase.text))
    places = places_to_look(phrase, scene)
    hint = f" It could be looked for at {enumerate_words(map(spoken, places), 'or')}." if places else ""
    return Refusal(FailureCause.OBJECT_NOT_FOUND, f"{unknown(phrase, scene)}{_nor_made(phrase, scene)}.{hint}", places)


def _nor_made(phrase: NounPhrase, scene: Scene) -> str:
    """That nothing of the kind is made so either: ", and I have no skill to slice it"; empty: it might be."""
    done_by = (scene.book.done_by.find((look,), 0) for look in sorted(phrase.attributes))
    verbs = [done.value for done in done_by if done is not None]
    made = {rule.makes for rule in scene.book.machines.does}
    said = ((verb, scene.book.said_verbs.find(tuple(verb.split()), 0)) for verb in verbs)
    lacking = [v for v, found in said if found is not None and found.value.quality not in made | _UNSAID]
    it = "it" if phrase.count == 1 else "them"
    return f", and I have no skill to {lacking[0]} {it}" if lacking else ""


def perhaps_meant(phrase: NounPhrase, scene: Scene) -> tuple[str, ...]:
    """Things that people may call so, though not all do: a laptop for a computer."""
    concept = phrase.concept
    if concept is None or phrase.node_id is not None or phrase.attributes or phrase.requirements or phrase.excluded:
        return ()
    ontology, plain = scene.ontology, replace(phrase, concept=None)
    return tuple(
        node.id
        for node in scene.objects
        if (kind := ontology.class_of(node.label)) and ontology.is_perhaps(kind, concept) and scene.matches(node, plain)
    )


def unknown(phrase: NounPhrase, scene: Scene) -> str:
    """That there is nothing of the kind, or nobody knows where it is; without a full stop."""
    rooms = enumerate_words(f"in the {spoken(room)}" for room in sorted(rooms_told(phrase, scene)))
    lost = any(scene.is_named(n, phrase) for n in scene.lost)
    where = f"where {rooms} {phrase.text} is" if rooms else f"where {phrase.text} is"
    return f"I do not know {where}" if lost else none_here(phrase, scene)


def rooms_told(phrase: NounPhrase, scene: Scene) -> frozenset[str]:
    """The rooms in which things are of which no more was told: "the stapler is in the meeting room"."""
    told = (n for n in scene.lost if n.is_told(Matter.PLACE) and scene.is_named(n, phrase))
    rooms = (scene.graph.room_of(n.id) for n in told)
    return frozenset(room for room in rooms if room is not None)


def none_here(phrase: NounPhrase, scene: Scene) -> str:
    """That there is nothing of the kind, or nothing but what the instruction rules out; without a full stop."""
    told = f"I know of no {bare_text(phrase)} here"
    named = [spoken(n.id) for n in ruled_out(phrase, scene)]
    if named:
        return f"{told} but {enumerate_words(named)}, which {'are' if len(named) > 1 else 'is'} not meant"
    fixed = [spoken(n.id) for n in fixed_ones(phrase, scene)]
    return f"I know {enumerate_words(fixed[:_MOST_NAMED])} only as part of the home" if fixed else told


def fixed_ones(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """What would be exactly what was asked for if the graph did not have it as part of the home."""
    return tuple(n for n in scene.fixed if phrase.concept is not None and scene.matches(n, phrase))


def ruled_out(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """Things that would be exactly what was asked for if the instruction did not except them."""
    if not phrase.excluded:
        return ()
    plain = replace(phrase, excluded=())
    return tuple(n for n in scene.objects_matching(plain) if not scene.matches(n, phrase))


def why_lost(node: Node, scene: Scene) -> str:
    """Why a thing of the graph cannot be had: it was looked for where it was thought to be, or it never had a place."""
    tried = any(f.kind is FailureKind.MISSING and f.node_id == node.id for f in scene.known_failures)
    if tried or is_gone(node):
        return f"{spoken(node.id)} was not found where it should be"
    return f"nobody knows where {spoken(node.id)} is"


def bare_text(phrase: NounPhrase) -> str:
    """What was asked for without article and number: "white mug", "snacks at table_1"."""
    words = phrase.text.split()
    while len(words) > 1 and (words[0].isdigit() or words[0] in _DETERMINERS):
        words.pop(0)
    if words[:1] == ["more"] and len(words) > 1:
        words[0] = "other"
    if words and words[0] in _ALL_THINGS:
        at = 1 if words[1:2] and words[1] in _RELATIVE | _USES else len(words)
        words = [*words[1:at], "thing", *words[at:]]
    elif words in (["rest"], ["others"]) and phrase.besides:
        words = ["other", *(phrase.concept or "thing").split("_")]
    elif words[-1:] in (["one"], ["ones"]) and phrase.concept is not None:
        words = [*words[:-1], *phrase.concept.split("_")]
    told = [look for look in sorted(phrase.attributes) if not any(w.startswith(look) for w in words)]
    words = [*told, *words]
    source = f" {str(phrase.source).replace('to ', 'at ', 1)}" if phrase.source else ""
    return " ".join(words) + source


def asked_text(phrase: NounPhrase) -> str:
    """What was asked for with where it was to come from."""
    return f"{phrase.text} from {phrase.source.what.text}" if phrase.source else phrase.text


def places_to_look(phrase: NounPhrase, scene: Scene) -> tuple[str, ...]:
    """Furniture that was not looked at yet and where such things usually are, or in the room in which it is."""
    rooms = rooms_told(phrase, scene)
    searched = {f.node_id for f in scene.known_failures if f.kind is FailureKind.SEARCHED}
    usual = scene.ontology.usual_places(phrase.concept) if phrase.concept else frozenset()

    def is_likely(node: Node) -> bool:
        if rooms:
            can_hold = node.model is None or bool(node.model.regions)
            return scene.graph.room_of(node.id) in rooms and can_hold and not scene.ontology.is_a(node.label, "person")
        return bool(scene.ontology.ancestors(node.label) & usual)

    return tuple(
        node.id
        for node in scene.graph.of_kind(NodeKind.ASSET)
        if node.last_seen is None and node.id not in searched and is_likely(node)
    )
