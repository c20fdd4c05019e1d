# SPDX-License-Identifier: Apache-2.0
"""Commands of our own, of the kinds that the rulebook describes, with their meaning; for when no generator is there.

The wordings are ours and differ from the league's: gerunds, relative clauses, polite questions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from makedo_eval.gpsr.commands import SpokenCommand
from makedo_eval.gpsr.home import HomeNames
from makedo_eval.gpsr.meaning import Meant, StepKind, StepReader, joined

_OPENINGS = ("", "please ", "could you ", "robot, please ", "I would like you to ")
_LOOKS = {
    "the person who is waving": "waving",
    "the person who is sitting": "sitting",
    "the person with their left arm raised": "raising_left_arm",
    "the person dressed in a red shirt": "wearing_red_shirt",
    "the woman in the yellow coat": "wearing_yellow_coat+woman",
}
_SAID = ("a joke", "the time", "something about yourself", "the day of the week")
_MOST = {"largest": "greatest_volume", "smallest": "least_volume", "heaviest": "greatest_weight"}

_Made = tuple[str, list[Meant]]


class _Draws:
    """Names of a home, drawn by a seed."""

    def __init__(self, names: HomeNames, reader: StepReader, chance: random.Random) -> None:
        self.names, self.reader, self.chance = names, reader, chance

    def of(self, some: Sequence[str]) -> tuple[str, str]:
        """One of some names, with its class."""
        word = self.chance.choice(list(some))
        return word, self.reader.label(word)

    def person(self) -> tuple[str, str]:
        """Somebody by name or looks."""
        if self.chance.random() < 0.5:
            name = self.chance.choice(list(self.names.people))
            return name, name.lower()
        return self.chance.choice(list(_LOOKS.items()))

    def two(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Two different places for things."""
        first, second = self.chance.sample(list(self.names.surfaces), 2)
        return (first, self.reader.label(first)), (second, self.reader.label(second))


def _fetch(d: _Draws) -> _Made:
    (thing, label), ((source, source_label), (goal, goal_label)) = d.of(d.names.things), d.two()
    text = f"fetch the {thing} that is on the {source} and leave it on the {goal}"
    return text, [Meant(StepKind.BRING, label, source=source_label, place=goal_label)]


def _hand(d: _Draws) -> _Made:
    (thing, label), (source, source_label) = d.of(d.names.things), d.of(d.names.surfaces)
    (whom, looks), (room, room_label) = d.person(), d.of(d.names.rooms)
    text = f"take the {thing} from the {source} and then hand it to {whom} in the {room}"
    return text, [Meant(StepKind.BRING, label, looks, source_label, room_label)]


def _bring_me(d: _Draws) -> _Made:
    (thing, label), (source, source_label) = d.of(d.names.things), d.of(d.names.surfaces)
    return f"get me the {thing} from the {source}", [Meant(StepKind.BRING, label, "me", source_label)]


def _search(d: _Draws) -> _Made:
    (thing, label), (room, room_label) = d.of(d.names.things), d.of(d.names.rooms)
    return f"search for the {thing} in the {room}", [Meant(StepKind.FIND, label, source=room_label)]


def _count(d: _Draws) -> _Made:
    (many, one), (place, label) = d.chance.choice(list(d.names.categories.items())), d.of(d.names.surfaces)
    text = f"let me know how many {many} are on the {place}"
    return text, [Meant(StepKind.COUNT, d.reader.label(one), source=label)]


def _compare(d: _Draws) -> _Made:
    (word, measure), (place, label) = d.chance.choice(list(_MOST.items())), d.of(d.names.surfaces)
    return f"tell me which thing on the {place} is the {word}", [Meant(StepKind.MOST, source=label, measure=measure)]


def _count_people(d: _Draws) -> _Made:
    room, label = d.of(d.names.rooms)
    text = f"tell me how many people in the {room} are sitting"
    return text, [Meant(StepKind.COUNT_PEOPLE, whom="sitting", source=label)]


def _meet(d: _Draws) -> _Made:
    (whom, looks), (room, label) = d.person(), d.of(d.names.rooms)
    return f"go to the {room} and then meet {whom}", [
        Meant(StepKind.GO, place=label),
        Meant(StepKind.MEET, whom=looks),
    ]


def _follow(d: _Draws) -> _Made:
    (whom, looks), (room, label) = d.person(), d.of(d.names.rooms)
    return f"look for {whom}, then follow them to the {room}", [
        Meant(StepKind.FIND_PERSON, whom=looks),
        Meant(StepKind.FOLLOW, whom=looks, place=label),
    ]


def _guide(d: _Draws) -> _Made:
    (whom, looks), ((source, source_label), (goal, goal_label)) = d.person(), d.two()
    text = f"accompany {whom} from the {source} to the {goal}"
    return text, [Meant(StepKind.GUIDE, whom=looks, source=source_label, place=goal_label)]


def _say(d: _Draws) -> _Made:
    (whom, looks), words = d.person(), d.chance.choice(_SAID)
    return f"say {words} to {whom}", [Meant(StepKind.SAY, words, looks)]


def _greet(d: _Draws) -> _Made:
    whom, looks = d.person()
    return f"welcome {whom} and answer a question", [
        Meant(StepKind.GREET, whom=looks),
        Meant(StepKind.ANSWER, "question", looks),
    ]


_MAKERS: Mapping[str, Callable[[_Draws], _Made]] = {
    "fetch": _fetch,
    "hand over": _hand,
    "bring me": _bring_me,
    "search": _search,
    "count": _count,
    "compare": _compare,
    "count people": _count_people,
    "meet": _meet,
    "follow": _follow,
    "guide": _guide,
    "say": _say,
    "greet and answer": _greet,
}


def commands(names: HomeNames, reader: StepReader, count: int, seed: int) -> Iterator[SpokenCommand]:
    """Commands with their meaning, each kind as often as the others."""
    draws = _Draws(names, reader, random.Random(seed))
    kinds = list(_MAKERS)
    for number in range(count):
        category = kinds[number % len(kinds)]
        text, steps = _MAKERS[category](draws)
        yield SpokenCommand(draws.chance.choice(_OPENINGS) + text, category, joined(steps))
