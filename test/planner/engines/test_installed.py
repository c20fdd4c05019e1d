# SPDX-License-Identifier: Apache-2.0
"""Engines are found by name; what is not installed is left out, what does not exist is an error."""

from __future__ import annotations

import pytest

from planner_node.engines import enhsp, fast_downward
from planner_node.engines.installed import EngineNameError, other_engines


def test_no_name_is_no_engine():
    assert other_engines([]) == () and other_engines([""]) == ()


def test_a_wrong_name_is_told_with_the_right_ones():
    with pytest.raises(EngineNameError, match=r"slow-upward; known are fast-downward, enhsp"):
        other_engines(["slow-upward"])


def test_what_is_not_installed_is_left_out(monkeypatch):
    monkeypatch.setattr(fast_downward, "find_installation", lambda: None)
    monkeypatch.setattr(enhsp, "find_installation", lambda: None)
    assert other_engines(["fast-downward", "enhsp"]) == ()


@pytest.mark.skipif(fast_downward.find_installation() is None, reason="Fast Downward is not installed")
def test_what_is_installed_is_found_in_the_order_asked_for():
    assert "Fast Downward" in other_engines(["fast-downward"])[0].name
