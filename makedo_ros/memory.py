# SPDX-License-Identifier: Apache-2.0
"""What a program keeps until it ends is not looked through for garbage again and again."""

from __future__ import annotations

import gc

_YOUNG = 20_000
"""New values before a look for garbage; of a plan nearly all are needed until it is made."""


class SettledMemory:
    """Takes what a program has made at its start out of what Python looks through for garbage.

    Looking through libraries, ontology and lexicon takes some 100 ms, at any moment: in the middle of a plan, or while
    a stop waits. Only a program that lives for one purpose does this: what is settled is never freed, if it is part of
    a cycle.
    """

    def __init__(self) -> None:
        self._is_begun = False

    def libraries(self) -> None:
        """Settle what was read until now without looking at it: hardly any is garbage, and a look takes up to 0.1 s."""
        gc.freeze()

    def begin(self) -> None:
        """This process lives for one purpose: settle from now on, and look for garbage, if it did not until now."""
        self._is_begun = True
        self.settle()
        gc.set_threshold(_YOUNG, 10, 10)
        gc.enable()

    def settle(self) -> None:
        """Settle what is there now; without `begin`, nothing."""
        if self._is_begun:
            gc.collect()
            gc.freeze()

    def end(self) -> None:
        """Let everything be freed: libraries complain of what is left when Python ends."""
        self._is_begun = False
        gc.unfreeze()


SETTLED = SettledMemory()
"""Of this process."""
