# SPDX-License-Identifier: Apache-2.0
"""Things that go wrong on purpose, to find out what the robot does about it: moved things, slips, blocked ways, lies.

Each is either done at once or waits for its occasion (the next grasp, drive or trajectory). The parts of the world ask
`Faults` whether something is wrong with them now. No node of the stack may ask.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind
from simulation_node.navigation.navigation import Navigator
from simulation_node.physics.physics import Physics
from simulation_node.scene.model import VISITOR_BROAD_M
from simulation_node.scene.placement import DROP
from simulation_node.world.mistaken import coloured, swapped

AHEAD_M = 1.0  # on the way of the base, from where it is
BEHIND_M = 0.4  # of the way must be left behind the box
BEFORE_M = 0.45  # from an asset's front to the middle of the box: where the robot would stand
BESIDE_M = 0.15  # between an asset and somebody who stands beside it
CLEAR_M = 0.9  # from the robot's middle to the middle of the box: it does not appear in the arm
FRICTION_LOSS = 500.0  # of a stuck joint [N m or N]: more than any hand
STIFF = (0.9999, 0.9999, 0.001, 0.5, 2.0)  # MuJoCo's solimp of that friction; by default a door creeps as it is pulled
EDGE_M = 0.04  # between a moved object and its surface's edge
REACH_M = 0.3  # from the surface's front edge, so that the robot can still get it
GRID_M = 0.05
GAP_M = 0.06  # between a moved object and others


class FaultKind(StrEnum):
    """What can go wrong."""

    MOVE_OBJECT = "move_object"  # somebody puts an object elsewhere
    SLIP = "slip"  # what is in the hand, or will be next, slips out of it
    VISITOR = "visitor"  # a person who is on no map stands beside an asset
    BLOCK = "block"  # a box stands before an asset, or where the base is driving
    STUCK = "stuck"  # a door or drawer does not move
    CAMERA_OFF = "camera_off"  # the head camera sends no images
    LOOKALIKE = "lookalike"  # another thing stands where an object was, and the object where that was
    COLOUR = "colour"  # an object is of another colour
    WRONG_SUCCESS = "wrong_success"  # a controller reports success for its next trajectory and does nothing


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is to go wrong.

    Attributes:
        target: an object (MOVE_OBJECT, LOOKALIKE, COLOUR), an asset (STUCK, VISITOR; BLOCK, where none means the base's
            way), a controller (WRONG_SUCCESS; none means the arm's).
        place: the asset that an object is moved to (MOVE_OBJECT), the object that takes its place (LOOKALIKE; none:
            the one most like it), the colour that it gets (COLOUR; none: one that is not said of it).
        duration_s: how long it lasts (BLOCK, STUCK, VISITOR, CAMERA_OFF) [s]; 0: for good.
    """

    kind: FaultKind
    target: str = ""
    place: str = ""
    duration_s: float = 0.0


