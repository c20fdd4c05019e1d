# SPDX-License-Identifier: Apache-2.0
"""Questions in other words, as their frames have them.

"Which things on the workbench are tools?" is "which tools are on the workbench?", "what is the blue thing on the
table?" asks which blue things are there, and "does everybody have a drink?" who has none.
"""

from __future__ import annotations

from collections.abc import Callable

from planner_node.language.questions.parts import COPULA, THING
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, without
from planner_node.language.sentence.shapes.parts import is_look, placing_end
from planner_node.language.words import lexicon as lx

_FIRST = frozenset("what what's which who how is are does do has have anything anybody anyone where any".split())
_APART = tuple(
    tuple(said.split())
    for said in ("besides", "apart from", "aside from", "other than", "not counting", "excluding", "except for")
)
_GOT = frozenset({"got"})
_HELD = frozenset({"holding", "carrying"})
_EVERYBODY = frozenset({"everybody", "everyone"})
_EACH = frozenset({"each", "every"})
_HERE = (("home",), ("at", "home"), ("around",), ("about",), ("in",), ("there",), ("in", "the", "house"))
_SOMEBODY = frozenset({"anybody", "anyone", "somebody", "someone"})
_COLOURS = frozenset({"colour", "color", "colours", "colors"})
_COMING = (("come", "in"), ("have",), ("has",), ("come",), ("got",))
_USED = {"drink": "drink", "eat": "food"}
_AMOUNTS = lx.ARTICLES | {"any", "some"}


@needs(_FIRST)
def asked_otherwise(words: Words, reader: SentenceReader) -> Words:
    """The words with each such question in the words of a frame."""
    found: list[str] = []
    for begin, end in sentence_bounds(words):
        said, mark = words[begin:end], words[end : end + 1]
        lead = reader.book.questions.telling_leads.find(said, 0) if said else None
        at = lead.length if lead is not None and lead.length < len(said) else 0
        first, is_short, _ = said[at].partition("'s") if said else ("", "", "")
        short = (first, "is") if is_short and first in ("what", "who", "where") else said[at : at + 1]
        plain = spelt_out((*short, *said[at + 1 :]), reader.book.sentences)
        if len(plain) < 3 or plain[0] not in _FIRST or (mark != ("?",) and at == 0 and plain[0] in ("have", "do")):
            found += [*said, *mark]
            continue
        plain = apart = _except(plain)
        for way in _WAYS:
            plain = way(plain, reader) or plain
        found += [*said[:at], *plain, *mark] if plain != apart or "except" in plain else [*said, *mark]
    return tuple(found)


def _except(words: Words) -> Words:
    """With "except" for "apart from" and the like, and without a comma before it."""
    for at in range(2, len(words) - 1):
        apart = next((a for a in _APART if words[at : at + len(a)] == a), None)
        if apart is not None or (words[at] == "except" and words[at - 1] == ","):
            length = len(apart) if apart is not None else 1
            before = words[: at - 1] if words[at - 1] == "," else words[:at]
            return (*before, "except", *words[at + length :])
    return words


def _of_kind(words: Words, reader: SentenceReader) -> Words | None:
    """Of "which things on the workbench are tools": "which tools are on the workbench"."""
    if words[0] not in ("which", "what"):
        return None
    at = 1 + (words[1] == "of") + (words[1:3] == ("of", "the"))
    at += words[at : at + 1] != () and words[at] in THING
    end = placing_end(words, at, reader)
    if end == at or end + 1 >= len(words) or words[end] not in COPULA:
        return None
    kind = without(words[end + 1 :], lx.ARTICLES)
    name = reader.names.match(kind, 0)
    if name is None or name.length != len(kind) or reader.names.is_place(name):
        return None
    return ("which", *kind, words[end], *words[at:end])


