# SPDX-License-Identifier: Apache-2.0
"""Work that is ended in its own thread."""

from __future__ import annotations

import sys

import pytest

from scene_graph_node.time_limit import TimeLimitError, limited


def endless() -> None:
    while True:
        len(())


def test_work_in_time_gives_its_result_and_leaves_no_hook():
    assert limited(lambda: sum(range(10)), 30.0) == 45
    assert sys.getprofile() is None


def test_endless_work_is_ended_and_leaves_no_hook():
    with pytest.raises(TimeLimitError, match=r"not done within 0\.05 s"):
        limited(endless, 0.05)
    assert sys.getprofile() is None


def test_work_that_catches_every_exception_is_ended_too():
    def stubborn() -> None:
        while True:
            try:
                endless()
            except Exception:  # noqa: BLE001 - what is tested
                continue

    with pytest.raises(TimeLimitError):
        limited(stubborn, 0.05)


def test_work_that_swallows_everything_a_few_times_is_ended_too():
    swallowed = []

    def swallowing() -> None:
        for _ in range(5):
            try:
                endless()
            except:  # noqa: E722 - what is tested; rdflib does so
                swallowed.append(1)
        endless()

    with pytest.raises(TimeLimitError):
        limited(swallowing, 0.05)
    assert len(swallowed) == 5
    assert sys.getprofile() is None
    assert sys.gettrace() is None


def test_work_is_ended_when_stopped():
    asked = iter([False] * 100)
    with pytest.raises(TimeLimitError, match="it was stopped"):
        limited(endless, 30.0, lambda: next(asked, True))


def test_errors_of_the_work_come_out_and_a_hook_of_others_is_put_back():
    def hook(*_: object) -> None:
        return

    sys.setprofile(hook)  # of somebody else, as a profiler's
    try:
        with pytest.raises(ZeroDivisionError):
            limited(lambda: 1 // 0, 30.0)
        assert sys.getprofile() is hook
    finally:
        sys.setprofile(None)
