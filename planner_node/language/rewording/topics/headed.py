# SPDX-License-Identifier: Apache-2.0
"""A heading before orders: "cutlery: forks to table 1, spoons to table 2", "towels: the blue one in the hamper".

The heading says what all that follows is; nothing is to be done with it beside that. So it is left out where what
follows names things of that kind alone, and "one" is one of that kind. "Jam and honey: the first on the table" is
"jam on the table".
"""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import begins_things, is_look, named_place_end, side_in, singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_LONGEST = 8  # words of a heading
_TASKS = frozenset("task tasks job jobs thing things errand errands chore chores todo request".split())
_COUNTING = (
    lx.ARTICLES
    | lx.NUMBERS.keys()
    | frozenset("my your next today today's now some few little of all to do for you".split())
)
_FIRST = (("the", "first"), ("the", "former")), (("the", "second"), ("the", "latter"))
_MAKING = frozenset({"make", "get", "prepare"})
_WHOM = frozenset({"her", "him"})
_GONE = frozenset({"off", "out", "away", "gone", "back", "on", "in"})
_OTHERS = frozenset({"rest", "others", "other", "remaining", "else"})


def headed(words: Words, reader: SentenceReader) -> Words:
    """The words without such headings."""
    if ":" not in words:
        return words
    at = words.index(":")
    begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS), 0)
    end = next((i for i in range(at, len(words)) if words[i] in ENDS), len(words))
    heading, rest = words[begin:at], words[at + 1 : end]
    if not heading or len(heading) > _LONGEST or not rest:
        return words
    plain = _of_tasks(heading, rest) or _of_occasion(heading, rest, reader) or _of_two(heading, rest, reader)
    plain = plain or _of_a_wish(heading, rest, reader) or _of_readiness(heading, rest, reader)
    plain = plain or _of_a_kind(heading, rest, reader) or _of_a_place(heading, rest, reader)
    if plain is None:
        return words
    reader.turned.add(heading)
    return (*words[:begin], *plain, *words[end:])


