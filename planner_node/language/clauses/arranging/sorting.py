# SPDX-License-Identifier: Apache-2.0
"""Things that are sorted: waste into the bins, each kind into a box of its own, or as a list behind says."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.clauses.arranging.kinds import apart, kinds_of, place_of
from planner_node.language.clauses.carrying.carried import Carried, read_carried
from planner_node.language.clauses.carrying.handling import handled
from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.steps import ClauseStep, Pending
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said

_BIN = "bin"
_SHOWN = 4  # kinds that a question names
_BEHIND = frozenset({":", "-", "\u2013", "\u2014"})


def sorting(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Each thing to the place for its kind; a question where nobody says which that is."""
    cursor = nouns.cursor
    cursor.skip({"out", "through", "up"})
    _criterion(nouns)
    _list_behind_comma(nouns)
    others = _apart_from(nouns)
    carried = read_carried(nouns, said)
    things = tuple(t for g in carried.groups for t in g.sourced(*g.places[:-1]))
    if _list_follows(nouns):
        nouns.spoken.note(f"I take what follows for how to {words} {_named(things)}")
        nouns.spoken.listing, nouns.spoken.things, nouns.spoken.at_rest = True, things, False
        return ()
    places = [g.places[-1] for g in carried.groups if g.places]
    if not places and carried.early is None:
        return _without_place(nouns, (*things, *others), words, carried)
    into = [n for n in _several(nouns, places[0].what)] if len(places) == 1 else []
    if len(into) < 2:
        return handled(nouns, said, words, carried)
    if all(nouns.names.ontology.is_a(node.label, _BIN) for node in into) and not places[0].what.parts:
        _check_bins(nouns, things, into)
        return (put(nouns, things, places[0]),)
    return _each_kind(nouns, (*things, *others), into, places[0].side)


def _criterion(nouns: Nouns) -> None:
    """Without "by kind" in the rest of the sentence, which is how things are sorted anyway.

    Raises:
        NotUnderstoodError: where they are to be sorted by something else.
    """
    cursor, here, ahead = nouns.cursor, nouns.cursor.at, 0
    while (word := cursor.word(ahead)) and word not in lx.SENTENCE_ENDS:
        if found := cursor.find(nouns.book.clauses.by_kind, ahead):
            cursor.rewrite(here + ahead, here + ahead + found.length, ())
            cursor.at = here
            return
        if found := cursor.find(nouns.book.clauses.by_other, ahead):
            other = " ".join(cursor.words[here + ahead : here + ahead + found.length])
            raise NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I can sort things by their kind, not {other}.")
        ahead += 1


def _apart_from(nouns: Nouns) -> tuple[NounPhrase, ...]:
    """The other things in "separate the fruit from the vegetables", taken out of the sentence."""
    trial, here = nouns.cursor, nouns.cursor.at
    ahead = 0
    while (word := trial.word(ahead)) and word not in lx.SENTENCE_ENDS and word != "from":
        ahead += 1
    if trial.word(ahead) != "from" or trial.place_follows(ahead):
        return ()
    trial.at = here + ahead + 1
    begin = trial.at - 1
    try:
        others = nouns.things(None)
    except NotUnderstoodError:
        others = ()
    end = trial.at
    trial.at = here
    if others:
        trial.rewrite(begin, end, ())
        trial.at = here
    return others


def _list_follows(nouns: Nouns) -> bool:
    """Whether a colon or "with" stands here, and what goes where behind it."""
    cursor = nouns.cursor
    if cursor.word() in ("with", "putting") and cursor.word(1):
        cursor.rewrite(cursor.at, cursor.at + 1, (":",))
    return cursor.word() in _BEHIND and bool(cursor.word(1))


def _list_behind_comma(nouns: Nouns) -> None:
    """With a colon before a list of which each part says where it goes: "sort the laundry, dirty things into ..."."""
    cursor, here = nouns.cursor, nouns.cursor.at
    rest = cursor.words[here:]
    end = next((i for i, word in enumerate(rest) if word in lx.SENTENCE_ENDS), len(rest))
    commas = [i for i, word in enumerate(rest[:end]) if word == ","]
    if not commas or any(word in _BEHIND or word == "and" for word in rest[: commas[0]]):
        return
    parts = " ".join(rest[commas[0] + 1 : end]).replace(" and ", " , ").split(" , ")
    sides = nouns.book.places.sides
    placed = [any(sides.find(part.split(), i) for i in range(len(part.split()))) for part in parts if part]
    before = any(sides.find(rest, i) or nouns.book.places.sources.find(rest, i) for i in range(commas[0]))
    if not before and len(placed) > 1 and all(placed):
        cursor.rewrite(here + commas[0], here + commas[0] + 1, (":",))
        cursor.at = here


