# SPDX-License-Identifier: Apache-2.0
"""How many camera images a second the running system turns into updates of the scene graph, beside the simulation.

Starts everything as `makedo demo` does, has the robot go to a table, and counts while it stands there, in real time and
with a camera that is a little quicker than what is aimed for. An update is a whole one: image, detection, lifting and
fusion.

    python -m benchmarks.live_rate --detector onnx
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.demo import sample
from benchmarks.own_system import own_domain
from makedo_cli.simulated_system import SimulatedSystem

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
    frames: list[float] = field(default_factory=list)


def count(node: Any, seconds: float) -> Counts:
    """Listen for so many seconds."""
    from sensor_msgs.msg import CameraInfo

    from makedo.msg import Observations
    from makedo_ros.runtime.qos import RELIABLE, SENSOR

    found = Counts()
    subscriptions = [
        node.create_subscription(
            CameraInfo, "head_front_camera/rgb/camera_info", lambda _: found.images.append(time.monotonic()), SENSOR
        ),
        node.create_subscription(
            Observations, "observations", lambda _: found.frames.append(time.monotonic()), RELIABLE
        ),
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
        before = sample(os.environ["ROS_DOMAIN_ID"])
        found = count(system.node, given.seconds)
        after = sample(os.environ["ROS_DOMAIN_ID"])
    return found, {name: after[name].cpu_s - before[name].cpu_s for name in after if name in before}


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--table", default="table_1", help="where the robot stands")
    parser.add_argument("--camera-rate", type=float, default=9.0, metavar="HZ", help="of the simulated clock")
    parser.add_argument("--real-time-factor", type=float, default=1.0, help="0: as fast as it goes")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with own_domain() as folder:
        found, cpu_s = measure(given, folder)
    table = Table("", given.detector)
    table.add_row("images a second", f"{len(found.images) / given.seconds:.1f}")
    table.add_row("whole updates of the graph a second", f"{len(found.frames) / given.seconds:.1f}")
    for name, seconds in sorted(cpu_s.items()):
        table.add_row(f"{name} [share of a core]", f"{seconds / given.seconds:.2f}")
    Console(width=100, markup=False).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
