# SPDX-License-Identifier: Apache-2.0
"""Lists the interfaces that are declared here: Makedo's own, and the overlay's subset of other packages.

`python3 tools/list_interfaces.py [PACKAGE ...]` prints one interface a line, as in
``moveit_msgs/action/MoveGroup``.
Standard library only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import interfaces


def declared() -> dict[str, list[str]]:
    """Return the names of the declared interfaces by package, the overlay's packages first."""
    packages = [*interfaces.overlay_packages().values(), interfaces.own_package()]
    return {
        package.name: [f"{package.name}/{file.parent.name}/{file.stem}" for file in package.definitions()]
        for package in packages
    }


def main(arguments: Sequence[str]) -> int:
    """Print the list and return the exit code."""
    parser = argparse.ArgumentParser(description="Lists the interfaces that are declared in this repository.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="only these packages (default: all)")
    wanted = parser.parse_args(arguments).packages
    found = declared()
    unknown = sorted(set(wanted) - set(found))
    if unknown:
        print(f"Not declared here: {', '.join(unknown)}; there are {', '.join(found)}.", file=sys.stderr)
        return 2
    for name in wanted or found:
        print("\n".join(found[name]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
