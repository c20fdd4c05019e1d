# SPDX-License-Identifier: Apache-2.0
"""discover_objects: have perception turn the head over a piece of furniture and say what is there."""

from __future__ import annotations

from executor_node.context import SkillContext, SkillResult
from executor_node.looking import discover
from makedo_core.plan import SkillCall


def discover_objects(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a discover_objects call (arguments: asset)."""
    return SkillResult(discover(context, call.arguments[0]).outcome)
