# SPDX-License-Identifier: Apache-2.0
"""Which Makedo this is."""

from __future__ import annotations

import subprocess
from importlib import metadata
from pathlib import Path


def version() -> str:
    """Of Makedo, with the commit where this is a checkout."""
    installed = f"Makedo {metadata.version('makedo')}"
    here = Path(__file__).resolve()
    git = ["git", "-C", str(here.parent)]
    try:
        # A venv may lie in somebody else's checkout.
        subprocess.run([*git, "ls-files", "--error-unmatch", here.name], capture_output=True, check=True, timeout=10)
        command = [*git, "describe", "--always", "--dirty", "--exclude", "*"]
        commit = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return installed
    return f"{installed}, commit {commit}"
