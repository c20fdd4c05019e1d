# SPDX-License-Identifier: Apache-2.0
"""What MoveIt asks of a motion before it carries it out: it begins where the arm is, and its times rise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from executor_node.wording import joint, off_by
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.joint_ranges import JointRange
from makedo_core.ports import Joints, Motion

START = 0.03  # a motion that begins farther from the arm is not carried out [rad or m]
EXACT = 1e-4  # what is off by less is left as it is
BLEND_S = 0.5  # in so long the way that begins at the measured joints runs into the planned one
NUDGE = 0.02  # a joint that is outside its range by less is planned for as if it were inside [rad or m]
MARGIN = 1e-4
UNTIMED = (
    "the motion planner gave a motion whose times do not rise: its joint_limits.yaml needs has_acceleration_limits and "
    "max_acceleration of every joint of the arm"
)


def timed(motion: Motion) -> Outcome:
    """Whether the times of a motion rise; MoveIt's are all zero where it knows no accelerations."""
    times = motion.times_s
    if len(times) and np.isfinite(times).all() and times[0] >= 0.0 and (np.diff(times) > 0.0).all():
        return SUCCESS
    return Outcome(FailureCause.MOTION_PLANNING_FAILED, UNTIMED)


def begun_at(motion: Motion, here: Joints) -> tuple[Motion, Outcome]:
    """A motion that begins at measured joint values, and whether it is near enough to them for that.

    MoveIt refuses a motion that begins a hundredth elsewhere, and a controller may end twice as far from its goal.
    """
    first = dict(zip(motion.joints, motion.positions[0], strict=True))
    off = np.nan_to_num(np.array([here.get(name, value) - value for name, value in first.items()]))
    worst = int(np.argmax(np.abs(off)))
    by = float(abs(off[worst]))
    if by > START:
        name = motion.joints[worst]
        what = f"the motion would begin where the arm is not: {joint(name)} is {off_by(name, by)} from there"
        raw = f"the motion starts where the arm is not: {name} is off by {by:.3f}"
        return motion, Outcome(FailureCause.EXECUTION_FAILED, what, raw)
    if by < EXACT:
        return motion, SUCCESS
    over_s = min(BLEND_S, motion.duration_s) or 1.0
    u = np.clip(motion.times_s / over_s, 0.0, 1.0)[:, None]
    velocities = motion.velocities + off * 6 * u * (u - 1) / over_s
    blended = replace(motion, positions=motion.positions + off * (1 - u) ** 2 * (1 + 2 * u), velocities=velocities)
    if motion.accelerations.shape == motion.positions.shape:
        within = (u > 0.0) & (u < 1.0)
        blended = replace(blended, accelerations=motion.accelerations + within * off * (12 * u - 6) / over_s**2)
    return blended, SUCCESS


def inside(joints: Joints, ranges: Mapping[str, JointRange]) -> dict[str, float]:
    """Joint values with those that are outside their ranges by little brought inside."""
    found = {}
    for name, value in joints.items():
        limits = ranges.get(name)
        near = value if limits is None or limits.holds(value) else limits.nearest(value, MARGIN)
        found[name] = near if abs(near - value) <= NUDGE else value
    return found
