# SPDX-License-Identifier: Apache-2.0
"""Basic colours: of which a surface shows how much, and whether a thing that is said to be of a colour may be it.

The names are the eleven basic colour terms of English. Cameras and lamps shift colours a little, so that neighbours
pass for each other: white in the shade is grey, pink is a light red.

Source: Berlin and Kay, Basic Color Terms, 1969, for the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from makedo_core.enums import StrEnum

SHOWN = 0.2  # share of a surface from which it is of a colour: a red can has a white band
ABSENT = 0.08  # and below which it is not


class Colour(StrEnum):
    """The basic colours, in the order in which their shares are kept."""

    BLACK = "black"
    WHITE = "white"
    GREY = "grey"
    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    PINK = "pink"
    BROWN = "brown"


COLOURS = tuple(Colour)
_PASSES: Mapping[Colour, frozenset[Colour]] = MappingProxyType(
    {
        Colour.BLACK: frozenset({Colour.GREY}),
        Colour.WHITE: frozenset({Colour.GREY}),
        Colour.GREY: frozenset({Colour.BLACK, Colour.WHITE}),
        Colour.RED: frozenset({Colour.PINK}),
        Colour.ORANGE: frozenset({Colour.BROWN}),
        Colour.YELLOW: frozenset(),
        Colour.GREEN: frozenset(),
        Colour.BLUE: frozenset(),
        Colour.PURPLE: frozenset({Colour.PINK}),
        Colour.PINK: frozenset({Colour.RED, Colour.PURPLE}),
        Colour.BROWN: frozenset({Colour.ORANGE}),
    }
)
"""What may be measured of a surface of a colour besides it."""
_OTHER_WORDS = MappingProxyType({"gray": Colour.GREY, "violet": Colour.PURPLE, "silver": Colour.GREY})


class ColourMatch(Enum):
    """What a look says of a colour that a thing is said to have."""

    SHOWN = auto()
    UNCLEAR = auto()  # not measured, or hardly any of it is seen
    ABSENT = auto()


@dataclass(frozen=True, slots=True)
class Colouring:
    """Which colours a visible surface shows.

    Attributes:
        shares: of each of COLOURS, adding up to 1; empty: not measured.
        one_sided: only one side of a thing is seen, or a part of it: a colour that it does not show may be on another.
    """

    shares: tuple[float, ...] = ()
    one_sided: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether the colours are known."""
        return bool(self.shares)

    def share(self, colour: Colour) -> float:
        """Share of the surface that may be of a colour, 0..1."""
        passing = _PASSES[colour] | {colour}
        return sum(s for c, s in zip(COLOURS, self.shares, strict=False) if c in passing)

    def match(self, colour: Colour) -> ColourMatch:
        """Whether a surface of a colour looks like this."""
        if not self.is_measured:
            return ColourMatch.UNCLEAR
        share = self.share(colour)
        if share >= SHOWN:
            return ColourMatch.SHOWN
        return ColourMatch.ABSENT if share < ABSENT and not self.one_sided else ColourMatch.UNCLEAR

    def main(self) -> Colour | None:
        """The colour of most of the surface; None: not measured, or no colour has half of it."""
        if not self.is_measured:
            return None
        share, colour = max(zip(self.shares, COLOURS, strict=True))
        return colour if share >= 0.5 else None

    def shown(self) -> frozenset[Colour]:
        """The colours that a thing that looks like this may be said to be of."""
        return frozenset(c for c in COLOURS if self.match(c) is ColourMatch.SHOWN)

    def mixed_with(self, other: Colouring, weight: float) -> Colouring:
        """Between this and another one, which counts by `weight`, 0..1; what is not measured does not count."""
        if not other.is_measured:
            return self
        if not self.is_measured:
            return other
        pairs = zip(self.shares, other.shares, strict=True)
        shares = tuple((1 - weight) * a + weight * b for a, b in pairs)
        return Colouring(shares, self.one_sided and other.one_sided)


NOT_MEASURED = Colouring()


def colours_among(attributes: Iterable[str]) -> tuple[Colour, ...]:
    """The colours among what is said of a thing, sorted: "red" of {"red", "dirty"}."""
    found = {_OTHER_WORDS.get(a) or _BY_NAME.get(a) for a in (attribute.lower() for attribute in attributes)}
    return tuple(sorted(c for c in found if c is not None))


def contradicted(attributes: Iterable[str], seen: Colouring) -> Colour | None:
    """A colour that is said of a thing and that a look at it does not show; None: nothing speaks against it.

    Of several colours each must show.
    """
    return next((c for c in colours_among(attributes) if seen.match(c) is ColourMatch.ABSENT), None)


def confirmed(attributes: Iterable[str], seen: Colouring) -> bool:
    """Whether a look shows every colour that is said of a thing; also where none is said."""
    return all(seen.match(c) is ColourMatch.SHOWN for c in colours_among(attributes))


_BY_NAME = MappingProxyType({str(c): c for c in COLOURS})
