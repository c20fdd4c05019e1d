# SPDX-License-Identifier: Apache-2.0
"""What a verb of an instruction makes of what stands behind it. The verbs are in language/words/verbs.yaml."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import auto

from makedo_core.enums import StrEnum


class Verb(StrEnum):
    """What is to be done, by the clause that it makes."""

    BRING = auto()  # things to a place, which must be said
    TAKE = auto()  # things to a place, or into the hand if none is said
    SERVE = auto()  # as BRING, or the end of a gathering: "arrange the books"
    SORT = auto()  # each thing to the place for its kind: waste into the bins
    TIDY = auto()  # things where such things are kept, furniture of all that is on it
    SWAP = auto()  # two things, each to where the other is
    RETURN = auto()  # things to a place, or to where they were
    LOAD = auto()  # "load the dishwasher with plates", else as BRING
    THROW = auto()  # away, or to a place
    THROW_AWAY = auto()
    RECYCLE = auto()
    HOLD = auto()
    OPEN = auto()
    CLOSE = auto()
    SWITCH = auto()  # with "on" or "off" before or after the thing
    START = auto()  # switches on
    GO = auto()
    FIND = auto()
    LOOK = auto()
    SET = auto()  # a table, else as BRING
    CLEAR = auto()  # furniture, of all that is on it
    CHANGE = auto()  # things become something, e.g. clean
    FLOOR = auto()  # floors become clean
    HIDE = auto()  # into something that is closed, where nobody sees it
    FILE = auto()  # into a cupboard of the room, if a room is said
    TEND = auto()  # what is usually done with such things: dirty plates are washed
    POUR = auto()  # out of what they are in, into a place that must be said
    TEST = auto()  # switches on and off again, to see whether it works
    MEET = auto()
    GREET = auto()
    INTRODUCE = auto()  # oneself or others, to somebody
    FOLLOW = auto()
    GUIDE = auto()  # somebody to a place
    TELL = auto()
    ANSWER = auto()  # a question that is still to be put
    OFFER = auto()


@dataclass(frozen=True, slots=True)
class Said:
    """A verb with what it needs to become a clause.

    Attributes:
        verb: the clause that it makes.
        quality: what things become, of a CHANGE.
        tool: class of what a FLOOR is cleaned with.
        like: the verb that it behaves as, where more than the clause depends on it: itself, or what it is a synonym of.
    """

    verb: Verb
    quality: str = ""
    tool: str = ""
    like: str = ""


def gerund(verb: str, doubled: Collection[str] = ()) -> str:
    """The "-ing" form of a verb or phrase: "pick up" -> "picking up".

    Args:
        verb: without "-ing".
        doubled: verbs whose last letter is doubled before "-ing": "putting".
    """
    first, space, rest = verb.partition(" ")
    if first in doubled:
        stem = first + first[-1]
    elif first.endswith("e"):
        stem = first[:-1]
    else:
        stem = first
    return f"{stem}ing{space}{rest}"
