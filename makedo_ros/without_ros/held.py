# SPDX-License-Identifier: Apache-2.0
"""A program that is started before it is known whether it may begin: it reads its libraries, and waits for the word.

Standard library only: the programs of bin/ read it before anything else of ours.
"""

from __future__ import annotations

import os
from pathlib import Path

HELD = "MAKEDO_HELD"
"""In the environment of a program that has to wait; its standard input tells it to begin."""
BEGIN = b"begin\n"
_STDIN = 0


def waits(program: Path) -> bool:
    """Whether a program is one of those that wait when they are told to: it says so by importing this module."""
    return f"from {__name__} import".encode() in program.read_bytes()


def wait_to_begin() -> None:
    """Return once the program may begin, at once if it need not wait; else end it, as quietly as it has been.

    Nothing it has done by then is seen by anybody: no node was made, no file was written.
    """
    if os.environ.pop(HELD, None) is None:
        return
    if os.read(_STDIN, len(BEGIN)) != BEGIN:  # whoever held it has ended
        os._exit(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STDIN)
    os.close(nothing)
