# SPDX-License-Identifier: Apache-2.0
"""StrEnum behaves alike on every supported Python."""

from __future__ import annotations

import copy
import json
import pickle
from enum import auto

import pytest

from makedo_core.enums import StrEnum
from makedo_core.graph.asset_model import RegionKind


class Colour(StrEnum):
    RED = auto()
    PALE_BLUE = "pale"


def test_a_member_is_its_value_wherever_a_string_is_wanted():
    assert (str(Colour.RED), f"{Colour.RED}", f"{Colour.PALE_BLUE:>6}") == ("red", "red", "  pale")
    assert json.dumps([Colour.RED, Colour.PALE_BLUE]) == '["red", "pale"]'
    assert {Colour.RED: 1}["red"] == 1
    assert type(str(Colour.RED)) is str


def test_a_value_finds_its_member():
    assert Colour("pale") is Colour.PALE_BLUE
    with pytest.raises(ValueError, match="green"):
        Colour("green")


def test_copies_are_the_member_itself():
    assert copy.deepcopy(Colour.RED) is Colour.RED
    assert pickle.loads(pickle.dumps(RegionKind.ON)) is RegionKind.ON


def test_a_value_is_a_string():
    with pytest.raises(TypeError, match="1 is not a string"):
        StrEnum("Wrong", {"ONE": 1})
