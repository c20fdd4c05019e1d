# SPDX-License-Identifier: Apache-2.0
"""A wide word for what is listed behind it: "everything for a salad on table 1: cucumber, carrots and an onion"."""

from __future__ import annotations

from planner_node.language.rewording.listing.apposed import with_a_colon
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, placing_end, side_in
from planner_node.language.words import lexicon as lx

_THINGS = frozenset("things items objects stuff everything anything bits ingredients equipment utensils gear".split())
_COVERS = frozenset({"place", "setting", "cover"})  # "set a place for one: plate, fork and glass"
_DETERMINERS = lx.ARTICLES | frozenset({"all", "some", "these", "those", "my", "our"})
_FOR = frozenset("for to that which i we you he she they needed required missing lacking wanted left together".split())
_LINKS = frozenset({"and", "but", "or", "except", "not", "without", "no"})
_TELLING = 3  # words before the wide word that say what kind of things: "cold baking things"


@needs({":", "namely", "specifically"})
def widely_listed(words: Words, reader: SentenceReader) -> Words:
    """With the list in the place of the wide word, its kind and what it is for."""
    words = with_a_colon(words)
    for mark in (i for i, word in enumerate(words) if word == ":"):
        begin, end = sentence_begin(words, mark), sentence_end(words, mark + 1)
        listed, placed = _listed(words[mark + 1 : end], reader)
        if not listed:
            continue
        order = opened(spelt_out(words[begin:mark], reader.book.sentences), reader.book.sentences).words
        verb = _verb_length(order, reader)
        wide = _wide_at(order, verb, listed, reader)
        if wide is None:
            continue
        behind = order[wide + 1 :]
        at = next((i for i in range(len(behind)) if placing_end(behind, i, reader) == len(behind)), len(behind))
        place = placed or behind[at:]
        if not _says_what_for(behind[:at]) or (placed and at < len(behind)) or not (place or verb):
            continue
        head = order[:verb] if verb and not placed else ("put",)
        reader.turned.update((order[verb : wide + 1 + at], order[: wide + 1 + at]))
        return (*words[:begin], *head, *listed, *place, *words[end:])
    return words


def _listed(said: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """Two things or more, and the place behind a comma at their end; no things: something else is said."""
    commas = (i for i, word in enumerate(said) if word == ",")
    last = next((i for i in commas if placing_end(said, i + 1, reader) == len(said) > i + 1), len(said))
    things = said[:last]
    several = ("," in things or "and" in things) and _LINKS.isdisjoint(set(things) - {"and"})
    plain = several and begins_things(things, reader) and not side_in(("", *things), reader)
    return (things, said[last + 1 :]) if plain else ((), ())


def _verb_length(order: Words, reader: SentenceReader) -> int:
    """How many words of an order ask for things, with whom they are for; 0: it has no verb."""
    if order[:1] and order[0].endswith("ing"):  # "baking things together on the counter"
        return 0
    wanted = reader.book.sentences.needing.find(order, 0)
    verb = reader.book.said_verbs.find(order, 0)
    length = max(wanted.length if wanted is not None else 0, verb.length if verb is not None else 0)
    return length + (length > 0 and order[length : length + 1] != () and order[length] in lx.RECIPIENTS)


def _wide_at(order: Words, verb: int, listed: Words, reader: SentenceReader) -> int | None:
    """Where the word stands that is wide enough for all of a list; None: none is."""
    for at in range(verb, min(len(order), verb + _TELLING + 2)):
        if order[at] in _LINKS or reader.book.places.sides.find(order, at) is not None:
            return None
        if order[at] in _THINGS:
            return at
        if order[at] in _COVERS and verb and order[verb] in ("a", "one") and at == verb + 1:
            return at
        if _is_kind_of(order, at, listed, reader):
            return at
    return None


def _is_kind_of(order: Words, at: int, listed: Words, reader: SentenceReader) -> bool:
    """Whether a plural noun is the kind of all that is listed: "the tools: hammer and pliers"."""
    kind = reader.names.match(order, at)
    if kind is None or not kind.is_plural or kind.length > 1 or kind.concept is None or reader.names.is_place(kind):
        return False
    behind, items = order[at + 1 : at + 2], 0
    if behind and behind[0] not in _FOR:
        return False
    position = 0
    while position < len(listed):
        name = reader.names.match(listed, position)
        if name is not None:
            label = reader.names.graph[name.node_id].label if name.node_id is not None else name.concept or ""
            if label == kind.concept or not reader.names.ontology.is_a(label, kind.concept):
                return False
            items += 1
        position += name.length if name is not None else 1
    return items > 1


def _says_what_for(words: Words) -> bool:
    """Whether words between the wide word and its place say what for: "for a salad", "I need to hang a picture"."""
    return not words or (words[0] in _FOR and _LINKS.isdisjoint(words))
