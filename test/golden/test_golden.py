# SPDX-License-Identifier: Apache-2.0
"""What was recorded with each strategy is replayed: the same prompts, the same decisions, the same plan."""

from __future__ import annotations

import pytest
from golden import COMMAND, EXCHANGE, FOLDER, PLAN, folder_of, record, replay

from makedo_eval.variants import EVERY, MORE, variants
from makedo_llm.recording import ReplayError

RENEW = f"if that is what is wanted, record anew with `{COMMAND}` and read what changed"
LARGEST = 64_000


@pytest.mark.parametrize("strategy", variants())
def test_the_same_prompts_lead_to_the_same_plan(strategy):
    folder = folder_of(strategy)
    assert (folder / PLAN).exists(), f"{strategy} has no golden trace; record one with `{COMMAND}`"
    try:
        told = replay(strategy)
    except ReplayError as error:
        pytest.fail(f"{strategy} asks other than it did; {RENEW}: {error}")
    assert told == (folder / PLAN).read_text(encoding="utf-8"), f"{strategy} decides other than it did; {RENEW}"
    if (folder / EXCHANGE).exists():
        asked = (folder / EXCHANGE).read_text(encoding="utf-8").count("\n")
        assert f"\n{asked}. `" in told and f"\n{asked + 1}. `" not in told


def test_what_a_strategy_plans_does_not_depend_on_the_recording_alone(tmp_path):
    record("memory_graph:chooser=llm", tmp_path)
    with pytest.raises(ReplayError, match="is not in the recording"):
        replay("memory_graph:chooser=llm", tmp_path, "Put the cup on table_2")


@pytest.mark.parametrize("strategy", ["prune:policy=mcts", "relaxation:proposer=llm"])
def test_recording_twice_writes_the_same(tmp_path, strategy):
    texts = []
    for name in ("first", "second"):
        record(strategy, tmp_path / name)
        texts.append([path.read_bytes() for path in sorted(folder_of(strategy, tmp_path / name).iterdir())])
    assert texts[0] == texts[1]


def test_every_trace_belongs_to_a_strategy_and_is_small():
    folders = {path.parent for path in FOLDER.glob(f"*/{PLAN}")}
    assert folders == {folder_of(strategy) for strategy in variants()}
    for folder in folders:
        assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST, folder


def test_the_variants_are_those_of_strategies_that_there_are():
    assert MORE.keys() <= EVERY.keys()
