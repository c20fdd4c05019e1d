# SPDX-License-Identifier: Apache-2.0
"""A game as text: what an agent reads, and what its commands do.

Observations have the wording of ALFWorld's grammar. Things are numbered as its own environment numbers them: by their
ids in order, the highest number first. A command that cannot be done is answered with "Nothing happens."
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from makedo_eval.alfworld.games import TextGame
from makedo_eval.alfworld.rules import GameState
from makedo_eval.case import DatasetError

NOTHING = "Nothing happens."
_COMMANDS = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("gotolocation", r"go to (?P<r>.+)"),
        ("openobject", r"open (?P<r>.+)"),
        ("closeobject", r"close (?P<r>.+)"),
        ("pickupobject", r"take (?P<o>.+) from (?P<r>.+)"),
        ("putobject", r"(?:move (?P<o>.+) to|put (?P<p>.+) (?:in/on|in|on)) (?P<r>.+)"),
        ("heatobject", r"heat (?P<o>.+) with (?P<r>.+)"),
        ("cleanobject", r"clean (?P<o>.+) with (?P<r>.+)"),
        ("coolobject", r"cool (?P<o>.+) with (?P<r>.+)"),
        ("toggleobject", r"use (?P<o>.+)"),
        ("sliceobject", r"slice (?P<o>.+) with (?P<k>.+)"),
        ("examine", r"examine (?P<o>.+)"),
        ("look", r"look"),
        ("inventory", r"inventory"),
    )
)


class TextWorld:
    """A game that is played by text.

    Attributes:
        commands: how many were given, in vain or not.
    """

    def __init__(self, game: TextGame) -> None:
        self._rules = game.rules
        self._state: GameState = game.rules.initial
        self._names = shown_names(game.rules.types)
        self._ids = {name: thing for thing, name in self._names.items()}
        agents = [t for t, kind in game.rules.types.items() if kind == "agent"]
        if len(agents) != 1:
            raise DatasetError(f"{game.id}: one agent is expected, not {len(agents)}")
        self._agent = agents[0]
        self._task = game.task
        self.commands = 0

    @property
    def is_won(self) -> bool:
        """Whether the goal holds; an agent is not told."""
        return self._rules.is_won(self._state)

    def begin(self) -> str:
        """What an agent reads first."""
        return f"-= Welcome to TextWorld, ALFRED! =-\n\n{self._look()}\n\nYour task is to: {self._task}"

    def say(self, command: str) -> str:
        """Do what a command says, and tell what is seen then."""
        self.commands += 1
        for name, pattern in _COMMANDS:
            match = pattern.fullmatch(command.strip().lower())
            if match is not None:
                named = match.groupdict()
                thing, place = named.get("o") or named.get("p") or "", named.get("r") or ""
                return self._done(name, thing.strip(), place.strip(), (named.get("k") or "").strip())
        return NOTHING

    def _done(self, name: str, thing: str, place: str, knife: str) -> str:
        if name == "look":
            return self._look()
        if name == "inventory":
            held = [self._names[f[2]] for f in self._state.of("holds")]
            return f"You are carrying: {_listed(held)}." if held else "You are not carrying anything."
        o, r, k = (self._ids.get(shown, "") for shown in (thing, place, knife))
        if name == "examine":
            return self._examined(o)
        if (thing and not o) or (place and not r) or (knife and not k):
            return NOTHING
        for arguments in self._arguments(name, o, r, k):
            if (after := self._rules.after(name, arguments, self._state)) is not None:
                self._state = after
                return self._told(name, o, r, thing, place, knife)
        return NOTHING

    def _arguments(self, name: str, o: str, r: str, k: str) -> Iterable[tuple[str, ...]]:
        """What a command may be as an action; of a thing that is used, the place is where it is."""
        here, there, me = self._here(), self._place_of(r), self._agent
        match name:
            case "gotolocation":
                return [(me, here, there, r)]
            case "openobject" | "closeobject":
                return [(me, here, r)]
            case "pickupobject":
                return [(me, here, o, r)]
            case "putobject":
                kinds = [f[2] for f in self._state.of("objecttype") if f[1] == o]
                places = [f[2] for f in self._state.of("receptacletype") if f[1] == r]
                return [(me, here, o, r, kind, place) for kind in kinds for place in places]
            case "toggleobject":
                return [(me, here, o, f[2]) for f in self._state.of("inreceptacle") if f[1] == o]
            case "sliceobject":
                return [(me, here, o, k)]
        return [(me, here, r, o)]  # heating, cleaning, cooling

    def _told(self, name: str, o: str, r: str, thing: str, place: str, knife: str) -> str:
        match name:
            case "gotolocation":
                return f"You arrive at {place}. {self._inside(r)}"
            case "openobject":
                return f"You open the {place}. {self._inside(r)}"
            case "closeobject":
                return f"You close the {place}."
            case "pickupobject":
                return f"You pick up the {thing} from the {place}."
            case "putobject":
                return f"You move the {thing} to the {place}."
            case "toggleobject":
                return f"You turn {'on' if ('istoggled', o) in self._state else 'off'} the {thing}."
            case "sliceobject":
                return f"You sliced the {thing} with the {knife}."
        return f"You {name.removesuffix('object')} the {thing} using the {place}."

    def _look(self) -> str:
        here = self._here()
        facing = [f[1] for f in self._state.of("receptacleatlocation") if f[2] == here]
        if not facing:
            around = [self._names[t] for t in sorted(f[1] for f in self._state.of("receptacleatlocation"))]
            return f"You are in the middle of a room. Looking quickly around you, you see {_listed(around)}."
        lying = {f[1] for f in self._state.of("objectatlocation") if f[2] == here}
        kept = {f[1] for f in self._state.of("inreceptacle") if f[2] in facing}
        names = ", ".join(self._names[t] for t in sorted(facing))
        beside = _listed([self._names[t] for t in sorted(lying - kept)])
        return f"You are facing the {names}. Next to it, you see {beside}."

    def _inside(self, place: str) -> str:
        """What is told of a place that one stands before."""
        name = self._names[place]
        openable, opened = (("openable", place) in self._state, ("opened", place) in self._state)
        if openable and not opened:
            return f"The {name} is closed."
        things = [self._names[t] for t in sorted(f[1] for f in self._state.of("inreceptacle") if f[2] == place)]
        start = f"The {name} is open. In it" if openable else f"On the {name}"
        return f"{start}, you see {_listed(things)}."

    def _examined(self, thing: str) -> str:
        me = self._agent
        if self._rules.types.get(thing) == "receptacle":
            done = self._rules.after("examinereceptacle", (me, thing), self._state)
            return NOTHING if done is None else self._inside(thing)
        if not thing or self._rules.after("examineobject", (me, thing), self._state) is None:
            return NOTHING
        name, state = self._names[thing], self._state
        if ("isreceptacleobject", thing) in state:
            within = [self._names[f[1]] for f in state.of("inreceptacleobject") if f[2] == thing]
            return f"This is a normal {name}. In it, you see {_listed(within)}."
        clean, sliced = ("isclean", thing) in state, ("issliced", thing) in state
        warmth = "hot" if ("ishot", thing) in state else "cool" if ("iscool", thing) in state else ""
        if clean or warmth:
            alone = warmth if warmth != "cool" or sliced else "cold"
            how = f"{warmth} and clean" if clean and warmth else alone or "clean"
            return f"This is a {how} {'sliced ' if sliced else ''}{name}."
        if ("toggleable", thing) in state:
            return f"This {name} is {'on' if ('istoggled', thing) in state else 'off'}."
        return f"This is a sliced {name}." if sliced else f"There's nothing special about {name}."

    def _here(self) -> str:
        return next((f[2] for f in self._state.of("atlocation") if f[1] == self._agent), "")

    def _place_of(self, receptacle: str) -> str:
        return next((f[2] for f in self._state.of("receptacleatlocation") if f[1] == receptacle), "")


def shown_names(types: Mapping[str, str]) -> dict[str, str]:
    """The name that each thing is shown by: "apple 2", whose ids sort before those of "apple 1"."""
    shown = {}
    for thing in sorted(types):
        kind, within, _ = thing.partition("_bar_")
        if within:
            shown[thing] = f"{kind}basin" if "basin" in thing else kind
    left = Counter(shown.values())
    names = {}
    for thing, kind in shown.items():
        names[thing] = f"{kind} {left[kind]}"
        left[kind] -= 1
    return names


def _listed(names: Iterable[str]) -> str:
    *most, last = [f"a {name}" for name in names] or ["nothing"]
    return f"{', '.join(most)}, and {last}" if most else last
