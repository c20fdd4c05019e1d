# SPDX-License-Identifier: Apache-2.0
"""A measurement that comes late is waited for, and not for ever."""

from __future__ import annotations

from executor_node.robot import measured as module
from executor_node.robot.measured import measured
from makedo_core.cancel import CancelToken


def test_what_is_as_expected_is_taken_at_once():
    reads = iter([1.0])
    assert measured(lambda: next(reads), lambda value: value == 1.0, CancelToken()) == 1.0


def test_what_comes_late_is_waited_for(monkeypatch):
    monkeypatch.setattr(module, "LATE_S", 60.0)
    late = iter([0.4, 0.2])
    assert measured(lambda: next(late, 0.0), lambda value: value == 0.0, CancelToken()) == 0.0


def test_what_never_comes_is_told_as_it_is(monkeypatch):
    monkeypatch.setattr(module, "LATE_S", 0.2)
    assert measured(lambda: 0.4, lambda value: value == 0.0, CancelToken()) == 0.4


def test_nobody_waits_once_all_is_cancelled():
    token, reads = CancelToken(), []
    token.cancel()
    assert measured(lambda: reads.append(1), lambda _: False, token) is None
    assert len(reads) == 1
