# SPDX-License-Identifier: Apache-2.0
"""`make bench`: every benchmark of this folder, one after the other, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run them all; the exit code is non-zero when one failed."""
    failed = []
    for script in sorted(Path(__file__).parent.glob("*.py")):
        if script.name == Path(__file__).name:
            continue
        sys.stdout.write(f"\n== {script.stem} ==\n")
        sys.stdout.flush()
        if subprocess.run([sys.executable, str(script)], check=False).returncode != 0:
            failed.append(script.stem)
    if failed:
        sys.stderr.write(f"failed: {', '.join(failed)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
