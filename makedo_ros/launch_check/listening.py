# SPDX-License-Identifier: Apache-2.0
"""The launch check tells whoever runs it that all it has left to do is to listen."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

TOLD_TO = "MAKEDO_LISTENING_FD"
"""In the environment: the descriptor to which it is told."""


def tell_listening(environment: MutableMapping[str, str]) -> None:
    """Tell it, once; where nobody wants to know, or who wanted to is gone, nothing."""
    number = environment.pop(TOLD_TO, "")
    if number.isdecimal():
        try:
            os.write(int(number), b".")
            os.close(int(number))
        except OSError:
            return
