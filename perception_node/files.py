# SPDX-License-Identifier: Apache-2.0
"""Where this package's shared files are: installed, or in a checkout."""

from __future__ import annotations

from pathlib import Path

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory


def objects_file(given: str) -> Path:
    """The catalogue of known shapes: the given path, else the package's own scenes/objects.yaml."""
    if given:
        return Path(given)
    try:
        installed = Path(get_package_share_directory("makedo")) / "scenes" / "objects.yaml"
        if installed.is_file():
            return installed
    except (PackageNotFoundError, OSError):  # OSError: no AMENT_PREFIX_PATH
        pass
    return Path(__file__).resolve().parent.parent / "scenes" / "objects.yaml"
