# SPDX-License-Identifier: Apache-2.0
"""What the predicates of a user's domain mean, by their names and the types of their parameters.

A domain says nothing of meaning: `(is-on ?what - grabbable ?where - surface)` is a name with two parameters. People
name such predicates alike, and a table of those names is all that is needed. What the table does not know keeps its
role in the domain, but no instruction asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from makedo_core.enums import StrEnum
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.skills import Literal
from planner_node.pddl.model import OBJECT, Domain, Symbol

ROBOTS = frozenset("robot agent gripper arm hand".split())
ROOMS = frozenset("room location place area zone position".split())
THINGS = frozenset("object locatable physical thing entity".split())
CARRIABLE = frozenset("grabbable movable item graspable pickable portable carriable liftable".split())
ASSETS = frozenset("asset fixture".split())
SURFACES = frozenset("surface support tabletop furniture".split())
CONTAINERS = frozenset("container receptacle storage".split())
PLAIN = CARRIABLE | CONTAINERS | SURFACES | THINGS
"""Types that say next to nothing: most things can have them."""


class Meaning(StrEnum):
    """What a predicate says."""

    ON = "on"  # thing, support
    INSIDE = "inside"  # thing, container
    LOCATED = "located"  # thing or robot, room
    HOLDING = "holding"  # [robot,] thing
    FREE = "free"  # [robot]
    OPEN = "open"
    CLOSED = "closed"
    SWITCHED_ON = "switched on"
    SWITCHED_OFF = "switched off"
    CLEAN = "clean"
    DIRTY = "dirty"
    EMPTY = "empty"
    FULL = "full"
    THROWN_AWAY = "thrown away"


OPPOSITES: Mapping[Meaning, Meaning] = {
    a: b
    for first, second in (
        (Meaning.OPEN, Meaning.CLOSED),
        (Meaning.SWITCHED_ON, Meaning.SWITCHED_OFF),
        (Meaning.CLEAN, Meaning.DIRTY),
        (Meaning.EMPTY, Meaning.FULL),
    )
    for a, b in ((first, second), (second, first))
}

_NAMES: Mapping[tuple[Meaning, int], str] = {
    (Meaning.ON, 2): "on ontop on-top on-top-of placed-on",
    (Meaning.INSIDE, 2): "inside in within contained-in placed-in stored-in",
    (Meaning.LOCATED, 2): "at located located-at in-room in",
    (Meaning.HOLDING, 1): "holding held carrying grasped in-hand",
    (Meaning.HOLDING, 2): "holding carrying has",
    (Meaning.FREE, 0): "handempty hand-empty hand-free free arm-empty",
    (Meaning.FREE, 1): "handempty hand-empty hand-free free empty-handed",
    (Meaning.OPEN, 1): "open opened",
    (Meaning.CLOSED, 1): "closed shut",
    (Meaning.SWITCHED_ON, 1): "on switched-on turned-on powered active",
    (Meaning.SWITCHED_OFF, 1): "off switched-off turned-off",
    (Meaning.CLEAN, 1): "clean cleaned washed mopped clean-floor floor-clean mopped-floor floor-mopped",
    (Meaning.DIRTY, 1): "dirty stained unclean dirty-floor floor-dirty",
    (Meaning.EMPTY, 1): "empty emptied",
    (Meaning.FULL, 1): "full filled refilled",
    (Meaning.THROWN_AWAY, 1): "thrashed trashed thrown-away disposed disposed-of discarded recycled",
}


def plain(name: str) -> str:
    """A name of a type or predicate in lower case with underscores, without a leading "is"."""
    return name.lower().replace("-", "_").removeprefix("is_")


@dataclass(frozen=True)
class Vocabulary:
    """The predicates of a domain by what they mean."""

    domain: Domain

    @cached_property
    def symbols(self) -> Mapping[Meaning, tuple[Symbol, ...]]:
        """Predicates, derived ones too, that have a meaning."""
        found: dict[Meaning, list[Symbol]] = {}
        derived = [rule.symbol for name, rule in self.domain.derived.items() if name not in self.domain.predicates]
        for symbol in (*self.domain.predicates.values(), *derived):
            meaning = self._meaning(symbol)
            if meaning is not None:
                found.setdefault(meaning, []).append(symbol)
        return {meaning: tuple(symbols) for meaning, symbols in found.items()}

    @cached_property
    def meanings(self) -> Mapping[str, Meaning]:
        """Meaning by predicate."""
        return {symbol.name: meaning for meaning, symbols in self.symbols.items() for symbol in symbols}

    def _meaning(self, symbol: Symbol) -> Meaning | None:
        name, types = plain(symbol.name).replace("_", "-"), [v.type for v in symbol.parameters]
        for (meaning, arity), names in _NAMES.items():
            if arity != len(types) or name not in names.split():
                continue
            in_room = arity == 2 and self.is_room(types[-1])
            if meaning in (Meaning.LOCATED, Meaning.INSIDE) and (meaning is Meaning.LOCATED) is not in_room:
                continue
            return meaning
        return None

    def is_room(self, type_name: str) -> bool:
        """Whether a type is one of rooms."""
        return type_name in self._rooms

    def is_robot(self, type_name: str) -> bool:
        """Whether a type is one of robots."""
        return type_name in self._robots

    @cached_property
    def _rooms(self) -> frozenset[str]:
        return self._below(ROOMS)

    @cached_property
    def _robots(self) -> frozenset[str]:
        return self._below(ROBOTS)

    def _below(self, names: Collection[str]) -> frozenset[str]:
        """Types that are called by one of some names, or are below such."""
        types = (*self.domain.types, OBJECT)
        return frozenset(t for t in types if any(plain(above) in names for above in self.domain.supertypes(t)))

    def literals(self, meaning: Meaning, robot: str, place: str = "") -> Iterator[tuple[Literal, str, str]]:
        """Ways to say something of "?object": the literal, and the types of the thing and of the place.

        Args:
            meaning: what is to be said.
            robot: stands where a parameter is a robot.
            place: second object, where the meaning has one.
        """
        for symbol in self.symbols.get(meaning, ()):
            terms: list[str] = []
            types: list[str] = []
            for parameter in symbol.parameters:
                if self.is_robot(parameter.type):
                    terms.append(robot)
                else:
                    terms.append((OBJECT_VARIABLE, place)[min(len(types), 1)])
                    types.append(parameter.type)
            if len(types) <= 2:
                thing, where = (*types, "", "")[:2]
                yield Literal(symbol.name, tuple(terms)), thing, where
