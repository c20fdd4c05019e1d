# SPDX-License-Identifier: Apache-2.0
"""Frames of sentences that tell something, and the words that stand in their slots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import auto
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from makedo_core.conversation.stop_words import means_stop
from makedo_core.enums import StrEnum
from planner_node.language.words import lexicon as lx

_FILE = Path(__file__).parent / "frames.yaml"
_SLOTS: Mapping[str, str] = {
    "whose": r"mine|ours|hers|his|theirs|[^\W\d][\w-]*'s",
    "owner": r"my|our|her|his|their|[^\W\d][\w-]*'s",
    "whom": r"me|us|i|we|him|her|them|(?:(?:mr|mrs|ms|dr) )?[^\W\d][\w-]*",
    "somebody": r"i|we|she|he|they|[^\W\d][\w-]*",
    "by": r"(?:(?:the|my|our|his|her|your|their|old|little|mr|mrs|ms|dr) )*[^\W\d][\w-]*(?<!'s)",
    "who": r"[^\W\d][\w'. -]*?",
    "whose2": r"(?:[^\W\d][\w-]*'s|my|his|her|their)",
    "place": r"(?:on|onto|in|into|inside|at|by|near|under|beside|behind|next to) .+",
}
_NOT_THERE = re.compile(r" ,(?: and)? not (?:on|in|inside|at|by|under) [^,]+$")
"""Where something is not kept, beside where it is."""
_MAY_BE_ORDERED = frozenset("all every each both everything whatever anything".split())
_EXCEPTING = frozenset({"except", "apart", "excluding", "but", "besides", "unless"})
_RELATIVE = frozenset("that which who".split())


class Move(StrEnum):
    """What is done by saying it."""

    TOLD = auto()
    TAKEN_BACK = auto()
    ASKED = auto()
    ALONE = auto()
    SEEN = auto()  # how the scene is now


@dataclass(frozen=True, slots=True)
class Framed:
    """A sentence that fits a frame.

    Attributes:
        move: what is done by saying it.
        frame: name of the frame, e.g. "owned".
        slots: what stands in its slots, words in lower case.
        sentence: the sentence, in lower case, without what says nothing.
        sure: whether it was said that this is to be remembered.
        guessed: whether it was said that it is only a guess.
    """

    move: Move
    frame: str
    sentence: str
    slots: Mapping[str, str] = field(default_factory=dict)
    sure: bool = False
    guessed: bool = False


def framed(words: Sequence[str]) -> tuple[Framed, ...]:
    """How a sentence may be read as one that tells something, the likeliest first; empty: it is none.

    Args:
        words: of one sentence, in lower case, without its full stop.
    """
    said, sure = _bare(" ".join(words))
    if means_stop(said):
        return (Framed(Move.ALONE, "stop", said),)
    found = []
    guessed = re.match(rf"(?:{_choice(_raw()['guessing'])})\b", said) is not None
    for move, table in _frames().items():
        text, is_past = _without_when(said) if move is Move.SEEN else (said, False)
        for name, patterns in table.items():
            name = "put" if is_past and name == "put now" else name
            for pattern in patterns:
                match = pattern.fullmatch(text)
                if match is None or (move is Move.TOLD and _excepts(match.groupdict())):
                    continue
                if sure or move is not Move.TOLD or not _is_order(match.groupdict()):
                    found.append(Framed(move, name, said, match.groupdict(), sure, guessed))
    for name, patterns in _frames_if_sure().items() if sure and not found else ():
        matches = (m for p in patterns if (m := p.fullmatch(said)) is not None)
        found += [Framed(Move.TOLD, name, said, m.groupdict(), sure) for m in matches if not _excepts(m.groupdict())]
    return tuple(found)


def people_words() -> frozenset[str]:
    """Who is no name and yet does something."""
    return place_words("somebody")


def _without_when(said: str) -> tuple[str, bool]:
    """Without who believes it and when it was so, and whether it is said when."""
    raw, before = _raw(), None
    times, believing = _choice(raw["times"]), _choice(raw["believing"])
    begin = said
    while said != before:
        before = said
        said = re.sub(rf"^(?:(?:{times})(?: ,)?|(?:{believing})(?: [,:])?) (?=.)", "", said)
        said = re.sub(rf"(?: ,)? (?:{times})$", "", said)
    return said, re.search(rf"\b(?:{times})\b", begin) is not None


def present_of(verb: str) -> tuple[str, ...]:
    """What a verb that stands in the past may be in the present: "closed" is "close", "brought" is "bring"."""
    irregular = tuple(now for now, past in _raw()["past"].items() if verb in past)
    if irregular or not verb.endswith("ed"):
        return irregular
    stem = verb.removesuffix("ed")
    doubled = (stem[:-1],) if len(stem) > 2 and stem[-1] == stem[-2] else ()
    return (f"{stem}e", stem, *doubled, *((f"{stem[:-1]}y",) if stem.endswith("i") else ()))


def result_of(done: str) -> str:
    """What things become by what was done to them: clean, of "washed"; empty: nothing that is known."""
    found: str = next((look for look, deeds in _raw()["results"].items() if done in deeds), "")
    return found


def place_words(name: str) -> frozenset[str]:
    """Words of a list about the names of places: "places" or "before names"."""
    return frozenset(_raw()[name])


_POINTING = frozenset({"this", "that", "these", "those"})


def _is_order(slots: Mapping[str, str]) -> bool:
    """Whether "... belong on the shelf" is said of all that is there now, to be put there: "all the toys", "3 cups"."""
    things = slots.get("things", "").split()
    things = things[1:] if things[:1] == ["the"] and things[1:2] and things[1] in lx.NUMBERS else things
    if things and things[0] in lx.NUMBERS:
        return True
    return bool(things) and (
        things[0] in _MAY_BE_ORDERED
        or things[0].isdigit()
        or (things[0] in _POINTING and things[1:] in (["one"], ["ones"]))
        or bool(_RELATIVE & {w.split("'")[0] for w in things[1:]})
    )


def _excepts(slots: Mapping[str, str]) -> bool:
    """Whether something is excepted of what is told, which no habit can hold: "on the shelf, except the red one"."""
    said = (word for value in slots.values() for word in (value or "").split())
    return not _EXCEPTING.isdisjoint(said)


def _bare(said: str) -> tuple[str, bool]:
    """Without what says nothing around it; whether that said that it is to be remembered."""
    raw, sure, before = _raw(), False, None
    said = said.strip(" ,:-")
    while said != before:
        before = said
        for name, is_sure in (("sure", True), ("lead", False)):
            found = re.match(rf"(?:{_choice(raw[name])})(?: [,:])? (?=.)", said)
            if found is not None:
                said, sure = said[found.end() :], sure or is_sure
        said = re.sub(_NOT_THERE, "", said)
        said = re.sub(rf"(?: ,)? (?:{_choice(raw['tail'])})$", "", said).strip(" ,:-")
    return said, sure


def _choice(phrases: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))


@cache
def _raw() -> Mapping[str, Any]:
    raw: Mapping[str, Any] = yaml.load(_FILE.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    return raw


@cache
def _frames_if_sure() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    return {name: tuple(map(_pattern, frames)) for name, frames in _raw()["told if sure"].items()}


@cache
def _frames() -> Mapping[Move, Mapping[str, tuple[re.Pattern[str], ...]]]:
    return {
        move: {name: tuple(map(_pattern, frames)) for name, frames in _raw()[str(move).replace("_", " ")].items()}
        for move in (Move.ALONE, Move.TAKEN_BACK, Move.ASKED, Move.TOLD, Move.SEEN)
    }


def _pattern(frame: str) -> re.Pattern[str]:
    """A frame as a regular expression."""
    frame = frame.replace("{done}", _PLACED).replace("{done_so}", _MADE)
    return re.compile(re.sub(r"\{(\w+)\}", lambda slot: f"(?P<{slot[1]}>{_SLOTS.get(slot[1], '.+?')})", frame))


_PLACED = (
    "(?:placed|moved|left|laid|stored|hung|brought|took|taken|carried|returned|shifted|dropped|threw|thrown|hid|hidden|"
    "forgot|forgotten|stowed|stashed|lost|locked|stuck|parked)"
)
_MADE = (
    "washed|cleaned|wiped|rinsed|scrubbed|laundered|emptied|drained|filled|refilled|dried|opened|closed|shut|"
    "switched on|switched off|turned on|turned off"
)
