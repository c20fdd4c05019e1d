# SPDX-License-Identifier: Apache-2.0
"""The word "only" before an order that a condition limits: "only open the box if it is shut".

"Only if it is shut should you open it" says the same the other way round, and "..., or should they be gone, the
chocolate" says "if they are gone".
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_BEFORE = ENDS | {",", "and", "but", "please", "then", "you", "to"}
_IF = frozenset({"if", "when", "once"})
_MAY = frozenset({"should", "do", "may", "can", "must", "shall"})
_OR = frozenset({"or", "and", "but"})
_FAR = 8  # words from "should" to "be"


@needs({"only", "should"})
def only_if(words: Words, reader: SentenceReader) -> Words:
    """The words with "only" where it belongs to: before the condition; and with the condition first."""
    words = _inverted(words, reader)
    for at, word in enumerate(words[:-4]):
        if word != "only" or (at and words[at - 1] not in _BEFORE) or not reader.starts_order(words[at + 1 :]):
            continue
        end = sentence_end(words, at)
        case = next((i for i in range(at + 3, end) if words[i] in _IF), None)
        if case is not None:
            return only_if((*words[:at], *words[at + 1 : case], "only", *words[case:]), reader)
    return words


def _inverted(words: Words, reader: SentenceReader) -> Words:
    """With "if the lamp is off, light it" for "only if the lamp is off should you light it"."""
    for at in range(len(words) - 5):
        if words[at] == "only" and words[at + 1] in _IF and (at == 0 or words[at - 1] in ENDS):
            end = sentence_end(words, at)
            may = next((i for i in range(at + 4, end - 1) if words[i] in _MAY and words[i + 1] in ("you", "i")), None)
            order = words[may + 2 : end] if may is not None else ()
            is_order = order[1:2] != () and order[1] in lx.ARTICLES | lx.PRONOUNS  # "light it"
            if may is not None and (is_order or reader.starts_order(order)):
                comma = () if words[may - 1] == "," else (",",)
                return (*words[:at], "if", *words[at + 2 : may], *comma, *words[may + 2 :])
        if words[at] in _OR and words[at + 1] == "should" and "be" in words[at + 3 : at + _FAR]:
            be = words.index("be", at + 3)
            subject = words[at + 2 : be]
            are = "are" if subject[-1] in ("they", "those", "these") or subject[-1].endswith("s") else "is"
            return _inverted((*words[: at + 1], "if", *subject, are, *words[be + 1 :]), reader)
    return words
