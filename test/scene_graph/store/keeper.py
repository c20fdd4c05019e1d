# SPDX-License-Identifier: Apache-2.0
"""Keeps a graph that changes a hundred times a second, in processes that are killed one after the other.

`python keeper.py FOLDER KILLS SEED` prints a line of JSON for each process: what it did, and what was found after it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[3]))

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ports import GraphChange
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.store.reading import recall
from scene_graph_node.store.recorder import Recorder
from scene_graph_node.store.start import start_from
from scene_graph_node.store.store import StoreSettings

PERIOD_S = 0.01
LONGEST_S = 1.6
SETTINGS = StoreSettings(delta_bytes=4_000)  # a new snapshot every few writes
TABLES = ("table_1", "table_2")
STATES = (State.CLOSED, State.OPEN)


def scene() -> SceneGraph:
    """A cup, two tables and a fridge."""
    nodes = [Node(i, "table", NodeKind.ASSET) for i in TABLES]
    nodes.append(Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})))
    nodes.append(Node(AGENT_ID, "robot", NodeKind.AGENT, Pose()))
    nodes.append(Node("cup_1", "cup", NodeKind.OBJECT, Pose(), (0.1, 0.1, 0.1)))
    return SceneGraph({n.id: n for n in nodes}, frozenset({Relation("cup_1", RelationType.ON, "table_1")}), 0, "home")


def change(count: int) -> GraphChange:
    """The cup's place, its table and the fridge all say how many changes there were."""
    return GraphChange(
        add=(Relation("cup_1", RelationType.ON, TABLES[count % 2]),),
        states=(("fridge_1", STATES[count % 2]),),
        poses=(("cup_1", Pose((count / 8, 0.0, 0.7))),),
    )


def count_in(graph: SceneGraph) -> int | None:
    """How many changes a graph has, if it agrees with itself about that."""
    count = round(graph["cup_1"].pose.position[0] * 8)
    placement = graph.placement("cup_1")
    agrees = placement is not None and placement.target == TABLES[count % 2]
    return count if agrees and graph["fridge_1"].states == {STATES[count % 2]} else None


def live(folder: Path, say: int) -> None:
    """Change and keep until killed; says revision, count and the newest revision that is said to be written."""
    start = start_from(scene(), folder, SETTINGS)
    assert start.store is not None
    builder = GraphBuilder(start.graph)
    recorder = Recorder(start.store)
    count = count_in(start.graph) or 0
    while True:
        count += 1
        builder.update(change(count))
        os.write(say, b"%d %d %d\n" % (builder.graph.revision, count, recorder.revision))
        recorder.offer(builder.graph)
        time.sleep(PERIOD_S)


def killed(folder: Path, after_s: float, *, at_work: bool) -> list[list[int]]:
    """What a process said until it was killed, so long after it began, or after it said its first word."""
    hear, say = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(hear)
        live(folder, say)
    os.close(say)
    if at_work:
        select.select([hear], [], [])
    time.sleep(after_s)
    os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    with os.fdopen(hear) as said:
        return [[int(word) for word in line.split()] for line in said if line.endswith("\n")]


def main(folder: Path, kills: int, seed: int) -> None:
    """Kill at random moments; report what was there each time."""
    random = Random(seed)
    for number in range(kills):
        said = killed(folder, random.uniform(0.0, LONGEST_S), at_work=number % 2 == 0)
        recalled = recall(folder, "home", checked=True)
        graph = None if recalled.newest is None else recalled.newest.graph
        found = None if graph is None else [graph.revision, count_in(graph)]
        print(json.dumps({"said": said, "found": found, "problems": recalled.problems}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
