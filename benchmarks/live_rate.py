# SPDX-License-Identifier: Apache-2.0
"""How many camera images a second the running system turns into updates of the scene graph, beside the simulation.

Starts everything as `makedo demo` does, has the robot go to a table, and counts while it stands there, in real time and
with a camera that is quicker than what is aimed for. An update is a whole one: image, detection, lifting, fusion. A frame
that changed nothing makes no snapshot, so that the delay from observations to snapshot is that of frames that did.

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
from makedo_cli.simulated_system import SimulatedSystem
from makedo_ros.environment import ros_environment

DOMAIN = "81"
PARAMETERS = """
simulation:
  ros__parameters:
    camera_rate: {camera}
perception:
  ros__parameters:
    max_rate: {camera}
"""


@dataclass
class Counts:
    """What came in while it was counted: wall times [s]."""

    images: list[float] = field(default_factory=list)
    frames: list[tuple[float, float]] = field(default_factory=list)  # arrival, the image's own time
    snapshots: dict[int, tuple[float, float]] = field(default_factory=dict)  # by revision: arrival, the graph's time

    def delays_ms(self) -> list[float]:
        """From the arrival here of each frame that changed the graph to that of its snapshot [ms]."""
        frames = {round(stamp, 3): arrived for arrived, stamp in self.frames}
        _, *new = self.snapshots.values()  # the first one was there before
        return [1e3 * (at - frames[round(of, 3)]) for at, of in new if round(of, 3) in frames]


def count(node: Any, seconds: float) -> Counts:
    """Listen for so many seconds."""
    from sensor_msgs.msg import CameraInfo

    from makedo.msg import Observations, SceneGraph
    from makedo_ros.conversions import time_from_ros
    from makedo_ros.qos import LATCHED, RELIABLE, SENSOR

    found = Counts()

    def on_image(message: Any) -> None:
        found.images.append(time.monotonic())

    def on_frame(message: Any) -> None:
        found.frames.append((time.monotonic(), time_from_ros(message.header.stamp)))

    def on_graph(message: Any) -> None:
        found.snapshots.setdefault(message.revision, (time.monotonic(), time_from_ros(message.header.stamp)))

    subscriptions = [
        node.create_subscription(CameraInfo, "head_front_camera/rgb/camera_info", on_image, SENSOR),
        node.create_subscription(Observations, "observations", on_frame, RELIABLE),
        node.create_subscription(SceneGraph, "scene_graph", on_graph, LATCHED),
    ]
    time.sleep(seconds)
    for subscription in subscriptions:
        node.destroy_subscription(subscription)
    return found


def measure(given: argparse.Namespace, folder: Path) -> tuple[Counts, dict[str, float]]:
    """Run the system; returns what came, and the CPU time of each process while it was counted [s]."""
    overrides = folder / "overrides.yaml"
    overrides.write_text(PARAMETERS.format(camera=given.camera_rate))
    arguments = {
        "detector": given.detector,
        "runs_dir": str(folder),
        "params_file": str(overrides),
        "real_time_factor": str(given.real_time_factor),
    }
    with SimulatedSystem(arguments) as system:
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
    parser.add_argument("--camera-rate", type=float, default=12.0, metavar="HZ", help="of the simulated clock")
    parser.add_argument("--real-time-factor", type=float, default=1.0, help="0: as fast as it goes")
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
        delays = found.delays_ms() or [float("nan")]
        told = f"{statistics.median(delays):.1f}, {max(delays):.1f}"
        table.add_row(f"observations to snapshot, median and largest of {len(delays)} [ms]", told)
    for name, seconds in sorted(cpu_s.items()):
        table.add_row(f"{name} [share of a core]", f"{seconds / given.seconds:.2f}")
    Console(width=100, markup=False).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
