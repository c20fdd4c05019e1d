# SPDX-License-Identifier: Apache-2.0
"""Where benchmarks of the running system run it: on a ROS domain of their own, with run folders that go with them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_ros.runtime.domain import free_domain
from makedo_ros.without_ros.environment import ros_environment


@contextmanager
def own_domain() -> Iterator[Path]:
    """The environment for ROS on a domain that nobody else is given; yields a folder for what is written.

    Several benchmarks at once do not meet.

    Raises:
        SystemExit: with the reason, if the system does not run.
    """
    os.environ.update(ros_environment(os.environ))
    try:
        with free_domain() as domain, tempfile.TemporaryDirectory() as folder:
            os.environ["ROS_DOMAIN_ID"] = str(domain)
            yield Path(folder)
    except MakedoError as error:
        raise SystemExit(str(error)) from None
