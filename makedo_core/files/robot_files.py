# SPDX-License-Identifier: Apache-2.0
"""The robots' descriptions, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from makedo_core.conversation.suggestions import choices
from makedo_core.files.shipped import shipped

ROBOT = "tiago"  # as in makedo.launch.xml


def robot_file(name: str = ROBOT, folders: Sequence[Path] = ()) -> Path:
    """The file of a description, by its path or by its name.

    Args:
        name: of a file, or without a suffix of one in a folder.
        folders: with descriptions; empty: those that come with Makedo.

    Raises:
        ValueError: if there is none.
    """
    path = Path(name)
    if path.is_file():
        return path
    folders = [f for f in folders or shipped("config/robots") if f.is_dir()]
    known = {file.stem: file for folder in reversed(folders) for file in folder.glob("*.yaml")}
    if name not in known:
        where = str(folders[0]) if folders else "config/robots"
        raise ValueError(f"there is no robot {name!r} in {where}, and no such file; {choices(name, known)}")
    return known[name]
