# SPDX-License-Identifier: Apache-2.0
"""States without a verb: "the fridge stays open", "window shut if it isn't", "sample on bench 1, fridge shut after"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx

_STAY = frozenset({"stays", "stay", "remains", "remain"})
_IF_NOT = (
    ("if", "it", "isn't"), ("if", "they", "aren't"), ("if", "it's", "not"), ("if", "they're", "not"),
    ("if", "it", "is", "not"), ("if", "they", "are", "not"),
)  # fmt: skip
_ALREADY = frozenset({"already", "yet", "so"})
_AFTER = (
    ("afterwards",),
    ("after", "that"),
    ("after",),
    ("again", "after"),
    ("again", "afterwards"),
    ("then",),
    ("again",),
)
_STOPS = ENDS | {",", "and"}


def states(words: Words, reader: SentenceReader) -> Words:
    """The words with "keep the fridge open" and the like."""
    at = 1
    while at < len(words):
        said = _stays(words, at, reader) or _if_not(words, at, reader) or _after(words, at, reader)
        if said is not None:
            words = said
        at += 1
    return words


def _state(words: Words, at: int, reader: SentenceReader) -> int:
    """Where a state ends that stands there; 0: none does."""
    found = reader.book.sentences.states.find(words, at)
    return at + found.length if found is not None else 0


def _furniture(words: Words, begin: int, end: int, reader: SentenceReader) -> Words:
    """What is named from one index to another and nothing else, with an article; empty: something else stands there."""
    bare = begin + (words[begin : begin + 1] != () and words[begin] in lx.DEFINITE)
    name = reader.names.match(words, bare)
    if name is None or bare + name.length != end:
        return ()
    return words[begin:end] if bare > begin or name.node_id is not None else ("the", *words[begin:end])


def _begin(words: Words, at: int) -> int:
    return sentence_begin(words, at, _STOPS)


def _stays(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Of "the fridge stays open" the order to keep it so; None: something else is said."""
    end = _state(words, at + 1, reader) if words[at] in _STAY else 0
    begin = _begin(words, at)
    what = _furniture(words, begin, at, reader) if end else ()
    ends = end == len(words) or words[end] in _STOPS if end else False
    return (*words[:begin], "keep", *what, *words[at + 1 : end], *words[end:]) if what and ends else None


def _if_not(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Without "if it isn't" behind a state that something is to be in; None: something else is said."""
    case = next((c for c in _IF_NOT if words[at : at + len(c)] == c), ())
    end = at + len(case)
    end += words[end : end + 1] != () and words[end] in _ALREADY
    begin = _begin(words, at)
    state = next((i for i in range(begin + 1, at) if _state(words, i, reader) == at), 0)
    if not case or not state or not (end == len(words) or words[end] in _STOPS):
        return None
    if not _furniture(words, begin, state, reader):
        return None
    reader.turned.add(case)
    return (*words[:at], *words[end:])


def _after(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Of ", fridge shut after" the order behind "then"; None: something else is said."""
    after = next((a for a in _AFTER if words[at : at + len(a)] == a), ())
    end = at + len(after)
    begin = _begin(words, at)
    state = next((i for i in range(begin + 1, at) if _state(words, i, reader) == at), 0)
    if not after or not state or begin == 0 or not (end == len(words) or words[end] in _STOPS):
        return None
    verb = {"shut": "close", "closed": "close", "open": "open"}.get(words[state])
    switch = ("turn", words[state]) if words[state] in lx.PARTICLES else (verb,) if verb else ()
    what = _furniture(words, begin, state, reader)
    stop = sentence_end(words, begin)
    if not switch or not what or stop < end:
        return None
    before = words[:begin]
    while before and before[-1] in _STOPS:
        before = before[:-1]
    return (*before, ".", "then", *switch, *what, *words[end:])
