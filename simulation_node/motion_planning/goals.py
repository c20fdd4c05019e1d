# SPDX-License-Identifier: Apache-2.0
"""From what a request asks for to joint values: start states, IK of tips, and valid goal states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Array
from simulation_node.motion_planning.bounds import BoundsChecker
from simulation_node.motion_planning.collision import CollisionChecker, describe
from simulation_node.motion_planning.ik import IkFailure, IkSolution, IkSolver, KinematicChain, TipTarget
from simulation_node.motion_planning.paths import Valid
from simulation_node.motion_planning.requests import (
    Code,
    MotionGoal,
    MotionRequest,
    MotionRequestError,
    MotionVerdict,
    arm_tip,
    as_array,
)
from simulation_node.robots.robot import RobotModel

POSE_GOAL_SOLUTIONS = 3  # IK solutions of a pose goal that the planner may choose from
DEFAULT_IK_TIMEOUT_S = 0.05  # of PAL's kinematics.yaml; the service's own time-out counts whole seconds only

JointLimits = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Context:
    """One request's view of the robot.

    Attributes:
        robot: whose view it is.
        state: complete robot state, the group's joints inside their limits.
        joints: of the group.
        q: their values, shape (n,).
        checker: of these joints in one snapshot of the scene.
    """

    robot: RobotModel
    state: dict[str, float]
    joints: tuple[str, ...]
    q: Array
    checker: CollisionChecker

    @property
    def columns(self) -> list[int]:
        """Where the group's joints are in the chain's values."""
        return [self.robot.chain.index(n) for n in self.joints]


def require_within(state: Mapping[str, float], joints: tuple[str, ...], limits: JointLimits) -> None:
    """Refuse a start state outside the limits.

    Raises:
        RequestError: a value is outside its limits; by however little, as MoveIt's check of start states has it.
    """
    q = as_array(state, joints)
    low, high = np.array([limits[n] for n in joints]).T
    if ((q < low) | (q > high)).any():
        outside = [n for n in joints if not limits[n][0] <= state[n] <= limits[n][1]]
        told = "; ".join(f"{n} is at {state[n]:.3f}, its range is {limits[n]}" for n in outside)
        raise MotionRequestError(Code.START_STATE_INVALID, told)


class GoalSolver:
    """Turns goals into joint values.

    Args:
        robot: whose.
        limits: of each joint.
    """

    def __init__(self, robot: RobotModel, limits: JointLimits) -> None:
        self._limits = limits
        self.chains = {tip: KinematicChain(robot, tip) for tip in robot.tips}

    def ik(
        self, context: Context, tip: str, target: TipTarget, valid: Valid, timeout_s: float = 0.0, seed: int = 0
    ) -> IkSolution:
        """Solve a tip's target for the group's joints; `valid` judges the group's values."""
        columns = context.columns
        return IkSolver(self.chains[tip], context.joints, seed).solve(
            target,
            as_array(context.state, context.robot.chain),
            free=lambda q: valid(q[columns]),
            timeout_s=timeout_s if timeout_s > 0 else DEFAULT_IK_TIMEOUT_S,
        )

    def goal_states(self, context: Context, request: MotionRequest, valid: Valid) -> list[Array]:
        """Valid joint values that satisfy a goal, nearest first.

        Raises:
            RequestError: no goal, or none that is possible; says why the first is not.
        """
        if not request.goals:
            raise MotionRequestError(Code.INVALID_GOAL_CONSTRAINTS, "the request has no goal constraints")
        states: list[Array] = []
        refusals: list[MotionRequestError] = []
        for goal in request.goals:
            try:
                states += self._states_of(goal, context, request, valid)
            except MotionRequestError as error:
                refusals.append(error)
        if not states:
            raise refusals[0]
        return sorted(states, key=lambda q: float(np.abs(q - context.q).max()))

    def _states_of(self, goal: MotionGoal, context: Context, request: MotionRequest, valid: Valid) -> list[Array]:
        if goal.tip is None:
            return [self._joint_state(goal, context, request)]
        tip, target = arm_tip(context.robot, request.group, goal.tip.link), goal.tip.target
        bounds = BoundsChecker(request.bounds.with_joints(goal.joints), context.joints, context.checker)
        results = [
            self.ik(context, tip, target, lambda q: bounds.holds(q) and valid(q), seed=seed)
            for seed in range(POSE_GOAL_SOLUTIONS)
        ]
        if states := [r.q[context.columns] for r in results if r.q is not None]:
            return states
        verdict = ik_verdict(results[0], context, bounds, Code.GOAL_IN_COLLISION)
        raise MotionRequestError(verdict.code, verdict.reason)

    def _joint_state(self, goal: MotionGoal, context: Context, request: MotionRequest) -> Array:
        q = self._joint_goal(goal, context)
        if violation := BoundsChecker(request.bounds, context.joints, context.checker).violation(q):
            raise MotionRequestError(Code.GOAL_VIOLATES_PATH_CONSTRAINTS, violation)
        if not context.checker.free(q):
            raise MotionRequestError(Code.GOAL_IN_COLLISION, describe(context.checker.contacts(q)))
        return q

    def _joint_goal(self, goal: MotionGoal, context: Context) -> Array:
        """Joint values of a goal; joints that it does not name keep those of the start."""
        unknown = [n for n in goal.joints if n not in context.joints]
        if unknown or not goal.joints:
            raise MotionRequestError(
                Code.INVALID_GOAL_CONSTRAINTS,
                f"the goal names {unknown or 'no joint'}; the group has {', '.join(context.joints)}",
            )
        values = dict(zip(context.joints, context.q.tolist(), strict=True))
        for name, bound in goal.joints.items():
            low, high = self._limits[name]  # a goal outside is brought to the end of the range, as MoveIt does
            values[name] = min(max(bound.position, low + 1e-4), high - 1e-4)
        return as_array(values, context.joints)


def ik_verdict(result: IkSolution, context: Context, bounds: BoundsChecker, rejected: Code) -> MotionVerdict:
    """Why there is no IK solution, in words.

    Args:
        result: without joint values.
        context: of the request.
        bounds: that solutions had to keep.
        rejected: the code for "there are solutions, but not one is acceptable".
    """
    if result.failure is IkFailure.OUT_OF_REACH:
        told = f"the target is {result.distance_m:.2f} m from the shoulder, the arm reaches {result.reach_m:.2f} m"
        return MotionVerdict(Code.NO_IK_SOLUTION, told)
    if result.rejected is None:
        return MotionVerdict(Code.NO_IK_SOLUTION, "no joint values bring the tip there")
    q = result.rejected[context.columns]
    why = bounds.violation(q) or describe(context.checker.contacts(q))
    return MotionVerdict(rejected, f"every solution found is unacceptable, for example {why}")
