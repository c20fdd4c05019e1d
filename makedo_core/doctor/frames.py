# SPDX-License-Identifier: Apache-2.0
"""The tree of transforms: every frame of the description is there, connected to the map, and kept up to date."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from makedo_core.conversation.suggestions import choices
from makedo_core.doctor.finding import APART, Area, Finding, Level, some
from makedo_core.doctor.snapshot import Edge, Topic
from makedo_core.doctor.topics import stale
from makedo_core.robot_config import RobotConfig

TF = "/tf"


def named_frames(robot: RobotConfig) -> dict[str, str]:
    """Every frame of the description, by the key that names it, from the map to the hand."""
    frames = robot.frames
    return {
        "frames.map": frames.map,
        **({} if robot.base is None else {"frames.odom": frames.odom}),
        "frames.base": frames.base,
        "frames.camera": frames.camera,
        "arm.tool_link": robot.arm.tool_link,
    }


def missing_frames(robot: RobotConfig, edges: Iterable[Edge]) -> tuple[Finding, ...]:
    """Faults: frames that are unknown, else those that do not lead up to the map."""
    edges = tuple(edges)
    if not edges:
        found, remedy = "no transform on /tf and /tf_static", "start robot_state_publisher, odometry and localisation"
        return (Finding(Area.FRAMES, "transforms", Level.FAULT, found, remedy),)
    known = {f for edge in edges for f in (edge.parent, edge.child)}
    free = known - set(named_frames(robot).values())
    unknown = tuple(_unknown(key, name, free) for key, name in named_frames(robot).items() if name not in known)
    return unknown or tuple(_apart(robot, edges))


def check_frames(robot: RobotConfig, edges: Iterable[Edge], simulated: bool) -> tuple[Finding, ...]:
    """All of it: names, the way to the map, two parents, age."""
    edges = tuple(edges)
    problems = (*_shared(edges), *missing_frames(robot, edges))
    if problems:
        return problems
    ways = [chain(name, edges) for name in named_frames(robot).values()]
    needed = {child for way in ways for child in way}
    late = tuple(_late(edge, simulated) for edge in edges if edge.child in needed)
    told = tuple(finding for finding in late if finding is not None)
    found = " to ".join(named_frames(robot).values())
    return told or (Finding(Area.FRAMES, "transforms", Level.OK, f"{found}: connected and fresh"),)


def doubled_frames(
    robot: RobotConfig, doubled: Collection[str], edges: Iterable[Edge], topic: Topic
) -> tuple[Finding, ...]:
    """A fault if two publishers tell transforms that the robot needs: it jumps to and fro.

    Args:
        robot: description.
        doubled: frames whose pose two publishers were heard to tell.
        edges: of the tree.
        topic: /tf with its publishers, as far as they are known.
    """
    edges = tuple(edges)
    parents = {edge.child: edge.parent for edge in edges}
    needed = dict.fromkeys(f for name in named_frames(robot).values() for f in chain(name, edges))
    own = [f"{parents[frame]} to {frame}" for frame in needed if frame in doubled and frame in parents]
    if not own:
        return ()
    found = f"two publishers tell {some(own)}{topic.who(TF)}: the robot jumps to and fro"
    remedy = f"{APART}; in one domain each robot's frames need names of their own"
    return (Finding(Area.FRAMES, TF, Level.FAULT, found, remedy),)


def chain(frame: str, edges: Iterable[Edge]) -> tuple[str, ...]:
    """A frame and its ancestors, nearest first; ends where it comes round to itself."""
    parents = {edge.child: edge.parent for edge in edges}
    result = [frame]
    while result[-1] in parents and parents[result[-1]] not in result:
        result.append(parents[result[-1]])
    return tuple(result)


def _unknown(key: str, name: str, known: Iterable[str]) -> Finding:
    if key == "frames.map":
        remedy = "start the localisation (and give it the robot's pose), or correct frames.map"
    else:
        remedy = f"correct {key} in the robot's description"
    remedy += f"; {choices(name, known)}"
    return Finding(Area.FRAMES, name, Level.FAULT, "no transform has this frame", remedy)


def _apart(robot: RobotConfig, edges: tuple[Edge, ...]) -> Iterator[Finding]:
    """Frames whose ancestors do not include the frame before them; the first break alone says where it is."""
    frames = robot.frames
    to_base = (
        (frames.map, frames.odom, "start the localisation, and give it the robot's pose"),
        (frames.odom, frames.base, "start the odometry of the base controller"),
    )
    standing = ((frames.map, frames.base, "publish where the robot stands (static_transform_publisher)"),)
    for upper, lower, start in (
        *(standing if robot.base is None else to_base),
        (frames.base, frames.camera, "start robot_state_publisher with the camera in the robot's URDF"),
        (frames.base, robot.arm.tool_link, "start robot_state_publisher with the gripper in the robot's URDF"),
    ):
        way = chain(lower, edges)
        if upper not in way:
            found = f"does not lead up to {upper!r}, but to {way[-1]!r}"
            yield Finding(Area.FRAMES, lower, Level.FAULT, found, f"no transform {upper} to {lower}: {start}")


def _shared(edges: tuple[Edge, ...]) -> Iterator[Finding]:
    """Frames with two parents: what is between them jumps."""
    parents: dict[str, set[str]] = {}
    for edge in edges:
        parents.setdefault(edge.child, set()).add(edge.parent)
    for child, above in sorted(parents.items()):
        if len(above) > 1:
            found = f"has {len(above)} parents: {', '.join(sorted(above))}"
            remedy = "two nodes publish it: end one of them (often two localisations or two odometries)"
            yield Finding(Area.FRAMES, child, Level.FAULT, found, remedy)


def _late(edge: Edge, simulated: bool) -> Finding | None:
    if edge.age is None:
        return None
    problem = stale(edge.age, simulated, f"what publishes {edge.parent} to {edge.child}")
    if problem is None:
        return None
    return Finding(Area.FRAMES, edge.child, problem.level, problem.found, problem.remedy)
