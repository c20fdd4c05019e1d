# SPDX-License-Identifier: Apache-2.0
"""What speakers do or where they are, and what they want: "I'm cooking soup and need two carrots on table 1"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing, placing_end
from planner_node.language.words import lexicon as lx

_SUBJECTS = {
    **dict.fromkeys(("i", "i'm", "i've", "i'll"), "i"),
    **dict.fromkeys(("we", "we're", "we've", "we'll"), "we"),
}
_FOR_ME = frozenset({"me", "us", "i", "we"})
_WISHING = (
    ("would", "like"), ("would", "love"), ("wants",), ("want",), ("needs",), ("need",), ("asks", "for"), ("fancies",),
    ("asked", "for"), ("is", "asking", "for"), ("wishes", "for"),
)  # fmt: skip
_ONE = frozenset({"a", "an", "some", "another"})
_OF_IT = frozenset({"one", "it", "some", "that"})
_THEY = lx.RECIPIENTS
_GIVING = frozenset({"bring", "get", "give", "fetch", "hand", "make", "serve", "pour", "take"})
_JOINTS = ENDS | {",", "so", "and", "please"}
_LONGEST_NAME = 3
_WANTING = frozenset({"need", "want", "would", "could", "fancy", "require"})


def and_wants(words: Words, reader: SentenceReader) -> Words:
    """The words with a sentence of its own for what is wanted."""
    words = _brought_to_them(_where_first(words, reader), reader)
    begin = 0
    for at in range(2, len(words) - 2):
        begin = at if words[at - 1] in ENDS else begin
        subject = _SUBJECTS.get(words[begin])
        if words[at] != "and" or subject is None or words[at + 1] not in _WANTING:
            continue
        known = reader.book.sentences
        own = known.wanting.find(words, begin) or known.needing.find(words, begin)
        wants = (subject, *words[at + 1 :])
        if own is None and (known.wanting.find(wants, 0) or known.needing.find(wants, 0)):
            before = words[: at - (words[at - 1] == ",")]
            return (*before, ".", *and_wants(wants, reader))
    return words


def _brought_to_them(words: Words, reader: SentenceReader) -> Words:
    """Without what somebody wants before the order to bring that: "Anna would like a beer. Bring her one"."""
    for at in range(1, len(words) - 5):
        wish = next((w for w in _WISHING if words[at : at + len(w)] == w), None)
        begin = sentence_begin(words, at)
        end = sentence_end(words, at, ENDS | {",", "so", "and"}) if wish is not None else 0
        who, thing = words[begin:at], words[at + len(wish) : end] if wish is not None else ()
        if not thing or len(who) > _LONGEST_NAME or thing[0] not in _ONE or not is_thing(thing, reader):
            continue
        order = end
        while order < len(words) and words[order] in _JOINTS:
            order += 1
        given = words[order : order + 1] != () and words[order] in _GIVING and order > end
        behind = _behind_given(words, order + 1, who, thing) if given else 0
        if behind:
            whom = ("me",) if who in (("i",), ("we",)) else who
            reader.turned.add(words[at:end])
            said = (words[order], *whom, *thing, *words[behind:])
            return _brought_to_them((*words[:begin], *said), reader)
    return words


def _behind_given(words: Words, at: int, who: Words, thing: Words) -> int:
    """Behind "her one", "it to her", "her a beer"; 0: something else is given, or to somebody else."""
    first = _whom_end(words, at, who)
    if first and words[first : first + 1] != () and words[first] in _OF_IT:
        return first + 1
    if first and words[first : first + len(thing)] == thing:
        return first + len(thing)
    if words[at : at + 1] != () and words[at] in _OF_IT and words[at + 1 : at + 2] == ("to",):
        return _whom_end(words, at + 2, who)
    return 0


def _whom_end(words: Words, at: int, who: Words) -> int:
    """Behind the one who wants it, by name or as "her"; 0: nobody, or somebody else."""
    if words[at : at + len(who)] == who:
        return at + len(who)
    return at + 1 if words[at : at + 1] != () and words[at] in _THEY else 0


def _where_first(words: Words, reader: SentenceReader) -> Words:
    """The words with where the speaker is before what is asked for: "the pen for me, I'm working at desk 2"."""
    known = reader.book
    for at in range(2, len(words) - 3):
        found = known.remarks.speaker_is.find(words, at) if words[at - 1] in ENDS | {","} else None
        if found is None or _FOR_ME.isdisjoint(words[:at]):
            continue
        begin = at + found.length
        while (more := known.remarks.posture.find(words, begin)) is not None:
            begin += more.length
        end = placing_end(words, begin, reader)
        behind = words[end:]
        if end > begin and not reader.starts_order(words[at:]) and all(word in ENDS for word in behind):
            wanted = words[: at - 1]
            order = opened(wanted, known.sentences).words
            is_bare = wanted[-2:] in (("for", "me"), ("for", "us")) and not reader.starts_order(order)
            return (*words[at:end], ".", *(("bring", "me", *wanted[:-2]) if is_bare else wanted))
    return words
