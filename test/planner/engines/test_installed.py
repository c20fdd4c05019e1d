# SPDX-License-Identifier: Apache-2.0
"""Engines are found by name; what is not installed is left out or refused, what does not exist is an error."""

from __future__ import annotations

import pytest

from planner_node.engines import unified
from planner_node.engines.external import enhsp, fast_downward
from planner_node.engines.installed import EngineNameError, chosen_engine, other_engines
from planner_node.engines.unified import Unified


@pytest.fixture
def installed(monkeypatch):
    """unified-planning finds two engines; the others are not there."""
    monkeypatch.setattr(fast_downward, "find_installation", lambda: None)
    monkeypatch.setattr(enhsp, "find_installation", lambda: None)
    monkeypatch.setattr(unified, "installed_engines", lambda: ("aries", "tamer"))


def test_no_name_is_no_engine():
    assert other_engines([]) == () and other_engines([""]) == ()


def test_a_wrong_name_is_told_with_the_right_ones():
    with pytest.raises(EngineNameError, match=r"slow-upward; known are fast-downward, enhsp, up:NAME for any engine"):
        other_engines(["slow-upward"])


def test_what_is_not_installed_is_left_out(installed):
    assert other_engines(["fast-downward", "enhsp"]) == ()


def test_engines_of_unified_planning_are_taken_as_they_are_asked_for(installed):
    assert other_engines(["up:tamer", "fast-downward", "up:aries"]) == (Unified("tamer"), Unified("aries"))


@pytest.mark.parametrize("find", [lambda n: other_engines([n]), chosen_engine])
def test_an_engine_that_unified_planning_does_not_find_is_refused_with_what_would_do(installed, find):
    with pytest.raises(EngineNameError) as told:
        find("up:pyperplan")
    assert str(told.value) == (
        "unified-planning finds no planning engine pyperplan; installed are up:aries, up:tamer; more are installed "
        "with pip, e.g. `pip install up-aries` (MIT) or `pip install up-pyperplan` (which brings pyperplan, GPL-3.0); "
        "see docs/engines.md for their licences"
    )


def test_without_any_the_refusal_says_so(monkeypatch):
    monkeypatch.setattr(unified, "installed_engines", lambda: ())
    with pytest.raises(EngineNameError, match="installed are none; more"):
        chosen_engine("up:aries")


@pytest.mark.parametrize("name", ["", "own"])
def test_the_own_search_is_no_other_engine(name):
    assert chosen_engine(name) is None


def test_an_engine_that_is_chosen_is_not_left_out(installed):
    assert chosen_engine("up:aries") == Unified("aries")
    with pytest.raises(EngineNameError, match=r"fast-downward is not installed; install the wheel up-fast-downward"):
        chosen_engine("fast-downward")


@pytest.mark.skipif(fast_downward.find_installation() is None, reason="Fast Downward is not installed")
def test_what_is_installed_is_found_in_the_order_asked_for():
    assert "Fast Downward" in other_engines(["fast-downward"])[0].name
