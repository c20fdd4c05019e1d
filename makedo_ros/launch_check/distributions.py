# SPDX-License-Identifier: Apache-2.0
"""Whether Makedo has parameters for the installed MoveIt and Nav2: each ROS distribution has other names for them."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

WITHOUT_A_NAME = "jazzy"  # what ROS_DISTRO would say in an environment without it: the ROS of our own set-up


@dataclass(frozen=True, slots=True)
class RealServer:
    """Who serves a choice of launch/<name>, where that is not Makedo.

    Attributes:
        product: as people call it.
        package: with the program that has to be there; its version is the product's.
        program: its name.
        metapackage: what to install, after "ros-<distribution>-".
        folder: of config/, with one folder for each distribution.
        series: major and minor version that the names in such a folder are of, by distribution.
    """

    product: str
    package: str
    program: str
    metapackage: str
    folder: str
    series: Mapping[str, str]


MOVEIT = RealServer(
    "MoveIt", "moveit_ros_move_group", "move_group", "moveit", "moveit", {"humble": "2.5", "jazzy": "2.12"}
)
NAV2 = RealServer("Nav2", "nav2_bt_navigator", "bt_navigator", "navigation2", "nav2", {"humble": "1.1", "jazzy": "1.3"})


def problems_of_real(name: str, served: RealServer, share: Path, environment: Mapping[str, str]) -> list[str]:
    """Why `name:=real` cannot be meant here, in at most one sentence.

    Args:
        name: of the launch argument.
        served: who it asks for.
        share: folder that holds config/.
        environment: of the launch; ROS_DISTRO and AMENT_PREFIX_PATH are looked at.
    """
    distribution = environment.get("ROS_DISTRO", WITHOUT_A_NAME)
    prefixes = [p for p in environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    program = f"lib/{served.package}/{served.program}"
    prefix = next((Path(p) for p in prefixes if (Path(p) / program).is_file()), None)
    if prefix is None:
        where, package = ":".join(prefixes), f"ros-$ROS_DISTRO-{served.metapackage}"
        return [f"{name} is 'real', but {served.product} is not installed: there is no {program} in {where}; "
                f"install {package}, or leave the argument out"]  # fmt: skip
    otherwise = f"leave the argument out, or start {served.product} with parameters of your own and give {name}:=none"
    known = sorted(d for d in served.series if (share / "config" / served.folder / d).is_dir())
    if distribution not in known:
        return [f"{name} is 'real', and ROS_DISTRO is {distribution!r}: Makedo has parameters for {served.product} of "
                f"{' and '.join(known)} (config/{served.folder}); {otherwise}"]  # fmt: skip
    version, series = _version(prefix / "share" / served.package / "package.xml"), served.series[distribution]
    if version and not f"{version}.".startswith(f"{series}."):
        return [f"{name} is 'real', and {served.product} in {prefix} is {version}, while Makedo's parameters for "
                f"{distribution!r} (ROS_DISTRO) are for {series}; source the set-up file of one distribution alone, "
                f"{otherwise}"]  # fmt: skip
    return []


def _version(manifest: Path) -> str:
    """Of a package; empty: it does not say."""
    try:
        return (ET.parse(manifest).getroot().findtext("version") or "").strip()
    except (OSError, ET.ParseError):
        return ""
