# SPDX-License-Identifier: Apache-2.0
"""In a sourced ROS workspace the documents' `makedo` is a command: ament puts a package's `bin` on the PATH."""

from __future__ import annotations

import re

import layout


def test_makedo_is_installed_where_a_sourced_workspace_looks_for_commands():
    listed = re.findall(
        r"install\(\s*PROGRAMS\s+([^)]*?)\s+DESTINATION\s+(\S+?)\s*\)", (layout.ROOT / "CMakeLists.txt").read_text()
    )
    places = {place: programs.split() for programs, place in listed}
    assert places["bin"] == ["bin/makedo"]
    assert "bin/makedo" in places["lib/${PROJECT_NAME}"]  # and for `ros2 run`
    assert set(places["lib/${PROJECT_NAME}"]) == {f"bin/{p.name}" for p in (layout.ROOT / "bin").iterdir()}
