# SPDX-License-Identifier: Apache-2.0
"""Of what a condition speaks, where the order tells, or somebody's deed: "if it's off, turn the lamp on".

"If somebody left the dryer open, close it" is "if the dryer is open, ..."; "put batteries in the crate if there are any
on the bench" is "if there are any batteries on the bench, put them in the crate".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import (
    ENDS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_bounds,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import is_thing, only_named, placing_end
from planner_node.language.words import lexicon as lx

_IT = frozenset({"it", "they"})
_BEING = frozenset({"is", "are", "was", "were", "not", "still", "already"})
_LEFT = (("left",), ("has", "left"), ("have", "left"), ("forgot",))
_CASES = frozenset({"if", "unless", "case"})
_CHECKING = tuple(
    tuple(said.split())
    for said in (
        "check", "check on", "check up on", "go check", "go and check", "look at", "have a look at", "take a look at",
        "see to", "go look at", "go and look at", "inspect",
    )
)  # fmt: skip
_FOR_US = (("for", "me"), ("for", "us"))
_DONE = {
    "closing": ("closed",), "shutting": ("shut",), "opening": ("opened",),
    "switching": ("switched",), "turning": ("turned",),
}  # fmt: skip
_BEEN_LEFT = (("has", "been", "left"), ("have", "been", "left"), ("is", "been", "left"))
_NEEDING = frozenset({"needs", "need", "wants", "want", "requires", "require"})
_FAR = 5  # words of a thing


def of_what(words: Words, reader: SentenceReader) -> Words:
    """The words with the name of it in the condition."""
    if _CASES.isdisjoint(words):
        return words
    words = _checked(words, reader)
    found: list[str] = []
    last: Words = ()
    for begin, end in sentence_bounds(words):
        said = words[begin:end]
        named_before = any(reader.names.match(words, i) is not None for i in range(begin))
        other = _left_so(said, reader) or _any_there(said, reader) or _any_in_passing(said, reader)
        said = other or said
        other = _left_open(said, reader) or _wished_if(said, reader) or other
        other = other or (_told_before(said, last, reader) if named_before else _told_later(said, reader))
        found += [*(other or said), *words[end : end + 1]]
        last = said
    return tuple(found)


def _told_before(words: Words, last: Words, reader: SentenceReader) -> Words | None:
    """Of "if it is red, put it on the counter" behind "take the apple": "if the apple is red, ..."."""
    known = reader.book.sentences
    case = known.if_so.find(words, 0) or known.if_not.find(words, 0)
    comma = words.index(",") if "," in words else 0
    further = known.if_so.find(last, 0) or known.if_not.find(last, 0)  # "if it isn't on, ...; if it is, ..."
    if case is None or further is not None or comma <= case.length + 1:
        return None
    condition = spelt_out(words[case.length : comma], known)
    says = without(condition[1:], _BEING)  # "if it is, ..." says that what was told is so
    thing = only_named(last, reader) if condition[0] in _IT and condition[1:2] != says[:1] and says else ()
    return (*words[: case.length], *thing, *condition[1:], *words[comma:]) if thing else None


def _checked(words: Words, reader: SentenceReader) -> Words:
    """Of "check the printer, and if it's still on, turn it off": "if the printer is still on, turn it off"."""
    known = reader.book.sentences
    for at in range(len(words) - 4):
        begin = _polite_begin(words, at, reader)
        begins = begin < at or at == 0 or words[at - 1] in ENDS | {",", "please", "and", "then"}
        check = next((c for c in _CHECKING if words[at : at + len(c)] == c), ()) if begins else ()
        end = _thing_end(words, at + len(check), reader) if check else 0
        behind = end + 2 * (words[end : end + 2] in _FOR_US) if end else end
        while end and behind < len(words) and words[behind] in ENDS | {",", "and", "then"}:
            behind += 1
        case = known.if_so.find(words, behind) or known.if_not.find(words, behind) if behind > end > 0 else None
        rest = words[behind + case.length :] if case is not None else ()
        it = known.contractions.get(rest[0], rest[0]).split() if rest else []
        if it and it[0] in _IT:
            thing = words[at + len(check) : end]
            reader.turned.add(check)
            return (*words[:begin], *words[behind : len(words) - len(rest)], *thing, *it[1:], *rest[1:])
    return words


def _polite_begin(words: Words, at: int, reader: SentenceReader) -> int:
    """Where a sentence begins that only asks politely before a word, as in "would you check"; else the word itself."""
    if words[at - 1 : at] not in (("you",), ("to",), ("please",)):
        return at
    begin = sentence_begin(words, at)
    known = reader.book.sentences
    return at if opened(spelt_out(words[begin:at], known), known).words else begin


def _told_later(words: Words, reader: SentenceReader) -> Words | None:
    """Of "if it's off, turn the lamp on": "if the lamp is off, turn the lamp on"."""
    known = reader.book.sentences
    case = known.if_so.find(words, 0) or known.if_not.find(words, 0)
    comma = words.index(",") if "," in words else 0
    if case is None or comma <= case.length + 1:
        return None
    condition = spelt_out(words[case.length : comma], known)
    order = words[comma + 1 :]
    polite = known.manners.find((*words[: case.length], *condition), 0)
    if polite is not None and polite.length == case.length + len(condition):
        return None  # "if it's not too much trouble"
    if condition[0] not in _IT or not reader.starts_order(order) or not _IT.isdisjoint(order):
        return None
    thing = next((order[i:end] for i in range(1, len(order)) if (end := _thing_end(order, i, reader))), ())
    return (*words[: case.length], *thing, *condition[1:], *words[comma:]) if thing else None


def _thing_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where a name with its article ends that begins there; 0: none does."""
    if words[at] not in lx.DEFINITE:
        return 0
    for begin in range(at + 1, min(len(words), at + _FAR)):
        name = reader.names.match(words, begin)
        if name is not None:
            return begin + name.length
        if reader.book.adjectives.attribute(words[begin]) is None:
            return 0
    return 0


