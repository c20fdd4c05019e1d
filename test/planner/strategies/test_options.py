# SPDX-License-Identifier: Apache-2.0
"""Options behind a strategy's name, and what is said of those that cannot be used."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from planner_node.strategies.options import Choice, read_choice, read_options
from planner_node.strategies.parts import Parts, StrategyError
from support.words import Words


@dataclass(frozen=True, slots=True)
class Knobs:
    library: bool = True
    limit: int = 3
    weight: float = 0.5
    ablation: str = "HVR"

    def __post_init__(self) -> None:
        if self.limit < 1:
            raise ValueError(f"limit is {self.limit}; it must be at least 1")


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("prune", Choice("prune", {})),
        (" prune : ", Choice("prune", {})),
        ("prune:limit=4", Choice("prune", {"limit": "4"})),
        ("prune: limit = 4 , ablation=a=b,", Choice("prune", {"limit": "4", "ablation": "a=b"})),
        ("", Choice("", {})),
    ],
)
def test_a_name_is_followed_by_options(text, choice):
    assert read_choice(text) == choice


@pytest.mark.parametrize("text", ["prune:limit", "prune:=4", "prune:limit="])
def test_an_option_without_a_name_or_a_value_is_refused(text, words: Words):
    with pytest.raises(StrategyError) as raised:
        read_choice(text)
    words(str(raised.value))


def test_an_option_is_set_once(words: Words):
    with pytest.raises(StrategyError) as raised:
        read_choice("prune:limit=1,limit=2")
    words(str(raised.value))


def test_options_take_the_kind_of_their_defaults(engine):
    given = {"library": "Off", "limit": "7", "weight": "2", "ablation": "HV"}
    assert read_options(Parts(engine, options=given), Knobs()) == Knobs(False, 7, 2.0, "HV")
    assert read_options(Parts(engine), Knobs()) == Knobs()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"depth": "1"}, "no option 'depth'; there are: library .default true., limit .default 3."),
        ({"library": "maybe"}, "library is 'maybe'; it must be one of true, yes, on, false, no, off"),
        ({"limit": "2.5"}, "limit is '2.5'; it must be a whole number"),
        ({"weight": "heavy"}, "weight is 'heavy'; it must be a number"),
        ({"limit": "0"}, "limit is 0; it must be at least 1"),
    ],
)
def test_what_cannot_be_set_is_told_with_what_can(engine, given, words):
    with pytest.raises(StrategyError, match=words):
        read_options(Parts(engine, options=given), Knobs())
