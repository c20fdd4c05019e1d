# SPDX-License-Identifier: Apache-2.0
"""The planning scene is what was shown last, whatever was shown before, and little is said to make it so."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("rclpy")

from executor_node.robot.arms import planning_scene
from executor_node.robot.arms.planning_scene import PlanningSceneClient
from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ports import Obstacle
from simulation_node.motion_planning.planning_scene import PlanningScene as Shown
from simulation_node.move_group.scene_messages import changed_scene

LINKS = frozenset({"arm_tool_link", "gripper_link", "base_footprint"})


class Server:
    """Takes in what is applied, as MoveIt does; counts what is said about the world."""

    def __init__(self) -> None:
        self.scene, self.said, self.accepts = Shown(), 0, True

    def __call__(self, _, request):
        self.said += len(request.scene.world.collision_objects)
        if not self.accepts:
            return SimpleNamespace(success=False)
        after = changed_scene(self.scene, request.scene, lambda _: Pose(), LINKS | self.links)
        assert not after.ignored
        self.scene = after.scene
        return SimpleNamespace(success=not after.failures)


@pytest.fixture
def server(monkeypatch, robot):
    made = Server()
    made.links = frozenset({robot.arm.tool_link})
    monkeypatch.setattr(planning_scene, "call", made)
    return made


@pytest.fixture
def client(server, robot):
    return PlanningSceneClient(SimpleNamespace(create_client=lambda *_, **__: None), robot, None)


def box(name, x=1.0):
    return Obstacle(name, Shape.BOX, (0.1, 0.1, 0.1), Pose((x, 0.0, 0.5)))


def _is_shown(server, obstacles, held=None):
    wanted = {o.name: o for o in obstacles if held is None or o.name != held.name}
    world = {name: thing.pose.position for name, thing in server.scene.world.items()}
    assert world == {name: pytest.approx(o.pose.position) for name, o in wanted.items()}
    assert set(server.scene.attached) == ({held.name} if held else set())


_obstacles = st.dictionaries(st.sampled_from([f"o{i}" for i in range(12)]), st.sampled_from([1.0, 2.0])).map(
    lambda found: [box(name, x) for name, x in found.items()]
)
_held = st.none() | st.sampled_from(["o1", "o2", "cup"]).map(box)


@settings(max_examples=60)
@given(st.lists(st.tuples(_obstacles, _held), min_size=1, max_size=5))
def test_the_scene_is_what_was_shown_last(robot, steps):
    server = Server()
    server.links = frozenset({robot.arm.tool_link})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning_scene, "call", server)
        client = PlanningSceneClient(SimpleNamespace(create_client=lambda *_, **__: None), robot, None)
        for obstacles, held in steps:
            assert client.show(obstacles, held).ok
            _is_shown(server, obstacles, held)


def test_what_has_not_changed_is_not_said_again(client, server):
    client.show([box("a"), box("b")], None)
    said = server.said
    assert client.show([box("a"), box("b", 2.0)], None).ok
    assert server.said == said + 1
    assert client.show([box("a"), box("b", 2.0)], None).ok
    assert server.said == said + 1


def test_where_nearly_all_is_new_the_old_goes_at_once(client, server):
    client.show([box(f"old_{i}") for i in range(100)], None)
    said, new = server.said, [box(f"new_{i}") for i in range(50)]
    assert client.show(new, None).ok
    assert server.said == said + 51
    _is_shown(server, new)


def test_a_scene_that_was_refused_is_shown_from_the_beginning_the_next_time(client, server):
    client.show([box("a")], None)
    server.accepts = False
    assert client.show([box("b")], None).cause is FailureCause.MOTION_PLANNING_FAILED
    server.accepts, server.scene = True, Shown()
    assert client.show([box("a")], None).ok
    _is_shown(server, [box("a")])


def test_copies_of_a_thing_are_shapes_of_one_object(client, server):
    turned = Pose.planar(0.0, 2.0, 1.0)
    assert client.show([replace(box("a"), elsewhere=(turned, Pose((3.0, 0.0, 0.5))))], None).ok
    (thing,) = server.scene.world.values()
    places = [(thing.pose @ shape.pose).position for shape in thing.primitives]
    assert places == [pytest.approx(p) for p in ((1.0, 0.0, 0.5), turned.position, (3.0, 0.0, 0.5))]
    assert {shape.size for shape in thing.primitives} == {(0.1, 0.1, 0.1)}
