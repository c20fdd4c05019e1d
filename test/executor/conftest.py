# SPDX-License-Identifier: Apache-2.0
"""A small world behind the executor's ports: everything that is asked for works, unless a test says otherwise."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from executor_node.context import Memory, Ports
from executor_node.instruction.approval import Approval, Precautions
from executor_node.instruction.hold import TaskHold
from executor_node.instruction.recovery import RecoveryLadder, RecoveryLimits
from executor_node.instruction.task import Progress, Task
from executor_node.rehearsal.imagined import applied
from makedo_core.cancel import CancelToken
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.goals.goal import AllOf
from makedo_core.graph.asset_model import AssetModel, Part, Region, RegionKind, SwitchKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, Shape
from makedo_core.plan import Plan, PlannedCall
from makedo_core.ports import (
    OCTOMAP_CLEARED,
    Discovery,
    GraphChange,
    IkResult,
    Motion,
    MotionResult,
    PlanRequest,
    PlanResult,
)
from makedo_core.record.tree_view import tree_text
from makedo_core.robot_config import RobotConfig
from makedo_core.skills import SKILLS, SkillCall

sys.path.insert(0, str(Path(__file__).parent))  # for planned_arm.py

ROOT = Path(__file__).resolve().parents[2]

BRING = ("go_to table_1", "pick_up can_1 table_1", "go_to table_2", "put_on can_1 table_2")
"""A whole plan for the small world."""


def cylinder(node_id: str, x: float, y: float, z: float, diameter: float = 0.066, height: float = 0.12) -> Node:
    """An observed upright cylinder."""
    return Node(
        node_id,
        node_id.rstrip("_0123456789"),
        NodeKind.OBJECT,
        Pose((x, y, z)),
        (diameter, diameter, height),
        Shape.CYLINDER,
        last_seen=0.0,
    )


@dataclass
class World:
    """What is true, and what was done: the ports below read and write it."""

    config: RobotConfig
    graph: SceneGraph
    time: float = 1.0
    base: Pose = field(default_factory=Pose)
    tools: list[Pose] = field(default_factory=lambda: [Pose((0.4, 0.0, 0.9))])
    at: int = 0
    width: float = 0.09
    log: list[str] = field(default_factory=list)
    shown: list[set[str]] = field(default_factory=list)
    alone: list[bool] = field(default_factory=list)  # of each of the scenes
    is_sensed: bool = False  # whether depth images put something into the planner's world
    scenes: list[tuple] = field(default_factory=lambda: [((), None)])
    hidden: set[str] = field(default_factory=set)
    sights: dict[str, dict[str, Any]] = field(default_factory=dict)  # cells of places that images have shown
    reveals: dict[str, dict[str, Any]] = field(default_factory=dict)  # the same, once an asset was looked over
    slippery: int = 0
    between: float | None = None  # width of what is between the fingers; None: of what is seen there
    unreachable: Callable[[Pose], bool] = lambda target: False
    blocked: Callable[[Pose], bool] = lambda target: False
    block: float = 0.0
    way: Callable[[Pose, Pose], Outcome] = lambda target, start: SUCCESS  # what the navigation says of one
    asked: list[tuple[Pose, Pose]] = field(default_factory=list)  # ways: target and start
    doors: dict[str, float] = field(default_factory=dict)  # where they truly are; others wherever they are felt for
    effort: float | None = 1.0
    pulls_at: float = math.inf
    opened: list[Pose] = field(default_factory=list)  # where the hand was, base frame, whenever its fingers opened

    # Arm: joint values are an index into the tool poses that were asked for.
    def joints(self) -> dict[str, float]:
        return {"pose": float(self.at)}

    def tool(self) -> Pose:
        return self.tools[self.at]

    def efforts(self) -> dict[str, float]:
        self.time += 0.05
        if self.effort is None:
            return {}
        pulled = self.time >= self.pulls_at and self.width > 0.0
        return {"wrist": self.effort + (3.0 if pulled else 0.0), "elbow": -4.0}

    def show(self, obstacles, held=None, *, alone=False) -> Outcome:
        self.scenes.append((tuple(obstacles), held))
        self.alone.append(alone)
        self.shown.append({o.name for o in obstacles})
        self.log.append(f"show {len(obstacles)}{' holding ' + held.name if held else ''}")
        return Outcome(raw=OCTOMAP_CLEARED) if alone and self.is_sensed else SUCCESS

    def _index(self, pose: Pose) -> dict[str, float]:
        self.tools.append(pose)
        return {"pose": float(len(self.tools) - 1)}

    def scene(self):
        return self.scenes[-1]

    def solve_ik(self, target: Pose, seed=None, *, avoid_collisions: bool = True) -> IkResult:
        if self.unreachable(self.base @ target):
            return IkResult(Outcome(FailureCause.UNREACHABLE, "no posture of the arm reaches it", "no ik solution"))
        return IkResult(SUCCESS, self._index(target))

    def plan(self, goal, start=None, *, limit_s=None) -> MotionResult:
        return MotionResult(SUCCESS, _motion(goal))

    def touches(self, joints=None, *, itself: bool = False) -> Outcome:
        """What a plan from a posture to itself says, where a test has something say it."""
        outcome = self.plan(self.joints() if joints is None else joints, joints).outcome
        tells_nothing = (FailureCause.MOTION_PLANNING_FAILED, FailureCause.UNREACHABLE)
        return SUCCESS if outcome.cause in tells_nothing else outcome

    def plan_line(self, waypoints, start=None, *, avoid_collisions: bool = True) -> MotionResult:
        return MotionResult(SUCCESS, _motion(self._index(waypoints[-1])))

    def execute(self, motion: Motion, token: CancelToken) -> Outcome:
        if token.wait(self.block):
            return token.outcome
        end = motion.end
        if "pose" in end:
            self.at = int(end["pose"])
        self.time += 1.0
        return SUCCESS

    # Base
    def pose(self) -> Pose:
        return self.base

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        self.log.append(f"drive {target.position[0]:.2f} {target.position[1]:.2f}")
        if token.wait(self.block):
            return token.outcome
        if self.blocked(target):
            return Outcome(FailureCause.NAVIGATION_FAILED, "no path")
        self.base = target
        self.time += 5.0
        return SUCCESS

    def plan_to(self, target: Pose, start: Pose) -> Outcome:
        self.asked.append((target, start))
        return self.way(target, start)

    # Head
    def look_at(self, point, token: CancelToken) -> Outcome:
        self.time += 0.5
        seen = [
            replace(n, last_seen=self.time)
            for n in self.graph
            if n.pose.is_known and n.id not in self.hidden and math.dist(n.centre[:2], point[:2]) < 1.0
        ]
        self.graph = self.graph.changed(put=seen)
        return SUCCESS

    def discover(self, asset_id: str, token: CancelToken) -> Discovery:
        self.log.append(f"discover {asset_id}")
        if asset_id in self.reveals:
            self.sights[asset_id] = self.reveals[asset_id]
        return Discovery(pictures=(b"jpeg",))

    # Graph
    def newest(self) -> SceneGraph:
        return self.graph

    def wait_until(self, holds, timeout_s: float, token: CancelToken) -> SceneGraph | None:
        token.check()
        self.time += timeout_s
        return self.graph if holds(self.graph) else None

    def seen_places(self, asset_id: str) -> dict[str, Any] | None:
        return self.sights.get(asset_id)

    def update(self, change: GraphChange) -> Outcome:
        self.graph = applied(self.graph, change)
        return SUCCESS

    # Clock and camera
    def now_s(self) -> float:
        return self.time

    def take(self, name: str) -> None:
        self.log.append(f"picture {name}")

    def keep(self, name: str, pictures: Sequence[bytes]) -> None:
        self.log.append(f"{len(pictures)} pictures {name}")


class Fingers:
    """A gripper that closes on whatever is at the tool."""

    def __init__(self, world: World) -> None:
        self._world = world

    def move(self, width_m: float, token: CancelToken) -> Outcome:
        world = self._world
        world.log.append(f"grip {width_m:.3f}")
        if width_m > world.width:
            world.opened.append(world.tool())
        world.width = width_m
        if width_m == 0.0:
            tool = world.base @ world.tool()
            near = [
                n
                for n in world.graph.of_kind(NodeKind.OBJECT)
                if n.pose.is_known and math.dist(n.centre, tool.position) < 0.09
            ]
            if near and world.slippery > 0:
                world.slippery -= 1
            elif near:
                world.width = world.between or min(near[0].size[:2])
            elif _handle_near(world, tool):
                world.width = 0.03
        return SUCCESS

    def width(self) -> float:
        return self._world.width


def _handle_near(world: World, tool: Pose) -> bool:
    from executor_node.geometry.furniture import Furniture

    for node in world.graph.of_kind(NodeKind.ASSET):
        turning = node.model.turning if node.model else None
        if turning is not None and math.dist(node.pose.transform(turning.position), tool.position) < 0.02:
            return True
        articulation = node.model.articulation if node.model else None
        if articulation is None:
            continue
        true = world.doors.get(node.id)
        for value in np.linspace(*articulation.range, 20) if true is None else (true,):
            if math.dist(Furniture(node, float(value)).handle()[0], tool.position) < 0.05:
                return True
    return False


def _motion(goal) -> Motion:
    positions = np.array([list(goal.values())], float)
    return Motion(tuple(goal), positions, np.zeros_like(positions), np.array([1.0]))


class ScriptedPlanner:
    """Answers with the given plans, questions or failures, one after another."""

    def __init__(self, answers: list[tuple[str, ...] | Outcome | OpenQuestion]) -> None:
        self.answers = answers
        self.requests: list[PlanRequest] = []

    def plan(self, request: PlanRequest, stage, token: CancelToken) -> PlanResult:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Outcome):
            return PlanResult(answer)
        if isinstance(answer, OpenQuestion):
            return PlanResult(Outcome(FailureCause.AMBIGUOUS, answer.text), question=answer)
        calls = tuple(SkillCall(words[0], tuple(words[1:])) for words in (line.split() for line in answer))
        plan = Plan(request.instruction, AllOf(()), calls, request.graph.revision)
        return PlanResult(SUCCESS, plan, "the goal", "{}")


@dataclass
class Heard:
    """A listener that remembers."""

    states: list[Progress] = field(default_factory=list)
    steps: list[tuple[str, FailureCause, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    trees: list[str] = field(default_factory=list)
    lights: Sequence[PlannedCall] = ()

    def progress(self, progress: Progress) -> None:
        self.states.append(progress)

    def planned(self, result: PlanResult) -> None:
        self.notes.append("planned")

    def note(self, event: str, **details: object) -> None:
        self.notes.append(event)

    def rehearsed(self, lights) -> None:
        self.lights = lights

    def ticked(self, tree) -> None:
        self.trees.append(tree_text(tree))

    def step_done(self, call, outcome, rung) -> None:
        assert outcome.ok or SKILLS[call.skill].may_fail_with(outcome.cause), f"{call} failed with {outcome.cause.name}"
        self.steps.append((str(call), outcome.cause, str(rung or "")))


@pytest.fixture(scope="session")
def home() -> SceneGraph:
    """The furnished home as the robot first knows it."""
    return graph_from_json((ROOT / "scenes/home/graph.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def robot() -> RobotConfig:
    """The simulated TIAGo."""
    return robot_config_from_yaml(ROOT / "config/robots/tiago_sim.yaml")


@pytest.fixture
def planned_arm(robot: RobotConfig):
    """The robot's arm with its real motion planner."""
    from planned_arm import PlannedArm

    return PlannedArm(robot)


