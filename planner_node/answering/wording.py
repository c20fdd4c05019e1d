# SPDX-License-Identifier: Apache-2.0
"""An answer as a sentence: made last, of values that were decided before."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.goals.facts import takes_things
from makedo_core.goals.goal_text import enumerate_words, named, spoken, within
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph
from makedo_core.ontology.taxonomy import plural
from planner_node.answering.numbers import more_told, most_told
from planner_node.answering.whether import YesNeeds, claimed
from planner_node.language.kinds import Asking, Aspect, Measure
from planner_node.language.people.person_phrases import PERSON
from planner_node.language.questions.answer import Doubt, SceneAnswer, Sighting
from planner_node.language.things import Side

_LISTED = 8
_BEFORE = frozenset("the a an any some my our your his her their".split())  # no part of a kind
_PLACES = 3
_ANYTHING = frozenset({"anything", "something", "everything", "thing", "things"})
_PAIRS = frozenset("glasses sunglasses spectacles goggles scissors shears pliers tongs tweezers trousers jeans".split())
_MOST = {
    Measure.GREATEST_VOLUME: "biggest",
    Measure.LEAST_VOLUME: "smallest",
    Measure.GREATEST_WEIGHT: "heaviest",
    Measure.LEAST_WEIGHT: "lightest",
    Measure.GREATEST_HEIGHT: "tallest",
    Measure.LEAST_HEIGHT: "shortest",
    Measure.GREATEST_LENGTH: "longest",
    Measure.GREATEST_WIDTH: "widest",
    Measure.LEAST_WIDTH: "thinnest",
}
_INSTEAD: Sequence[Sequence[str]] = (
    *(("open", "ajar", "closed"), ("on", "off"), ("clean", "dirty"), ("full", "empty")),
    ("red", "green", "blue", "yellow", "orange", "white", "black", "brown", "grey", "pink", "purple", "beige"),
)
"""What is one of these is none of the others."""
_ASPECTS = {Aspect.NAME: "name", Aspect.POSE: "pose", Aspect.GESTURE: "gesture", Aspect.COLOUR: "colour"}


def told(found: SceneAnswer, graph: SceneGraph) -> str:
    """The answer for people, with its doubts and where nobody has looked."""
    doubts = (_belief(found), _unlooked(found), _unmeasured(found), _out_of_sight(found))
    parts = (_main(found, graph), _kindred(found, graph), _called_otherwise(found, graph), *doubts)
    return " ".join(f"{p[0].upper()}{p[1:]}." for p in parts if p)


def _main(found: SceneAnswer, graph: SceneGraph) -> str:
    match found.question.asking:
        case Asking.WHERE:
            return _where(found, graph)
        case Asking.WHETHER:
            return _whether(found, graph)
        case Asking.COUNT:
            return _count(found, graph)
        case Asking.WHAT:
            return f"I know of {_listed(found, graph)}" if found.sightings else _none(found, graph)
        case Asking.MOST:
            return _most(found, graph)
        case Asking.HOLDS_MOST:
            return most_told(found, lambda node_id: _named(node_id, graph))
        case Asking.MORE:
            return more_told(found)
        case Asking.STATE:
            return _state(found, graph)
        case _:
            return _aspect(found, graph)


def _whether(found: SceneAnswer, graph: SceneGraph) -> str:
    """Yes or no, with what is so, or what speaks against it."""
    alone = claimed(found.question) is YesNeeds.ALONE
    if found.against and not (alone and not found.sightings):
        there = "there, too" if alone else ""
        return f"no, {_are(found.against, graph)} {there}" if there else f"no, {_whereabouts(found.against, graph)}"
    if not found.sightings:
        return _none(found, graph)
    if not found.holds:
        return f"no, {_count(found, graph)}"
    return f"yes, {_whereabouts(found.sightings, graph)}"


def _kindred(found: SceneAnswer, graph: SceneGraph) -> str:
    """What of the kind is otherwise than was asked, if nothing is so, and of which nobody knows."""
    if not found.kindred or (found.sightings and found.question.asking is Asking.WHETHER):
        return ""
    unsure = [f for f in found.kindred if f.node_id in found.unsure]
    if not found.sightings and len(unsure) == len(found.kindred):
        return ""  # that is the answer itself
    looks = sorted(found.question.things[0].attributes)
    are: dict[str, list[Sighting]] = {}
    for other in () if found.sightings else (f for f in found.kindred if f not in unsure):
        instead = (_is_instead(graph[other.node_id], look) for look in looks)
        are.setdefault(next((i for i in instead if not i.startswith("not ")), f"not {looks[0]}"), []).append(other)
    known = tuple(f"{_are(some, graph)} {so_far}" for so_far, some in are.items())
    return enumerate_words((*known, *((f"of {_names(unsure, graph)} I do not know",) if unsure else ())))


def _called_otherwise(found: SceneAnswer, graph: SceneGraph) -> str:
    """Which of the things that are counted are not called by the word that was said, where others are."""
    if found.question.asking is not Asking.COUNT or len(found.question.things) != 1:
        return ""
    said = found.question.things[0].text.split()[-1]
    called = {f for f in found.sightings for word in graph[f.node_id].label.split("_") if said in (word, plural(word))}
    others = [f for f in found.sightings if f not in called]
    if not called or not others or graph[others[0].node_id].kind is NodeKind.ROOM:
        return ""
    return f"not all may call {_names(others, graph)} so: I count {'them' if len(others) > 1 else 'it'} by kind"


def _where(found: SceneAnswer, graph: SceneGraph) -> str:
    return _whereabouts(found.sightings, graph) if found.sightings else _none(found, graph)


def _whereabouts(sightings: Sequence[Sighting], graph: SceneGraph) -> str:
    together: dict[str, list[Sighting]] = {}
    for one in sightings[:_LISTED]:
        together.setdefault(f"{_at(one, graph)}{_age(one)}{_missed(one)}".partition(" ")[2], []).append(one)
    shown = [_together(some, graph) for some in together.values()]
    if sightings and graph[sightings[0].node_id].kind is NodeKind.ROOM:
        shown = [_next_to(f.node_id, graph) for f in sightings[:_LISTED]]
    left = len(sightings[_LISTED:])
    parts = [*shown, *([f"{left} more"] if left else [])]
    return "; ".join(parts) if any(", " in part for part in shown) else enumerate_words(parts)


def _together(sightings: Sequence[Sighting], graph: SceneGraph) -> str:
    """Things that are at one place, each of them: "fork 1 and fork 2 are in drawer 1"."""
    names = enumerate_words(called(f.node_id, graph) for f in sightings)
    first = sightings[0]
    where, missed = f"{_at(first, graph)}{_age(first)}", _missed(first)
    if len(sightings) == 1:
        return f"{names} {where}{missed}"
    where = f"are {where.removeprefix('is ')}" if where.startswith("is ") else where
    return f"{names} {where}{missed.replace('but was', 'but were')}"


def _next_to(room: str, graph: SceneGraph) -> str:
    """A room with those that a doorway joins it to."""
    ends = [f"the {spoken(i)}" for i in sorted(_doorways(room, graph))]
    return f"the {spoken(room)} is next to {enumerate_words(ends)}" if ends else f"there is {spoken(room)}"


def _doorways(room: str, graph: SceneGraph) -> set[str]:
    """The rooms that are connected with a room."""
    ends = {r.target for r in graph.outgoing(room) if r.type is RelationType.CONNECTED}
    return ends | {r.source for r in graph.incoming(room) if r.type is RelationType.CONNECTED}


def _at(found: Sighting, graph: SceneGraph) -> str:
    if not found.place:
        return f"{verb_of(found.node_id)} somewhere"
    is_held = graph[found.place].kind is NodeKind.AGENT
    told = found.room if found.room != found.place and not is_held else ""
    room = f" {within(told)} the {spoken(told)}" if told else ""
    return f"{'should be' if found.believed else verb_of(found.node_id)} {_where_at(found, graph)}{room}"


def _where_at(found: Sighting, graph: SceneGraph) -> str:
    """The place of a thing, without its room: "on table 1"."""
    kind = graph[found.place].kind
    inside = within(found.place) == "in" if kind is NodeKind.ROOM else found.inside
    article = "the " if kind is NodeKind.ROOM else ""
    person = graph[found.place].label == "person" or takes_things(graph[found.place])
    side = "with" if person else "in" if inside else "on"
    return "in my hand" if kind is NodeKind.AGENT else f"{side} {article}{called(found.place, graph)}"


def called(node_id: str, graph: SceneGraph) -> str:
    """A node as it is called: people by their names, "Anna"."""
    name, node = spoken(node_id), graph[node_id]
    is_person = node.label == PERSON or takes_things(node)
    return name.title() if is_person and not name[-1].isdigit() else name


def _named(node_id: str, graph: SceneGraph) -> str:
    """A node as it stands in a sentence: "the living room", "Anna"."""
    name = called(node_id, graph)
    return named(node_id) if name == spoken(node_id) else name


def verb_of(node_id: str) -> str:
    """The verb: "scissors 1 are"."""
    words = [w for w in spoken(node_id).split() if not w.isdigit()]
    return "are" if words and words[-1] in _PAIRS else "is"


def _age(found: Sighting) -> str:
    """How long ago it was seen there."""
    if found.believed or found.age_s is None:
        return ""
    for unit_s, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if found.age_s >= unit_s:
            number = int(found.age_s // unit_s)
            return f", seen {number} {unit}{'' if number == 1 else 's'} ago"
    return ", seen just now"


def _missed(found: Sighting) -> str:
    return ", but was not to be seen there" if found.missed else ""


def _count(found: SceneAnswer, graph: SceneGraph) -> str:
    if not found.sightings:
        return _none(found, graph)
    if _is_spread(found):
        return f"I know of {found.count}: {_listed(found, graph)}"
    return f"I know of {found.count}{_there(found)}: {_names(found.sightings, graph)}"


def _listed(found: SceneAnswer, graph: SceneGraph) -> str:
    """The things and where they are; where that is several places, which of them are at which."""
    if not _is_spread(found):
        return f"{_names(found.sightings, graph)}{_there(found)}"
    shown = found.sightings[:_LISTED]
    left = len(found.sightings) - len(shown)
    places = {(f.place, f.inside): f for f in shown}
    at = [
        f"{_names([f for f in shown if (f.place, f.inside) == place], graph)} {_where_at(one, graph)}"
        for place, one in places.items()
    ]
    return "; ".join([*at, *([f"{left} more"] if left else [])])


def _is_spread(found: SceneAnswer) -> bool:
    """Whether things are asked for at one place, and are at several: "on the table", where there are two."""
    return found.question.place is not None and len({f.place for f in found.sightings}) > 1


def _names(sightings: Sequence[Sighting], graph: SceneGraph) -> str:
    names = [called(f.node_id, graph) for f in sightings[:_LISTED]]
    left = len(sightings) - len(names)
    return enumerate_words([*names, *([f"{left} more"] if left else [])])


def _most(found: SceneAnswer, graph: SceneGraph) -> str:
    if not found.sightings:
        return _none(found, graph)
    measure = found.question.measure
    assert measure is not None
    if Doubt.UNKNOWN in found.doubts:
        return f"I do not know their sizes, so I cannot tell which is the {_MOST[measure]}"
    best = [f for f in found.sightings if f.node_id in found.so] or found.sightings[:1]
    equal = ", which are equal" if len(best) > 1 else ""
    verb = "are" if equal else "is"
    return f"the {_MOST[measure]} that I know of{_there(found)} {verb} {_names(best, graph)}{equal}"


def _state(found: SceneAnswer, graph: SceneGraph) -> str:
    if not found.sightings:
        return _none(found, graph)
    state = found.question.state
    so = [f for f in found.sightings if f.node_id in found.so]
    unsure = [f for f in found.sightings if f.node_id in found.unsure]
    others = [f for f in found.sightings if f not in so and f not in unsure]
    if len(unsure) == found.count:
        return f"I do not know whether {_are(unsure, graph)} {state}"
    first = f"{_are(so, graph)} {state}" if so else ""
    are: dict[str, list[Sighting]] = {}
    for other in others:
        are.setdefault(_is_instead(graph[other.node_id], state), []).append(other)
    rest = tuple(f"{_are(some, graph)} {so_far}" for so_far, some in are.items())
    known = (first, *rest) if found.holds is not False else (*rest, first)
    parts = (*known, f"of {_names(unsure, graph)} I do not know" if unsure else "")
    says = "" if found.holds is None else "yes, " if found.holds else "no, "
    return says + enumerate_words([part for part in parts if part])


def _is_instead(node: Node, state: str) -> str:
    """How a node is that is not as was asked: a fridge that is not open may be ajar."""
    kinds = next((some for some in _INSTEAD if state in some), ())
    known = {str(s) for s in node.states} | node.attributes
    return next((s for s in kinds if s in known and s != state), f"not {state}")


def _are(sightings: Sequence[Sighting], graph: SceneGraph) -> str:
    return f"{_names(sightings, graph)} {verb_of(sightings[0].node_id) if len(sightings) == 1 else 'are'}"


def _aspect(found: SceneAnswer, graph: SceneGraph) -> str:
    aspect = _ASPECTS.get(found.question.aspect or Aspect.LOOKS, "looks")
    if not found.sightings:
        return _none(found, graph)
    name = called(found.sightings[0].node_id, graph)
    if len(found.sightings) > 1 and found.question.aspect is Aspect.COLOUR:
        return _colours(found, graph)
    if not found.told:
        return f"I do not know the {aspect} of {name}"
    if found.question.aspect is Aspect.NAME and [called(i, graph) if i in graph else i for i in found.told] == [name]:
        return f"that is {name}" if not name[-1].isdigit() else f"I do not know the {aspect} of {name}"
    return f"the {aspect} of {name}: {enumerate_words(map(spoken, found.told))}"


def _colours(found: SceneAnswer, graph: SceneGraph) -> str:
    """The colour of each of several things: "crayon 1 is red and crayon 2 is blue"."""
    alike: dict[tuple[str, ...], list[Sighting]] = {}
    for sighting, colours in zip(found.sightings, found.told_of_each, strict=True):
        alike.setdefault(colours, []).append(sighting)
    unknown = alike.pop((), [])
    known = [f"{_are(some, graph)} {enumerate_words(colours)}" for colours, some in alike.items()]
    if not known:
        return f"I do not know the colours of {_names(unknown, graph)}"
    return enumerate_words([*known, *([f"of {_names(unknown, graph)} I do not know it"] if unknown else [])])


def _none(found: SceneAnswer, graph: SceneGraph) -> str:
    looks = enumerate_words(sorted(found.question.things[0].attributes)) if found.kindred else ""
    if looks and all(f.node_id in found.unsure for f in found.kindred):
        return f"I do not know whether {_are(found.kindred, graph)} {looks}"
    texts = [t.text for t in found.question.things]
    what = enumerate_words((_bare(t) for t in texts), "or")
    first, _, purpose = what.partition(" ")
    is_any = not texts or first in _ANYTHING
    of = " ".join(("nothing", purpose)).strip() if is_any else f"no {what}"
    so = " that is so" if of == "nothing" and any(t.attributes for t in found.question.things) else ""
    besides = enumerate_words((spoken(e.text) for t in found.question.things for e in t.excluded), "and")
    if looks and not set(looks.split()) & set(what.split()):
        so = f" that {'is' if found.question.things[0].count == 1 else 'are'} {looks}"
    return f"I know of {of}{so}{_there(found)}{f' but {besides}' if besides else ''}"


def _bare(text: str) -> str:
    words = text.split()
    if words[-1:] in (["anybody"], ["somebody"], ["anyone"], ["someone"]):
        return "person"
    while len(words) > 1 and words[0] in _BEFORE:
        words.pop(0)
    return " ".join(words)


def _there(found: SceneAnswer) -> str:
    place = found.question.place
    if place is None:
        return ""
    if place.what.concept == PERSON and place.what.count is None and place.side is Side.INSIDE:
        return " with anybody"
    if place.what.concept == PERSON:
        who = place.what.text if place.what.text.split()[0] in _BEFORE else place.what.text.title()
        return f" with {who}"
    word = {Side.ON: "on", Side.INSIDE: "in"}.get(place.side, "at")
    source = f" in {place.what.source.what.text}" if place.what.source else ""
    return f" {word} {spoken(place.what.text)}{source}"


def _belief(found: SceneAnswer) -> str:
    asserts = Doubt.BELIEVED in found.doubts and not any(f.missed for f in found.sightings)
    if not asserts or found.unlooked:
        return ""
    if found.question.asking is Asking.STATE:
        return "That is as far as I know"  # the robot may have opened or switched it itself: no node tells
    return "This is what I believe: I have not made sure of it"


def _unlooked(found: SceneAnswer) -> str:
    if not found.unlooked:
        return ""
    left = len(found.unlooked) - _PLACES
    names = [spoken(i) for i in found.unlooked[:_PLACES]]
    believed = "I only believe so: " if Doubt.BELIEVED in found.doubts else ""
    places = enumerate_words([*names, *([_more(left)] if left > 0 else [])])
    return f"{believed}I have no record of looking at {places}"  # a place that is empty keeps none


def names_unlooked(found: SceneAnswer) -> frozenset[str]:
    """Where nobody has looked, if the answer names all of it; else empty."""
    return frozenset(found.unlooked if len(found.unlooked) <= _PLACES else ())


def _more(number: int) -> str:
    return f"{number} more {'place' if number == 1 else plural('place')}"


def _unmeasured(found: SceneAnswer) -> str:
    if Doubt.UNMEASURED not in found.doubts or Doubt.UNKNOWN in found.doubts:
        return ""
    weight = found.question.measure in (Measure.GREATEST_WEIGHT, Measure.LEAST_WEIGHT)
    return "I do not know weights and went by size" if weight else "I do not know the sizes of all of them"


def _out_of_sight(found: SceneAnswer) -> str:
    return "I cannot look for people, so this is what I was told" if Doubt.OUT_OF_SIGHT in found.doubts else ""
