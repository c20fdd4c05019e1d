# SPDX-License-Identifier: Apache-2.0
"""What is left of several: "two glasses on table 2, and if there are any glasses left, put them on table 3".

All goes but what is to be left: "take things off the bed until only the pillows are left"; all, where none is.
Where the numbers say so, "two of the three binders go to desk 1, one stays" speaks of the other one.
"""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx

_THERE = (("there", "is"), ("there", "are"), ("there's",), ("there", "should", "be"))
_SOME = frozenset({"any", "some", "still", "more", "a", "the"})
_ANY = frozenset({"one", "any", "some", "anything", "something"})
_LEFT = frozenset({"left", "remaining", "over", "leftover"})
_THEY = frozenset({"them", "it", "those", "that", "these"})
_FAR = 6  # words
_ONLY = (
    ("only",), ("just",), ("nothing", "but"), ("nothing", "except"), ("there", "is", "only"), ("there", "are", "only"),
)  # fmt: skip
_REMAIN = (
    ("is", "left"), ("are", "left"), ("remains",), ("remain",), ("is", "there"), ("are", "there"), ("left",),
    ("stays",), ("stay",),
)  # fmt: skip
_WHATEVER = frozenset({"things", "stuff", "items", "objects"})


@needs({"if", "until", "till", "stay", "stays", "remain", "remains"})
def left_over(words: Words, reader: SentenceReader) -> Words:
    """The words with "put the rest of the glasses" in place of what depends on whether any are left."""
    words = _counted_rest(_until_none(_until_only(words, reader), reader))
    if "if" not in words or _LEFT.isdisjoint(words):
        return words
    for at in range(3, len(words) - 6):
        there = next((t for t in _THERE if words[at + 1 : at + 1 + len(t)] == t), None) if words[at] == "if" else None
        some = _some_left(words, at, reader)
        if some is not None:
            return some
        begin = at + 1 + len(there or ())
        left = next((i for i in range(begin, min(len(words), begin + _FAR)) if words[i] in _LEFT), None)
        if there is None or left is None:
            continue
        noun = tuple(word for word in words[begin:left] if word not in _SOME)
        behind = left + 1
        while behind < len(words) and words[behind] in (*_LEFT, ",", "then"):
            behind += 1
        they = next((i for i in range(behind, min(len(words), behind + _FAR)) if words[i] in _THEY), None)
        name = reader.names.match(noun, 0) if noun else None
        if they is not None and name is not None and name.length == len(noun):
            return (*words[:at], *words[behind:they], "the", "rest", "of", "the", *noun, *words[they + 1 :])
    return words


def _some_left(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """The words where "if one is left over" stands, of what was named last before it; None: it does not."""
    told = words[at : at + 4]
    if len(told) < 4 or told[0] != "if" or told[1] not in _ANY or told[2] not in ("is", "are") or told[3] not in _LEFT:
        return None
    names = ((i, reader.names.match(words, i)) for i in range(at - 1, -1, -1))
    noun = next((words[i : i + n.length] for i, n in names if n is not None and not reader.names.is_place(n)), ())
    behind = at + 4
    while behind < len(words) and words[behind] in (*_LEFT, ",", "then"):
        behind += 1
    they = next((i for i in range(behind, min(len(words), behind + _FAR)) if words[i] in _THEY), None)
    if not noun or they is None:
        return None
    several = tuple(plural(" ".join(noun)).split())
    called = noun if reader.names.match(several, 0) is None else several
    return (*words[:at], *words[behind:they], "the", "rest", "of", "the", *called, *words[they + 1 :])


def _until_only(words: Words, reader: SentenceReader) -> Words:
    """The words with "everything except the pillows" for "things until only the pillows are left"."""
    for at in range(3, len(words) - 3):
        only = next((o for o in _ONLY if words[at + 1 : at + 1 + len(o)] == o), None)
        if words[at] not in ("until", "till") or only is None:
            continue
        begin = at + 1 + len(only)
        end = sentence_end(words, begin)
        left = next((len(r) for r in _REMAIN if words[end - len(r) : end] == r), 0)
        thing = words[begin : end - left]
        name = reader.names.match(thing, len(thing) - 1) if left and thing else None
        first = sentence_begin(words, at)
        some = next((i for i in range(first + 1, at) if words[i] in _WHATEVER), None)
        if name is None or (some is None and {"everything", "all"}.isdisjoint(words[first:at])):
            continue
        order = words[first:at] if some is None else (*words[first:some], "everything", *words[some + 1 : at])
        return (*words[:first], *order, ",", "except", *thing, *words[end:])
    return words


def _until_none(words: Words, reader: SentenceReader) -> Words:
    """The words with "move all binders" for "move binders ... until none are left", from where that is said."""
    for at in range(3, len(words) - 2):
        end = sentence_end(words, at)
        none = next((n for n in _NONE if words[at : at + len(n)] == n), None)
        if none is None or not (at + len(none) == end or words[at + len(none)] in ("in", "on", "at")):
            continue
        first = sentence_begin(words, at)
        thing = _several(words, first, at, reader)
        if thing is None or ("," in words[first:at]) or ("and" in words[first:at]):
            continue
        begin, behind = thing
        there = words[at + len(none) : end]
        source = ("from", *there[1:]) if there else ()
        some = tuple(word for word in words[begin:behind] if word not in ("the", "some", "more"))
        return (*words[:begin], "all", *some, *source, *words[behind:at], *words[end:])
    return words


_NONE = tuple(
    (until, *none.split())
    for until in ("until", "till")
    for none in (
        *("none are left", "none is left", "nothing is left", "none remain", "none remains", "no more are left"),
        *("there are none left", "there are none"),
    )
)


def _several(words: Words, first: int, last: int, reader: SentenceReader) -> tuple[int, int] | None:
    """Where the things begin and end that an order is about, if they are named right behind its verb, uncounted."""
    verb = reader.book.said_verbs.find(words, first)
    begin = first + verb.length if verb is not None else last
    for at in range(begin, min(begin + _FAR, last)):
        name = reader.names.match(words, at)
        if name is not None:
            counted = any(word in lx.NUMBERS or word.isdecimal() or word == "all" for word in words[begin:at])
            return (begin, at + name.length) if name.is_plural and not counted else None
        known = words[at] in ("the", "some", "more") or words[at] in reader.names.attributes
        if not known and reader.book.adjectives.attribute(words[at]) is None:
            return None
    return None


def _counted_rest(words: Words) -> Words:
    """The words with "the other one stays" for "one stays" behind "two of the three binders go ..."."""
    for at in range(len(words) - 6):
        whole = lx.NUMBERS.get(words[at + 3]) if words[at + 1 : at + 3] == ("of", "the") else None
        some = lx.NUMBERS.get(words[at])
        end = sentence_end(words, at)
        stays = next((i for i in range(at + 5, end) if words[i] in _STAYS and words[i - 2] in _BEFORE), None)
        rest = lx.NUMBERS.get(words[stays - 1]) if stays is not None else None
        if whole is None or some is None or rest is None or some + rest != whole or stays is None:
            continue
        others = ("the", "other", "one") if rest == 1 else ("the", "others")
        return (*words[: stays - 1], *others, *words[stays:])
    return words


_STAYS = frozenset({"stays", "stay", "remains", "remain"})
_BEFORE = frozenset({",", "and", "but"})
