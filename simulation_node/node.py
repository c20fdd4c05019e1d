# SPDX-License-Identifier: Apache-2.0
"""ROS node `simulation`: a robot in its scene, behind the robot's own ROS interface."""

from __future__ import annotations

import math
from pathlib import Path

import rclpy
from ament_index_python.packages import PackageNotFoundError, get_package_share_directory
from rclpy._rclpy_pybind11 import RCLError
from rclpy.node import Node

from makedo_ros.runtime.parameters import T, declare, hold_parameters
from makedo_ros.runtime.spin import run
from simulation_node.robots.by_name import robot_named
from simulation_node.ros.images import ImagePublisher, ImageSettings
from simulation_node.ros.judge_services import JudgeServices
from simulation_node.ros.laser import ScanPublisher
from simulation_node.ros.publishers import Rates, StatePublisher
from simulation_node.ros.servers import Servers
from simulation_node.scene.scene import SceneError, load_scene
from simulation_node.viewer import Viewer
from simulation_node.world.loop import FASTEST, SimulationLoop
from simulation_node.world.world import HESITATES_S, World

FACTOR = "real_time_factor"
NAVIGATION, EMBEDDED = "navigation", "embedded"
THREADS = 12  # each goal under way takes one


class SimulationNode(Node):
    """Owns the world and everything that publishes it."""

    def __init__(self) -> None:
        super().__init__("simulation")
        scene = load_scene(scene_folder(self._parameter("scene", "home", "folder of scenes/, or a path")))
        self.world = World(
            scene,
            seed=self._parameter("seed", 0, "of the objects' first poses"),
            misplaced=self._parameter("misplaced", 0, "how many objects start elsewhere than believed"),
            robot=robot_named(self._parameter("robot", "tiago_sim", "whose description in config/robots is used")),
            hesitates_s=self._parameter(
                "person_hesitates", HESITATES_S, "s until a person takes what is held out; negative: takes nothing"
            ),
        )
        localizes = self._parameter("localizes", True, "say where the odometry began on the map; false: others do")
        self._state = StatePublisher(self, self.world, self._rates(), localizes=localizes)
        self._scans = ScanPublisher(self, self.world)
        self._images = ImagePublisher(self, self.world, self._image_settings(), self._fail)
        wants_viewer = self._parameter("viewer", False, "open MuJoCo's viewer; needs a display")
        self._viewer = Viewer(self.world) if wants_viewer else None
        factor = self._parameter(FACTOR, 1.0, "largest speed; 0: as fast as it goes, up to 3; can be set at any time")
        self._loop = SimulationLoop(self.world, factor, self._after_tick, self._crashed)
        navigation = self._parameter(NAVIGATION, EMBEDDED, "who serves Nav2: embedded (this node), else others")
        self._servers = Servers(self, self.world, self._loop, navigates=navigation == EMBEDDED)
        self._judge_services = JudgeServices(self, self._loop)
        hold_parameters(self, {FACTOR: self._set_factor})
        self._loop.start()
        objects = len(self.world.placed)
        what = f"{self.world.robot.name} in {scene.name}: {objects} objects"
        self.get_logger().info(f"{what}, seed {self.world.seed}, speed up to {min(factor or FASTEST, FASTEST):g}")

    def close(self) -> None:
        """Stop the threads and free the renderer."""
        self._loop.close()
        self._images.close()
        if self._viewer is not None:
            self._viewer.close()

    def _parameter(self, name: str, default: T, description: str) -> T:
        return declare(self, name, default, description)

    def _rates(self) -> Rates:
        standard = Rates()
        return Rates(
            joint_states=self._parameter("joint_state_rate", standard.joint_states, "simulated Hz"),
            transforms=self._parameter("transform_rate", standard.transforms, "simulated Hz"),
            ground_truth=self._parameter("ground_truth_rate", standard.ground_truth, "simulated Hz"),
        )

    def _image_settings(self) -> ImageSettings:
        standard = ImageSettings()
        return ImageSettings(
            width=self._parameter("camera_width", standard.width, "of the head camera [px]"),
            height=self._parameter("camera_height", standard.height, "of the head camera [px]"),
            rate=self._parameter("camera_rate", standard.rate, "simulated Hz"),
            overview_width=self._parameter("overview_width", standard.overview_width, "[px]"),
            overview_height=self._parameter("overview_height", standard.overview_height, "[px]"),
            overview_rate=self._parameter("overview_rate", standard.overview_rate, "simulated Hz"),
        )

    def _after_tick(self, world: World) -> None:
        if not self.context.ok():
            return
        try:
            self._state.publish(world)
            self._scans.publish(world)
        except RCLError:
            if self.context.ok():
                raise
            return  # shut down in the middle of publishing
        self._images.offer(world)
        if self._viewer is not None:
            self._viewer.update()

    def _set_factor(self, value: object) -> str:
        """Take over another speed, or say what is wrong with it."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 <= value < math.inf:
            return f"{FACTOR} is {value!r}, expected a number of 0 (as fast as it goes) or more"
        self._loop.real_time_factor = float(value)
        return ""

    def _crashed(self, error: Exception) -> None:
        self._fail(f"the physics stopped: {error!r}")

    def _fail(self, reason: str) -> None:
        if self.context.ok():
            self.get_logger().fatal(reason)
            rclpy.try_shutdown()


def scene_folder(name: str) -> Path:
    """The folder of a scene, by name or by path.

    Raises:
        SceneError: if there is no such folder.
    """
    if "/" in name:
        return Path(name)
    places = [Path(__file__).resolve().parent.parent / "scenes"]
    try:
        places.insert(0, Path(get_package_share_directory("makedo")) / "scenes")
    except (PackageNotFoundError, OSError):  # OSError: no AMENT_PREFIX_PATH
        pass
    for place in places:
        if (place / name).is_dir():
            return place / name
    known = sorted({p.parent.name for place in places for p in place.glob("*/graph.json")})
    raise SceneError(f"no scene {name!r}; known: {', '.join(known) or 'none'}")


def main() -> int:
    """Run the node."""
    return run(SimulationNode, threads=THREADS)
