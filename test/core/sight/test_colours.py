# SPDX-License-Identifier: Apache-2.0
"""Colours: what a surface may be said to be of, what passes for what, and what only one side does not say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.colours import (
    COLOURS,
    NOT_MEASURED,
    Colour,
    Colouring,
    ColourMatch,
    colours_among,
    confirmed,
    contradicted,
)
from makedo_core.sight.observation import Observation


def looks(**shares):
    return Colouring(tuple(shares.get(str(c), 0.0) for c in COLOURS))


@pytest.mark.parametrize(
    ("seen", "colour", "expected"),
    [
        (looks(red=0.7, white=0.3), Colour.RED, ColourMatch.SHOWN),
        (looks(red=0.7, white=0.3), Colour.WHITE, ColourMatch.SHOWN),
        (looks(red=1.0), Colour.GREEN, ColourMatch.ABSENT),
        (looks(red=0.9, green=0.1), Colour.GREEN, ColourMatch.UNCLEAR),
        (looks(grey=1.0), Colour.WHITE, ColourMatch.SHOWN),  # white in the shade
        (looks(black=1.0), Colour.WHITE, ColourMatch.ABSENT),
        (NOT_MEASURED, Colour.GREEN, ColourMatch.UNCLEAR),
    ],
)
def test_a_surface_shows_a_colour_or_does_not_or_leaves_it_open(seen, colour, expected):
    assert seen.match(colour) is expected


def test_what_one_side_does_not_show_may_be_on_another():
    assert replace(looks(red=1.0), one_sided=True).match(Colour.BLUE) is ColourMatch.UNCLEAR
    assert replace(looks(red=1.0), one_sided=True).match(Colour.RED) is ColourMatch.SHOWN


def test_only_colours_among_what_is_said_can_be_contradicted():
    assert colours_among({"green", "Gray", "dirty", "annas"}) == (Colour.GREEN, Colour.GREY)
    assert contradicted({"green", "dirty"}, looks(red=1.0)) is Colour.GREEN
    assert contradicted({"dirty"}, looks(red=1.0)) is None
    assert contradicted({"green"}, NOT_MEASURED) is None
    assert confirmed({"dirty"}, NOT_MEASURED) and not confirmed({"green"}, NOT_MEASURED)


def test_the_main_colour_has_half_of_the_surface():
    assert looks(red=0.6, white=0.4).main() is Colour.RED
    assert looks(red=0.4, white=0.3, blue=0.3).main() is None
    assert NOT_MEASURED.main() is None


def test_mixing_leaves_out_what_was_not_measured():
    red, green = looks(red=1.0), looks(green=1.0)
    assert red.mixed_with(NOT_MEASURED, 0.3) == red
    assert NOT_MEASURED.mixed_with(green, 0.3) == green
    assert red.mixed_with(green, 0.25).share(Colour.GREEN) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("eye", "shape", "visibility", "one_sided"),
    [
        ((1.0, 0.0, 0.3), Shape.BOX, 1.0, True),  # a book from the front: its back alone
        ((0.7, 0.7, 0.6), Shape.BOX, 1.0, False),
        ((1.0, 0.0, 0.3), Shape.CYLINDER, 1.0, False),  # round things look the same from all sides
        ((0.7, 0.7, 0.6), Shape.BOX, 0.3, True),  # hidden
    ],
)
def test_where_it_is_seen_from_tells_whether_only_one_side_is(eye, shape, visibility, one_sided):
    book = Observation("book", 1.0, Pose(), (0.14, 0.042, 0.19), shape, visibility, looks(red=1.0))
    assert book.seen_from(eye).colouring.one_sided is one_sided


def test_an_observation_without_colours_stays_as_it_is():
    seen = Observation("book", 1.0, Pose(), (0.14, 0.042, 0.19), Shape.BOX)
    assert seen.seen_from((1.0, 0.0, 0.3)) is seen
