# SPDX-License-Identifier: Apache-2.0
"""A run folder as the executor leaves it, made by the recorder of runs itself."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from makedo_core.failure import SUCCESS, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, Shape
from makedo_core.replay.recording import Recording

BEGAN = datetime(2026, 1, 2, 3, 4, 5)


def home(stamp: float = 0.0, revision: int = 1, apple_on: str = "table_1") -> SceneGraph:
    """Two tables and an apple."""
    tables = {
        f"table_{i}": Node(
            f"table_{i}", "table", NodeKind.ASSET, Pose((float(i), 0.0, 0.0)), (1.0, 0.6, 0.7), Shape.BOX
        )
        for i in (1, 2)
    }
    place = tables[apple_on].pose.position[0]
    apple = Node("apple_1", "apple", NodeKind.OBJECT, Pose((place, 0.0, 0.7)), (0.07, 0.07, 0.07), last_seen=stamp)
    return SceneGraph(
        {**tables, "apple_1": apple},
        frozenset({Relation("apple_1", RelationType.ON, apple_on)}),
        revision,
        "home",
        stamp,
    )


class Robot:
    """A clock that a test sets [s]."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def clock(self) -> float:
        return self.now_s


def recording(
    parent: Path, title: str = "Bring the apple to table_2", robot: Robot | None = None, **options
) -> Recording:
    """A recording that began."""
    robot = robot or Robot()
    made = Recording(parent, title, robot.clock, lambda: BEGAN, **options)
    made.note_at(made.moment(), "instruction", text=title, began=made.began.isoformat(), robot="tiago_sim")
    return made


def a_run(
    parent: Path, title: str = "Bring the apple to table_2", slip: bool = False, apple_on: str = "table_1"
) -> Path:
    """A run of an apple that is brought; perhaps it slips at first."""
    robot = Robot()
    made = recording(parent, title, robot)
    made.knows(home(0.0, 1, apple_on))
    made.moved(Pose.planar(0.0, 0.0), {"arm_1": 0.0, "torso": 0.1})
    made.note("progress", state="PLANNING", message="planning", step=0)
    made.note_at(made.moment(), "planned", calls=["pick_up(apple_1, table_1)"], goal="the apple on table 2")
    made.note("tree", names=["root", "pick"], depths=[0, 1], progress="10")
    made.picture("start_head", b"png")
    robot.now_s = 2.0
    made.moved(Pose.planar(1.0, 0.5, 0.5), {"arm_1": 0.7, "torso": 0.1})
    if slip:
        step(made, "pick_up(apple_1, table_1)", "GRASP_FAILED", "it slipped", "retry")
    step(made, "pick_up(apple_1, table_1)")
    made.note("ticked", progress="22")
    robot.now_s = 4.0
    made.knows(home(4.0, 2, "table_2"))
    step(made, "put_on(apple_1, table_2)")
    end(made)
    return made.folder


def step(made: Recording, call: str, cause: str = "SUCCESS", message: str = "", then: str = "") -> None:
    """A skill call that ended."""
    made.note_at(made.moment(), "step", call=call, cause=cause, message=message, then=then, picture="")


def end(made: Recording, outcome: Outcome = SUCCESS) -> None:
    """The end of an instruction."""
    made.note("outcome", cause=outcome.cause.name, message=outcome.message)
    made.close("instruction", "Bring the apple to table_2", outcome)
