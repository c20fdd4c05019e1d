# SPDX-License-Identifier: Apache-2.0
"""What makes no difference, in commas or at the end: "every book, no matter which room it's in, goes on the shelf"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_look
from planner_node.language.words import lexicon as lx

_LEADS = (
    ("no", "matter"), ("regardless", "of"), ("irrespective", "of"), ("it", "does", "not", "matter"),
    ("it", "doesn't", "matter"), ("i", "do", "not", "care"), ("i", "don't", "care"),
    ("whatever", "room"), ("whichever", "room"),
)  # fmt: skip
_WHICH = ("colour", "color", "kind", "sort", "type", "size", "brand", "shape")
_ONES = (
    *(("any", which) for which in _WHICH),
    *(("either", "one"), ("any", "one"), ("either",), ("any", "of", "them"), ("either", "of", "them")),
    *(("whichever",), ("any",)),
)
_ANY_OF_THEM = tuple((*one, *fine) for one in _ONES for fine in (("will", "do"), ("is", "fine"), ("would", "do"), ()))
_OPEN = frozenset({"which", "where", "what", "how", "whose", "who", "the", "it", "they", "in"})
_LONGEST = 9


@needs({"matter", "regardless", "irrespective", "care", "whatever", "whichever", "either", "any", "both"})
def no_matter(words: Words, reader: SentenceReader) -> Words:
    """The words without what says that something makes no difference."""
    words = _any_but(_not_both(_of_any(_either_one(words, reader), reader), reader), reader)
    for at in range(1, len(words) - 1):
        lead = next((some for some in _LEADS if words[at : at + len(some)] == some), ())
        begin = at + len(lead)
        if not lead or words[begin : begin + 1] == () or words[begin] not in _OPEN:
            continue
        end = next((i for i in range(begin, min(len(words), begin + _LONGEST)) if words[i] in ENDS | {","}), 0)
        end = end or (len(words) if len(words) - begin <= _LONGEST else 0)
        if not end:
            continue
        before = at - (words[at - 1] == ",")
        goes_on = words[end + 1 : end + 2] in (("so",), ("and",), ("but",))  # a clause of its own behind it
        behind = end + (end < len(words) and words[end] == "," and before < at and not goes_on)
        reader.turned.add(words[at:end])
        return no_matter((*words[:before], *words[behind:]), reader)
    return words


def _any_but(words: Words, reader: SentenceReader) -> Words:
    """With "not a red one" behind the order for "a marker, any colour but red"."""
    for at in range(2, len(words) - 3):
        but = reader.book.nouns.excepted.find(words, at + 2) if words[at] == "any" and words[at + 1] in _WHICH else None
        length = but.length if but is not None else int(words[at + 2] == lx.BUT)
        look = at + 2 + length
        if not length or not is_look("".join(words[look : look + 1]), reader):
            continue
        begin = at - (words[at - 1] in (",", "in", "of"))
        begin -= words[begin - 1] == ","
        behind = look + 1 + (words[look + 1 : look + 2] == (",",))
        end = sentence_end(words, behind)
        reader.turned.add(words[at : look + 1])
        order = (*words[:begin], *words[behind:end])
        return (*order, ",", "just", "not", "a", words[look], "one", *words[end:])
    return words


def _not_both(words: Words, reader: SentenceReader) -> Words:
    """Without "not both" behind one or the other: "either the apple or the orange, not both"."""
    for at in range(4, len(words) - 1):
        begin = at + (words[at] == "but")
        if words[at - 1] != "," or words[begin : begin + 2] != ("not", "both") or "or" not in words[:at]:
            continue
        if begin + 2 == len(words) or words[begin + 2] in ENDS:
            reader.turned.add(words[at : begin + 2])
            return (*words[: at - 1], *words[begin + 2 :])
    return words


def _of_any(words: Words, reader: SentenceReader) -> Words:
    """Without "of any colour" behind a thing."""
    for at in range(1, len(words) - 2):
        if words[at : at + 2] == ("of", "any") and words[at + 2] in _WHICH:
            reader.turned.add(words[at : at + 3])
            return _of_any((*words[:at], *words[at + 3 :]), reader)
    return words


def _either_one(words: Words, reader: SentenceReader) -> Words:
    """Without "either one", "any one will do" behind a comma at the end of what is asked for."""
    for at in range(2, len(words)):
        fit = (s for s in _ANY_OF_THEM if words[at - 1] == "," and words[at : at + len(s)] == s)
        said = max(fit, key=len, default=())
        end = at + len(said)
        if said and (end == len(words) or words[end] in ENDS):
            reader.turned.add(said)
            return _either_one((*words[: at - 1], *words[end:]), reader)
    return words
