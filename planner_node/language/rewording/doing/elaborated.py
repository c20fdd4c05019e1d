# SPDX-License-Identifier: Apache-2.0
"""A wide verb and then how it is done: "clean up table 2, everything goes to the counter" puts all of it there."""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import taken_from
from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import all_of, begins_things, is_thing, joined, named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_WIDE = frozenset({Verb.CLEAR, Verb.TIDY, Verb.SORT})
_EMPTIED = frozenset({"clean", "empty"})  # what furniture becomes that is tidied, as people say
_SAYING_HOW = frozenset("and so by just simply then please like this".split())
_IT_ALL = (
    ("everything", "there"), ("everything", "on", "it"), ("everything", "in", "it"), ("everything", "on", "there"),
    ("everything", "in", "there"), ("everything",), ("it", "all"), ("all", "of", "it"), ("all", "the", "stuff"),
    ("all", "the", "things"), ("all", "that", "stuff"), ("the", "whole", "lot"), ("the", "lot"), ("all", "things"),
    ("all", "items"), ("all", "the", "items"), ("the", "things"), ("the", "stuff"),
)  # fmt: skip
_LYING = (
    ("that", "is", "lying"), ("that's", "lying"), ("that", "are", "lying"), ("that", "is"), ("that's",),
    ("that", "are"), ("which", "are"), ("lying",), ("standing",), ("sitting",), (),
)  # fmt: skip
_FREE = frozenset({"free", "clear", "cleared", "empty", "emptied"})
_FOR_US = (("for", "me"), ("for", "us"))
_NEED = 3  # words of who needs what
_THE_THINGS = (("the", "things"), ("the", "stuff"))
_THEY = (("all", "of", "them"), ("they", "all"), ("they",), ("all",), ("each", "of", "them"), ("it",))
_BACK = frozenset({"back", "over", "straight", "right", "away"})
_KEPT = (("where", "it"), ("where", "they"), ("to", "where", "it"), ("to", "where", "they"))


def elaborated(words: Words, reader: SentenceReader) -> Words:
    """The words with what is said last of how furniture is tidied in place of both clauses."""
    for begin in range(len(words) - 4):
        if begin == 0 or words[begin - 1] in ENDS:
            whole = opened(words[begin:], reader.book.sentences).words
            before = words[: len(words) - len(whole)]
            whole = _asked_politely(whole, len(words) - begin)
            core, excepted = _without_excepted(_cleared(whole, reader), reader)
            order = _how(core, reader) or _listed(core, reader) or _how(_headed(whole, reader), reader)
            order = order or _of_things(core, reader)
            if order is not None:
                return (*before, *_with_excepted(order, excepted, reader))
    return words


def _asked_politely(core: Words, length: int) -> Words:
    """With a stop for the question mark behind a polite order: "could you clear the desk? All of it goes in there"."""
    mark = sentence_end(core, 0)
    asked = len(core) < length and core[mark : mark + 1] == ("?",)
    return (*core[: mark - 2 * (core[mark - 2 : mark] in _FOR_US)], ".", *core[mark + 1 :]) if asked else core


def _cleared(core: Words, reader: SentenceReader) -> Words:
    """With an order to clear in place of what says that furniture is to be cleared: "table 2 is a mess".

    So it is where somebody needs it: "I need the counter free for baking".
    """
    known = reader.book.sentences
    plain = spelt_out(core[:_NEED], known) + core[_NEED:]
    needed = known.wanting.find(plain, 0)
    begin = needed.length if needed is not None and plain[0] in ("i", "we") else 0
    end = named_place_end(plain, begin, reader)
    if begin and end > begin and plain[end : end + 1] != () and plain[end] in _FREE:
        stop = sentence_end(plain, end)
        told = plain[end + 1 : end + 2] in (("for",), ("to",), ("now",)) or stop == end + 1
        return ("clear", *plain[begin:end], *plain[stop:]) if told else core
    end = named_place_end(core, 0, reader)
    said = known.uncleared.find(core, end) if end else None
    return core if said is None else ("clear", *core[:end], *core[end + said.length :])


def _headed(core: Words, reader: SentenceReader) -> Words:
    """With an order to clear before furniture that stands as a heading: "side table: everything to the counter"."""
    end = named_place_end(core, 0, reader)
    return ("clear", *core) if end and core[end : end + 1] == (":",) else ()


