# SPDX-License-Identifier: Apache-2.0
"""What the motion planner knows of the world: objects, what the gripper holds, which contacts are allowed.

A scene is a value: every change gives a new one, so that a motion is planned and checked against one world.
All poses are in the planning frame (base_footprint), those of attached objects in the link that carries them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose

OCTOMAP = "<octomap>"
"""What depth images made an obstacle: MoveIt's name of it, which no object may have."""


class PlanningSceneError(MakedoError):
    """A change of the planning scene that cannot be made."""


class PrimitiveKind(Enum):
    """Shapes that objects are made of."""

    BOX = "box"
    SPHERE = "sphere"
    CYLINDER = "cylinder"


@dataclass(frozen=True, slots=True)
class Primitive:
    """One shape.

    Attributes:
        size: full extents of a box; (radius,) of a sphere; (height, radius) of a cylinder along z [m].
        pose: in the object's frame.
    """

    kind: PrimitiveKind
    size: tuple[float, ...]
    pose: Pose = Pose()  # noqa: RUF009 (immutable)

    def __post_init__(self) -> None:
        expected = {PrimitiveKind.BOX: 3, PrimitiveKind.SPHERE: 1, PrimitiveKind.CYLINDER: 2}[self.kind]
        if len(self.size) != expected or not all(0 <= v < 1e3 for v in self.size):
            raise PlanningSceneError(f"a {self.kind.value} needs {expected} lengths, got {self.size}")

    @property
    def is_nothing(self) -> bool:
        """Whether it has no volume: nothing touches it. MoveIt takes it in all the same."""
        return 0.0 in self.size


@dataclass(frozen=True, slots=True)
class WorldObject:
    """A thing in the world or in the hand; its pose is in the planning frame or in the carrying link's frame."""

    name: str
    primitives: tuple[Primitive, ...]
    pose: Pose = Pose()  # noqa: RUF009


@dataclass(frozen=True, slots=True)
class AttachedObject:
    """A thing that a link carries; `touch_links` may touch it."""

    thing: WorldObject
    link: str
    touch_links: frozenset[str] = frozenset()


@dataclass(frozen=True)
class AllowedCollisions:
    """Which contacts do not count (MoveIt's allowed collision matrix).

    An entry for a pair decides; else the defaults of the two names: both must allow if both are given.

    Attributes:
        pairs: (name, name) in sorted order -> allowed.
        defaults: name -> allowed with everything.
    """

    pairs: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    defaults: Mapping[str, bool] = field(default_factory=dict)

    def allows(self, first: str, second: str) -> bool:
        """Whether a contact of two names is allowed."""
        key = (first, second) if first <= second else (second, first)
        if key in self.pairs:
            return self.pairs[key]
        given = [self.defaults[n] for n in key if n in self.defaults]
        return bool(given) and all(given)

    def with_pair(self, first: str, second: str, allowed: bool) -> AllowedCollisions:
        """Return a copy with one entry set."""
        key = (first, second) if first <= second else (second, first)
        return replace(self, pairs={**self.pairs, key: allowed})


@dataclass(frozen=True, slots=True)
class SensedMap:
    """An octomap as it was told; what of it is occupied is the object OCTOMAP of the world.

    Attributes:
        data: the tree.
        resolution_m: edge of its smallest cells.
        pose: of its origin in the planning frame.
    """

    data: bytes
    resolution_m: float
    pose: Pose


@dataclass(frozen=True)
class PlanningScene:
    """Everything that motions must keep clear of, besides the robot itself."""

    world: Mapping[str, WorldObject] = field(default_factory=dict)
    attached: Mapping[str, AttachedObject] = field(default_factory=dict)
    allowed: AllowedCollisions = field(default_factory=AllowedCollisions)
    octomap: SensedMap | None = None

    def with_octomap(self, sensed: SensedMap, occupied: WorldObject) -> PlanningScene:
        """Return the scene with an octomap; one of which nothing is occupied is in nobody's way."""
        world = {**self.world, OCTOMAP: occupied} if occupied.primitives else self.world
        return replace(self, world=world, octomap=sensed)

    def without_octomap(self) -> PlanningScene:
        """Return the scene without one; itself where there is none."""
        if self.octomap is None:
            return self
        return replace(self, world={k: v for k, v in self.world.items() if k != OCTOMAP}, octomap=None)

    def add(self, thing: WorldObject) -> PlanningScene:
        """Return the scene with an object put there, or put there anew."""
        _require_shape(thing)
        return replace(self, world={**self.world, thing.name: thing})

    def append(self, name: str, primitives: tuple[Primitive, ...]) -> PlanningScene:
        """Return the scene with shapes added to an object; their poses are in the object's frame."""
        thing = self.require(name)
        return self.add(replace(thing, primitives=thing.primitives + primitives))

    def move(self, name: str, pose: Pose) -> PlanningScene:
        """Return the scene with an object elsewhere."""
        return self.add(replace(self.require(name), pose=pose))

    def remove(self, name: str) -> PlanningScene:
        """Return the scene without an object of the world; the empty name means all but the octomap.

        Raises:
            SceneError: there is none of this name.
        """
        if not name:
            return replace(self, world={k: v for k, v in self.world.items() if k == OCTOMAP})
        self.require(name)
        return replace(self, world={k: v for k, v in self.world.items() if k != name})

    def attach(self, held: AttachedObject) -> PlanningScene:
        """Return the scene with an object in the hand; it leaves the world."""
        _require_shape(held.thing)
        attached = {**self.attached, held.thing.name: held}
        world = {name: thing for name, thing in self.world.items() if name != held.thing.name}
        return replace(self, world=world, attached=attached)

    def detach(self, name: str, pose: Pose) -> PlanningScene:
        """Return the scene with an attached object put into the world, at a pose of the planning frame."""
        held = self.attached.get(name)
        if held is None:
            raise PlanningSceneError(
                f"nothing named {name!r} is attached; attached are {sorted(self.attached) or 'none'}"
            )
        left = {k: v for k, v in self.attached.items() if k != name}
        if name in self.world:  # something of its name is there already: what was held is gone, as in MoveIt
            return replace(self, attached=left)
        return replace(self.add(replace(held.thing, pose=pose)), attached=left)

    def require(self, name: str) -> WorldObject:
        """Return an object of the world.

        Raises:
            SceneError: there is none of this name.
        """
        if name not in self.world:
            raise PlanningSceneError(
                f"no object {name!r} in the planning scene; there are {sorted(self.world) or 'none'}"
            )
        return self.world[name]


def _require_shape(thing: WorldObject) -> None:
    if not thing.name:
        raise PlanningSceneError("an object needs an id")
    if thing.name == OCTOMAP:
        raise PlanningSceneError(f"the id {OCTOMAP!r} is reserved")
    if not thing.primitives:
        raise PlanningSceneError(f"object {thing.name!r} has no shape")
