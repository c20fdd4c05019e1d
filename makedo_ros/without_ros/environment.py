# SPDX-License-Identifier: Apache-2.0
"""The environment variables that the nodes need on a machine without a ROS installation.

In a private virtual environment nobody has sourced a set-up file, so the `makedo` command and the tests set
up the environment themselves. Where a ROS workspace with Makedo has been sourced, its owner decides, but for the
settings of Fast DDS where none are set: without them a command hears and sends as the nodes do not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_MARKER = Path("share", "ament_index", "resource_index", "packages", "makedo")


def makedo_prefix(base: Mapping[str, str]) -> Path:
    """Return the install prefix that holds Makedo: a sourced workspace's, else that of the running Python."""
    sourced = [Path(prefix) for prefix in base.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if prefix]
    return next((prefix for prefix in sourced if (prefix / _MARKER).exists()), Path(sys.prefix))


def ros_environment(base: Mapping[str, str]) -> dict[str, str]:
    """Return ``base`` completed so that processes started with it find the ROS packages and each other.

    What ``base`` sets already stays as it is; applying the function twice changes nothing more.

    Args:
        base: an environment, usually ``os.environ``.
    """
    result = dict(base)
    if not (base.get("DISPLAY") or base.get("WAYLAND_DISPLAY")):
        result.setdefault("MUJOCO_GL", "osmesa")  # cameras are rendered in software where there is no screen
    prefix = makedo_prefix(base)
    profiles = str(prefix / "share" / "makedo" / "config" / "fastdds.xml")
    # Fast DDS reads the first of these names up to version 2, the second from version 3 on.
    result.setdefault("FASTRTPS_DEFAULT_PROFILES_FILE", profiles)
    result.setdefault("FASTDDS_DEFAULT_PROFILES_FILE", profiles)
    if prefix != Path(sys.prefix):
        return result
    prefixes = [entry for entry in base.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if entry]
    if str(prefix) not in prefixes:
        result["AMENT_PREFIX_PATH"] = os.pathsep.join([str(prefix), *prefixes])
    result.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    # One process per node on few cores: BLAS threads that spin for work would take time from other nodes.
    result.setdefault("OPENBLAS_NUM_THREADS", "1")
    result.setdefault("OMP_NUM_THREADS", "1")
    return result
