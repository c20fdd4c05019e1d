# SPDX-License-Identifier: Apache-2.0
"""The parts of what was told of before: "I want to build a PC in the dining room. Gather the necessary parts"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_JOINTS = ENDS | {",", "and", "so"}
_WHAT_IS = (
    ("what", "is"), ("whatever", "is"), ("all", "that", "is"), ("everything", "that", "is"),
    ("what's",), ("whatever's",), ("all", "that's"), ("everything", "that's"),
)  # fmt: skip
_OF = (("from",), ("of",), ("out", "of"))
_MADE_OF = (
    *(("is", *made, *of) for made in (("assembled",), ("made",), ("built",), ("put", "together")) for of in _OF),
    ("consists", "of"),
    ("needs",),
)
_FOR_IT = (("for", "it"), ("for", "that"), ("for", "this"))
_LOOSE = frozenset(
    {"things", "everything", "stuff", "items", "pieces"}
)  # parts only where it is said that they are needed


def needed_for(words: Words, reader: SentenceReader) -> Words:
    """The words with what is to be made, and where, behind its parts, in place of the sentence that told it."""
    kits = reader.book.kits
    words = _assembled(words, reader)
    for at in range(len(words) - 4):
        making = kits.making.find(words, at) if at == 0 or words[at - 1] in _JOINTS else None
        begin = at + making.length if making is not None else len(words)
        while begin < len(words) and words[begin] in kits.states:
            begin += 1
        made = reader.book.kit_of.find(words, begin)
        end = begin + made.length if made is not None else len(words)
        placed = placing_end(words, end, reader)
        if made is None or not is_clause_end(words, placed, reader) or placed == end:
            continue
        rest = _needed_first(words[placed:], reader)
        part = next((i for i in range(1, len(rest)) if _is_part(rest, i, reader)), None)
        behind = part + 1 if part is not None else 0
        if behind and "there" in rest[:behind]:  # "gather there at least 4 parts"
            there = rest.index("there")
            rest, part, behind = (*rest[:there], *rest[there + 1 :]), behind - 2, behind - 1
        if behind and rest[behind : behind + 2] in _FOR_IT:
            rest = (*rest[:behind], *rest[behind + 2 :])
        if behind and rest[behind : behind + 1] == ("there",):
            rest = (*rest[:behind], *rest[behind + 1 :])
        if part is None or not is_clause_end(rest, behind, reader):
            continue
        while rest and rest[0] in _JOINTS:
            rest, part = rest[1:], part - 1
        purpose = ("to", "assemble", "a", *words[begin:end], *words[end:placed])
        reader.turned.add(words[at:begin])
        return (*words[:at], *rest[: part + 1], *purpose, *rest[part + 1 :])
    return words


def _assembled(words: Words, reader: SentenceReader) -> Words:
    """With "assemble a PC" for "put a PC together", and the parts for "what is needed" for that."""
    for at in range(len(words) - 2):
        made = reader.book.kit_of.find(words, at + 2) if words[at] in ("put", "putting") else None
        end = at + 2 + made.length if made is not None else len(words)
        if words[end : end + 1] == ("together",):
            verb = "assemble" if words[at] == "put" else "assembling"
            return _assembled((*words[:at], verb, *words[at + 1 : end], *words[end + 1 :]), reader)
        of_it = _made_of(words, at, reader) if words[at] in reader.book.kits.parts else None
        if of_it is not None:
            return _assembled(of_it, reader)
        what = next((w for w in _WHAT_IS if words[at : at + len(w)] == w), ())
        needed = at + len(what)
        is_needed = words[needed : needed + 1] != () and words[needed] in reader.book.kits.needed
        if what and is_needed and words[needed + 1 : needed + 2] in (("to",), ("for",)):
            reader.turned.add(what)
            return _assembled((*words[:at], "the", "parts", *words[needed:]), reader)
    return words


def _made_of(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With "needed for" it behind the parts of "the parts a PC is made of"; None: that does not stand there."""
    begin = at + 1
    while begin < len(words) and words[begin] in reader.book.kits.states:
        begin += 1
    made = reader.book.kit_of.find(words, begin)
    end = begin + made.length if made is not None else len(words)
    of = next((o for o in _MADE_OF if words[end : end + len(o)] == o), ())
    if not of:
        return None
    reader.turned.add(of)
    return (*words[: at + 1], "needed", "for", *words[at + 1 : end], *words[end + len(of) :])


def _needed_first(words: Words, reader: SentenceReader) -> Words:
    """With "needed" before what it is said of: "the parts that are needed"."""
    kits = reader.book.kits
    for at in range(1, len(words) - 3):
        is_said = words[at] in kits.parts and words[at + 1 : at + 3] == ("that", "are") and words[at + 3] in kits.needed
        if is_said:
            return (*words[:at], words[at + 3], words[at], *words[at + 4 :])
    return words


def _is_part(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the parts are named there, and it is said that they are needed or which they are."""
    kits = reader.book.kits
    if words[at] not in kits.parts:
        return False
    counted = words[at - 1].isdecimal() or words[at - 1] in lx.NUMBERS
    needed = words[at - 1] in kits.needed or (counted and words[at] not in _LOOSE)
    return needed or (words[at] not in _LOOSE and words[at - 1] in lx.DEFINITE | {"all"})
