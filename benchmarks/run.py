# SPDX-License-Identifier: Apache-2.0
"""`make bench`: every benchmark of this folder, one after the other, each in a process of its own.

Those that need evaluation data are passed over where there is none (MAKEDO_DATA names the folder).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from makedo_eval.contextmatters.dataset import data_folder


def main() -> int:
    """Run them all; the exit code is non-zero when one failed."""
    here = Path(__file__).resolve()
    scripts = [p for p in sorted(here.parent.glob("*.py")) if p != here]
    commands = {p.stem: [str(p)] for p in scripts}
    commands["contextmatters"] = ["-m", "benchmarks.contextmatters.run"]
    failed = []
    for name, command in commands.items():
        sys.stdout.write(f"\n== {name} ==\n")
        if name == "contextmatters" and not data_folder().is_dir():
            sys.stdout.write(f"passed over: there are no tasks in {data_folder()}\n")
            continue
        sys.stdout.flush()
        if subprocess.run([sys.executable, *command], cwd=here.parents[1], check=False).returncode != 0:
            failed.append(name)
    if failed:
        sys.stderr.write(f"failed: {', '.join(failed)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
