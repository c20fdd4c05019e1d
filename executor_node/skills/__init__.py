# SPDX-License-Identifier: Apache-2.0
"""Skills: sequential code over ports, one small module each, run in a worker thread."""

from __future__ import annotations

from collections.abc import Mapping

from executor_node.context import Skill
from executor_node.skills.discover import discover_objects
from executor_node.skills.go_to import go_to
from executor_node.skills.hand_over import hand_over
from executor_node.skills.pick_up import pick_up
from executor_node.skills.pour import pour
from executor_node.skills.press import press, turn_off, turn_on
from executor_node.skills.put import put_inside, put_on
from executor_node.skills.swing import close_asset, open_asset
from executor_node.skills.turn_over import turn_over
from makedo_core.extensions import EntryPointGroup, Registry

SKILLS: Mapping[str, Skill] = Registry(
    EntryPointGroup.SKILL_FUNCTIONS,
    {
        "go_to": go_to,
        "pick_up": pick_up,
        "put_on": put_on,
        "put_inside": put_inside,
        "hand_over": hand_over,
        "pour": pour,
        "open": open_asset,
        "close": close_asset,
        "turn_on": turn_on,
        "turn_off": turn_off,
        "press": press,
        "turn_over": turn_over,
        "discover_objects": discover_objects,
    },
)
