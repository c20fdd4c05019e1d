# SPDX-License-Identifier: Apache-2.0
"""What a plan changes unasked and leaves changed is no part of what was asked for."""

from __future__ import annotations

import pytest

from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.claims.besides import claims_besides
from support.small_worlds import make_world

WORLD = make_world("apple_1 on table_1", "mug_1 on table_1")
SERVED = (Literal(Predicate.ON, ("apple_1", "table_2")), Literal(Predicate.OPEN, ("drawer_1",)))


def calls(*texts: str) -> tuple[SkillCall, ...]:
    return tuple(SkillCall(skill, tuple(rest)) for skill, *rest in (text.split() for text in texts))


@pytest.mark.parametrize(
    ("plan", "besides"),
    [
        (("pick_up apple_1 table_1", "put_on apple_1 table_2"), []),
        (("open fridge_1", "pick_up apple_1 fridge_1", "close fridge_1", "put_on apple_1 table_2"), []),
        (("open fridge_1", "pick_up apple_1 fridge_1", "put_on apple_1 table_2"), ["fridge_1"]),
        (("open drawer_1",), []),
        (("pick_up mug_1 table_1", "put_on mug_1 table_3", "put_on apple_1 table_2"), ["mug_1"]),
        (("turn_on lamp_1", "turn_off lamp_1"), []),
    ],
)
def test_only_what_stays_changed_and_was_not_asked_for_is_besides(plan, besides):
    assert [c.subject for c in claims_besides(calls(*plan), SERVED, WORLD)] == besides


@pytest.mark.parametrize(
    "action", ["open robot fridge_1", "open robot", "put_on robot mug_1 table_3", "turn_on robot lamp_1"]
)
def test_an_action_of_another_domain_is_no_skill_though_it_is_called_so(action):
    assert list(claims_besides(calls(action), SERVED, WORLD)) == []