@pytest.fixture
def world(home: SceneGraph, robot: RobotConfig) -> World:
    """The robot in the living room of a home whose only object is a can on table_1, seen."""
    objects = [n.id for n in home.of_kind(NodeKind.OBJECT)]
    graph = home.changed(remove=objects)
    graph = graph.changed(
        put=[cylinder("can_1", -0.65, 1.9, 0.75)], add=[Relation("can_1", RelationType.ON, "table_1")]
    )
    return World(robot, graph, base=Pose.planar(0.3, -1.1, math.pi))


@pytest.fixture
def button(world: World) -> str:
    """The lamp's switch as a button that springs back."""
    lamp = world.graph["lamp_1"]
    assert lamp.model is not None and lamp.model.switch is not None
    model = replace(lamp.model, switch=replace(lamp.model.switch, kind=SwitchKind.BUTTON))
    world.graph = world.graph.changed(put=[replace(lamp, states=frozenset(), model=model)])
    return lamp.id


PERSON = AssetModel(
    (Part("body", Pose((0.0, 0.0, 0.85)), (0.24, 0.44, 1.7)),),
    (Region("hands", RegionKind.HAND, Pose((0.48, 0.0, 0.85)), (0.34, 0.5, 0.4)),),
)


@pytest.fixture
def person(world: World) -> str:
    """Somebody who stands in the living room, facing the robot."""
    node = Node("person_1", "person", NodeKind.ASSET, Pose.planar(-1.6, -1.1), (0.7, 0.5, 1.7), model=PERSON)
    relation = Relation("person_1", RelationType.IN, "living_room")
    world.graph = world.graph.changed(put=[node], add=[relation])
    return node.id


