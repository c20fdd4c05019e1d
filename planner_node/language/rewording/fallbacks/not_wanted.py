# SPDX-License-Identifier: Apache-2.0
"""What the speaker does not want, before what is to be done: "I don't want the milk, bring me the juice"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx

_WHO = frozenset({"i", "we"})
_NOT_WANTING = tuple(
    (*denial, verb) for denial in (("don't",), ("do", "not"), ("no", "longer")) for verb in ("want", "need", "like")
)
_NO_MORE = (("any", "more"), ("anymore",), ("any", "longer"), ("now",), ("right", "now"), ("today",))
_JOINTS = ENDS | {",", "but", "and", "so", "-"}
_WISHING = (("i", "want"), ("i", "need"), ("we", "want"), ("we", "need"), ("i", "would", "like"), ("i'd", "like"))
_IT = frozenset({"it", "them", "that", "those"})


@needs(_WHO)
def not_wanted(words: Words, reader: SentenceReader) -> Words:
    """The words without that statement; an order about "it" names the thing, and one about others leaves that."""
    for begin in range(len(words) - 4):
        if words[begin] not in _WHO or not (begin == 0 or words[begin - 1] in ENDS):
            continue
        said = next((n for n in _NOT_WANTING if words[begin + 1 : begin + 1 + len(n)] == n), None)
        first = begin + 1 + len(said) if said is not None else 0
        end = next((i for i in range(first, len(words)) if words[i] in _JOINTS), 0) if first else 0
        thing = words[first:end]
        behind = next((n for n in _NO_MORE if thing[-len(n) :] == n), ())
        thing = thing[: len(thing) - len(behind)]
        bare = thing[1:] if thing[:1] == ("any",) else thing
        if not end or not bare or not is_thing(bare, reader):
            continue
        stop = end
        while stop < len(words) and words[stop] in _JOINTS:
            stop += 1
        order = opened(words[stop : sentence_end(words, stop)], reader.book.sentences).words
        if words[end] == "but" and is_thing(order, reader):  # "I don't want milk but juice"
            order = ("bring", "me", *order)
        if (wish := next((w for w in _WISHING if order[: len(w)] == w), ())) and is_thing(order[len(wish) :], reader):
            order = ("bring", "me", *order[len(wish) :])
        if not reader.starts_order(order):
            continue
        reader.turned.update((words[begin:end], behind))
        about = next((i for i in range(1, len(order)) if order[i] in _IT), 0)
        if about and not any(reader.names.match(order, i) for i in range(1, about)):
            named = bare if bare[0] in lx.DEFINITE else ("the", *bare)
            said_so = (*order[:about], *named, *order[about + 1 :])
        else:
            said_so = ("do", "not", "bring", *bare, ",", *order)
        return not_wanted((*words[:begin], *said_so, *words[sentence_end(words, stop) :]), reader)
    return words
