# SPDX-License-Identifier: Apache-2.0
"""An instruction as a row of items: verbs, names of things, what they stand in for, relations, states, joints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from makedo_eval.eai.behavior.naming import EVERYTHING, LONGEST, SceneNames


class SaidDeed(Enum):
    """What a verb asks for."""

    PLACE = auto()
    REMOVE = auto()
    CLEAN = auto()
    FILL = auto()
    BECOME = auto()  # a state, which comes with the verb
    ENSURE = auto()
    USE = auto()


@dataclass(frozen=True, slots=True)
class SaidVerb:
    """A verb; `state` and `holds` are what things become by it."""

    deed: SaidDeed
    state: str = ""
    holds: bool = True


@dataclass(frozen=True, slots=True)
class SaidState:
    """A state that is said of things: in front of their name or behind "are"."""

    state: str
    holds: bool = True
    is_dirt: bool = False


@dataclass(frozen=True, slots=True)
class SaidThings:
    """Things that are named.

    Attributes:
        kinds: that may be meant; empty: the words are not known, or a pronoun stands for them.
        numbers: which of the kind are named by number.
        amount: how many; 0: not said.
        each: whether it is said of each of them.
        other: another one than before.
        separate: whether they are to be apart.
        is_plural: whether several are meant.
        states: in front of the name.
        stands_in: whether it is a pronoun.
        mutual: the relation that all of them are in: "next to each other", "in a pile"; empty: none.
    """

    kinds: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    amount: int = 0
    each: bool = False
    other: bool = False
    separate: bool = False
    is_plural: bool = False
    states: tuple[SaidState, ...] = ()
    stands_in: bool = False
    mutual: str = ""


@dataclass(frozen=True, slots=True)
class SaidRelation:
    """A relation: inside, ontop, nextto, under, touching, from; `moves` is said of where something goes ("into")."""

    relation: str
    moves: bool = False


class SaidJoint(Enum):
    """What joins or ends."""

    AND = ","
    OR = "or"
    END = "."
    WITH = "with"


Item: TypeAlias = SaidVerb | SaidState | SaidThings | SaidRelation | SaidJoint

CLEAN = "clean"
"""What is said of things that have no dirt; no state of the benchmark."""

_BECOMING: dict[str, tuple[str, bool]] = {
    **dict.fromkeys(("slice", "chop", "cut", "dice"), ("sliced", True)),
    **dict.fromkeys(("cook", "bake", "fry", "boil", "roast", "grill", "heat"), ("cooked", True)),
    "freeze": ("frozen", True),
    **dict.fromkeys(("thaw", "defrost", "unfreeze"), ("frozen", False)),
    **dict.fromkeys(("soak", "wet"), ("soaked", True)),
    "dry": ("soaked", False),
    **dict.fromkeys(("open", "unwrap"), ("open", True)),
    **dict.fromkeys(("close", "shut", "lock"), ("open", False)),
    **dict.fromkeys(("turn on", "switch on", "toggle on", "activate"), ("toggled_on", True)),
    **dict.fromkeys(("turn off", "switch off", "toggle off"), ("toggled_on", False)),
}
_VERBS: dict[str, SaidVerb] = {
    **{verb: SaidVerb(SaidDeed.BECOME, *becomes) for verb, becomes in _BECOMING.items()},
    **dict.fromkeys(
        "put place lay set leave keep store move bring take get carry arrange position pack collect gather pick stack"
        " pile sort organize organise load hang return stock transfer throw stand box install distribute assemble"
        " insert deposit drop serve stuff".split(),
        SaidVerb(SaidDeed.PLACE),
    ),
    **dict.fromkeys(("remove", "unload", "empty"), SaidVerb(SaidDeed.REMOVE)),
    **dict.fromkeys("clean wash scrub wipe polish mop sweep dust vacuum rinse".split(), SaidVerb(SaidDeed.CLEAN)),
    "fill": SaidVerb(SaidDeed.FILL),
    **dict.fromkeys(("ensure", "make sure", "check", "have"), SaidVerb(SaidDeed.ENSURE)),
    **dict.fromkeys(("use", "using"), SaidVerb(SaidDeed.USE)),
}
_STATES: dict[str, SaidState] = {
    **dict.fromkeys(("stained", "stain", "stains"), SaidState("stained", is_dirt=True)),
    **dict.fromkeys(("dusty", "dust"), SaidState("dusty", is_dirt=True)),
    **dict.fromkeys(("sliced", "chopped", "cut"), SaidState("sliced")),
    **dict.fromkeys(("cooked", "baked", "roasted"), SaidState("cooked")),
    "uncooked": SaidState("cooked", holds=False),
    "frozen": SaidState("frozen"),
    **dict.fromkeys(("thawed", "unfrozen"), SaidState("frozen", holds=False)),
    **dict.fromkeys(("soaked", "wet"), SaidState("soaked")),
    **dict.fromkeys(("open", "opened"), SaidState("open")),
    **dict.fromkeys(("closed", "shut", "locked"), SaidState("open", holds=False)),
    **dict.fromkeys(("turned on", "switched on", "toggled on"), SaidState("toggled_on")),
    **dict.fromkeys(("turned off", "switched off", "toggled off"), SaidState("toggled_on", holds=False)),
    "unstained": SaidState("stained", holds=False),
}
_RELATIONS: dict[str, str] = {
    **dict.fromkeys(("in", "into", "inside", "inside of", "within"), "inside"),
    **dict.fromkeys(("on", "onto", "on top of", "ontop", "on top", "atop", "upon", "over", "to"), "ontop"),
    **dict.fromkeys(("next to", "near", "beside", "by", "alongside", "close to", "adjacent to", "around"), "nextto"),
    **dict.fromkeys(("under", "underneath", "beneath", "below"), "under"),
    "touching": "touching",
    **dict.fromkeys(("from", "off", "out of", "off of"), "from"),
}
_JOINTS = {
    ",": SaidJoint.AND,
    "and": SaidJoint.AND,
    "&": SaidJoint.AND,
    "or": SaidJoint.OR,
    "then": SaidJoint.AND,
    "with": SaidJoint.WITH,
}
_ENDS = frozenset(". ; : ! after before when once while until so for because using ensuring which".split())
_AMOUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_PRONOUNS = frozenset("it them they these those".split())
_PILES = frozenset("pile piles stack stacks heap heaps".split())
_MUTUAL = ("each other", "one another", "together")
_PLURAL_END = re.compile(r"[^s]s$|[^s]ses$")
_WORDS = re.compile(r"[a-z]+(?:'s)?(?:-[a-z]+)*|\d+|[.,;:!&]")


def items_of(text: str, names: SceneNames) -> tuple[Item, ...]:
    """The items of an instruction; words of no account are left out."""
    words = _WORDS.findall(text.lower())
    found: list[Item] = []
    at = 0
    while at < len(words):
        item, length = _item(words, at, names, found)
        if item is not None:
            found.append(item)
        at += length
    return tuple(found)


def _item(words: Sequence[str], at: int, names: SceneNames, before: Sequence[Item]) -> tuple[Item | None, int]:
    two, three = " ".join(words[at : at + 2]), " ".join(words[at : at + 3])
    if two in _MUTUAL or words[at] in _MUTUAL:
        return SaidThings(mutual="nextto"), 2 if two in _MUTUAL else 1
    if words[at] in _JOINTS:
        return _JOINTS[words[at]], 1
    if words[at] == "to" and words[at + 1 : at + 2] and words[at + 1] in _VERBS and not _is_used(before):
        return SaidJoint.END, 2  # what it is for: "to thaw"
    if words[at] == "not" and words[at + 1 : at + 2] and words[at + 1] in _STATES:
        state = _STATES[words[at + 1]]
        return replace(state, holds=not state.holds), 2
    if words[at] == "clean" and words[at - 1] in ("are", "is", "be"):
        return SaidState(CLEAN), 1
    if words[at] in ("should", "must"):
        return SaidVerb(SaidDeed.ENSURE), 1
    starts = not before or isinstance(before[-1], SaidJoint) or words[at - 1] in ("to", "are", "is", "be", "please")
    for phrase, length in ((two, 2), (words[at], 1)):
        if starts and phrase in _VERBS:
            return _particle(_VERBS[phrase], words, at, length)
    if starts and words[at] in ("turn", "switch", "toggle"):
        off = "off" in words[at : at + 8]
        return SaidVerb(SaidDeed.BECOME, "toggled_on", not off), 1
    for phrase, length in ((two, 2), (words[at], 1)):
        if phrase in _STATES:
            return _STATES[phrase], length
    for phrase, length in ((three, 3), (two, 2), (words[at], 1)):
        if phrase in _RELATIONS:
            return _relation(phrase, words, at + length), length
    if words[at] in _ENDS:
        return (SaidVerb(SaidDeed.USE) if words[at] == "using" else SaidJoint.END if words[at] != "which" else None), 1
    return _things(words, at, names)


def _is_used(before: Sequence[Item]) -> bool:
    """Whether the last verb says with what something is done: "use the brush to clean"."""
    verbs = [item for item in before if isinstance(item, SaidVerb)]
    return bool(verbs) and verbs[-1].deed is SaidDeed.USE


def _particle(verb: SaidVerb, words: Sequence[str], at: int, length: int) -> tuple[Item | None, int]:
    """A verb with a word that belongs to it: "put away", "clean up"."""
    more = at + length
    return verb, length + (more < len(words) and words[more] in ("up", "away", "back", "down", "out"))


def _relation(phrase: str, words: Sequence[str], after: int) -> Item | None:
    """A relation; "to" in front of a verb is none, nor is a word behind which nothing more is said."""
    if after >= len(words) or (phrase == "to" and words[after] in _VERBS):
        return None
    ends = words[after] in _ENDS or words[after] == ","
    return None if ends else SaidRelation(_RELATIONS[phrase], phrase in ("into", "onto"))


def _things(words: Sequence[str], at: int, names: SceneNames) -> tuple[Item | None, int]:
    """Things with what is said in front of them, and their numbers; None: a word of no account."""
    said, begun, wide = SaidThings(), at, False
    while at < len(words):
        word = words[at]
        if word in _PRONOUNS and at == begun:
            return SaidThings(stands_in=True, is_plural=word != "it"), 1
        if word in _STATES and at > begun:
            said = replace(said, states=(*said.states, _STATES[word]))
        elif word in ("the", "of", "both", "all", "every", "any", "its", "their", "types", "kinds", "stacked"):
            wide = wide or word in ("types", "kinds")
        elif word == "each":
            said = replace(said, each=True)
        elif word in ("another", "other", "remaining", "second"):
            said = replace(said, other=True)
        elif word in ("separate", "different"):
            said = replace(said, separate=True)
        elif word in _AMOUNTS or (word.isdecimal() and at == begun):
            said = replace(said, amount=_AMOUNTS.get(word) or int(word))
        else:
            break
        at += 1
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + length])
        if kinds := names.named(phrase, wide):
            length += at + length < len(words) and words[at + length] in EVERYTHING  # "food items"
            return _numbered(replace(said, kinds=kinds, is_plural=_is_plural(phrase)), words, at + length, begun)
    if at < len(words) and words[at] in _PILES:
        return SaidThings(mutual="touching"), at + 1 - begun
    if said.states:
        return said.states[-1], at - begun
    return (said if said.each else None), max(at - begun, 0) + 1


def _numbered(said: SaidThings, words: Sequence[str], at: int, begun: int) -> tuple[Item, int]:
    """Behind a name its numbers: "mousetraps 1 and 2"."""
    numbers: list[int] = []
    while at < len(words):
        step = 2 if numbers and words[at] in ("and", ",") else 1
        if at + step > len(words) or not words[at + step - 1].isdecimal():
            break
        numbers.append(int(words[at + step - 1]))
        at += step
    return replace(said, numbers=tuple(numbers)), at - begun


def _is_plural(phrase: str) -> bool:
    return bool(_PLURAL_END.search(phrase))
