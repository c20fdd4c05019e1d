# SPDX-License-Identifier: Apache-2.0
"""How many camera images a second the running system turns into updates of the scene graph, beside the simulation.

Starts everything as `makedo demo` does, has the robot go to a table, and counts while it stands there: the simulation
runs as fast as it goes, so that images come faster than from a real camera. An update is a whole one: image, detection,
lifting, fusion. The delay is that from a frame's publication to the snapshot that holds what it showed.

    python -m benchmarks.live_rate --detector onnx
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.demo import sample
from benchmarks.running_system import RunningSystem
from makedo_ros.environment import ros_environment

DOMAIN = "81"
PERCEPTION = "perception:\n  ros__parameters:\n    max_rate: 1000.0\n"  # of the images' clock, which runs fast here
GRAPH = "scene_graph:\n  ros__parameters:\n    publish_rate: 1000.0\n"


@dataclass
class Counts:
    """What came in while it was counted: wall times [s]."""

    images: list[float] = field(default_factory=list)
    frames: list[tuple[float, float]] = field(default_factory=list)  # arrival, the image's own time
    snapshots: list[tuple[float, float]] = field(default_factory=list)  # arrival, the graph's own time

    def delays_ms(self) -> list[float]:
        """From each frame's arrival here to that of the first snapshot that is not older [ms]."""
        result = []
        for arrived, stamp in self.frames:
            later = [at for at, of in self.snapshots if of >= stamp - 1e-6]
            if later:
                result.append(1e3 * max(0.0, later[0] - arrived))
        return result


def count(node: Any, seconds: float) -> Counts:
    """Listen for so many seconds."""
    from sensor_msgs.msg import Image

    from makedo.msg import Observations, SceneGraph
    from makedo_ros.conversions import time_from_ros
    from makedo_ros.qos import LATCHED, RELIABLE, SENSOR

    found = Counts()

    def stamped(into: list[tuple[float, float]]) -> Callable[[Any], None]:
        return lambda message: into.append((time.monotonic(), time_from_ros(message.header.stamp)))

    image = lambda message: found.images.append(time.monotonic())  # noqa: E731
    subscriptions = [
        node.create_subscription(Image, "head_front_camera/rgb/image_raw", image, SENSOR),
        node.create_subscription(Observations, "observations", stamped(found.frames), RELIABLE),
        node.create_subscription(SceneGraph, "scene_graph", stamped(found.snapshots), LATCHED),
    ]
    time.sleep(seconds)
    for subscription in subscriptions:
        node.destroy_subscription(subscription)
    return found


def measure(given: argparse.Namespace, folder: Path) -> tuple[Counts, dict[str, float]]:
    """Run the system; returns what came, and the CPU time of each process while it was counted [s]."""
    overrides = folder / "overrides.yaml"
    overrides.write_text(PERCEPTION + GRAPH)
    arguments = {"detector": given.detector, "runs_dir": str(folder), "params_file": str(overrides)}
    with RunningSystem(arguments) as system:
        go = [sys.executable, "-m", "makedo_cli.main", "do", f"go to {given.table}"]
        if subprocess.run(go, check=False).returncode or system.deaths:
            raise SystemExit(f"the robot did not get to {given.table}")
        before = sample(DOMAIN)
        found = count(system.node, given.seconds)
        after = sample(DOMAIN)
    return found, {name: after[name].cpu_s - before[name].cpu_s for name in after if name in before}


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--table", default="table_1", help="where the robot stands")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    os.environ.update(ros_environment(os.environ))
    os.environ["ROS_DOMAIN_ID"] = DOMAIN
    with tempfile.TemporaryDirectory() as folder:
        found, cpu_s = measure(given, Path(folder))
    table = Table("", given.detector)
    table.add_row("images a second", f"{len(found.images) / given.seconds:.1f}")
    table.add_row("frames of observations a second", f"{len(found.frames) / given.seconds:.1f}")
    if found.frames and found.snapshots:
        delays = sorted(found.delays_ms()) or [float("nan")]
        table.add_row("frame to snapshot, median [ms]", f"{statistics.median(delays):.1f}")
    for name, seconds in sorted(cpu_s.items()):
        table.add_row(f"{name} [share of a core]", f"{seconds / given.seconds:.2f}")
    Console(width=100, markup=False).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
