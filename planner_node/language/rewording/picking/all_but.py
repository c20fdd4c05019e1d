# SPDX-License-Identifier: Apache-2.0
"""All of a kind but those that look so: "take all but the red apple" is "all apples except the red one"."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_ANY_ONE = (("one",), ("of", "them"), ("kind",), ("of", "those"))
_BUT = (("but",), ("except",), ("except", "for"), ("bar",), ("apart", "from"), ("other", "than"))


@needs({"all"}, {"but", "except", "bar", "apart", "other"})
def all_but(words: Words, reader: SentenceReader) -> Words:
    """The words with the kind of what is excepted behind "all"."""
    for at in range(len(words) - 4):
        but = next((b for b in _BUT if words[at] == "all" and words[at + 1 : at + 1 + len(b)] == b), ())
        begin = at + 1 + len(but)
        if not but or words[begin] not in lx.DEFINITE:
            continue
        looks = begin + 1
        while looks < len(words) and reader.book.adjectives.attribute(words[looks]) is not None:
            looks += 1
        name = reader.names.match(words, looks)
        if looks == begin + 1 or name is None or reader.names.is_place(name) or not _is_ordered(words, at, reader):
            continue
        if reader.book.places.sources.find(words, looks + name.length) is not None:
            continue  # of what is there all may be meant
        noun = words[looks : looks + name.length]
        one = singular(noun, reader) or noun
        several = (*one[:-1], plural(one[-1]))
        ones = ("ones",) if name.is_plural else ("one",)
        return all_but(
            (*words[: at + 1], *several, "except", *words[begin:looks], *ones, *words[looks + name.length :]), reader
        )
    return words


@needs({"any"}, {"but", "except", "bar", "apart", "other"})
def any_but(words: Words, reader: SentenceReader) -> Words:
    """With "except" for ", any but" behind one of a kind: "a fruit, any but the banana"."""
    for at in range(2, len(words) - 3):
        if words[at] != "," or words[at + 1] != "any":
            continue
        behind = at + 2 + max(len(o) if words[at + 2 : at + 2 + len(o)] == o else 0 for o in _ANY_ONE)
        but = next((b for b in _BUT if words[behind : behind + len(b)] == b), ())
        if but:
            return any_but((*words[:at], "except", *words[behind + len(but) :]), reader)
    return words


def _is_ordered(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a verb stands right before, or the sentence begins there."""
    if at == 0 or words[at - 1] in ENDS:
        return True
    verbs = reader.book.said_verbs
    return any((f := verbs.find(words, i)) is not None and i + f.length == at for i in range(max(0, at - 3), at))
