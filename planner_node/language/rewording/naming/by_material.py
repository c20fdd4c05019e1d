# SPDX-License-Identifier: Apache-2.0
"""What is sorted by what it is made of: "sort the garden table: paper in the paper bin, glass in the glass bin"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.verbs import Verb

_WIDE = frozenset({Verb.SORT, Verb.CLEAR, Verb.TIDY})
_MARKS = frozenset({":", ",", "-", ";"})


def by_material(words: Words, reader: SentenceReader) -> Words:
    """The words with "everything made of paper from the garden table" for such a part of the list."""
    materials = reader.names.ontology.all_materials
    if ":" not in words or materials.isdisjoint(words):
        return words
    for begin in range(len(words) - 6):
        verb = reader.book.said_verbs.find(words, begin) if begin == 0 or words[begin - 1] in ENDS else None
        first = begin + verb.length if verb is not None and verb.value.verb in _WIDE else 0
        end = named_place_end(words, first, reader) if first else 0
        if not first or end <= first or words[end : end + 1] == () or words[end] not in _MARKS:
            continue
        stop = sentence_end(words, end)
        listed = words[end + 1 : stop]
        found: list[str] = []
        for at, word in enumerate(listed):
            starts = at == 0 or listed[at - 1] in ("and", ",")
            goes = reader.book.verbs.belonging.find(listed, at + 1)
            to = at + 1 + (goes.length if goes is not None else 0)
            if starts and word in materials and place_stands(listed, to, reader) and word in listed[to : to + 4]:
                found += ["everything", "made", "of", word, "from", *words[first:end]]
            else:
                found.append(word)
        if tuple(found) != listed:
            reader.turned.add(words[begin:first])
            said = tuple(w for i, w in enumerate(found) if reader.book.verbs.belonging.find(found, i) is None)
            return (*words[:begin], "put", *said, *words[stop:])
    return words
