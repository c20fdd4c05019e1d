# SPDX-License-Identifier: Apache-2.0
"""Several things that are told apart behind the verb: "bring the mugs, the blue one to table 2, the other here"."""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import named_things
from planner_node.language.rewording.gaps import place_stands
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_OTHERS = (("the", "others"), ("the", "other", "ones"), ("the", "rest"))
_OTHER = (("the", "other", "one"), ("the", "other"))


@needs({",", ":"})
def told_by_looks(words: Words, reader: SentenceReader) -> Words:
    """The words with the noun behind each look, in place of what they are called together."""
    for at in range(3, len(words) - 4):
        if words[at] not in (",", ":"):
            continue
        begin = sentence_begin(words, at)
        verb = reader.book.said_verbs.find(words, begin)
        things = named_things(words[begin + verb.length : at], (), reader) if verb is not None else None
        if verb is None or things is None or not things.is_plural or things.looks:
            continue
        end = sentence_end(words, at)
        told = _told(words[at + 1 : end], things.noun, len(things.nodes), reader)
        if told:
            reader.turned.add(words[begin + verb.length : at])
            return told_by_looks((*words[: begin + verb.length], *told, *words[end:]), reader)
    return words


def _told(listed: Words, noun: Words, number: int, reader: SentenceReader) -> Words:
    """A list with the noun for "one" behind looks that have a place, and for "the other"; empty: it is no such list."""
    one = singular(noun, reader)
    found: list[str] = []
    at = told = 0
    while at < len(listed):
        end = at + 1
        while end < len(listed) and reader.book.adjectives.attribute(listed[end]) is not None:
            end += 1
        several = listed[end : end + 1] == ("ones",)
        is_told = end > at + 1 and listed[at] in lx.DEFINITE and listed[end : end + 1] in (("one",), ("ones",))
        others = next((o for o in _OTHERS if listed[at : at + len(o)] == o), ())
        other = () if others else next((o for o in _OTHER if listed[at : at + len(o)] == o), ())
        behind = end + 1 if is_told else at + len(others or other)
        if behind > at and (is_told or told) and place_stands(listed, behind, reader):
            lead, many = (listed[at:end], several) if is_told else (("the", "other"), bool(others))
            found += [*lead, *(noun if many else one)]
            told += 1
            at = behind
        elif at == 0:
            return ()
        else:
            found.append(listed[at])
            at += 1
    return tuple(found) if told > 1 and number > 1 else ()
