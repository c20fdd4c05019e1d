# SPDX-License-Identifier: Apache-2.0
"""Where somebody is who asks: "I've just sat down at table 3", "you'll find me at desk 2", "we'll eat at table 1".

What is brought then with no other place is brought to them: "we'll eat at table 3, could you carry the pot over".
"""

from __future__ import annotations

from collections.abc import Mapping

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, side_in
from planner_node.language.words import lexicon as lx

_FIRST = {
    **dict.fromkeys(("i", "i'm", "i'll", "i've"), "i'm"),
    **dict.fromkeys(("we", "we're", "we'll", "we've"), "we're"),
}
_FOUND: Mapping[Words, str] = {("find", "me"): "i'm", ("find", "us"): "we're"}
_LINKS = frozenset("am are will be have just going to about been now both all already there".split())
_STAYING = frozenset(
    "sitting working having eating drinking reading waiting standing studying writing playing relaxing resting seated"
    " sat settled moved gone have eat drink work sit read study write play relax stay wait".split()
)
_BETWEEN = frozenset("down over up across together alone on own my our a an the some little quick late early".split())
_OWN = (("my",), ("our",))
_AT = frozenset({"at", "on", "in", "to"})
_NOT_NOW = frozenset("not tomorrow yesterday later never if unless when until".split())
_JOINTS = ENDS | {","}
_CARRYING = (("carry", "over"), ("carry",), ("bring", "over"), ("bring",), ("fetch",), ("get",))
_FAR = 9  # words between somebody and the place
_HERE = (("to", "me", "there"), ("to", "us", "there"), ("over", "here"))


@needs(_FIRST.keys() | {"find"})
def where_i_am(words: Words, reader: SentenceReader) -> Words:
    """The words with "I'm at table 3" for what says so."""
    for begin, end in sentence_bounds(words, _JOINTS):
        told = _told(words[begin:end], reader)
        if told is None:
            continue
        behind, before = _to_them(words[end:], told[0], reader), words[:begin]
        if behind == words[end:]:
            before = _asked_before(before, told[0], reader)
        if (before, behind) == (words[:begin], words[end:]) and lx.SPEAKERS.isdisjoint((*before, *behind)):
            return words  # "I'll be on the sofa, so put the book there"
        if words[begin:end] != told:
            reader.turned.add(words[begin:end])
        return _without_there((*before, *told, *behind))
    return words


def _told(said: Words, reader: SentenceReader) -> Words | None:
    """What a sentence says of where somebody is who speaks; None: it says something else."""
    whom, at = _FIRST.get(said[0], "") if said else "", 1
    if said[:1] in (("you'll",), ("you",)):
        at = 1 + (said[1:2] in (("will",), ("can",)))
        whom, at = _FOUND.get(said[at : at + 2], ""), at + 2
    if not whom or not _NOT_NOW.isdisjoint(said) or said[at : at + 2] == ("have", "to"):
        return None
    first = at
    while at < len(said) and said[at] in _LINKS:
        at += 1
    found = said[:1] != () and said[0].startswith("you")
    if said[at : at + 1] != () and said[at] in _STAYING:
        at += 1
    elif said[at - 1] == "have":
        if not ({"to", "will"} & set(said[:at]) or said[0].endswith("'ll")):
            return None  # else "we are going to have our tea there"
    elif not found and not (at < len(said) and _stands(said, at, reader) and _is_now(said[:at])):
        return None  # "I'm going to table 1", "I was at table 1"
    elif found and at > first:
        return None
    side = next((i for i in range(at, min(len(said), at + _FAR)) if _stands(said, i, reader)), None)
    if side is None or not _is_plain(said[at:side], reader):
        return None
    end = named_place_end(said, side + 1, reader)
    times = reader.book.sentences.times.find(said, end)
    if end + (times.length if times is not None else 0) != len(said):
        return None
    return (whom, "at", *said[side + 1 : end])


def _is_now(said: Words) -> bool:
    """Whether somebody is there, and does not only go there."""
    return {"going", "to"}.isdisjoint(said) and bool({"i'm", "we're", "am", "are", "be"} & set(said))


def _stands(said: Words, at: int, reader: SentenceReader) -> bool:
    end = named_place_end(said, at + 1, reader) if said[at] in _AT else at
    name = reader.names.match(said, end - 1) or reader.names.match(said, max(0, end - 2))
    return end > at + 1 and not (name is not None and reader.names.is_room(name))


def _is_plain(between: Words, reader: SentenceReader) -> bool:
    """Whether what is done there names nothing that is asked for: "having breakfast on my own"."""
    return not any(
        (name := reader.names.match(between, i)) is not None
        and reader.names.is_present(name)
        and between[i - 1 : i] not in _OWN
        for i in range(len(between))
    )


def _asked_before(words: Words, whom: str, reader: SentenceReader) -> Words:
    """With "us" in the order before it: "bring the drill? I'm at table 1"."""
    end = len(words)
    while end and words[end - 1] in _JOINTS:
        end -= 1
    begin = max((i + 1 for i in range(end) if words[i] in ENDS), default=0)
    return (*words[:begin], *_to_them(words[begin:end], whom, reader), *words[end:])


def _to_them(behind: Words, whom: str, reader: SentenceReader) -> Words:
    """With "us" in the next order where it says neither to whom nor where to."""
    first = next((i for i, word in enumerate(behind) if word not in _JOINTS | {"so", "and"}), len(behind))
    end = next((i for i in range(first, len(behind)) if behind[i] in ENDS), len(behind))
    core = opened(behind[first:end], reader.book.sentences).words
    carrying = next((c for c in _CARRYING if core[: len(c)] == c), ())
    things = core[len(carrying) :]
    to_me = not lx.RECIPIENTS.isdisjoint(core) or "there" in core or "here" in core
    if not carrying or to_me or not begins_things(things, reader) or side_in(things, reader):
        return behind
    reader.turned.add(carrying)
    them = "me" if whom == "i'm" else "us"
    return (*behind[: end - len(core)], "bring", them, *things, *behind[end:])


def _without_there(words: Words) -> Words:
    """Without "there" behind "to me"."""
    for at in range(len(words)):
        here = next((h for h in _HERE if words[at : at + len(h)] == h), ())
        if here:
            kept = ("to", "me") if here[0] == "over" else here[:2]
            return (*words[:at], *kept, *words[at + len(here) :])
    return words
