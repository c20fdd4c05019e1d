# SPDX-License-Identifier: Apache-2.0
"""What something is used for: "use the knife to slice the tomato" slices it with the knife.

What a thing is prepared for is done with it, too: "warm up an egg to put in the fridge" puts it there.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words.verbs import Verb

_USING = frozenset({"use", "using"})
_PUTTING = (("to", "put"), ("to", "place"), ("to", "be", "put"), ("to", "be", "placed"), ("to", "be", "stored"))
_LONGEST = 8  # words of what is used


@needs({"use", "using", "put", "place", "placed", "stored"}, {"to"})
def used_to(words: Words, reader: SentenceReader) -> Words:
    """The words with the order that is meant first, and then with what."""
    for at in range(len(words) - 3):
        if words[at] in _USING and (at == 0 or words[at - 1] in ENDS | {",", "and", "then"}):
            stop = sentence_end(words, at, ENDS | {","})
            to = next((i for i in range(at + 2, min(stop - 1, at + _LONGEST)) if words[i] == "to"), 0)
            verb = reader.book.said_verbs.find(words, to + 1) if to else None
            if verb is not None and verb.value.verb in (Verb.CHANGE, Verb.FLOOR):
                tool = words[at + 1 : to]
                reader.turned.update({words[at : at + 1], words[to : to + 1]})
                return (*words[:at], *words[to + 1 : stop], "with", *tool, *words[stop:])
        putting = next((p for p in _PUTTING if words[at : at + len(p)] == p), ())
        if putting and _changes_before(words, at, reader):
            end = at + len(putting)
            end += words[end : end + 1] in (("it",), ("them",))
            if reader.book.places.sides.find(words, end) is not None:
                reader.turned.add(putting)
                return used_to((*words[:at], ",", "then", "put", "it", *words[end:]), reader)
    return words


def _changes_before(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what stands before, in the same sentence, makes something hot or the like, or puts it somewhere."""
    begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS), 0)
    verbs = (reader.book.said_verbs.find(words, i) for i in range(begin, at))
    return any(verb is not None and verb.value.verb in (Verb.CHANGE, Verb.BRING) for verb in verbs)
