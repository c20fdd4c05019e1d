# SPDX-License-Identifier: Apache-2.0
"""Things that others take the place of: "replace the dirty plates on table 2 with clean ones".

The new ones go to where the old ones are; the old ones to where the new ones were, or else where such things are
kept. Nobody said the latter, so it is told. Of two certain things each simply goes to where the other is
(rewording/exchanging.py).
"""

from __future__ import annotations

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import RelationType
from planner_node.language.rewording.doing.those_named import named_things, place_begin
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, skipped

_WITH = frozenset({"with", "by", "for"})
_REMOVING = (("take", "away"), ("remove",), ("clear", "away"), ("take", "off"), ("get", "rid", "of"))
_PRONOUNS = frozenset({"it", "them", "those", "these"})
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@needs(_WITH)
def in_place_of(words: Words, reader: SentenceReader) -> Words:
    """The words with two orders in place of "replace": the old ones go, the new ones come."""
    for begin, end in sentence_bounds(words):
        core = opened(words[begin:end], reader.book.sentences).words
        orders = _orders(core, reader)
        if orders is not None:
            return (*words[: end - len(core)], *orders, *words[end:])
    return words


def _orders(core: Words, reader: SentenceReader) -> Words | None:
    """The two orders; None: the words do not say that others take the place of things."""
    table = reader.book.sentences.replacing
    verb = next((i for i in range(len(core)) if table.find(core, i) is not None), None)
    rest = skipped(core[verb:], table) if verb is not None else None
    if verb is None or rest is None or (verb and core[verb - 1] not in {"and", ",", "then"}):
        return None
    link = next((i for i in range(1, len(rest)) if rest[i] in _WITH), 0)
    if not link:
        return None
    old, new = rest[:link], rest[link + 1 :]
    if core[verb] == "substitute" and rest[link] == "for":  # "substitute lemonade for the wine"
        old, new = new, old
    before = core[:verb]
    while before and before[-1] in {"and", ",", "then"}:
        before = before[:-1]
    goes: Words = ()
    if old[:1] and old[0] in _PRONOUNS and len(old) == 1:
        removing = next((r for r in _REMOVING if before[: len(r)] == r), None)
        named_before = _behind_verb(before, reader)
        if not named_before:
            return None
        old, goes = named_before, (() if removing else before)
    elif before:
        return None
    return _exchanged(old, new, goes, reader)


def _exchanged(old: Words, new: Words, goes: Words, reader: SentenceReader) -> Words | None:
    """The old things away and the new ones to their place; None: it is not known where that is."""
    place_at = place_begin(old, reader)
    out = named_things(old[:place_at], old[place_at:], reader)
    if out is None or not out.nodes:
        return None
    supports = {relation.target for node in out.nodes if (relation := reader.names.graph.placement(node.id))}
    if len(supports) != 1:
        return None
    here = next(iter(supports))
    inside = reader.names.graph.placement(out.nodes[0].id)
    side = "in" if inside is not None and inside.type is RelationType.INSIDE else "on"
    at = place_begin(new, reader)
    coming = named_things(_with_noun(new[:at], out.noun), new[at:], reader)
    if coming is None:
        return None
    fresh = tuple(n for n in coming.nodes if n not in out.nodes)
    if not goes and len(out.nodes) == 1 and len(fresh) == 1 and coming.lead and new[-1:] not in (("one",), ("ones",)):
        return None  # two certain things
    where = {r.target for node in fresh if (r := reader.names.graph.placement(node.id))}
    number = len(out.nodes) if out.is_plural else 1
    counted = coming.lead or ((_COUNTS[number - 1],) if number <= len(_COUNTS) else ())
    from_ = ("from", *new[at + 1 :]) if at < len(new) else ()
    comes = ("put", *counted, *coming.looks, *coming.noun, *from_, side, *spoken(here).split())
    if goes:
        return (*goes, ".", "then", *comes)
    said = (*old[:place_at], "from", *spoken(here).split())
    if len(where) == 1 and (there := next(iter(where))) != here:
        return ("move", *said, "to", *spoken(there).split(), ".", "then", *comes)
    return ("put", "away", *said, ".", "then", *comes)


def _with_noun(new: Words, noun: Words) -> Words:
    """What is named "clean ones", with what they are called."""
    if new[-1:] == ("ones",):
        return (*new[:-1], *noun)
    return (*new[:-1], *noun) if new[-1:] == ("one",) and len(new) > 1 else new


def _behind_verb(order: Words, reader: SentenceReader) -> Words:
    """The thing that an order names first, with where it is only if nothing else follows."""
    verb = reader.book.said_verbs.find(order, 0)
    behind = order[verb.length :] if verb is not None else ()
    places = reader.book.places
    end = next((i for i in range(1, len(behind)) if places.sides.find(behind, i)), len(behind))
    removing = any(order[: len(r)] == r for r in _REMOVING)
    return behind if removing else behind[:end]
