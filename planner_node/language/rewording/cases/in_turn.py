# SPDX-License-Identifier: Apache-2.0
"""Several cases in turn: "if the lamp is on, leave it; if it isn't, switch it on", "if it's off ..., if it's on ...".

A second condition speaks of what the first is about; "if not" and its like are the other case of the first.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.conditions import SaidCondition, subject, taken_apart
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, skipped
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", "but", "then", "-", "\u2013"})
_LEADS = frozenset({"if", "when", "should", "unless"})
_FURTHER = frozenset({"if", "when"})
_ELSE = frozenset({"otherwise", "else"})
_IT = frozenset({"it", "they", "that"})
_OTHER = frozenset(
    {"not", *(f"{it} {verb}{no}" for it in (*_IT, "there") for verb in ("is", "are", "does") for no in ("", " not"))}
)
_BEFORE_ORDER = frozenset({",", "then", ":"})
_FEWEST = 4  # words of a first case
_FAR = 24  # words between two cases


@needs(_FURTHER | _ELSE)
def in_turn(words: Words, reader: SentenceReader) -> Words:
    """The words with "otherwise" before the other case, and with what a further one is about in place of "it"."""
    for at in range(_FEWEST, len(words) - 2):
        if words[at] not in _FURTHER | _ELSE or words[at - 1] not in _JOINTS | ENDS:
            continue
        begin, end = _case_before(words, at)
        first = _taken_apart(words[begin:end], reader) if words[begin:end] else None
        if first is None:
            continue
        other = at + 1 if words[at] in _ELSE and words[at - 1] in ENDS else _other_case(words, at, reader)
        if other:
            return in_turn((*words[:end], ",", "otherwise", *words[other:]), reader)
        if words[at] in _ELSE:
            continue
        said = spelt_out(words[at + 1 : at + 2], reader.book.sentences)
        about = _about(first, reader)
        if about and said[:1] and said[0] in _IT and len(words) > at + 3:
            further = (*about, *said[1:], *words[at + 2 :])
            return in_turn((*words[:end], ".", words[at], *further), reader)
    return words


def _case_before(words: Words, at: int) -> tuple[int, int]:
    """Where the case before another begins and ends."""
    end = at
    while end > 0 and words[end - 1] in _JOINTS | ENDS:
        end -= 1
    begin = sentence_begin(words, end)
    last = next((i for i in range(end - 2, begin, -1) if words[i] in _FURTHER and words[i - 1] in _JOINTS), begin)
    return last, end


def _taken_apart(words: Words, reader: SentenceReader) -> SaidCondition | None:
    """A case with its condition first; None: it is none."""
    core = opened(spelt_out(words, reader.book.sentences), reader.book.sentences).words
    return taken_apart(core, reader) if core[:1] and core[0] in _LEADS and len(core) < _FAR else None


def _other_case(words: Words, at: int, reader: SentenceReader) -> int:
    """Where what is to be done in the other case begins, behind "if not" or "if it isn't"; 0: more is said there."""
    known = reader.book.sentences
    for end in range(at + 2, min(at + 5, len(words))):
        said = " ".join(spelt_out(words[at + 1 : end], known))
        ordered = reader.starts_order(words[end:]) and known.states.find(words, end) is None  # "if it is open, ..."
        if said in _OTHER and (words[end] in _BEFORE_ORDER or ordered):
            while end < len(words) - 1 and words[end] in _BEFORE_ORDER:
                end += 1
            return end
    return 0


def _about(first: SaidCondition, reader: SentenceReader) -> Words:
    """What a condition is about, as it was said; empty: it is about nothing that "it" may stand for."""
    known = reader.book.sentences
    if skipped(first.condition, known.exists) is not None or skipped(first.condition, known.lacks) is not None:
        return subject(first.condition, reader)
    at = next((i for i in range(1, len(first.condition)) if known.is_so.find(first.condition, i)), 0)
    about = first.condition[:at]
    return () if not about or about[0] in lx.PRONOUNS | {"nothing", "nobody"} else about
