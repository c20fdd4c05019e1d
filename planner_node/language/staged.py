# SPDX-License-Identifier: Apache-2.0
"""Clauses with their stages, and how one bears on another: what serves it, empties its place, or takes some of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from planner_node.language.clauses.steps import ClauseStep, Pending
from planner_node.language.referring.referents import is_kind
from planner_node.language.request import Change, Hold, Look, Put, SetState
from planner_node.language.things import UNTRACKED, NounPhrase, Place
from planner_node.language.words.naming import Name, Names

_OTHER = frozenset({"other", "others", "another"})
_UNIVERSAL = (["all"], ["every"], ["each"], ["everything"], ["any"], ["whatever"], ["whichever"])
_REST = _OTHER | {"rest", "else", "remaining"}


@dataclass(frozen=True, slots=True)
class Staged:
    """A clause, or things that still need a place, with its stage."""

    step: ClauseStep
    stage: int


def is_repeated(change: Change, quality: str) -> bool:
    """Whether something may be done again after each thing that changed: in this way, or in any if none is said."""
    return change.quality == quality if quality else len(change.what) > 1


def puts_all(entry: Staged, some: tuple[NounPhrase, ...], names: Names) -> bool:
    """Whether things are among those that a clause puts somewhere."""
    step = entry.step
    return isinstance(step, Put) and all(any(is_among(s, t, names) for t in step.what) for s in some)


def is_among(some: NounPhrase, whole: NounPhrase, names: Names) -> bool:
    """Whether things are those that another phrase speaks of, or some of them."""
    shared = some.referent.shares(whole.referent) and some.referent.within != 0
    return (
        shared or some.referent.is_same(whole.referent) or (whole.concept is not None and is_kind(some, whole, names))
    )


def put_without(put: Put, last: tuple[NounPhrase, ...], names: Names) -> Put:
    """What is put somewhere, without what is put there last."""
    left = [t for t in put.what if not any(s.referent.is_same(t.referent) for s in last)]
    things = [replace(t, besides=(*t.besides, *(s for s in last if is_among(s, t, names)))) for t in left]
    return replace(put, what=tuple(things) or put.what)


def told_apart(some: NounPhrase, whole: NounPhrase, names: Names) -> bool:
    """Whether things that go elsewhere are some of all that go somewhere: "the fruit here, the banana there"."""
    narrowed = whole.source or whole.attributes or whole.requirements or whole.restrictions
    others = bool(whole.besides) and not _REST.isdisjoint(whole.text.split())
    others |= bool(whole.left or whole.share is not None or whole.superlative or whole.parts or some.parts)
    if whole.count is not None or whole.node_id is not None or others or some.besides or some.share is not None:
        return False
    if some.referent.is_same(whole.referent) or not _is_a(some, whole, names):
        return False
    if narrowed and not (some.definite or some.count is None or some.node_id or some.attributes):
        return False  # "everything on the desk ... and a pen", which may be one from elsewhere
    same_class = some.node_id is None and some.concept == whole.concept
    chosen = some.count is not None or some.restrictions or some.superlative or (some.source and not whole.source)
    return bool(not same_class or chosen or whole.attributes < some.attributes)


def _is_a(some: NounPhrase, whole: NounPhrase, names: Names) -> bool:
    """Whether things are of a kind, or things at all where none is said."""
    label = some.concept if some.node_id is None else names.graph[some.node_id].label
    if label is None or names.is_place(Name(1, some.concept, some.node_id)):
        return False
    return whole.concept is None or names.ontology.is_a(label, whole.concept)


def from_there(some: NounPhrase, whole: Put, names: Names) -> NounPhrase:
    """Things that are told apart from others, with the place of those, where such things are elsewhere, too."""
    them = (t for t in whole.what if t.source is not None)
    place = next((t.source for t in them if some in t.besides or told_apart(some, t, names)), None)
    there = replace(some, source=place)
    return there if _is_certain(some) and some.source is None and names.here.is_elsewhere(there) else some


def _is_certain(some: NounPhrase) -> bool:
    """Whether certain things are meant, or those of a kind: "the plate", "the plates", "plates"; not "all plates"."""
    return some.definite or (some.count is None and some.text.split()[:1] not in _UNIVERSAL)


def but_for_some(put: Put, some: NounPhrase, names: Names) -> Put:
    """What is put somewhere, without those of all things of a kind that go elsewhere."""
    things = (replace(t, besides=(*t.besides, some)) if told_apart(some, t, names) else t for t in put.what)
    return replace(put, what=tuple(things))


def without_those(put: Put, things: tuple[NounPhrase, ...], names: Names) -> Put | None:
    """What goes where it usually is, without what goes elsewhere: "put the toys away, the doll there"; None: all."""
    left = [t for t in put.what if not any(_is_all_of(t, s) for s in things)]
    rest = replace(put, what=tuple(left))
    for thing in things:
        rest = but_for_some(rest, replace(thing, referent=UNTRACKED), names)
    return rest if rest.what else None


def _is_all_of(usual: NounPhrase, said: NounPhrase) -> bool:
    """Whether certain things that are said are all of a kind that goes where it usually is."""
    told = said.attributes or said.source or said.restrictions or said.superlative or said.excluded
    return _is_certain(said) and not told and is_same_thing(usual, said) and not usual.source


def not_within(thing: NounPhrase, numbers: Collection[int]) -> NounPhrase:
    """Things that are not taken from where others of them were put first."""
    told = thing.referent
    return replace(thing, referent=replace(told, within=0)) if told.within in numbers else thing


def is_any_of(thing: NounPhrase, whole: Put) -> bool:
    """Whether nothing tells a thing from all of its kind that are put somewhere."""
    told = thing.attributes or thing.node_id or thing.restrictions or thing.superlative or thing.source
    return not told and any(thing.concept == t.concept and t.count != thing.count for t in whole.what)


def awaiting(step: ClauseStep) -> tuple[NounPhrase, ...]:
    """Things that a later clause may give a place to."""
    match step:
        case Pending(what, _):
            return what
        case Hold(what) | Look(what):
            return (what,)
        case _:
            return ()


def without_served(entry: Staged, put: Put) -> Staged:
    """Several things that need a place, without those that got theirs: "take the jam and tea, put the jam there"."""
    waiting = entry.step
    if not isinstance(waiting, Pending) or waiting.otherwise:
        return entry
    left = tuple(w for w in waiting.what if w not in put.what)
    return replace(entry, step=replace(waiting, what=left)) if left else entry


def goes_on_elsewhere(entry: Staged, new: Put) -> bool:
    """Whether things that were put somewhere, or became something, go elsewhere: "heat an egg. Bin the egg"."""
    old = entry.step
    if not isinstance(old, Put | Change) or (isinstance(old, Put) and old.place == new.place):
        return False
    if isinstance(old, Change) and old.quality in ("empty", "full"):  # which furniture stays, wherever it stands
        return False
    return any(o.referent.shares(n.referent) for o in old.what for n in new.what)


def some_of_so_many(entry: Staged, new: Put) -> tuple[tuple[NounPhrase, NounPhrase], ...]:
    """So many things that were put somewhere, each with some of them that go elsewhere: "two here, one of them there".

    Whether as many are to stay at the first place, the words do not tell.
    """
    old = entry.step
    if not isinstance(old, Put) or old.place == new.place:
        return ()
    pairs = ((o, n) for o in old.what for n in new.what if o.count is not None and o.referent.number)
    return tuple((o, n) for o, n in pairs if n.referent.within == o.referent.number)


def empties(entry: Staged, place: Place) -> bool:
    """Whether a clause empties the place where something is put then: "empty the crate and put the books in it"."""
    step = entry.step
    return isinstance(step, Change) and step.quality == "empty" and any(is_same_thing(t, place.what) for t in step.what)


def is_same_thing(first: NounPhrase, second: NounPhrase) -> bool:
    """Whether two phrases name the same class or node."""
    return (first.concept, first.node_id) == (second.concept, second.node_id)


def same_furniture(first: NounPhrase, second: NounPhrase) -> bool:
    """Whether a phrase speaks of the same again: "the lamp that is on" and "the other one" are two."""
    told = (first.attributes, first.source) == (second.attributes, second.source) or not second.attributes
    is_other = bool(second.besides) or not _OTHER.isdisjoint(second.text.split())
    return is_same_thing(first, second) and told and not is_other


def is_one_apart(some: NounPhrase, whole: NounPhrase, names: Names) -> bool:
    """Whether furniture is told apart from all of its kind: "the floor lamp" from "all lamps"."""
    label = some.concept if some.node_id is None else names.graph[some.node_id].label
    if whole.count is not None or whole.node_id is not None or whole.concept is None or label is None:
        return False
    told = some.attributes or some.source or some.restrictions or some.superlative
    narrower = some.node_id is not None or some.concept != whole.concept or (bool(told) and some.source != whole.source)
    return narrower and names.ontology.is_a(label, whole.concept)


def state_but_for(entry: Staged, new: SetState, stage: int, names: Names) -> Staged:
    """All of a kind that come into a state, without what comes into another: "all lamps off, the floor lamp on"."""
    old = entry.step
    if not isinstance(old, SetState) or entry.stage != stage or old.state is new.state:
        return entry
    if not is_one_apart(new.what, old.what, names):
        return entry
    known = any(is_same_thing(e, new.what) and e.source == new.what.source for e in old.what.excluded)
    excluded = old.what.excluded if known else (*old.what.excluded, replace(new.what, referent=UNTRACKED))
    return replace(entry, step=replace(old, what=replace(old.what, excluded=excluded)))


def is_meant(said: NounPhrase, waiting: NounPhrase) -> bool:
    """Whether a phrase speaks of things that wait for a place: "the glasses" of "5 glasses"."""
    chosen = said.restrictions or said.superlative or said.besides or said.left or said.share is not None
    plain = not (said.attributes or said.excluded or chosen) and said.source is None
    again = said.definite or said.count is None or said == waiting
    same = said is waiting or said.referent.is_same(waiting.referent)
    return same or (plain and again and is_same_thing(said, waiting) and said.concept is not None)


def but_for(waiting: NounPhrase, said: NounPhrase) -> NounPhrase:
    """Things that wait for a place, as what is said of that has them: "put them there, except plate 1"."""
    excluded = tuple(e for e in said.excluded if e not in waiting.excluded)
    left = said.left if not waiting.left else 0
    if said.unsaid and waiting.unsaid and said.count is None:
        waiting = replace(waiting, count=None)  # "look for forks and put them on the table": all of them
    return replace(waiting, excluded=(*waiting.excluded, *excluded), left=left) if excluded or left else waiting


def is_served_by(waiting: NounPhrase, said: NounPhrase) -> bool:
    """Whether what waits for a place is what a later clause is about."""
    return (said == waiting or said.referent.is_same(waiting.referent)) or (
        waiting.concept is not None and is_same_thing(said, waiting) and said.attributes == waiting.attributes
    )


def same_kind(old: ClauseStep, new: ClauseStep) -> bool:
    """Whether a clause says again what was said before: "after emptying them"."""
    if isinstance(old, Change) and isinstance(new, Change):
        return old.quality == new.quality
    if isinstance(old, SetState) and isinstance(new, SetState):
        return old.state == new.state and is_same_thing(old.what, new.what)
    if isinstance(old, Put | Pending) and isinstance(new, Put | Pending):
        return any(is_same_thing(a, b) for a in old.what for b in new.what)
    return old == new