def _left_so(words: Words, reader: SentenceReader) -> Words | None:
    """Of "if somebody left the dryer open, close it": "if the dryer is open, close it"."""
    known = reader.book.sentences
    case = known.if_so.find(words, 0)
    comma = words.index(",") if "," in words else len(words)
    if case is None or len(words) < case.length + 4:
        return None
    at = case.length + 1
    left = next((x for x in _LEFT if words[at : at + len(x)] == x), ())
    begin = at + len(left)
    end = _thing_end(words, begin, reader) if left and begin < comma else 0
    so = known.states.find(words, end) if end else None
    whole = so is not None and end + so.length == comma
    return (*words[: case.length], *words[begin:end], "is", *words[end:]) if whole else None


def _left_open(words: Words, reader: SentenceReader) -> Words | None:
    """Of "close the dryer if somebody left it open": "close the dryer if it is open"."""
    known = reader.book.sentences
    for at in range(len(words) - 3):
        case = known.if_so.find(words, at)
        if case is None:
            continue
        said, begin = spelt_out(words[at + case.length :], known), 0
        if said[:1] == ("somebody",) or said[:1] == ("someone",) or said[:1] in (("anybody",), ("anyone",)):
            begin = next((1 + len(left) for left in _LEFT if said[1 : 1 + len(left)] == left), 0)
            begin += begin > 0 and said[begin - 1 : begin] != ("left",) and said[begin : begin + 1] == ("left",)
        it = said[begin : begin + 1] if begin else said[:1] if said[1:4] in _BEEN_LEFT else ()
        begin = begin + 1 if begin else 4
        so = known.states.find(said, begin) if it and it[0] in _IT | {"them"} else None
        if so is not None:
            pronoun = ("they", "are") if it[0] in ("they", "them") else ("it", "is")
            return (*words[: at + case.length], *pronoun, *said[begin:])
    return None


def _wished_if(words: Words, reader: SentenceReader) -> Words | None:
    """Of "the lamp should be switched on if it's off": "if the lamp is off, the lamp should be switched on"."""
    known = reader.book.sentences
    at = next((i for i in range(3, len(words) - 2) if known.if_so.find(words, i) or known.if_not.find(words, i)), 0)
    case = (known.if_so.find(words, at) or known.if_not.find(words, at)) if at else None
    names = ((i, reader.names.match(words, i)) for i in range(min(3, len(words))))
    end = next((i + n.length for i, n in names if n is not None and not _other(words[:i], reader)), 0)
    wished = 0 < end < at and (known.modals.find(words, end) or words[end] in _NEEDING)
    if case is None or not wished:
        return None
    said = spelt_out(words[at + case.length :], known)
    order = words[: at - (words[at - 1] == ",")]
    if said[:1] == () or said[0] not in _IT or "," in said or "," in order or _IT & set(order):
        return None
    if order[end] in _NEEDING and order[end + 1 : end + 2] and order[end + 1] in _DONE:
        order = (*order[: end + 1], "to", "be", *_DONE[order[end + 1]], *order[end + 2 :])
    return (*words[at : at + case.length], *words[:end], *said[1:], ",", *order)


def _other(words: Words, reader: SentenceReader) -> bool:
    """Whether words before a name are more than an article and looks."""
    return any(w not in lx.ARTICLES and reader.book.adjectives.attribute(w) is None for w in words)


def _any_in_passing(words: Words, reader: SentenceReader) -> Words | None:
    """Of "batteries on the bench, if any, go in the crate": "if there are any batteries on the bench, they go ..."."""
    known = reader.book
    at = next((i for i in range(1, len(words) - 3) if words[i : i + 2] == (",", "if")), 0)
    close = next((i for i in range(at + 2, len(words) - 1) if words[i] == ","), 0) if at else 0
    case = spelt_out(words[at + 2 : close], known.sentences) if close else ()
    there = skipped(case, known.sentences.exists) or case
    goes = known.verbs.belonging.find(words, close + 1) if close else None
    if goes is None or without(there, {"any", "one", "some", "left", "there", "still"}) or "any" not in case:
        return None
    things = without(words[:at], {"any", "all", "the"})
    end = next((i for i in range(1, len(things)) if placing_end(things, i, reader) == len(things)), len(things))
    behind = words[close + 1 + goes.length :]
    if not is_thing(things[:end], reader) or placing_end(behind, 0, reader) != len(behind) or not behind:
        return None
    return ("if", "there", "are", "any", *things, ",", "put", "them", *behind)


def _any_there(words: Words, reader: SentenceReader) -> Words | None:
    """Of "put batteries in the crate if there are any on the bench": "if there are any batteries on the bench, ..."."""
    known = reader.book.sentences
    at = next((i for i in range(4, len(words) - 4) if words[i] == "if"), 0)
    verb = reader.book.said_verbs.find(words, 0)
    rest = skipped(spelt_out(words[at + 1 :], known), known.exists) if at and verb is not None else None
    if rest is None or verb is None or rest[:1] != ("any",):
        return None
    place = without(rest[1:], {"left", "still"})
    order = words[: at - (words[at - 1] == ",")]
    end = next((i for i in range(verb.length + 1, len(order)) if reader.book.places.sides.find(order, i)), 0)
    things = without(order[verb.length : end], {"all", "the", "any"})
    if not end or not is_thing(things, reader) or not place or placing_end(place, 0, reader) != len(place):
        return None
    return ("if", "there", "are", "any", *things, *place, ",", *order[: verb.length], "them", *order[end:])
