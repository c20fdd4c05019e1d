# SPDX-License-Identifier: Apache-2.0
"""So many of each kind that is here: "one of each fruit" is one apple and one banana; or of each colour.

"One of everything on the shelf" is one of each kind that is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.rewording.amounts.counted_here import place_of, several
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_EACH = frozenset({"each", "every"})
_KINDS = frozenset({"kind", "type", "sort"})
_COLOURS = frozenset({"colour", "color"})
_SORTING = frozenset({"sort", "separate", "organise", "organize"})
_LEFT = (("everything", "else"), ("the", "rest"), ("the", "others"), ("all", "else"), ("all", "the", "rest"),
    ("anything", "else"), ("the", "other", "ones"), ("all", "others"), ("all", "the", "others"))  # fmt: skip
_ONE = frozenset({"a", "an"})
_THINGS = _KINDS | {"thing", "item", "object"}


@needs(_EACH | _SORTING | {"everything"})
def of_each_kind(words: Words, reader: SentenceReader) -> Words:
    """With the kinds that the scene has in place of "of each"; where there is none, the words stay."""
    words = _of_everything(_others_sorted(words, reader), reader)
    for at in range(1, len(words) - 2):
        if words[at] != "of" or words[at + 1] not in _EACH:
            continue
        is_behind = words[at + 2] in _KINDS | _COLOURS and words[at + 3 : at + 4] != ("of",)
        told = _before(words, at, reader) if is_behind else None
        begin, end, concept = told or _behind(words, at, reader)
        number = words[begin]
        kinds = _kinds(concept, reader)
        if words[at + 2] in _COLOURS and concept:
            kinds = [(colour, *words[begin + 1 : at]) for colour in _colours(concept, reader)]
        if (number in lx.NUMBERS or number in _ONE) and kinds:
            reader.turned.add(words[at:end] if told else words[at - 1 : end])
            listed = _listed(number, kinds, reader)
            return of_each_kind((*words[:begin], *listed, *words[end:]), reader)
    return words


def _of_everything(words: Words, reader: SentenceReader) -> Words:
    """With the kinds that are at a place for "one of everything on shelf 2", "one of each from shelf 2"."""
    for at in range(1, len(words) - 3):
        number = words[at - 1]
        if words[at] != "of" or (number not in lx.NUMBERS and number not in _ONE):
            continue
        end = at + 2 if words[at + 1] == "everything" or words[at + 1] in _EACH else 0
        end += bool(end) and words[at + 1] in _EACH and words[end] in _THINGS
        places = reader.book.places
        side = (places.sources.find(words, end) or places.sides.find(words, end)) if end else None
        stop = named_place_end(words, end + side.length, reader) if side is not None else 0
        if side is None or stop <= end + side.length or (place := place_of(words[end:stop], reader)) is None:
            continue
        names = reader.names
        there = (
            node.label
            for node in names.graph.of_kind(NodeKind.OBJECT)
            if names.here.lies_at(NounPhrase("", node.label, node.id), place)
        )
        kinds = [tuple(label.split("_")) for label in sorted(set(there))]
        if kinds:
            reader.turned.add(words[at - 1 : end])
            listed = _listed(number, kinds, reader)
            return (*words[: at - 1], *listed, "from", *words[end + side.length : stop], *words[stop:])
    return words


def _listed(number: str, kinds: Sequence[Words], reader: SentenceReader) -> Words:
    """So many of each kind: "two cans and two boxes"."""
    is_one = number in _ONE or number == "one"
    named = (kind if is_one else several(kind, reader) for kind in kinds)
    return tuple(word for i, kind in enumerate(named) for word in (*(("and",) if i else ()), number, *kind))


def _others_sorted(words: Words, reader: SentenceReader) -> Words:
    """With "all toys except cars" for what is left of what is sorted: "sort the toys: cars here, the rest there"."""
    mark = next((i for i, word in enumerate(words) if word in {":", ","}), 0)
    if not mark or words[0] not in _SORTING:
        return words
    end = sentence_end(words, mark)
    noun = without(words[1:mark], {"out", "all", "of", "the", "my", "our", "these", "those"})
    name = reader.names.match(noun, 0)
    if name is None or name.length != len(noun) or not name.concept or name.node_id or reader.names.is_place(name):
        return words
    for at in range(mark + 1, end - 2):
        left = next((o for o in _LEFT if words[at : at + len(o)] == o), None)
        if left is not None and reader.book.places.sides.find(words, at + len(left)) is not None:
            before = _sorted_so_far(words[mark + 1 : at], reader)
            return (*words[:at], "all", *noun, *before, *words[at + len(left) :]) if before else words
    return words


def _sorted_so_far(words: Words, reader: SentenceReader) -> Words:
    """What was named with its place, as an exception; empty: not each of it was."""
    found: list[str] = []
    parts = [tuple(part.split()) for part in " ".join(words).replace(" and ", " , ").split(" ,")]
    for part in filter(None, parts):
        side = next((i for i in range(1, len(part)) if reader.book.places.sides.find(part, i) is not None), 0)
        if not side:
            return ()
        thing = without(part[:side], {"all", "the", "and"})
        found += [*(("and",) if found else ("except",)), "the", *thing]
    return tuple(found)


def _before(words: Words, at: int, reader: SentenceReader) -> tuple[int, int, str]:
    """The number, the end and the class of "a fork of each kind"."""
    for begin in range(max(0, at - 4), at - 1):
        name = reader.names.match(words, begin + 1)
        if name is not None and begin + 1 + name.length == at and name.concept:
            return begin, at + 3, name.concept
    return at - 1, at, ""


def _behind(words: Words, at: int, reader: SentenceReader) -> tuple[int, int, str]:
    """Those of "one of each fruit", "one of each kind of fruit"."""
    noun = at + 2
    if words[noun] in _KINDS and words[noun + 1 : noun + 2] == ("of",):
        noun += 2
    name = reader.names.match(words, noun)
    if name is None or name.node_id is not None or not name.concept or reader.names.is_place(name):
        return at - 1, at, ""
    return at - 1, noun + name.length, name.concept


def _colours(concept: str, reader: SentenceReader) -> list[str]:
    """The colours that things of a class have in the scene."""
    names = reader.names
    alike = (n for n in names.graph.of_kind(NodeKind.OBJECT) if names.ontology.is_a(n.label, concept))
    return sorted({look for node in alike for look in node.attributes & reader.book.adjectives.colours})


def _kinds(concept: str, reader: SentenceReader) -> list[Words]:
    """What the things of a class in the scene are called, each once."""
    names = reader.names
    labels = {
        node.label
        for node in names.graph.of_kind(NodeKind.OBJECT)
        if concept and (f"_{node.label}".endswith(f"_{concept}") or names.ontology.is_a(node.label, concept))
    }
    return [tuple(label.split("_")) for label in sorted(labels)]