def _looking_so(words: Words, reader: SentenceReader) -> Words | None:
    """Of "what is the blue thing on the table": "which blue things are on the table"."""
    if words[0] != "what" or words[1] not in COPULA or len(words) < 6:
        return None
    rest = without(words[2:], lx.ARTICLES | {"this", "these", "those"})
    at = next((i for i, word in enumerate(rest) if not is_look(word, reader)), 0)
    if not at or rest[at] not in THING:
        return None
    behind = rest[at + 1 :]
    behind = behind[2:] if behind[:1] in (("that",), ("which",)) and behind[1:2] in (("is",), ("are",)) else behind
    behind = without(behind, {"lying", "standing", "there"})
    whole = bool(behind) and placing_end(behind, 0, reader) == len(behind)
    return ("which", *rest[:at], "things", "are", *behind) if whole else None


def _held(words: Words, reader: SentenceReader) -> Words | None:
    """Of "what has Ben got", "what is Ben holding": "what does Ben have"."""
    if words[0] != "what" or words[1] not in ("has", "have", "is", "are") or len(words) < 4:
        return None
    end = len(words) - (words[-1] in ("with", "on")) if words[-2] in _HELD else len(words)
    last, who = words[end - 1], words[2 : end - 1]
    fits = last in (_GOT if words[1] in ("has", "have") else _HELD)
    person = reader.names.match(who, 0)
    is_person = person is not None and person.length == len(who) and reader.names.is_person(person)
    return ("what", "does", *who, "have") if fits and is_person else None


def _everybody(words: Words, reader: SentenceReader) -> Words | None:
    """Of "does everybody have a drink", "has every guest got a drink": "who has no drink"."""
    if words[0] == "who" and words[1] in ("has", "have") and words[2:4] == ("nothing", "to"):
        used = _USED.get(words[-1]) if words[4:] == words[-1:] else None
        return ("who", "has", "no", used) if used is not None else None
    if words[0] not in ("does", "do", "has", "have"):
        return None
    if words[1] in _SOMEBODY and words[2] in ("have", "got") and len(words) > len(("does", "anybody", "have")):
        return ("who", "has", *without(words[2:], {"have", "got"}))
    length = 1 if words[1] in _EVERYBODY else 2 if words[1] in _EACH and len(words) > 4 else 0
    behind = words[1 + length :]
    if not length or not behind or behind[0] not in ("have", "got"):
        return None
    thing = without(behind[1:], _AMOUNTS | {"got", "something"})
    named = reader.names.match(thing, 0)
    at = named.length if named is not None else 0
    return ("who", "has", "no", *thing[:at]) if at and at == len(thing) else None


def _at_home(words: Words, reader: SentenceReader) -> Words | None:
    """Of "is anybody home": "is anybody here"."""
    is_meant = words[0] in COPULA and words[1] in _SOMEBODY and words[2:] in _HERE
    return (*words[:2], "here") if is_meant else None


def _out_of(words: Words, reader: SentenceReader) -> Words | None:
    """Of "is the printer out of paper": "are we out of paper in the printer"."""
    out = next((i for i in range(2, len(words) - 2) if words[i : i + 2] == ("out", "of")), 0)
    if words[0] not in ("is", "are") or not out:
        return None
    end = placing_end(("in", *words[1:out]), 0, reader) - 1
    return ("are", "we", "out", "of", *words[out + 2 :], "in", *words[1:out]) if end == out - 1 else None


def _colours(words: Words, reader: SentenceReader) -> Words | None:
    """Of "what colours do the paint cans come in", "what colours are the mugs": "what colour are the mugs"."""
    if words[:3] == ("what", "are", "the") and words[3] in _COLOURS and words[4:5] == ("of",) and words[5:]:
        return ("what", "colour", "are", *words[5:])
    if words[0] not in ("what", "which") or words[1] not in _COLOURS or len(words) < 4:
        return None
    if words[2] in COPULA:
        return ("what", "colour", *words[2:])
    end = next((len(words) - len(c) for c in _COMING if words[-len(c) :] == c), 0)
    return ("what", "colour", "are", *words[3:end]) if words[2] in ("do", "does") and end > 3 else None


_WAYS: tuple[Callable[[Words, SentenceReader], Words | None], ...] = (
    _of_kind,
    _looking_so,
    _held,
    _everybody,
    _at_home,
    _out_of,
    _colours,
)