@pytest.fixture
def make_task(world: World) -> Callable[..., Task]:
    """Makes a task whose planner answers with the given plans."""

    def make(*answers: tuple[str, ...] | Outcome, limits: RecoveryLimits | None = None, precautions=None) -> Task:
        planner = ScriptedPlanner(list(answers))
        ports = Ports(world.config, world, Fingers(world), world, world, world, world, planner, world, world)
        memory = Memory(stowed=True, folded=world.joints())
        token = CancelToken()
        hold = TaskHold(token, lambda: world.log.append("halt"))
        precautions = precautions or Precautions()
        ladder = RecoveryLadder(limits or RecoveryLimits())
        return Task("do it", ports, memory, token, hold, Approval(), precautions, ladder, Heard())

    return make


@pytest.fixture
def holding(world: World) -> Callable[[Task, str], None]:
    """Puts an object into the robot's hand."""

    def hold(task: Task, object_id: str) -> None:
        from executor_node.context import Held

        world.width = 0.06
        task.memory.held = Held(object_id, Pose((0.0, 0.0, -0.06)), 0.06, 0.0)
        relation = Relation(object_id, RelationType.HELD_BY, AGENT_ID)
        world.graph = world.graph.with_placement(relation)

    return hold


def provisional(task: Task, *numbers: int) -> None:
    """Mark some of a task's scripted plans as provisional, by their numbers from 0."""
    plan, count = task.ports.planner.plan, iter(range(100))

    def marked(request, stage, token):
        result = plan(request, stage, token)
        if next(count) in numbers and result.plan is not None:
            return replace(result, plan=replace(result.plan, provisional=True))
        return result

    task.ports.planner.plan = marked
