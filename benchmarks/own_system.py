# SPDX-License-Identifier: Apache-2.0
"""Where benchmarks of the running system run it: on a ROS domain of their own, with run folders that go with them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_ros.environment import ros_environment


@contextmanager
def own_domain(domain: str) -> Iterator[Path]:
    """The environment for ROS on a domain; yields a folder for what is written.

    Raises:
        SystemExit: with the reason, if the system does not run.
    """
    os.environ.update(ros_environment(os.environ))
    os.environ["ROS_DOMAIN_ID"] = domain
    with tempfile.TemporaryDirectory() as folder:
        try:
            yield Path(folder)
        except MakedoError as error:
            raise SystemExit(str(error)) from None
