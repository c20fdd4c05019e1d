# SPDX-License-Identifier: Apache-2.0
"""Engines are found by name; what is not installed is left out or refused, what does not exist is an error."""

from __future__ import annotations

import pytest

from planner_node.engines import unified
from planner_node.engines.external import enhsp, fast_downward
from planner_node.engines.installed import EngineNameError, chosen_engine, other_engines
from planner_node.engines.unified import Unified
from support.words import Words


@pytest.fixture
def installed(monkeypatch):
    """unified-planning finds two engines; the others are not there."""
    monkeypatch.setattr(fast_downward, "find_installation", lambda: None)
    monkeypatch.setattr(enhsp, "find_installation", lambda: None)
    monkeypatch.setattr(unified, "installed_engines", lambda: ("aries", "tamer"))


def test_no_name_is_no_engine():
    assert other_engines([]) == () and other_engines([""]) == ()


def test_a_wrong_name_is_told_with_the_right_ones(words: Words):
    with pytest.raises(EngineNameError) as raised:
        other_engines(["slow-upward"])
    words(str(raised.value))


def test_what_is_not_installed_is_left_out(installed):
    assert other_engines(["fast-downward", "enhsp"]) == ()


def test_engines_of_unified_planning_are_taken_as_they_are_asked_for(installed):
    assert other_engines(["up:tamer", "fast-downward", "up:aries"]) == (Unified("tamer"), Unified("aries"))


@pytest.mark.parametrize("find", [lambda n: other_engines([n]), chosen_engine])
def test_an_engine_that_unified_planning_does_not_find_is_refused_with_what_would_do(installed, find, words: Words):
    with pytest.raises(EngineNameError) as told:
        find("up:pyperplan")
    words(str(told.value))


def test_without_any_the_refusal_says_so(monkeypatch, words: Words):
    monkeypatch.setattr(unified, "installed_engines", lambda: ())
    with pytest.raises(EngineNameError) as raised:
        chosen_engine("up:aries")
    words(str(raised.value))


@pytest.mark.parametrize("name", ["", "own"])
def test_the_own_search_is_no_other_engine(name):
    assert chosen_engine(name) is None


def test_an_engine_that_is_chosen_is_not_left_out(installed, words: Words):
    assert chosen_engine("up:aries") == Unified("aries")
    with pytest.raises(EngineNameError) as raised:
        chosen_engine("fast-downward")
    words(str(raised.value))


@pytest.mark.skipif(fast_downward.find_installation() is None, reason="Fast Downward is not installed")
def test_what_is_installed_is_found_in_the_order_asked_for():
    assert "Fast Downward" in other_engines(["fast-downward"])[0].name
