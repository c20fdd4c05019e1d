# SPDX-License-Identifier: Apache-2.0
"""A process that keeps a graph is killed at random moments: what comes back is whole and new."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

KEEPER = Path(__file__).with_name("keeper.py")
CHANGES_PER_S = 100  # at most: a busy machine slows the changes as it slows the writing of them


@dataclass(frozen=True)
class Kills:
    """Rows of processes, those of a row one after the other on the same store."""

    rows: int
    each: int


@pytest.fixture(
    scope="module",
    params=[pytest.param(Kills(2, 5), id="ten"), pytest.param(Kills(4, 25), id="hundred", marks=pytest.mark.slow)],
)
def chains(request, tmp_path_factory) -> list[list[dict]]:
    """Of each row of killed processes what every one of them left."""
    kills = request.param
    processes = [
        subprocess.Popen(
            [sys.executable, str(KEEPER), str(tmp_path_factory.mktemp("store")), str(kills.each), str(seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(kills.rows)
    ]
    result = []
    for process in processes:
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        result.append([json.loads(line) for line in output.splitlines()])
    assert [len(row) for row in result] == [kills.each] * kills.rows
    return result


@pytest.mark.slow
def test_kills_leave_a_valid_graph_that_was_really_there(chains):
    assert all(left["said"] for chain in chains for left in chain[::2]), "these were killed at work"
    for chain in chains:
        known: dict[int, int] = {}
        before = 0
        for left in chain:
            known.update({revision: count for revision, count, _ in left["said"]})
            if left["found"] is not None:
                revision, count = left["found"]
                assert known.get(revision, before) == count, "the first revision of a process is not said"
                before = count
            assert left["problems"] == []


def test_nothing_older_than_a_second_is_lost(chains):
    for chain in chains:
        for left in chain:
            if len(left["said"]) > CHANGES_PER_S:
                assert left["found"][0] >= left["said"][-CHANGES_PER_S][0]


def test_nothing_that_is_said_to_be_written_is_lost(chains):
    for chain in chains:
        for left in chain:
            if left["said"]:
                assert left["found"][0] >= left["said"][-1][2]


def test_revisions_never_come_again(chains):
    for chain in chains:
        revisions = [revision for left in chain for revision, _, _ in left["said"]]
        assert revisions == sorted(set(revisions))
