# SPDX-License-Identifier: Apache-2.0
"""The arm with its real motion planner in this process: neither ROS nor physics, motions end where they should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ports import IkResult, Joints, Motion, MotionResult, Obstacle
from makedo_core.robot_config import RobotConfig
from simulation_node.motion_planning.collision import describe
from simulation_node.motion_planning.ik import TipTarget
from simulation_node.motion_planning.planning_scene import (
    AttachedObject,
    PlanningScene,
    Primitive,
    PrimitiveKind,
    WorldObject,
)
from simulation_node.motion_planning.requests import (
    Code,
    IkRequest,
    JointBound,
    LineRequest,
    MotionGoal,
    MotionRequest,
    MotionVerdict,
    PlanAnswer,
)
from simulation_node.move_group.move_group import MoveGroup
from simulation_node.robots.by_name import robot_named

IK_TIMEOUT_S = 0.08
_CAUSES = {
    Code.START_STATE_IN_COLLISION: FailureCause.IN_COLLISION,
    Code.GOAL_IN_COLLISION: FailureCause.IN_COLLISION,
    Code.NO_IK_SOLUTION: FailureCause.UNREACHABLE,
}


class PlannedArm:
    """Implements the port `Arm`; it begins in the posture "ready", with its gripper open."""

    def __init__(self, config: RobotConfig) -> None:
        self._config = config.arm
        self._touch = frozenset(config.gripper.touch_links)
        self._tool_to_link = config.arm.tool.inverse()
        robot = robot_named(config.name)
        self.planner = MoveGroup(robot=robot)
        self._shown: tuple[Sequence[Obstacle], Obstacle | None] = (), None
        self.planner.set_measured({**robot.home, **config.arm.postures["ready"]})

    def joints(self) -> Joints:
        state = self.planner.state()
        return {name: state[name] for name in self._config.joints}

    def efforts(self) -> Joints:
        return {}

    def tool(self) -> Pose:
        return self.planner.link_pose(self._config.tool_link, self.planner.state()) @ self._config.tool

    def show(self, obstacles: Sequence[Obstacle], held: Obstacle | None = None, *, alone: bool = False) -> Outcome:
        self._shown = tuple(obstacles), held
        scene = PlanningScene()
        for obstacle in obstacles:
            here, shape = obstacle.pose.inverse(), _primitive(obstacle)
            copies = (replace(shape, pose=here @ other) for other in obstacle.elsewhere)
            scene = scene.add(WorldObject(obstacle.name, (shape, *copies), obstacle.pose))
        if held is not None:
            thing = WorldObject(held.name, (_primitive(held),), self._config.tool @ held.pose)
            scene = scene.attach(AttachedObject(thing, self._config.tool_link, self._touch))
        self.planner.apply(lambda _: scene)
        return SUCCESS

    def scene(self) -> tuple[Sequence[Obstacle], Obstacle | None]:
        return self._shown

    def solve_ik(self, target: Pose, seed: Joints | None = None, *, avoid_collisions: bool = True) -> IkResult:
        goal = (target @ self._tool_to_link).matrix()
        answer = self.planner.solve_ik(
            IkRequest(
                self._config.group,
                self._config.tool_link,
                TipTarget(goal[:3, 3], goal[:3, :3]),
                start=seed or {},
                avoid_collisions=avoid_collisions,
                timeout_s=IK_TIMEOUT_S,
            )
        )
        if not answer.verdict.ok:
            return IkResult(_outcome(answer.verdict))
        return IkResult(SUCCESS, {name: answer.state[name] for name in self._config.joints})

    def plan(self, goal: Joints, start: Joints | None = None, *, limit_s: float | None = None) -> MotionResult:
        bounds = {name: JointBound(value, 0.002, 0.002) for name, value in goal.items()}
        limit_s = self._config.planning_time_s if limit_s is None else limit_s
        request = MotionRequest(self._config.group, (MotionGoal(bounds),), start or {}, timeout_s=limit_s)
        return _result(self.planner.plan(request))

    def touches(self, joints: Joints | None = None, *, itself: bool = False) -> Outcome:
        contacts = self.planner.check_state(joints or {}, {}).contacts
        if itself:
            things = {o.name for o in self._shown[0]}
            contacts = tuple(c for c in contacts if things.isdisjoint((c.first, c.second)))
        return Outcome(FailureCause.IN_COLLISION, describe(contacts)) if contacts else SUCCESS

    def plan_line(
        self, waypoints: Sequence[Pose], start: Joints | None = None, *, avoid_collisions: bool = True
    ) -> MotionResult:
        request = LineRequest(
            self._config.group,
            self._config.tool_link,
            tuple(w @ self._tool_to_link for w in waypoints),
            0.01,
            start=start or {},
            jump_threshold=5.0,
            avoid_collisions=avoid_collisions,
        )
        result = _result(self.planner.plan_line(request))
        if result.outcome.ok and result.fraction < 1.0 - 1e-6:
            return MotionResult(Outcome(FailureCause.UNREACHABLE, "only part"), result.motion, result.fraction)
        return result

    def execute(self, motion: Motion, token: CancelToken) -> Outcome:
        self.planner.set_measured(motion.end)
        return SUCCESS


def _primitive(obstacle: Obstacle) -> Primitive:
    x, y, z = obstacle.size
    if obstacle.shape is Shape.SPHERE:
        return Primitive(PrimitiveKind.SPHERE, (max(x, y, z) / 2,))
    if obstacle.shape is Shape.CYLINDER:
        return Primitive(PrimitiveKind.CYLINDER, (z, max(x, y) / 2))
    return Primitive(PrimitiveKind.BOX, (x, y, z))


def _outcome(verdict: MotionVerdict) -> Outcome:
    if verdict.ok:
        return SUCCESS
    return Outcome(_CAUSES.get(verdict.code, FailureCause.MOTION_PLANNING_FAILED), verdict.reason)


def _result(answer: PlanAnswer) -> MotionResult:
    if answer.motion is None:
        return MotionResult(_outcome(answer.verdict), fraction=answer.fraction)
    timed = answer.motion.timed
    motion = Motion(answer.motion.joints, timed.positions, np.zeros_like(timed.positions), timed.times_s)
    return MotionResult(_outcome(answer.verdict), motion, answer.fraction)
