# SPDX-License-Identifier: Apache-2.0
"""ROS node `operator`: serves the operator's page. It commands nothing by itself, and nothing waits for it.

The server runs in a thread of its own. A page that cannot be served is a problem in this node's heartbeat, and no
reason to end.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.robot_config import CameraConfig
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.spin import run
from operator_node.panes.day import day_commands
from operator_node.panes.health import HealthPane
from operator_node.panes.home import HomePane, home_commands, show_libraries
from operator_node.panes.instructing import instructing_commands
from operator_node.panes.runs import Runs, runs_commands
from operator_node.panes.stopping import Stopping, stopping_commands
from operator_node.panes.task import TaskPane
from operator_node.panes.things import show_things
from operator_node.ros.camera_feed import CameraFeed
from operator_node.ros.day_feed import DayFeed
from operator_node.ros.health_feed import HealthFeed
from operator_node.ros.home_feed import HomeFeed, RosCorrector
from operator_node.ros.links import serve_links
from operator_node.ros.stack import RosStack
from operator_node.ros.task_feed import TaskFeed
from operator_node.state.board import Board
from operator_node.web.auth import Door, key_of
from operator_node.web.commands import PageRole
from operator_node.web.downloads.run_files import run_routes
from operator_node.web.server import Address, PageServer


class OperatorNode(MakedoNode):
    """Feeds the board from ROS and serves it."""

    def __init__(self) -> None:
        super().__init__("operator")
        self.is_active = True  # nobody has to bring it up
        self._server: PageServer | None = None
        self._why_none = "the page is starting"
        robot_file = str(self.parameter("robot_file", "", "config/robots/<robot>.yaml; empty: unknown"))
        address = self._address()
        folder = Path(str(self.parameter("folder", "", "where the key of the page is kept"))).expanduser()
        robot = robot_config_from_yaml(Path(robot_file)) if robot_file else None
        board, stack = Board(), RosStack(self, robot)
        day = DayFeed(self, board)
        pane = TaskPane(board)
        past = Runs(self._runs_folder())
        home = HomePane(board, RosCorrector(self))
        show_libraries(board, libraries_folder())
        home_feed = HomeFeed(self, home, robot)
        self._camera = CameraFeed(self, board, CameraConfig() if robot is None else robot.camera)
        self._feeds = (TaskFeed(self, pane), home_feed, HealthFeed(self, HealthPane(board)))
        commands = (
            *stopping_commands(Stopping(board, stack)),
            *instructing_commands(stack),
            *home_commands(home),
            *day_commands(day),
            *runs_commands(past),
        )
        things = str(self.parameter("things_file", "", "sentences that the page offers, one a line; empty: none"))
        show_things(board, Path(things) if things else None)
        serve_links(self, self._link, lambda: self._why_none)
        try:
            routes = run_routes(past.parent)
            self._server = PageServer(address, board, commands, Door(key_of(folder)), libraries_folder(), routes)
        except MakedoError as error:
            self._why_none = str(error)
            self.report(str(error))
            return
        self._server.start()
        self._why_none = ""
        how = "" if address.is_loopback else "; `makedo page` gives a link that lets you in"
        self.get_logger().info(f"the operator's page: {self._server.origin}/{how}")

    def _runs_folder(self) -> Path:
        """Where past runs are."""
        given = str(self.parameter("runs_dir", "", "folder of past runs; empty: ~/.makedo/runs"))
        return Path(given or "~/.makedo/runs").expanduser().absolute()

    def _address(self) -> Address:
        """What the parameters say."""
        certificate = str(self.parameter("certificate_file", "", "for TLS; empty: no TLS"))
        key = str(self.parameter("certificate_key_file", "", "of the certificate"))
        return Address(
            str(self.parameter("host", "127.0.0.1", "address of this machine to serve at")),
            int(self.parameter("port", 8723, "the first port that is tried; 0: any")),
            tuple(str(n) for n in self.parameter("names", [""], "more names by which this machine is reached") if n),
            Path(certificate) if certificate else None,
            Path(key) if key else None,
            bool(self.parameter("always_pass", False, "ask for a pass on the loopback, too")),
        )

    def diagnostics(self) -> Mapping[str, str]:
        """Where the page is."""
        return {"page": "none" if self._server is None else f"{self._server.origin}/"}

    def close(self) -> None:
        """End the server."""
        self._camera.close()
        if self._server is not None:
            self._server.close()

    def _link(self, role: PageRole) -> str:
        return "" if self._server is None else self._server.link(role)


def libraries_folder() -> Path:
    """Where set-up puts the libraries and models of the page."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "makedo" / "page"


def main() -> int:
    """Run the node."""
    return run(OperatorNode)