def _without_excepted(core: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """The words without what stays on furniture that is cleared, and that: "clear the table apart from the candle"."""
    end = _end_of_tidied(core, reader)
    found = reader.book.nouns.excepted.find(core, end) if end else None
    ahead = _excepted_ahead(core, end, reader) if end and found is None else None
    if ahead is not None:
        return ahead
    stop = sentence_end(core, end, ENDS | MARKS) if found else end
    named = found is not None and is_thing(core[end + found.length : stop], reader)
    return ((*core[:end], *core[stop:]), core[end:stop]) if named else (core, ())


def _excepted_ahead(core: Words, end: int, reader: SentenceReader) -> tuple[Words, Words] | None:
    """As `_without_excepted`, where what stays is said first: "clear it. Apart from the jar, all of it goes"."""
    begin = end + 1 if core[end : end + 1] != () and core[end] in ENDS | MARKS else end
    found = reader.book.nouns.excepted.find(core, begin) if begin > end else None
    stop = sentence_end(core, begin, ENDS | MARKS)
    if found is None or core[stop : stop + 1] != (",",) or not is_thing(core[begin + found.length : stop], reader):
        return None
    return (*core[:begin], *core[stop + 1 :]), core[begin:stop]


def _with_excepted(order: Words, excepted: Words, reader: SentenceReader) -> Words:
    """An order with what stays; where it is told what goes, and where to, that stays all the same."""
    everything = next((i for i, word in enumerate(order) if word == "everything"), None)
    if not excepted or everything is None:
        reader.turned.add(excepted)
        return order
    side = next((i for i in range(everything + 2, len(order)) if place_stands(order, i, reader)), len(order))
    return (*order[:side], *excepted, *order[side:])


def _how(core: Words, reader: SentenceReader) -> Words | None:
    """The order that puts everything from furniture there; None: the words say no such thing."""
    end, behind = _tidied(core, reader)
    if not end:
        return None
    verb = reader.book.said_verbs.find(core, behind)
    carries = verb is not None and verb.value.verb in (Verb.BRING, Verb.TAKE, Verb.RETURN, Verb.THROW, Verb.TIDY)
    at = behind + verb.length if verb is not None and carries else behind
    whole = next((w for w in _IT_ALL if core[at : at + len(w)] == w), None)
    if whole is None:
        return None
    at += len(whole)
    on_it = _on_it(core[at:])
    at += on_it
    goes = reader.book.verbs.belonging.find(core, at) if not carries else None
    if whole in _THE_THINGS and not on_it and goes is None:
        return None  # "put the things back"
    at += goes.length if goes is not None else 0
    place = _place_of(core, end, reader)
    rest = core[at:]
    back = next((i for i, word in enumerate(rest) if word not in _BACK), len(rest))
    ends = back == len(rest) or rest[back] in ENDS | MARKS
    kept = any(rest[back : back + len(k)] == k for k in _KEPT)
    if kept or (ends and "away" in rest[:back]):
        stop = sentence_end(rest, 0, ENDS | MARKS)
        return ("put", "away", "everything", "from", *place, *rest[stop:])
    if _says_where_it_is(rest, back, reader):
        return (*core[:at], "that", "is", *rest) if carries else None
    if verb is not None and carries and verb.value.verb is Verb.THROW and (ends or place_stands(rest, 0, reader)):
        return (*core[behind : behind + verb.length], "everything", "from", *place, *rest)
    return ("put", "everything", "from", *place, *rest[back:]) if place_stands(rest, back, reader) else None


def _on_it(words: Words) -> int:
    """How many words first say that something is there: "lying on it"."""
    being = next((len(b) for b in _LYING if words[: len(b)] == b), 0)
    there = words[being : being + 2]
    return being + 2 if there[:1] and there[0] in ("on", "in") and there[1:] in (("it",), ("there",)) else 0


def _of_things(core: Words, reader: SentenceReader) -> Words | None:
    """The order that puts things where they all go: "clean up the toys, all of them go in the toy box"."""
    verb = reader.book.said_verbs.find(core, 0)
    wide = verb is not None and (
        verb.value.verb in _WIDE or (verb.value.verb is Verb.CHANGE and core[: verb.length][-1:] == ("up",))
    )
    first = verb.length if verb is not None else 0
    end = next((i for i in range(first, len(core)) if core[i] in MARKS | ENDS), len(core)) if wide else first
    they = next((t for t in _THEY if core[end + 1 : end + 1 + len(t)] == t), None)
    goes = reader.book.verbs.belonging.find(core, end + 1 + len(they)) if they is not None else None
    parts = [tuple(part.split()) for part in " ".join(core[first:end]).split(" and ")]
    if they is None or goes is None or not all(is_thing(part, reader) for part in parts):
        return None
    place = end + 1 + len(they) + goes.length
    things = joined(tuple(all_of(part, reader) for part in parts))
    return ("put", *things, *core[place:]) if place_stands(core, place, reader) else None


def _says_where_it_is(rest: Words, at: int, reader: SentenceReader) -> bool:
    """Whether another place follows the first, which is where things are: "everything on the counter in the sink"."""
    stop = sentence_end(rest, at, ENDS | MARKS | {"and", "then"})
    side = reader.book.places.sides.find(rest, at)
    end = named_place_end(rest, at + side.length, reader) if side is not None else stop
    return any(place_stands(rest[:stop], i, reader) for i in range(end, stop))


def _listed(core: Words, reader: SentenceReader) -> Words | None:
    """With things that are listed behind furniture taken from there; "clear" before it where "clean up" is said."""
    end, behind = _tidied(core, reader)
    verb = reader.book.said_verbs.find(core, 0)
    if not end or verb is None:
        return None
    changes = verb.value.verb is Verb.CHANGE
    if changes and verb.length < 2:
        return None
    next_verb = reader.book.said_verbs.find(core, behind)
    carries = next_verb is not None and next_verb.value.verb in (Verb.BRING, Verb.TAKE, Verb.THROW, Verb.THROW_AWAY)
    stop = sentence_end(core, behind)
    goes = begins_things(core[behind:], reader) and any(
        place_stands(core[:stop], i, reader) for i in range(behind + 1, stop)
    )
    if not (carries or goes) or _is_elsewhere(core[behind:stop], reader):
        return None
    listed = taken_from(core[behind:stop], _place_of(core, end, reader), reader)
    if not changes and listed == core[behind:stop]:
        return None
    said = ("clear", *core[verb.length : end], ":") if changes else (*core[:end], ":")
    return (*said, *listed, *core[stop:])


def _is_elsewhere(words: Words, reader: SentenceReader) -> bool:
    """Whether things have a place of their own before they go: "the things on the counter go to table 1"."""
    goes = next((i for i in range(2, len(words)) if reader.book.verbs.belonging.find(words, i) is not None), 0)
    side = next((i for i in range(1, goes) if place_stands(words[:goes], i, reader)), 0)
    return side > 0 and words[side + 1 : side + 2] not in (("it",), ("there",))


def _tidied(core: Words, reader: SentenceReader) -> tuple[int, int]:
    """Index behind the furniture that a wide verb names first, and of what says how; 0: no such thing stands there."""
    end = _end_of_tidied(core, reader)
    behind = end
    while behind < len(core) and (core[behind] in ENDS | MARKS or core[behind] in _SAYING_HOW):
        behind += 1
    return (end, behind) if behind > end > 0 and core[end] != "?" else (0, 0)


def _end_of_tidied(core: Words, reader: SentenceReader) -> int:
    """Index behind the furniture that a wide verb names first; 0: no such thing stands there."""
    verb = reader.book.said_verbs.find(core, 0)
    if verb is None:
        return 0
    wide = verb.value.verb in _WIDE or (verb.value.verb is Verb.CHANGE and verb.value.quality in _EMPTIED)
    begin = verb.length + (core[verb.length : verb.length + 1] in (("off",), ("out",), ("up",)))
    end = named_place_end(core, begin, reader) if wide else begin
    return end if end > begin else 0


def _place_of(core: Words, end: int, reader: SentenceReader) -> Words:
    verb = reader.book.said_verbs.find(core, 0)
    begin = verb.length if verb is not None else 0
    begin += core[begin : begin + 1] in (("off",), ("out",), ("up",))
    place = core[begin:end]
    return place if place[:1] and (place[0] in lx.ARTICLES or place[-1].isdecimal()) else ("the", *place)
