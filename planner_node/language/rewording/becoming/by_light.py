# SPDX-License-Identifier: Apache-2.0
"""What is looked at by a light: "examine the watch under the lamp" turns it on and takes the watch there."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end

_LOOKING = tuple(
    tuple(said.split())
    for said in (
        "look at", "take a look at", "have a look at", "have a closer look at", "take a closer look at", "check out",
        "examine", "inspect", "investigate", "view", "study", "observe", "hold", "see",
    )
)  # fmt: skip
_TO_LOOK = tuple(tuple(f"to {verb}".split()) for verb in ("look at", "examine", "inspect", "investigate", "view"))
_TAKING = (("pick", "up"), ("take",), ("get",), ("grab",), ("bring",), ("carry",), ("hold",))
_BY = (
    ("under",), ("underneath",), ("beneath",), ("below",), ("by",), ("in",), ("with",), ("using",), ("near",),
    ("next", "to"), ("with", "the", "help", "of"), ("with", "the", "aid", "of"), ("by", "means", "of"),
)  # fmt: skip
_LIGHT = (
    ("the", "light", "of"),
    ("the", "light", "from"),
    ("the", "glow", "of"),
    ("light", "of"),
    ("light", "from"),
    (),
)
_OF_IT = frozenset({"it", "that", "them"})
_LONGEST = 10  # words of what is looked at
_PLEASE = frozenset({"please", "to", "then", "and", ","})


@needs({"look", "examine", "inspect", "investigate", "view", "study", "observe", "hold", "check", "see"})
def by_light(words: Words, reader: SentenceReader) -> Words:
    """The words with the orders to turn the light on, to pick the thing up and to go to the light."""
    for at in range(len(words) - 4):
        if at and words[at - 1] not in ENDS | _PLEASE:
            continue
        looking = next((v for v in _LOOKING if words[at : at + len(v)] == v), ())
        taking = () if looking else next((v for v in _TAKING if words[at : at + len(v)] == v), ())
        begin = at + len(looking or taking)
        stop = sentence_end(words, begin, ENDS | {","})
        found = _things_and_light(words, begin, stop, reader) if looking or taking else None
        if found is None:
            continue
        things, light, end = found
        if taking:
            purpose = next(((i, t) for i in range(len(things)) for t in _TO_LOOK if things[i : i + len(t)] == t), None)
            if purpose is None:
                continue
            behind = things[purpose[0] + len(purpose[1]) :]
            if behind and behind[0] not in _OF_IT:
                continue
            things = things[: purpose[0]]
        reader.turned.add(words[at:begin])
        order = ("turn", "on", *light, ",", "then", "pick", "up", *things, "and", "go", "to", *light)
        return (*words[:at], *order, *by_light(words[end:], reader))
    return words


def _things_and_light(words: Words, begin: int, stop: int, reader: SentenceReader) -> tuple[Words, Words, int] | None:
    """What is looked at, by which lamp, and the index behind that; None: no lamp is named behind it."""
    for at in range(begin + 1, min(stop, begin + _LONGEST)):
        by = max((b for b in _BY if words[at : at + len(b)] == b), key=len, default=())
        if not by:
            continue
        of = next(f for f in _LIGHT if words[at + len(by) : at + len(by) + len(f)] == f)
        lamp = at + len(by) + len(of)
        end = named_place_end(words, lamp, reader)
        names = (reader.names.match(words, i) for i in range(lamp, end))
        lit = any(n is not None and reader.names.ontology.is_a(n.concept or "", "lamp") for n in names)
        if end > lamp and end <= stop and lit:
            reader.turned.add(words[at:lamp])
            return words[begin:at], words[lamp:end], end
    return None