def _several(nouns: Nouns, place: NounPhrase) -> tuple[Node, ...]:
    """The furniture of a place that is several: "the bins", "box 1 and box 2"; nothing where one is meant."""
    if place.parts:
        return tuple(n for part in place.parts for n in _furniture(nouns, part))
    return _furniture(nouns, place) if place.count is None or place.count > 1 else ()


def _furniture(nouns: Nouns, phrase: NounPhrase) -> tuple[Node, ...]:
    graph, ontology = nouns.names.graph, nouns.names.ontology
    if phrase.node_id is not None:
        return (graph[phrase.node_id],) if graph[phrase.node_id].kind is NodeKind.ASSET else ()
    return tuple(
        n
        for n in graph.of_kind(NodeKind.ASSET)
        if phrase.concept is not None and ontology.is_a(n.label, phrase.concept) and phrase.attributes <= n.attributes
        if phrase.source is None or nouns.names.here.stands_in(n.label, phrase.source.what)
    )


def _without_place(
    nouns: Nouns, things: tuple[NounPhrase, ...], words: str, carried: Carried
) -> tuple[ClauseStep, ...]:
    """Waste goes into the bins; of other things a later clause may say where each kind goes, else it is asked for."""
    ontology = nouns.names.ontology
    bins = [n for n in nouns.names.graph.of_kind(NodeKind.ASSET) if ontology.is_a(n.label, _BIN)]
    if bins and all(t.concept is not None and ontology.is_a(t.concept, "waste") for t in things):
        _check_bins(nouns, things, bins)
        return (put(nouns, things, Place(Side.INSIDE, NounPhrase("the bins", _BIN, count=None))),)
    nouns.spoken.things, nouns.spoken.at_rest, nouns.spoken.waiting = things, False, things
    return (Pending(things, _which_goes_where(nouns, things, _all_places(nouns)), carried.told),)


def _check_bins(nouns: Nouns, things: tuple[NounPhrase, ...], bins: Sequence[Node]) -> None:
    """Raise a question where nothing tells several bins from each other."""
    alike = len({(n.label, n.attributes, n.id.rstrip("0123456789")) for n in bins}) == 1
    if len(bins) > 1 and alike and len(kinds_of(things, nouns.names)) > 1:
        raise _which_goes_where(nouns, things, tuple(n.id for n in bins))


def _each_kind(
    nouns: Nouns, things: tuple[NounPhrase, ...], into: Sequence[Node], side: Side
) -> tuple[ClauseStep, ...]:
    """Each kind to a place of its own; a note says which."""
    kinds = kinds_of(things, nouns.names)
    if not kinds or len(kinds) > len(into):
        raise _which_goes_where(nouns, things, tuple(n.id for n in into))
    pairs = apart(kinds, into, nouns.names)
    told = enumerate_words(f"{kind.text} in {spoken(node.id)}" for kind, node in pairs)
    nouns.spoken.note(f"I sort by kind: {told}")
    return tuple(put(nouns, (kind,), place_of(node, side)) for kind, node in pairs)


def _which_goes_where(nouns: Nouns, things: tuple[NounPhrase, ...], places: tuple[str, ...]) -> NotUnderstoodError:
    kinds = [k.text for k in kinds_of(things, nouns.names)]
    shown = enumerate_words((*kinds[:_SHOWN], "more") if len(kinds) > _SHOWN else kinds)
    listed = f" There are {shown}." if kinds else ""
    ordered = tuple(sorted(places, key=lambda place: not _keeps(nouns, place)))
    pairs = list(zip(kinds, ordered, strict=False))[:2]
    where = enumerate_words(f"{k} {'in' if _keeps(nouns, p) else 'on'} {spoken(p)}" for k, p in pairs)
    example = f" Say for example '{where}'." if where else ""
    message = f"Where does each kind of {_named(things)} go?{listed}{example}"
    gap = Gap(QuestionKind.WHERE, nouns.cursor.just_read())
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, ordered, gap=gap)


def _all_places(nouns: Nouns) -> tuple[str, ...]:
    """Where things can be kept in the scene, surfaces included."""
    surfaces = nouns.names.surfaces()
    return (
        *surfaces,
        *(n.id for n in nouns.names.graph.of_kind(NodeKind.ASSET) if _keeps(nouns, n.id) and n.id not in surfaces),
    )


def _keeps(nouns: Nouns, place: str) -> bool:
    """Whether things are put into a place rather than on it."""
    kinds = nouns.names.ontology.ancestors(nouns.names.graph[place].label)
    return bool(kinds & {"storage", "cold_storage", "container"})


def _named(things: Sequence[NounPhrase]) -> str:
    return enumerate_words(t.text for t in things)
