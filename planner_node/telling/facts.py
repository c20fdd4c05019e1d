# SPDX-License-Identifier: Apache-2.0
"""Sentences that tell how the scene is now: "the vase is on table 2", "the milk is finished", "I washed the plates".

They become corrections of the scene graph, a person's word that holds until a better look. Of furniture it is not kept
where it is and whether it is open: that is seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.conversation.habit import person
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, named, spoken, within
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, State
from planner_node.answering.wording import verb_of
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.telling.frames import Framed, people_words, result_of
from planner_node.language.things import Side
from planner_node.telling.slots import Slots

_SIDES = {Side.ON: "on", Side.INSIDE: "in"}
_ANY = frozenset({"a", "an", "some", "no", "any", "another", "one", "two", "three", "many", "few", "more", "enough"})
_KNOWN_SIDES = frozenset({"on", "onto", "in", "into", "inside"})
_OWNERS = {"my": "i", "our": "we", "his": "he", "her": "she", "their": "they"}
_THEM = {
    "i": "you",
    "we": "you",
    "he": "he",
    "she": "she",
    "they": "they",
    "somebody": "somebody",
    "someone": "somebody",
}
_PLURAL_WHO = frozenset({"i", "we", "they", "people", "children"})
_WHOSE = re.compile(r"(?:my|our|his|her|their|your|[^\W\d][\w-]*'s) ")
_WHOSE_KIN = re.compile(r"^(?:my|our) ")
_BEFORE_PEOPLE = frozenset("the my our his her your their old little young mr mrs ms dr".split())
_ANYBODY = frozenset(
    "whoever whatever who what anybody anyone everybody everyone nobody anything everything nothing".split()
)
_AWAY = frozenset({"off", "from", "out", "down"})
_ANY_MORE = re.compile(r" (?:any more|anymore)$")
_TYPES = {"on": RelationType.ON, "in": RelationType.INSIDE}


@dataclass(frozen=True, slots=True)
class ToldFact:
    """What is told of the scene.

    Attributes:
        reply: what is said to it, full sentences.
        corrections: of the scene graph; empty: it is known already, or it is not kept.
        about: ids of the things, or furniture, of which it is told.
        states: in which furniture is said to be.
    """

    reply: str
    corrections: tuple[SpokenCorrection, ...] = ()
    about: tuple[str, ...] = ()
    states: tuple[tuple[str, State], ...] = ()


OF_THE_PAST = frozenset({"put", "put to", "put theirs", "given", "gone", "made so", "has", "was there", "fell"})
"""Frames of what was done by others, which is no order even where a part of it could be read as one."""


def is_by_somebody(said: Framed, slots: Slots) -> bool:
    """Whether what was done was done by somebody: not of "anything left on the table goes in the bin"."""
    by = said.slots.get("by") or re.split(r"'(?:s|ve|d)$", said.slots.get("by2") or "")[0]
    return not by or may_be_somebody(by, slots, said.frame != "put theirs")  # "um put the cup on the table" is an order


def may_be_somebody(words: str, slots: Slots, strangers: bool = True) -> bool:
    """Whether words may name somebody: "the kids", "Mrs Novak"; with strangers "Tom", of whom nobody knows here."""
    *before, last = words.split()
    if slots.somebody_here(words) is not None:
        return True
    if not _BEFORE_PEOPLE.issuperset(before) or last in _ANYBODY:
        return False
    if last in people_words() or slots.somebody_here(last) is not None:
        return True
    return last in {h.about for h in slots.habits} or (strangers and slots.is_a_name(last))


def told_fact(said: Framed, slots: Slots) -> ToldFact | None:
    """What a sentence tells of the scene; None: nothing that could be so.

    Raises:
        NotUnderstoodError: if it names nothing of the scene, or it is to be asked what is meant.
    """
    match said.frame:
        case "put now":
            return _either_put(said, slots)
        case "was there":
            return _was_there(said.slots["things"], said.slots["place"], slots)
        case "is there":
            return _there(said.slots["things"], said.slots["place"], slots, said.guessed)
        case "put" | "put theirs" | "fell":
            return _came(said.slots["things"], said.slots["place"], slots)
        case "put to":
            spot = slots.spot(said.slots["spot"])
            if spot.label == "person":
                return _has(said.slots["spot"], said.slots["things"], slots)
            word = "in" if spot.kind is NodeKind.ROOM else slots.side_of(spot, "on")
            return _there(said.slots["things"], f"{word} {said.slots['spot']}", slots) if word else None
        case "exists":
            return _exists(said.slots["things"], said.slots["place"], slots)
        case "is not there":
            return _not_there(said.slots["things"], _ANY_MORE.sub("", said.slots["place"]), slots)
        case "has" | "given":
            who = said.slots.get("who") or (said.slots.get("whose2") or "").removesuffix("'s")
            return _has(_OWNERS.get(who, who), said.slots["things"], slots)
        case "gone":
            return _gone(said.slots["things"], slots)
        case "made so":
            look = result_of(said.slots["done"])
            return _so(said.slots["things"], look, slots) if look else None
    return _so(said.slots["things"], said.slots["look"], slots)


def _either_put(said: Framed, slots: Slots) -> ToldFact | None:
    """Of "I put the cup on the table" nobody can say whether it was done or is to be done."""
    fact = _there(said.slots["things"], said.slots["place"], slots)
    if fact is None or not fact.corrections:
        return fact
    things, place = said.slots["things"], said.slots["place"]
    done, to_do = f"I have put {things} {place}", f"Put {things} {place}"
    text = f"Have you put {things} {place}? If not, I do it."
    gap = Gap(QuestionKind.WHETHER, said.sentence, yes=done, no=to_do)
    raise NotUnderstoodError(FailureCause.AMBIGUOUS, text, gap=gap)


def _there(things: str, place: str, slots: Slots, guessed: bool = False) -> ToldFact | None:
    """Things are on or in furniture, or in a room; a guess is nothing against what was seen."""
    nodes = _meant(things, slots)
    word = place.split()[0]
    if word not in _KNOWN_SIDES:
        return _beside(nodes, place, slots)
    found, side = slots.place(place)
    if found.kind is NodeKind.ROOM:
        side_word = "in"
    else:
        side_word = slots.side_of(found, _SIDES.get(side, "on" if word.startswith("on") else "in"))
    if not side_word or found.label == "person":
        return None
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return ToldFact(_of_furniture(nodes, slots))
    where = f"{within(found.id) if found.kind is NodeKind.ROOM else side_word} {named(found.id)}"
    new = [n for n in nodes if not _is_there(n, found, side_word, slots)]
    if any(slots.graph.held() == n.id for n in new):
        return ToldFact(f"As far as I know I have {named(new[0].id)} in my hand.")
    if not new:
        return ToldFact(f"Yes, as far as I know {_are(nodes)} {where}.", about=tuple(n.id for n in nodes))
    seen = [n for n in new if guessed and not n.is_belief and slots.graph.placement(n.id) is not None]
    if seen:
        return ToldFact(_known_places(seen, slots))
    told = tuple(SpokenCorrection(n.id, side=side_word, place=found.id) for n in new)
    return ToldFact(f"I take your word for it that {_are(new)} {where}.", told)


def _came(things: str, place: str, slots: Slots) -> ToldFact | None:
    """Things came somewhere; where that is no place to the robot, they are gone from where they were."""
    if place.split()[0] in _KNOWN_SIDES and " floor" not in place:
        return _there(things, place, slots)
    nodes = _meant(things, slots)
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return None
    is_one = len(nodes) == 1 and verb_of(nodes[0].id) == "is"
    it, them = ("it is", "it") if is_one else ("they are", "them")
    told = tuple(SpokenCorrection(n.id, gone=True) for n in nodes)
    why = "" if place.split()[0] in _AWAY else " I know only places on and in furniture:"
    known = f"I take your word for it that {_are(nodes)} no longer where I had {them}.{why}"
    where = f"where {it}, I do not know."
    return ToldFact(f"{known} {where if why else where.capitalize().replace(' i ', ' I ')}", told)


def _beside(nodes: Sequence[Node], place: str, slots: Slots) -> ToldFact | None:
    """Where things are said to be that is no place to the robot: under the bed, next to the mug."""
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return ToldFact(_of_furniture(nodes, slots))
    told = f"I keep only places on and in furniture in mind, and not that {_are(nodes)} {place}."
    return ToldFact(f"{told} {_known_places(nodes, slots)}".strip(), about=tuple(n.id for n in nodes))


def _known_places(nodes: Sequence[Node], slots: Slots) -> str:
    """Where things are, as far as the robot knows."""
    parts = []
    for node in nodes:
        at = slots.graph.placement(node.id)
        if at is not None:
            parts.append(f"{_are([node])} {'in' if at.type is RelationType.INSIDE else 'on'} {named(at.target)}")
    return f"As far as I know {enumerate_words(parts)}." if parts else ""


def _was_there(things: str, place: str, slots: Slots) -> ToldFact | None:
    """Where things were: as good as where they are, of those of which nobody knows that."""
    nodes = _meant(things, slots)
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return None
    if all(slots.graph.placement(n.id) is None for n in nodes):
        return _there(things, place, slots)
    now = _known_places(nodes, slots)
    return ToldFact(
        f"I keep where things are, and not where they were. {now}".strip(), about=tuple(n.id for n in nodes)
    )


def _exists(things: str, place: str, slots: Slots) -> ToldFact | None:
    """There is something somewhere; of what nobody has seen, nothing is kept."""
    found, _ = slots.place(place)
    if place.split()[0] not in _KNOWN_SIDES:
        return None
    try:
        nodes = slots.things(things).nodes
    except NotUnderstoodError:
        nodes = ()
    there = [n for n in nodes if found.id in (slots.graph.support(n.id), slots.graph.room_of(n.id))]
    where = f"{within(found.id) if found.kind is NodeKind.ROOM else place.split()[0]} {named(found.id)}"
    if there:
        return ToldFact(f"Yes, as far as I know {_are(there)} {where}.", about=tuple(n.id for n in there))
    unseen = f"I know of no {_without_article(things)} {where}. Of what I have never seen I keep nothing in mind"
    return ToldFact(f"{unseen}; I look there if you say so.")


def _is_there(node: Node, place: Node, side: str, slots: Slots) -> bool:
    if place.kind is NodeKind.ROOM:
        return slots.graph.room_of(node.id) == place.id
    relation: Relation | None = slots.graph.placement(node.id)
    return relation is not None and (relation.target, relation.type) == (place.id, _TYPES[side])


def _not_there(things: str, place: str, slots: Slots) -> ToldFact | None:
    """Things are not where they are thought to be."""
    nodes = _meant(things, slots)
    found, _ = slots.place(place)
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return ToldFact(_of_furniture(nodes, slots))
    there = [n for n in nodes if found.id in (slots.graph.support(n.id), slots.graph.room_of(n.id))]
    if not there:
        return ToldFact(f"I did not think {'they were' if len(nodes) > 1 else 'it was'} there, either.")
    told = tuple(SpokenCorrection(n.id, gone=True) for n in there)
    where = "where they are" if len(there) > 1 else "where it is"
    return ToldFact(f"I take your word for it that {_are(there)} not there, and do not know {where}.", told)


def _has(who: str, things: str, slots: Slots) -> ToldFact | None:
    """Somebody has a thing: it is not where it was."""
    if things.split()[0] in _ANY or not may_be_somebody(who, slots):
        return None
    somebody = slots.who(who)
    nodes = _meant(things, slots)
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return None
    if somebody is None:
        told = tuple(SpokenCorrection(n.id, gone=True) for n in nodes)
        verb = "have" if who in _PLURAL_WHO or (who.endswith("s") and who not in ("boss",)) else "has"
        called = person(who) if " " not in who and who not in people_words() else _WHOSE_KIN.sub("your ", who)
        has = f"{_THEM.get(who, called)} {verb} {enumerate_words(named(n.id) for n in nodes)}"
        return ToldFact(f"I take your word for it that {has}; I do not know where that is.", told)
    name = person(spoken(somebody.id)) if not somebody.id[-1].isdigit() else spoken(somebody.id)
    new = [n for n in nodes if slots.graph.support(n.id) != somebody.id]
    what = enumerate_words(named(n.id) for n in new or nodes)
    if not new:
        return ToldFact(f"Yes, as far as I know {name} has {what}.", about=tuple(n.id for n in nodes))
    told = tuple(SpokenCorrection(n.id, side="in", place=somebody.id) for n in new)
    return ToldFact(f"I take your word for it that {name} has {what}.", told)


def _gone(things: str, slots: Slots) -> ToldFact | None:
    """There is nothing of it any more, or nobody knows where it is."""
    if " and " in things:
        parts = [_gone(part, slots) for part in things.split(" and ")]
        known = [part for part in parts if part is not None]
        return ToldFact(" ".join(p.reply for p in known), tuple(c for p in known for c in p.corrections))
    found = slots.things(things)
    if not found.nodes:
        return ToldFact(f"I know of no {_without_article(things)} here, either.")
    nodes = found.nodes if found.phrase.count is None or not found.phrase.definite else (slots.one(things),)
    if any(n.kind is not NodeKind.OBJECT for n in nodes):
        return ToldFact(_of_furniture(nodes, slots))
    told = tuple(SpokenCorrection(n.id, gone=True) for n in nodes)
    if found.phrase.source is not None:
        where = "where they are" if len(nodes) > 1 else "where it is"
        return ToldFact(f"I take your word for it that {_are(nodes)} not there, and do not know {where}.", told)
    return ToldFact(f"I take your word for it that {_are(nodes)} gone.", told)


def _so(things: str, look: str, slots: Slots) -> ToldFact | None:
    """Things look so, or furniture stands so."""
    state = slots.state_of(look)
    attribute = slots.book.adjectives.attribute(look)
    so = [n for n in slots.things(things).nodes if attribute in n.attributes] if " and " not in things else []
    nodes = tuple(so[:1]) if len(so) == 1 and state is None else _meant(things, slots, one=state is None)
    if state is not None and all(n.kind is NodeKind.ASSET for n in nodes):
        return _stands(nodes, state, slots)
    if attribute is None or any(n.kind is not NodeKind.OBJECT for n in nodes):
        return None
    new = [n for n in nodes if attribute not in n.attributes]
    if not new:
        return ToldFact(f"Yes, as far as I know {_are(nodes)} {attribute}.", about=tuple(n.id for n in nodes))
    unlike = slots.book.adjectives.unlike(attribute)
    told = []
    for node in new:
        looks = sorted((node.attributes - unlike) | {attribute})
        if not all(word.isalpha() for word in looks):
            return None
        told.append(SpokenCorrection(node.id, what=" ".join((*looks, spoken(node.label)))))
    return ToldFact(f"I take your word for it that {_are(new)} {attribute}.", tuple(told))


def _stands(nodes: Sequence[Node], state: str, slots: Slots) -> ToldFact | None:
    """Whether furniture is open or on is seen and not kept by hearsay."""
    known = [n for n in nodes if slots.contrary_states(state) & {str(s) for s in n.states}]
    if not known:
        return None
    others = [n for n in known if state not in {str(s) for s in n.states}]
    about = tuple(n.id for n in known)
    if not others:
        return ToldFact(f"Yes, as far as I know {_are(known)} {state}.", about=about)
    so_far = sorted(slots.contrary_states(state) & {str(s) for s in others[0].states})
    return ToldFact(
        f"You say that {_are(others)} {state}; as far as I know {'they are' if len(others) > 1 else 'it is'} "
        f"{enumerate_words(so_far)}. Whether furniture is so I keep in mind from what I see only.",
        about=about,
        states=tuple((n.id, State(state)) for n in others),
    )


def _meant(things: str, slots: Slots, one: bool = True) -> tuple[Node, ...]:
    """The things that are spoken of: all of a plural, the only one of "the vase"."""
    if " and " in things:
        return tuple(node for part in things.split(" and ") for node in _meant(part, slots, one))
    found = slots.things(things)
    if found.nodes and (found.phrase.count is None or not one):
        places = {slots.graph.support(n.id) for n in found.nodes}
        is_theirs = len(found.nodes) > 1 and _WHOSE.match(things) is not None
        return slots.all_or_one(found) if one and (len(places) > 1 or is_theirs) else found.nodes
    return (slots.one(things),)


def _of_furniture(nodes: Sequence[Node], slots: Slots) -> str:
    """What is said to where furniture is."""
    fixed = [n for n in nodes if n.kind is not NodeKind.OBJECT]
    rooms = {slots.graph.room_of(n.id) for n in fixed}
    room = next(iter(rooms)) if len(rooms) == 1 else None
    where = f" {within(room)} {named(room)}" if room else ""
    begin, it = _are(fixed), ("them", "they are") if len(fixed) > 1 else ("it", "it is")
    return f"{begin[0].upper()}{begin[1:]} furniture to me{where}; I take {it[0]} to stay where {it[1]}."


def _are(nodes: Sequence[Node]) -> str:
    return f"{enumerate_words(named(n.id) for n in nodes)} {'are' if len(nodes) > 1 else verb_of(nodes[0].id)}"


def _without_article(words: str) -> str:
    first, _, rest = words.partition(" ")
    return rest if rest and first in ("the", "a", "an", "any", "more", *_OWNERS) else words
