# SPDX-License-Identifier: Apache-2.0
"""Furniture that a phrase names, and where things are to go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from makedo_core.conversation.habit import SPEAKER, person
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind, State
from makedo_core.ontology.taxonomy import plural
from makedo_core.skills import Literal
from planner_node.grounding.found import cannot
from planner_node.grounding.missing import bare_text, no_place, who_is_meant
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

_FURNITURE = "furniture"
_PERSON = "person"
_WORKTOP = "worktop"
_NO_TOPS = frozenset({"sink", "floor"})
_SWITCHES = frozenset({State.ON, State.OFF})


def targets(place: Place, scene: Scene) -> tuple[tuple[Literal, ...], str] | Refusal:
    """Where things are to go: one literal per alternative, best first; and a note on the choice."""
    rooms = scene.rooms(place.what)
    if rooms:
        floors = tuple(f for r in rooms if (f := scene.backend.in_room(r)) is not None)
        if floors:
            return _tops(rooms, scene) or floors, ""
        assets = tuple(a for a in scene.in_room(rooms) if scene.offers(a, Side.ON))
        if not assets:
            return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of nothing in {place.what.text} to put things on.")
        tops = _plain_tops(assets, scene) or assets
        worktops = tuple(a for a in assets if scene.ontology.is_a(a.label, _WORKTOP))
        # Nobody who has a table there puts things on a heap of clothes.
        best = worktops or tuple(a for a in tops if scene.ontology.is_a(a.label, _FURNITURE)) or tops
        return tuple(f for a in best if (f := scene.backend.placed(Side.ON, a)) is not None), ""
    what, doubt = or_only_alike(place.what, scene)
    found = furniture(what, scene)
    called = _only_called(place.what, scene) if isinstance(found, Refusal) else None
    if isinstance(found, Refusal) and called is not None:
        literal = scene.put(_side_of(called, place.side, scene), called)
        note = f"I take '{place.what.text}' for {spoken(called.id)}"
        return ((literal,), note) if literal is not None else cannot(f"putting anything {place}")
    if isinstance(found, Refusal):
        if found.cause is FailureCause.UNKNOWN_PLACE and place.what.node_id is None:
            return (), ""  # something of the same use may do: relaxing says what, and why
        return _beside(place, scene) or found
    literals = tuple(f for a in found if (f := scene.put(_side_of(a, place.side, scene), a)) is not None)
    if not literals:
        return cannot(f"putting anything {place}")
    note = doubt
    if place.what.definite and len(found) > 1:
        names = enumerate_words((spoken(n.id) for n in found), "or")
        note = f"'{place.what.text}' may be {names}; with nobody to ask I take what serves best"
    return literals, note


def _side_of(asset: Node, side: Side, scene: Scene) -> Side:
    """The side that is meant: what goes "on the compost" goes into its bin."""
    is_bin = side is Side.ON and scene.ontology.is_a(asset.label, "bin")
    return Side.INSIDE if is_bin and not scene.offers(asset, side) and scene.offers(asset, Side.INSIDE) else side


def usual_in_room(thing: NounPhrase, place: Place, scene: Scene) -> tuple[Literal, ...]:
    """On what such things usually are on in a room: a pillow that is brought to the bedroom goes on the bed, if any."""
    rooms = scene.rooms(place.what) if thing.concept is not None else ()
    if not rooms or any(scene.backend.in_room(room) is not None for room in rooms):
        return ()
    usual = scene.ontology.usual_places(thing.concept or "") - _NO_TOPS
    there = (a for a in scene.in_room(rooms) if scene.offers(a, Side.ON) and scene.ontology.ancestors(a.label) & usual)
    return tuple(f for a in _plain_tops(there, scene) if (f := scene.backend.placed(Side.ON, a)) is not None)


def _plain_tops(assets: Iterable[Node], scene: Scene) -> tuple[Node, ...]:
    """Furniture without doors and switches: neither a fridge nor a TV."""
    return tuple(a for a in assets if not (scene.has_door(a) or a.states & _SWITCHES))


def _beside(place: Place, scene: Scene) -> Refusal | None:
    """Whether things are to go to the furniture that a thing is at, which cannot be a place itself; None: it can."""
    if place.side is Side.POURED:
        carried = f"a thing that is carried like {place.what.text}"
        message = f"I pour into furniture that stands open at the top, not into {carried}."
        return Refusal(FailureCause.NOT_CAPABLE, message) if not scene.places(place.what) else None
    held = [] if scene.places(place.what) else [n for n in _held(place.what, scene) if scene.matches(n, place.what)]
    at = tuple({s for n in held if (s := scene.graph.support(n.id)) is not None})
    if len(at) != 1:
        return None
    there = f"{enumerate_words(spoken(n.id) for n in held)} {'are' if len(held) > 1 else 'is'}"
    message = f"{_no_place_for_things(place.what)} Shall it go to {spoken(at[0])}, where {there}?"
    gap = Gap(QuestionKind.WHETHER, str(place), f"to {at[0]}")
    return Refusal(FailureCause.NOT_CAPABLE, message, at, gap=gap)


def onto_a_thing(thing: NounPhrase, place: Place, scene: Scene) -> Refusal | None:
    """Why "an apple on the plate on table 1" cannot be done where no apple is on the plate: it is to go there."""
    on = thing.source
    if on is None or scene.places(on.what) or any(True for _ in scene.objects_matching(thing)):
        return None
    held = [n for n in _held(on.what, scene) if scene.graph.support(n.id) in {p.id for p in scene.places(place.what)}]
    if not held or not any(True for _ in scene.objects_matching(replace(thing, source=None))):
        return None
    only = Place(on.side, replace(on.what, source=replace(place, side=Side.ANY)))
    found = _beside(only, scene) or Refusal(FailureCause.NOT_CAPABLE, _no_place_for_things(on.what))
    return found if found.gap is None else replace(found, gap=replace(found.gap, about=f"{on} {place}"))


def _held(phrase: NounPhrase, scene: Scene) -> list[Node]:
    """Things that are carried, and named like a place."""
    return [n for n in scene.graph.of_kind(NodeKind.OBJECT) if scene.is_named(n, phrase)]


def _no_place_for_things(phrase: NounPhrase) -> str:
    return f"I can use furniture as a place, not a thing like {phrase.text}."


def _only_called(phrase: NounPhrase, scene: Scene) -> Node | None:
    """The only place in whose name the word stands, where nothing is called so: the buffet table, for "the buffet".

    The word has to be all that was said, and to name furniture: a man in a coat is no coat rack.
    """
    if phrase.concept is None or phrase.node_id is not None or scene.places(phrase) or phrase.source is not None:
        return None
    words = [word for word in phrase.text.lower().split() if word not in lx.ARTICLES]
    if len(words) != 1 or not scene.ontology.is_a(phrase.concept, _FURNITURE):
        return None
    places = (n for n in scene.graph.of_kind(NodeKind.ASSET) if scene.backend.is_place(n))
    called = [n for n in places if words[0] in n.id.split("_")]
    return called[0] if len(called) == 1 else None


def _tops(rooms: Sequence[Node], scene: Scene) -> tuple[Literal, ...]:
    """On the tables and worktops of rooms: nobody who has a table there puts things on the floor."""
    assets = [a for a in scene.in_room(rooms) if scene.ontology.is_a(a.label, _WORKTOP) and scene.offers(a, Side.ON)]
    return tuple(top for a in assets if (top := scene.backend.placed(Side.ON, a)) is not None)


def furniture(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...] | Refusal:
    """Places that a phrase names: at least one, and only one where a certain one was meant."""
    places = scene.places(phrase)
    open_before = next((e for e in phrase.excluded if _is_open(e, phrase)), None)
    if not places and open_before is not None:
        ids = tuple(p.id for p in scene.places(replace(phrase, excluded=())))
        names = enumerate_words((spoken(i) for i in ids), "or")
        message = f"Which ones are meant by '{open_before.text}' and '{phrase.text}': {names}? Name both."
        return Refusal(FailureCause.AMBIGUOUS, message, ids)
    if not places and (every := scene.places(replace(phrase, excluded=()))):
        names = enumerate_words((spoken(p.id) for p in every), "or")
        said = (e.text if not e.source or str(e.source) in e.text else f"{e.text} {e.source}" for e in phrase.excluded)
        left = enumerate_words(f"'{text}'" for text in said)
        message = f"I cannot tell which is left out by {left}: {names}? Name what is meant."
        return Refusal(FailureCause.AMBIGUOUS, message, tuple(p.id for p in every))
    if not places and phrase.concept == _PERSON:
        return who_is_meant(phrase, scene)
    if not places:
        if _held(phrase, scene):
            return Refusal(FailureCause.NOT_CAPABLE, _no_place_for_things(phrase))
        return _looking_so(phrase, scene) or no_place(phrase, scene)
    if (phrase.definite or _is_bare(phrase)) and len(places) > 1:
        return one_of(places, phrase, scene)
    is_bin = phrase.concept is not None and scene.ontology.is_a(phrase.concept, "bin")  # told apart by what is for them
    if phrase.count == 1 and not (phrase.each or is_bin):
        return called_just_so(places, phrase)
    return (_called_after(places, phrase) or places) if is_bin and not phrase.each else places


def _looking_so(phrase: NounPhrase, scene: Scene) -> Refusal | None:
    """The question which of several is the big or round one, where nothing tells how they look; None: there is one."""
    is_furniture = phrase.concept is not None and scene.ontology.is_a(phrase.concept, _FURNITURE)  # and nobody
    if not (is_furniture and phrase.attributes and scene.asks) or phrase.count != 1:
        return None
    alike = scene.places(replace(phrase, attributes=frozenset()))
    if len(alike) < 2:
        return None
    ids, names = tuple(p.id for p in alike), enumerate_words((spoken(p.id) for p in alike), "or")
    message = f"Nothing tells which one looks so. Which one is meant by '{phrase.text}': {names}?"
    return Refusal(FailureCause.AMBIGUOUS, message, ids, gap=Gap(QuestionKind.WHICH, phrase.text))


def _is_open(before: NounPhrase, phrase: NounPhrase) -> bool:
    """Whether a place that was spoken of before may be any of the kind of another one: "a table", before "another"."""
    return before.concept == phrase.concept and before.node_id is None and before.count == 1 and not before.definite


def _is_bare(phrase: NounPhrase) -> bool:
    """Whether a place is named without an article: "mug to table" means a certain table."""
    first = phrase.text.lower().partition(" ")[0]
    said = bool(first) and phrase.node_id is None and not (phrase.each or phrase.implied or phrase.parts)
    return said and phrase.count == 1 and first not in lx.ARTICLES | lx.NUMBERS.keys() | {"any", "another", "either"}


def called_just_so(places: Sequence[Node], phrase: NounPhrase) -> tuple[Node, ...]:
    """Those of exactly the class that was said, if there are any: "to shelf" is no rack where there is a shelf.

    Where the class has another name, it was not said: "the chest" may be a tool chest, though cabinets are called so.
    """
    said = f" {phrase.text.lower().replace('_', ' ')} "
    labelled = tuple(p for p in places if said.endswith(f" {p.label.replace('_', ' ')} "))
    if labelled:
        return labelled  # "the trash can" is no recycling bin, though that is one
    if after := _called_after(places, phrase):
        return after
    names = (phrase.concept or "").replace("_", " ")
    if phrase.text and not any(f" {name} " in said for name in (names, plural(names))):
        return tuple(places)
    return tuple(p for p in places if p.label == phrase.concept) or tuple(places)


def exactly_called(places: Sequence[Node], phrase: NounPhrase) -> tuple[Node, ...]:
    """Those of exactly the class that was said, or else those whose label ends in the very noun; all, if none does."""
    exact = called_just_so(places, phrase)
    noun = phrase.text.lower().split()[-1:]
    same = tuple(p for p in places if p.label.split("_")[-1:] == noun) if len(exact) == len(places) else ()
    return same or exact


def _called_after(places: Sequence[Node], phrase: NounPhrase) -> tuple[Node, ...]:
    """Those that are called after what was said: "the trash" is the trash can, and no other bin."""
    noun = (phrase.text.lower().split() or [""])[-1]
    return tuple(p for p in places if noun in p.label.split("_")[:-1])


def one_of(places: Sequence[Node], phrase: NounPhrase, scene: Scene) -> tuple[Node, ...] | Refusal:
    """That of exactly the class that was said, if there is but one; all, if there is nobody to ask; else a question."""
    exact = called_just_so(places, phrase)
    if phrase.text.lower().split()[-1:] != ["bin"] or not scene.ontology.is_a(phrase.concept or "", "bin"):
        exact = exactly_called(places, phrase)  # "the basket" is no hamper
    others = _named_with_more(places, exact)
    if not others and (len(exact) == 1 or not scene.asks):
        return exact
    if not scene.asks:
        return (*exact, *others)
    ids, gap = tuple(p.id for p in places), Gap(QuestionKind.WHICH, phrase.text)
    if phrase.text == SPEAKER and all(p.label == "person" for p in places):
        names = enumerate_words((spoken(i) if i[-1].isdigit() else person(spoken(i)) for i in ids), "or")
        gap = Gap(QuestionKind.WHICH, phrase.text, tells="I am {}.")
        return Refusal(FailureCause.AMBIGUOUS, f"Who are you: {names}? I keep it in mind.", ids, gap=gap)
    names = enumerate_words((spoken(i) for i in ids), "or")
    return Refusal(FailureCause.AMBIGUOUS, f"Which one is meant by '{phrase.text}': {names}?", ids, gap=gap)


def _named_with_more(places: Sequence[Node], exact: Sequence[Node]) -> tuple[Node, ...]:
    """Places whose names end with that of the only ones called just so: a coffee table where there is a table."""
    ends = tuple(f"_{node.label}" for node in exact)
    return tuple(p for p in places if p not in exact and p.label.endswith(ends))


def side_now(node_id: str, scene: Scene) -> Side:
    """On which side of its place a thing is now."""
    relation = scene.graph.placement(node_id)
    inside = relation is not None and relation.type.name == "INSIDE"
    return Side.INSIDE if inside else Side.ON


def or_only_alike(phrase: NounPhrase, scene: Scene) -> tuple[NounPhrase, str]:
    """A phrase as it is, or with the only furniture that it can mean, and a note that nothing tells whether it is so.

    That is so where one such piece is here, of which no looks are known, and not what it stands on.
    """
    told = phrase.attributes or phrase.source is not None
    is_furniture = phrase.concept is not None and scene.ontology.is_a(phrase.concept, _FURNITURE)
    apart = phrase.excluded or phrase.each or phrase.superlative or phrase.restrictions or phrase.node_id is not None
    if not told or not is_furniture or apart or phrase.count != 1 or scene.places(phrase):
        return phrase, ""
    alike = scene.places(replace(phrase, attributes=frozenset(), source=None))
    if len(alike) != 1 or (phrase.attributes and alike[0].attributes) or _is_elsewhere(alike[0], phrase, scene):
        return phrase, ""
    note = f"nothing tells whether {spoken(alike[0].id)} is the {bare_text(phrase)}, but I know of no other"
    return replace(phrase, node_id=alike[0].id, attributes=frozenset(), source=None), note


def _is_elsewhere(node: Node, phrase: NounPhrase, scene: Scene) -> bool:
    """Whether it is known that furniture does not stand where a phrase says."""
    if phrase.source is None:
        return False
    relation = scene.graph.placement(node.id)
    on_furniture = relation is not None and scene.graph[relation.target].kind is not NodeKind.ROOM
    concept = phrase.source.what.concept or ""
    in_room = bool(scene.rooms(phrase.source.what)) or scene.ontology.is_a(concept, "room")
    return on_furniture or in_room
