# SPDX-License-Identifier: Apache-2.0
"""discover_objects: have perception turn the head over a piece of furniture and say what is there.

Where much of it was hidden, it is looked at from elsewhere too: what was looked into in vain is not looked into again.
"""

from __future__ import annotations

from executor_node.context import SkillContext, SkillResult
from executor_node.motion.seeing import discover
from executor_node.skills.views import much_hidden, stand_elsewhere
from makedo_core.skills import SkillCall


def discover_objects(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a discover_objects call (arguments: asset)."""
    (asset_id,) = call.arguments
    found = discover(context, asset_id)
    if found.outcome.ok and much_hidden(found) and stand_elsewhere(context, asset_id):
        found = discover(context, asset_id)
    return SkillResult(found.outcome)
