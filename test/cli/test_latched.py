# SPDX-License-Identifier: Apache-2.0
"""How long a subcommand waits for what nodes told last."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from makedo_cli import latched


class _Clock:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def after(self, seconds: float) -> Callable[[], bool]:
        """Whether so much time has passed [s]."""
        until = self.now + seconds
        return lambda: self.now >= until


@pytest.fixture
def clock(monkeypatch) -> _Clock:
    """In place of the real one."""
    clock = _Clock()
    monkeypatch.setattr(latched.time, "monotonic", lambda: clock.now)
    monkeypatch.setattr(latched.time, "sleep", clock.sleep)
    return clock


@pytest.mark.parametrize(
    ("heard_after_s", "worth_more", "waited_s"),
    [
        (0.0, True, 0.0),
        (3.0, False, 3.0),
        (12.0, True, 12.0),  # a busy machine: the stack is known, its word is under way
        (12.0, False, latched.HEARD_S),  # no stack is known
        (60.0, True, latched.KNOWN_S),
    ],
)
def test_a_known_stack_is_waited_for_longer(clock, heard_after_s, worth_more, waited_s):
    begun = clock.now
    latched.await_words(clock.after(heard_after_s), lambda: worth_more)
    assert clock.now - begun == pytest.approx(waited_s, abs=0.05)
