# SPDX-License-Identifier: Apache-2.0
"""Inverse kinematics of an arm: damped least squares on many starts at once.

All starts are rows of one array, so that a restart costs next to nothing: about 0.2 ms an iteration for 32 rows.
The chain's geometry is read from the robot's MuJoCo model. Poses are in the planning frame.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import mujoco
import numpy as np
import numpy.typing as npt

from makedo_core.geometry import Array
from simulation_node.robots.robot import RobotModel, planning_limits, robot_spec

POSITION_TOLERANCE_M = 2e-4
ROTATION_TOLERANCE = 1e-3  # rad
ROWS = 32
ITERATIONS = 40
MAX_STEP = 0.6  # rad or m an iteration
LIMIT_MARGIN = 1e-4  # stay inside the limits: the servos overshoot by as much
LOOK_ON = 6  # iterations after the first solution: another start may yet end nearer to the seed
_SLIDE_WEIGHT = 0.3  # a metre of a torso counts as much as 0.3 rad of a joint: the slow torso moves less


@dataclass(frozen=True, slots=True)
class TipTarget:
    """Where a tip should be.

    Attributes:
        position: of the tip in the planning frame [m], shape (3,).
        rotation: of the tip, shape (3, 3); None leaves it free.
        position_range: half extents of the box around the position, along its own axes, that will do too [m].
        rotation_range: half ranges of the turns about x, then y, then z of the target frame that will do too [rad].
    """

    position: Array
    rotation: Array | None
    position_range: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation_range: tuple[float, float, float] = (0.0, 0.0, 0.0)


class IkFailure(Enum):
    """Why no joint values were found."""

    OUT_OF_REACH = "out of reach"
    NO_SOLUTION = "no solution"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class IkSolution:
    """Joint values of the chain, shape (n,), or why there are none, and a solution that was not acceptable."""

    q: Array | None
    failure: IkFailure | None = None
    rejected: Array | None = None
    distance_m: float = 0.0  # shoulder to target
    reach_m: float = 0.0


class KinematicChain:
    """Forward kinematics and Jacobian from the base to a tip, for many states at once.

    Attributes:
        joints: from the base to the tip, n of them.
        slides: how many of them are prismatic; they come first.
        limits: shape (n, 2).
        shoulder: origin of the first joint that turns, while all that slide are at 0 [m].
        reach_m: from there to the tip of the stretched arm.
        velocities: largest, shape (n,).
    """

    def __init__(self, robot: RobotModel, tip: str) -> None:
        if tip not in robot.tips:
            raise ValueError(f"unknown tip {tip!r}; there are {robot.tips}")
        self.joints = joints = robot.chain
        model = robot_spec(robot, base_joints=False, visuals=False).compile()
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        frames = [_matrix(data.body(model.jnt_bodyid[model.joint(n).id])) for n in joints]
        for n in joints:  # every joint turns about, or slides along, z of its link: nothing else is implemented
            assert np.allclose(model.joint(n).axis, [0, 0, 1]) and np.allclose(model.joint(n).pos, 0), n
        between = [frames[0], *(np.linalg.inv(a) @ b for a, b in itertools.pairwise(frames))]
        self._rotations = [np.ascontiguousarray(t[:3, :3]) for t in between]
        self._offsets = [t[:3, 3].copy() for t in between]
        last = np.linalg.inv(frames[-1]) @ _matrix(data.body(tip))
        self._tip_rotation, self._tip_offset = last[:3, :3], last[:3, 3]
        kinds = [int(model.joint(n).type[0]) for n in joints]
        self.slides = kinds.count(mujoco.mjtJoint.mjJNT_SLIDE)
        assert mujoco.mjtJoint.mjJNT_SLIDE not in kinds[self.slides :], joints  # those that slide come first
        limits = planning_limits(robot, model)
        self.limits = np.array([limits[n] for n in joints])
        self.velocities = np.array([robot.max_velocity[n] for n in joints])
        self.shoulder = frames[self.slides][:3, 3].copy()
        self.reach_m = sum(float(np.linalg.norm(o)) for o in (*self._offsets[self.slides + 1 :], self._tip_offset))

    def forward(self, q: Array) -> tuple[Array, Array, Array, Array]:
        """Tip and joint axes.

        Args:
            q: joint values, shape (rows, n).

        Returns:
            tip positions (rows, 3), tip rotations (rows, 3, 3), joint origins and joint axes, both (n, rows, 3).
        """
        rows, count = q.shape
        sines, cosines = np.sin(q), np.cos(q)
        origins, axes = np.empty((count, rows, 3)), np.empty((count, rows, 3))
        rotation = np.broadcast_to(self._rotations[0], (rows, 3, 3))
        origin = np.broadcast_to(self._offsets[0], (rows, 3))
        for i in range(count):
            if i > 0:
                origin = origin + rotation @ self._offsets[i]
                rotation = rotation @ self._rotations[i]
            axes[i] = rotation[:, :, 2]
            if i < self.slides:
                origin = origin + q[:, i, None] * axes[i]
                origins[i] = origin
                continue
            origins[i] = origin
            s, c = sines[:, i, None], cosines[:, i, None]
            x, y = rotation[:, :, 0], rotation[:, :, 1]
            turned = np.empty((rows, 3, 3))
            turned[:, :, 0], turned[:, :, 1], turned[:, :, 2] = (
                c * x + s * y,
                c * y - s * x,
                rotation[:, :, 2],
            )
            rotation = turned
        return origin + rotation @ self._tip_offset, rotation @ self._tip_rotation, origins, axes


class IkSolver:
    """Solves one tip of one group.

    Args:
        chain: geometry.
        joints: the group's joints, the rest of the chain stays at the seed's values.
        seed: of the restarts; the same requests give the same answers.
    """

    def __init__(self, chain: KinematicChain, joints: Sequence[str], seed: int = 0) -> None:
        self.chain = chain
        self._lower = chain.limits[:, 0] + LIMIT_MARGIN
        self._upper = chain.limits[:, 1] - LIMIT_MARGIN
        moving = np.array([n in joints for n in chain.joints])
        self._moving = moving
        weights = np.where(np.arange(len(moving)) < chain.slides, _SLIDE_WEIGHT, 1.0)
        self._weights = np.where(moving, weights, 0.0)
        self._seed = seed

    def moves(self, joint: str) -> bool:
        """Whether a joint of the chain belongs to the group."""
        return bool(self._moving[self.chain.joints.index(joint)])

    def solve(
        self,
        target: TipTarget,
        seed: Array,
        *,
        free: Callable[[Array], bool] | None = None,
        batches: int = 2,
        timeout_s: float = 0.1,
    ) -> IkSolution:
        """Find joint values near a seed.

        Args:
            target: where the tip should be.
            seed: joint values of the whole chain, shape (n,); joints outside the group keep theirs.
            free: whether a state is acceptable (collision-free); None accepts all.
            batches: how many times to start anew from random values.
            timeout_s: limit [s of this thread's work, so that a busy machine finds what an idle one does], looked at
                after each batch.
        """
        shoulder = self.chain.shoulder.copy()
        slides = self.chain.slides  # they lift the shoulder
        lift = float(np.where(self._moving, self._upper, seed)[:slides].sum())
        shoulder[2] += np.clip(target.position[2] - shoulder[2], 0, max(0.0, lift))
        distance = float(np.linalg.norm(target.position - shoulder))
        reach = self.chain.reach_m + max(target.position_range)
        if distance > reach:
            return IkSolution(None, IkFailure.OUT_OF_REACH, None, distance, reach)
        rng = np.random.default_rng(self._seed)
        deadline = time.thread_time() + timeout_s
        rejected: Array | None = None
        for batch in range(batches):
            found, hit = self._batch(target, seed, free, rng, nominal=batch == 0)
            if found is not None:
                return IkSolution(found)
            rejected = hit if rejected is None else rejected
            if time.thread_time() > deadline:
                break
        failure = IkFailure.NO_SOLUTION if rejected is None else IkFailure.REJECTED
        return IkSolution(None, failure, rejected, distance, reach)

    def follow(self, target: TipTarget, seed: Array, iterations: int = 12) -> Array | None:
        """Solve from the seed alone, without restarts, for the next point of a line."""
        q = seed[None].copy()
        goal_p, goal_r = target.position[None], None if target.rotation is None else target.rotation[None]
        for _ in range(iterations):
            error, jacobian = self._error(q, goal_p, goal_r)
            if _converged(error)[0]:
                solution: Array = q[0]
                return solution
            q = self._advanced(q, error, jacobian)
        return None

    def _batch(
        self,
        target: TipTarget,
        seed: Array,
        free: Callable[[Array], bool] | None,
        rng: np.random.Generator,
        *,
        nominal: bool,
    ) -> tuple[Array | None, Array | None]:
        """Return the acceptable solution of one batch that is nearest to the seed, and one that was not acceptable."""
        q = np.where(self._moving, rng.uniform(self._lower, self._upper, (ROWS, len(seed))), seed)
        if nominal:  # the seed itself, then its neighbourhood, then anywhere
            q[: ROWS // 4] = seed + np.where(self._moving, rng.normal(0, 0.4, (ROWS // 4, len(seed))), 0)
            q[0] = seed
            q[:, self._moving] = np.clip(q, self._lower, self._upper)[:, self._moving]
        goal_p, goal_r = _goals(target, rng, nominal=nominal)
        accepted: list[Array] = []
        rejected: Array | None = None
        left_to_look = ITERATIONS
        while left_to_look > 0 and len(q):
            left_to_look -= 1
            error, jacobian = self._error(q, goal_p, goal_r)
            done = _converged(error)
            if done.any():
                for candidate in q[done]:
                    if free is None or free(candidate):
                        accepted.append(candidate)
                        left_to_look = min(left_to_look, LOOK_ON)
                    elif rejected is None:
                        rejected = candidate
                q, error, jacobian = q[~done], error[~done], jacobian[~done]
                goal_p, goal_r = goal_p[~done], None if goal_r is None else goal_r[~done]
            q = self._advanced(q, error, jacobian)
        if not accepted:
            return None, rejected
        return min(accepted, key=lambda q: float((np.abs(q - seed) / self.chain.velocities).max())), rejected

    def _error(self, q: Array, goal_p: Array, goal_r: Array | None) -> tuple[Array, Array]:
        """Twist to the goal, shape (rows, 6) or (rows, 3), and the weighted Jacobian, (rows, 6 or 3, n)."""
        position, rotation, origins, axes = self.chain.forward(q)
        linear = _cross(axes, position - origins)
        slides = self.chain.slides
        linear[:slides] = axes[:slides]
        if goal_r is None:
            return goal_p - position, linear.transpose(1, 2, 0) * self._weights
        angular = axes.copy()
        angular[:slides] = 0.0
        jacobian = np.concatenate((linear, angular), axis=2).transpose(1, 2, 0)
        error = np.concatenate((goal_p - position, _rotation_vectors(goal_r @ rotation.transpose(0, 2, 1))), axis=1)
        return error, jacobian * self._weights

    def _advanced(self, q: Array, error: Array, jacobian: Array) -> Array:
        """One damped step; the damping grows with the error."""
        size = np.minimum(np.linalg.norm(error, axis=1), 1.0)
        normal = jacobian @ jacobian.transpose(0, 2, 1)
        diagonal = np.arange(error.shape[1])
        normal[:, diagonal, diagonal] += (1e-5 + 2e-3 * size**2)[:, None]
        solved = np.linalg.solve(normal, error[:, :, None])
        step = (jacobian.transpose(0, 2, 1) @ solved)[:, :, 0] * self._weights
        step *= np.minimum(1.0, MAX_STEP / np.maximum(np.abs(step).max(axis=1), 1e-9))[:, None]
        return np.where(self._moving, np.clip(q + step, self._lower, self._upper), q)


def _cross(a: Array, b: Array) -> Array:
    """Cross product along the last axis; numpy's own takes three times as long on small arrays."""
    result = np.empty_like(b)
    result[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    result[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    result[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return result


def _converged(error: Array) -> npt.NDArray[np.bool_]:
    near = np.linalg.norm(error[:, :3], axis=1) < POSITION_TOLERANCE_M
    aligned = np.linalg.norm(error[:, 3:], axis=1) < ROTATION_TOLERANCE
    converged: npt.NDArray[np.bool_] = near & aligned
    return converged


def _goals(target: TipTarget, rng: np.random.Generator, *, nominal: bool) -> tuple[Array, Array | None]:
    """Targets of the rows: the nominal one for the first half of the first batch, else any that will do."""
    share = np.ones((ROWS, 1))
    share[: ROWS // 2 if nominal else 0] = 0.0
    position = target.position + share * rng.uniform(-1, 1, (ROWS, 3)) * np.asarray(target.position_range)
    if target.rotation is None:
        return position, None
    angles = share * rng.uniform(-1, 1, (ROWS, 3)) * np.asarray(target.rotation_range)
    return position, target.rotation @ _rotations(angles)


def _rotations(angles: Array) -> Array:
    """Rotation matrices (rows, 3, 3) of turns about x, then the new y, then the new z (rows, 3)."""
    (a, b, c), (u, v, w) = np.cos(angles).T, np.sin(angles).T
    rows = (
        (b * c, -b * w, v),
        (a * w + u * v * c, a * c - u * v * w, -u * b),
        (u * w - a * v * c, u * c + a * v * w, a * b),
    )
    matrices: Array = np.array(rows).transpose(2, 0, 1)
    return matrices


def _rotation_vectors(rotations: Array) -> Array:
    """Rotation vectors (rows, 3) of rotation matrices (rows, 3, 3); at half a turn the axis is left to chance."""
    skew = np.stack(
        (
            rotations[:, 2, 1] - rotations[:, 1, 2],
            rotations[:, 0, 2] - rotations[:, 2, 0],
            rotations[:, 1, 0] - rotations[:, 0, 1],
        ),
        axis=1,
    )
    sine = np.linalg.norm(skew, axis=1) / 2
    cosine = (np.trace(rotations, axis1=1, axis2=2) - 1) / 2
    angle = np.arctan2(sine, cosine)
    vectors: Array = skew * (angle / np.maximum(2 * sine, 1e-9))[:, None]
    return vectors


def _matrix(body: mujoco.MjData) -> Array:
    result = np.eye(4)
    result[:3, :3] = body.xmat.reshape(3, 3)
    result[:3, 3] = body.xpos
    return result