class Faults:
    """What is wrong in a world, and what will be at the next occasion. Call `update` in every control step.

    Args:
        physics: that things go wrong in.
        navigator: whose next drive may be blocked.
    """

    def __init__(self, physics: Physics, navigator: Navigator) -> None:
        self._physics, self._navigator = physics, navigator
        self._blocked_until = self._dark_until = self._visited_until = -math.inf
        self._awaited: float | None = None  # how long the next drive is to be blocked
        self._stuck: dict[int, float] = {}  # degree of freedom -> until when
        self._friction = _Friction(physics.model)
        self._liars: set[str] = set()

    def inject(self, fault: Fault) -> Outcome:
        """Let it go wrong; says what happened, or why it could not."""
        if not (math.isfinite(fault.duration_s) and fault.duration_s >= 0):
            return Outcome(FailureCause.INVALID_GOAL, f"a fault cannot last {fault.duration_s:g} s; give 0 or more")
        match fault.kind:
            case FaultKind.MOVE_OBJECT:
                return self._move(fault.target, fault.place)
            case FaultKind.LOOKALIKE:
                return swapped(self._physics, fault.target, fault.place)
            case FaultKind.COLOUR:
                return coloured(self._physics, fault.target, fault.place)
            case FaultKind.SLIP:
                self._physics.grip.slip()
                return _done("what is held, or will be next, slips out of the hand")
            case FaultKind.BLOCK:
                return self._block(fault.target, fault.duration_s)
            case FaultKind.VISITOR:
                return self._visit(fault.target, fault.duration_s)
            case FaultKind.STUCK:
                return self._jam(fault.target, fault.duration_s)
            case FaultKind.CAMERA_OFF:
                self._dark_until = self._until(fault.duration_s)
                return _done("the head camera sends no images")
            case FaultKind.WRONG_SUCCESS:
                return self._lie(fault.target or self._arm)

    @property
    def camera_is_off(self) -> bool:
        """Whether the head camera sends no images now."""
        return self._physics.time < self._dark_until

    def pretends(self, controller: str) -> bool:
        """Whether a controller shall do nothing for its next trajectory and call it a success; asked once for each."""
        lying = controller in self._liars
        self._liars.discard(controller)
        return lying

    def update(self) -> None:
        """Begin what has waited for its occasion, end what has lasted long enough."""
        now = self._physics.time
        if self._awaited is not None and (spot := self._ahead()) is not None:
            self._put_box(spot, self._awaited)
            self._awaited = None
        if self._physics.blockage.box is not None and now >= self._blocked_until:
            self._physics.blockage.remove()
        if self._physics.visitor.place is not None and now >= self._visited_until:
            self._physics.visitor.go()
        for dof, until in tuple(self._stuck.items()):
            if now >= until:
                self._friction.restore(dof)
                del self._stuck[dof]

    def _until(self, duration_s: float) -> float:
        return self._physics.time + duration_s if duration_s > 0 else math.inf

    def _move(self, object_id: str, asset_id: str) -> Outcome:
        physics = self._physics
        known = {p.id: p for p in physics.placed}
        if object_id not in known:
            return _unknown(FailureCause.UNKNOWN_OBJECT, "object", object_id, known)
        asset = physics.scene.graph.nodes.get(asset_id)
        if asset is None or asset.kind is not NodeKind.ASSET or asset.model is None:
            names = [n.id for n in physics.scene.graph.of_kind(NodeKind.ASSET)]
            return _unknown(FailureCause.UNKNOWN_PLACE, "asset", asset_id, names)
        if physics.grip.held == object_id:
            return Outcome(FailureCause.NOT_CAPABLE, f"{object_id} is in the robot's hand; let it slip instead")
        regions = [r for r in asset.model.regions if r.kind is RegionKind.ON and not r.moving]
        spots = (_free_spot(physics, object_id, asset, region) for region in regions)
        spot = next((s for s in spots if s is not None), None)
        if spot is None:
            return Outcome(FailureCause.NO_FREE_SPACE, f"there is no free space for {object_id} on {asset_id}")
        physics.move_object(object_id, spot)
        return _done(f"{object_id} is on {asset_id} now")

    def _block(self, asset_id: str, duration_s: float) -> Outcome:
        if not asset_id:
            self._awaited = duration_s
            return _done("a box will stand on the way of the base")
        graph = self._physics.scene.graph
        if asset_id not in graph or graph[asset_id].kind is not NodeKind.ASSET:
            names = [n.id for n in graph.of_kind(NodeKind.ASSET)]
            return _unknown(FailureCause.UNKNOWN_PLACE, "asset", asset_id, names)
        asset = graph[asset_id]
        spot = asset.pose @ Pose((asset.size[0] / 2 + BEFORE_M, 0.0, 0.0))
        if math.dist(spot.position[:2], self._physics.base.pose.position[:2]) < CLEAR_M:
            return Outcome(FailureCause.NOT_CAPABLE, f"the robot stands before {asset_id}: no room for a box")
        self._put_box(spot, duration_s)
        return _done(f"a box stands before {asset_id}")

    def _visit(self, asset_id: str, duration_s: float) -> Outcome:
        graph, base = self._physics.scene.graph, self._physics.base.pose
        if asset_id not in graph or graph[asset_id].kind is not NodeKind.ASSET:
            names = [n.id for n in graph.of_kind(NodeKind.ASSET)]
            return _unknown(FailureCause.UNKNOWN_PLACE, "asset", asset_id, names)
        asset = graph[asset_id]
        aside = asset.size[1] / 2 + VISITOR_BROAD_M / 2 + BESIDE_M
        places = [asset.pose @ Pose((0.0, side, 0.0)) for side in (aside, -aside)]
        off = {math.dist(place.position[:2], base.position[:2]): place for place in places}
        away = [distance for distance in off if distance >= CLEAR_M]
        if not away:
            return Outcome(FailureCause.NOT_CAPABLE, f"the robot stands beside {asset_id}: no room for a visitor")
        self._physics.visitor.come(off[min(away)])
        self._visited_until = self._until(duration_s)
        return _done(f"somebody stands beside {asset_id}")

    def _ahead(self) -> Pose | None:
        """Where a box blocks what is left of a drive; None: nothing is driven to, or too little is left."""
        drive, here = self._navigator.drive, self._physics.base.pose
        if drive is None or drive.remaining(here) < AHEAD_M + BEHIND_M:
            return None
        left = AHEAD_M
        for a, b in pairwise([here.position[:2], *drive.path[drive.next :]]):
            length = math.dist(a, b)
            if length >= left:
                share = left / length
                x, y = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
                free = math.dist((x, y), here.position[:2]) >= CLEAR_M  # the way may wind
                return Pose.planar(x, y, math.atan2(b[1] - a[1], b[0] - a[0])) if free else None
            left -= length
        return None

    def _put_box(self, spot: Pose, duration_s: float) -> None:
        self._physics.blockage.put(spot)
        self._blocked_until = self._until(duration_s)

    def _jam(self, asset_id: str, duration_s: float) -> Outcome:
        physics = self._physics
        assets = physics.scene.graph.of_kind(NodeKind.ASSET)
        joints = {n.id: n.model.articulation.joint for n in assets if n.model and n.model.articulation}
        if asset_id not in joints:
            return _unknown(FailureCause.UNKNOWN_PLACE, "asset that opens", asset_id, joints)
        dof = int(physics.model.joint(joints[asset_id]).dofadr[0])
        self._stuck[dof] = self._until(duration_s)
        self._friction.jam(dof)
        return _done(f"{asset_id} is stuck")

    @property
    def _arm(self) -> str:
        """The controller of most joints."""
        controllers = self._physics.controllers
        return max(controllers, key=lambda name: len(controllers[name].joints))

    def _lie(self, controller: str) -> Outcome:
        if controller not in self._physics.controllers:
            return _unknown(FailureCause.INVALID_GOAL, "controller", controller, self._physics.controllers)
        self._liars.add(controller)
        return _done(f"{controller} will do nothing for its next trajectory and report success")