def _of_a_place(heading: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """Behind "table 3 is for the guests:" or "desk 2:", before things that name no place: they go there."""
    begin = int(heading[0] in ("on", "in", "the"))
    end = named_place_end(heading, begin, reader)
    told = heading[end:]
    is_told = not told or (told[0] in ("is", "needs", "gets", "should") and not side_in(told, reader))
    named = any(reader.names.match(rest, i) is not None for i in range(len(rest)))
    things = named and begins_things(rest, reader) and not side_in((",", *rest), reader) and rest[-1] not in _GONE
    if end == begin or not is_told or not things or reader.starts_order(rest):
        return None
    name = reader.names.match(heading, begin) or reader.names.match(heading, begin + 1)
    if name is None or reader.names.is_room(name):
        return None
    return ("put", *rest, "to", *heading[begin:end])


def _of_a_wish(heading: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """Behind "a gin and tonic for Lisa:", before an order that says what that comes to; "her" is Lisa in it."""
    at = heading.index("for") if "for" in heading else len(heading)
    name = reader.names.match(heading, at + 1) if at + 1 < len(heading) else None
    whole = name is not None and at + 1 + name.length == len(heading) and reader.names.is_person(name)
    if not whole or not reader.starts_order(opened(rest, reader.book.sentences).words):
        return None
    return tuple(word for said in rest for word in (heading[at + 1 :] if said in _WHOM else (said,)))


def _of_readiness(heading: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """Behind "make the coffee machine ready:", before an order in which "it" is what is made ready."""
    end = len(heading) - 1
    if heading[-1:] != ("ready",) or heading[0] not in _MAKING or named_place_end(heading, 1, reader) != end:
        return None
    if not reader.starts_order(opened(rest, reader.book.sentences).words):
        return None
    return tuple(word for said in rest for word in (heading[1:end] if said == "it" else (said,)))


def _of_tasks(heading: Words, rest: Words) -> Words | None:
    """Behind "two things:", "your tasks for today:"."""
    is_tasks = not _TASKS.isdisjoint(heading) and all(w in _TASKS | _COUNTING or w.isdecimal() for w in heading)
    return rest if is_tasks else None


def _of_occasion(heading: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """Behind "prepare the meeting room:" or "get ready for dinner:", which say what the orders behind it are for.

    "There" is the place that is prepared.
    """
    preparing = reader.book.sentences.preparing.find(opened(heading, reader.book.sentences).words, 0)
    if preparing is None or not reader.starts_order(opened(rest, reader.book.sentences).words):
        return None
    what = opened(heading, reader.book.sentences).words[preparing.length :]
    at = rest.index("there") if "there" in rest and named_place_end(what, 0, reader) == len(what) > 0 else len(rest)
    return (*rest[:at], "to", *what, *rest[at + 1 :]) if at < len(rest) else rest


def _of_two(heading: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """Of "jam and honey: the first on the table, the second on the counter" what each is."""
    joint = heading.index("and") if "and" in heading else 0
    pair = (heading[:joint], heading[joint + 1 :])
    found = [next(((at, w) for w in ways if (at := _find(rest, w)) >= 0), None) for ways in _FIRST]
    if not joint or any(part is None for part in found) or not all(_is_named(thing, reader) for thing in pair):
        return None
    for thing, ways in zip(pair, _FIRST, strict=True):
        at, said = next((at, w) for w in ways if (at := _find(rest, w)) >= 0)
        reader.turned.add(said)
        behind = rest[at + len(said) :]
        rest = (*rest[:at], *thing, *(behind[1:] if behind[:1] == ("one",) else behind))
    return rest


def _of_a_kind(heading: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """Behind the kind of all that is named: "dishes: plates to the dishwasher, glasses in the cupboard"."""
    kind = without(heading, lx.ARTICLES | {"all"})
    name = reader.names.match(kind, 0) if kind else None
    if name is None or name.length != len(kind) or name.node_id is not None or not _OTHERS.isdisjoint(rest):
        return None
    ontology, one = reader.names.ontology, singular(kind, reader)
    said: list[str] = []
    is_first, of_kind, at = True, 0, 0
    while at < len(rest):
        named = reader.names.match(rest, at)
        stands_for = False
        if rest[at] in lx.ONES and at and reader.book.adjectives.attribute(rest[at - 1]) is not None:
            bare = len(said) < 2 or said[-2] not in lx.ARTICLES
            said[-1:] = [*(("the",) if bare else ()), said[-1], *(one if rest[at] == "one" else kind)]
            of_kind, stands_for = of_kind + 1, True
        elif is_first and (look := _look_alone(rest, at, reader)):  # "towels: clean on the shelf"
            said += ["the", look, *kind]
            of_kind, stands_for = of_kind + 1, True
        elif named is not None and is_first and not ontology.is_a(_label(named, reader), name.concept or ""):
            return None
        elif named is not None:
            of_kind += is_first
            said += rest[at : at + named.length]
            at += named.length - 1
        else:
            said.append(rest[at])
        is_first = rest[at] in (",", "and") or (is_first and named is None and not stands_for)
        at += 1
    return tuple(said) if of_kind > 1 else None


def _look_alone(rest: Words, at: int, reader: SentenceReader) -> str:
    """The look that stands there before a place, "blues" too; empty: none does."""
    placed = reader.book.places.sides.find(rest, at + 1) is not None
    if reader.names.match(rest, at) is not None:
        return ""  # of "dishes: one glass on the counter" a glass is no look
    known = (word for word in (rest[at], rest[at].removesuffix("s")) if is_look(word, reader))
    return next(known, "") if placed else ""


def _label(name: Name, reader: SentenceReader) -> str:
    return reader.names.graph[name.node_id].label if name.node_id is not None else name.concept or ""


def _is_named(words: Words, reader: SentenceReader) -> bool:
    bare = without(words, lx.ARTICLES)
    name = reader.names.match(bare, 0) if bare else None
    return name is not None and name.length == len(bare) and not reader.names.is_place(name)


def _find(words: Words, part: Sequence[str]) -> int:
    return next((i for i in range(len(words)) if words[i : i + len(part)] == tuple(part)), -1)
