# SPDX-License-Identifier: Apache-2.0
"""Which of several things is taken does not matter: "pen, marker, doesn't matter which, on desk 3".

One of them is asked for, as by "or".
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import MARKS, is_thing, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.phrases import Phrases

_EITHER = Phrases(
    dict.fromkeys(
        f"{lead}{said}"
        for lead in ("", "i do not mind ", "i do not care ")
        for said in (
            "it does not matter which", "does not matter which", "does not matter which one", "it does not matter",
            "does not matter", "no matter which", "no matter which one", "which one does not matter", "your choice",
            "which does not matter", "either is fine", "either one is fine", "either will do", "either one will do",
            "either one", "either", "whichever", "whichever one", "any of them", "any one of them", "one of them",
            "which", "which one", "one or the other", "any of these", "either of them", "either of the two",
            "either is ok", "either is okay", "either would do", "you choose", "you can choose", "up to you",
        )
    )
)  # fmt: skip
_LONGEST = 8  # words of that
_FEWEST = 2  # things


@needs(MARKS | {",", ";", "("})
def any_of_listed(words: Words, reader: SentenceReader) -> Words:
    """The words with "or" between such things, and without what says that it does not matter which."""
    for at in range(2, len(words) - 1):
        if words[at] not in MARKS | {",", ";", "("}:
            continue
        end = next((i for i in range(at + 2, min(len(words), at + _LONGEST) + 1) if _closes(words, i)), 0)
        said = spelt_out(tuple(_apart(words[at + 1 : end])), reader.book.sentences) if end else ()
        found = _EITHER.find(said, 0) if said else None
        if found is None or found.length != len(said):
            continue
        begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS | MARKS), 0)
        if "or" in words[begin:at]:
            stays = words[end:] if words[end : end + 1] in ((",",), (")",)) else None
            reader.turned.add(words[at + 1 : end])
            return (*words[:at], *(stays[1:] if stays is not None else words[end:]))
        listed = _listed(words, begin, at, reader)
        behind = end + (words[end : end + 1] in ((",",), (")",)))
        if listed is not None:
            reader.turned.add(words[at + 1 : end])
            return (*words[: listed[0]], *listed[1], *words[behind:])
    return words


def _closes(words: Words, at: int) -> bool:
    return at == len(words) or words[at] in ENDS | MARKS | {",", ")"}


def _apart(words: Words) -> list[str]:
    """With "is" apart from what it is drawn together with: "either's fine"."""
    return [part for word in words for part in ((word[:-2], "is") if word == "either's" else (word,))]


def _listed(words: Words, begin: int, end: int, reader: SentenceReader) -> tuple[int, Words] | None:
    """Where a list of things begins that ends there, or before a place that does, and the list with "or"."""
    last = next((i for i in range(begin + 1, end) if placing_end(words[:end], i, reader) == end), end)
    place = words[last:end]
    for first in range(begin, last):
        if first > begin and words[first] not in lx.ARTICLES and words[first - 1] in lx.ARTICLES | {","}:
            continue
        parts = [tuple(part.split()) for part in " ".join(words[first:last]).split(",")]
        if len(parts) >= _FEWEST and all(part and is_thing(part, reader) for part in parts):
            said = tuple(word for n, part in enumerate(parts) for word in ((("or",) if n else ()) + part))
            return first, (*said, *place)
    return None