class _Friction:
    """The friction of joints in a model, which can be made more than anybody overcomes."""

    def __init__(self, model: mujoco.MjModel) -> None:
        self._model = model
        self._before = [a.copy() for a in self._arrays]

    @property
    def _arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self._model.dof_frictionloss, self._model.dof_solimp, self._model.dof_solref

    def jam(self, dof: int) -> None:
        """Let a degree of freedom move no more."""
        fastest_s = 2 * self._model.opt.timestep  # MuJoCo allows no shorter time constant
        for array, value in zip(self._arrays, (FRICTION_LOSS, STIFF, (fastest_s, 1.0)), strict=True):
            array[dof] = value

    def restore(self, dof: int) -> None:
        """As it was in the beginning."""
        for array, before in zip(self._arrays, self._before, strict=True):
            array[dof] = before[dof]


def _done(message: str) -> Outcome:
    return Outcome(FailureCause.SUCCESS, message)


def _unknown(cause: FailureCause, what: str, given: str, known: object) -> Outcome:
    return Outcome(cause, f"no {what} {given!r}; known: {', '.join(sorted(known))}")  # type: ignore[call-overload]


def _free_spot(physics: Physics, object_id: str, asset: Node, region: Region) -> Pose | None:
    """Where an object's base goes on a region, map frame: as far from other things as can be, yet within reach."""
    frame = asset.pose @ region.pose
    classes = physics.scene.classes
    labels = {p.id: p.label for p in physics.placed}
    radius = math.hypot(*classes[labels[object_id]].size[:2]) / 2
    others = [
        (frame.inverse().transform(physics.body_pose(i).position), math.hypot(*classes[label].size[:2]) / 2)
        for i, label in labels.items()
        if i != object_id
    ]
    standing = [((x, y), r) for (x, y, z), r in others if -0.05 < z < region.size[2]]
    half_x, half_y = region.size[0] / 2 - EDGE_M - radius, region.size[1] / 2 - EDGE_M - radius
    best: tuple[float, Pose] | None = None
    for i in range(int(max(REACH_M - radius - EDGE_M, 0.0) / GRID_M) + 1):
        for j in range(-int(max(half_y, 0.0) / GRID_M), int(max(half_y, 0.0) / GRID_M) + 1):
            x, y = half_x - i * GRID_M, j * GRID_M
            room = min((math.dist((x, y), p) - r - radius for p, r in standing), default=1.0)
            if half_y >= 0 and -half_x <= x and room >= GAP_M and (best is None or room > best[0]):
                best = room, frame @ Pose((x, y, DROP))
    return None if best is None else best[1]
