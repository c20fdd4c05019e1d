# SPDX-License-Identifier: Apache-2.0
"""Things that several places get their share of: "one apple on each table", "the plates on table 1 and table 2"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import furniture, targets
from planner_node.grounding.found import GroundedClause
from planner_node.grounding.meaning.bins import BIN
from planner_node.grounding.scene import Scene
from planner_node.grounding.things import demand_of
from planner_node.language.refusal import Refusal
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx


def several_at_once(things: Sequence[NounPhrase], place: Place, scene: Scene) -> tuple[Place | None, str]:
    """The place as one of which each gets its share, where all of several are named: "the tables", no "tables".

    None where it is one place, or there are fewer things than places: any of them will do then, which the note says.
    Of bins, the kind of what goes there says into which.
    """
    what = place.what
    certain = what.text.lower().partition(" ")[0] in lx.DEFINITE and what.count is None and what.concept is not None
    if not certain or scene.ontology.is_a(what.concept or "", BIN) or scene.rooms(what):
        return None, ""
    found = scene.places(what)
    if len(found) < 2:
        return None, ""
    if any(_is_a_number(t) and demand_of(t, scene, (), place).count < len(found) for t in things):
        return None, f"any of {what.text} will do"
    return replace(place, what=replace(what, each=True)), ""


_ANY_PLACE = frozenset({"a", "an"})  # "each book on a shelf" asks for no shelf of its own


def _is_a_number(thing: NounPhrase) -> bool:
    """Whether so many are meant in all: certain ones, all, or more than one; "a cup" may be one for each place."""
    return thing.count != 1 or thing.definite or thing.node_id is not None


def share_out(things: tuple[NounPhrase, ...], place: Place, scene: Scene, told: bool = False) -> GroundedClause:
    """A demand for each thing at each of several places; things of which all are meant are divided among them.

    Args:
        things: what goes there.
        place: all of the places.
        scene: where it is done.
        told: whether it has to be said, as nobody asked for it in so many words.
    """
    found = members(replace(place.what, count=None) if place.what.apart else place.what, scene)
    if isinstance(found, Refusal):
        return found
    if place.what.apart:
        return _apart(things, place, found, scene)
    demands: list[Demand] = []
    for thing in things:
        shares = _shares(thing, place, found, scene, told)
        if isinstance(shares, Refusal):
            return shares
        for node, count in zip(found, shares, strict=True):
            if count == 0:
                continue
            demand = _at(replace(thing, count=count, left=0), node, place.side, scene)
            if isinstance(demand, Refusal):
                return demand
            demands.append(demand)
    if told and demands:
        demands[0] = demands[0].noted(f"I share out what goes to {place.what.text}")
    return tuple(demands)


def _apart(things: tuple[NounPhrase, ...], place: Place, found: Sequence[Node], scene: Scene) -> GroundedClause:
    """A demand for each single thing at a place of its own; places where such a thing is already come first."""
    wanted = [demand_of(thing, scene, (), place) for thing in things]
    total = sum(demand.count for demand in wanted)
    if total > len(found) and set(place.what.text.split()[:1]) & _ANY_PLACE:
        some = Place(place.side, replace(place.what, apart=False), place.sides)
        return share_out(tuple(replace(t, each=False) for t in things), some, scene, told=len(found) > 1)
    if total > len(found):
        told, ids = enumerate_words(spoken(n.id) for n in found), tuple(n.id for n in found)
        text = f"Each of {number_word(total)} things is to go to another place, and I know of {told} only."
        return Refusal(FailureCause.UNKNOWN_PLACE, text, ids)
    if place.what.count is not None and place.what.count != total:
        text = f"You speak of {number_word(total)} things and of {place.what.text}. How many go to each?"
        return Refusal(FailureCause.AMBIGUOUS, text, tuple(n.id for n in found))
    left = list(found)
    demands: list[Demand] = []
    for thing, demand in zip(things, wanted, strict=True):
        there = {scene.graph.support(w) for w in demand.wanted}
        left.sort(key=lambda node: node.id not in there)
        for node in left[: demand.count]:
            one = _at(replace(thing, count=1), node, place.side, scene)
            if isinstance(one, Refusal):
                return one
            demands.append(one)
        left = left[demand.count :]
    return tuple(demands)


def members(what: NounPhrase, scene: Scene) -> tuple[Node, ...] | Refusal:
    """The places that are meant, each once; a question where there are more, or fewer, than were spoken of."""
    if what.parts:
        several = [members(part, scene) for part in what.parts]
        wrong = next((s for s in several if isinstance(s, Refusal)), None)
        nodes = {n.id: n for s in several if not isinstance(s, Refusal) for n in s}
        return wrong or tuple(nodes.values())
    found: tuple[Node, ...] | Refusal = scene.rooms(what) or furniture(what, scene)
    if isinstance(found, Refusal) or what.count is None or len(found) == what.count:
        return found
    ids = tuple(n.id for n in found)
    if len(found) < what.count:
        told = enumerate_words(map(spoken, ids))
        return Refusal(FailureCause.UNKNOWN_PLACE, f"You speak of {what.text}, and I know of {told} only.", ids)
    if what.each and scene.asks:
        return Refusal(
            FailureCause.AMBIGUOUS, f"Which are meant by '{what.text}': {enumerate_words(map(spoken, ids))}?", ids
        )
    return found[: what.count]


def _shares(
    thing: NounPhrase, place: Place, found: Sequence[Node], scene: Scene, in_all: bool = False
) -> tuple[int, ...] | Refusal:
    """How many of a thing each place gets: the number that was said, or its share of all, or of the number `in_all`."""
    is_part = thing.left > 0 or thing.share is not None  # "all but one", "the rest", "half": so many in all
    if thing.count is not None and not is_part and not (in_all and _is_a_number(thing)):
        return (thing.count,) * len(found)
    demand = demand_of(thing, scene, (), place)
    staying = thing.left if thing.count is None else 0
    total, places = min(demand.count, len(demand.wanted)) - staying, len(found)
    if total < places:
        names = enumerate_words(spoken(n.id) for n in found)
        ids = tuple(n.id for n in found)
        message = f"There are fewer of {thing.text} ({total}) than places ({names}); which of them get some?"
        return Refusal(FailureCause.AMBIGUOUS, message, ids)
    share, left = divmod(total, places)
    there = [sum(scene.graph.support(w) == n.id for w in demand.wanted) for n in found]
    first = set(sorted(range(places), key=lambda i: -there[i])[:left])
    return tuple(share + (i in first) for i in range(places))


def _at(thing: NounPhrase, node: Node, side: Side, scene: Scene) -> Demand | Refusal:
    """A thing at one of the places."""
    where = Place(side, NounPhrase(spoken(node.id), node.label, node.id))
    if node.kind is NodeKind.ROOM:
        where = replace(where, side=Side.INSIDE)
    found = targets(where, scene)
    if isinstance(found, Refusal):
        return found
    demand = demand_of(thing, scene, found[0], where)
    return replace(demand, text=f"{demand.text} {where}")
