# SPDX-License-Identifier: Apache-2.0
"""Follow the live scene graph of a running stack, and say what changes in it.

Run it beside `makedo up`: .venv/bin/python examples/follow_the_graph.py
Ctrl-C ends it; a number as the argument ends it after so many changes.
"""

from __future__ import annotations

import os
import sys

from makedo_cli.session import Session
from makedo_core.graph.changes import changes
from makedo_core.graph.scene_graph import SceneGraph
from makedo_ros.graph_feed import GraphFeed, follow_graph
from makedo_ros.runtime.streams import close_streams
from makedo_ros.without_ros.environment import ros_environment

LOOK_S = 0.5  # at most between two looks at the newest graph


def tell_changes(feed: GraphFeed, most: float) -> None:
    """Print each change as a line, until there were so many."""
    told = 0
    last: SceneGraph | None = None
    while told < most:
        newest = feed.newest()
        if newest is not None and newest is not last:
            if last is None:
                print(f"revision {newest.revision} of {newest.scene}: {len(newest)} nodes", flush=True)
            else:
                for change in changes(last, newest):
                    print(f"revision {newest.revision}: {change}", flush=True)
                    told += 1
            last = newest
        feed.wait(LOOK_S)


def main(most: float) -> None:
    """Follow the graph with a node of its own."""
    with Session("follow_the_graph") as session:
        feed = follow_graph(session.node, lambda problem: print(problem, file=sys.stderr))
        try:
            tell_changes(feed, most)
        finally:
            close_streams(session.node)


if __name__ == "__main__":
    os.environ.update(ros_environment(os.environ))  # a sourced workspace keeps its own
    try:
        main(float(sys.argv[1]) if sys.argv[1:] else float("inf"))
    except KeyboardInterrupt:
        pass
