# SPDX-License-Identifier: Apache-2.0
"""Where this package's shared files are: installed, or in a checkout."""

from __future__ import annotations

from pathlib import Path

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory


def shared_file(name: str) -> Path:
    """A file that the package brings, by its path in the repository."""
    try:
        installed = Path(get_package_share_directory("makedo")) / name
        if installed.is_file():
            return installed
    except (PackageNotFoundError, OSError):  # OSError: no AMENT_PREFIX_PATH
        pass
    return Path(__file__).resolve().parent.parent / name


def objects_file(given: str) -> Path:
    """The catalogue of known shapes: the given path, else the package's own scenes/objects.yaml."""
    return Path(given) if given else shared_file("scenes/objects.yaml")
