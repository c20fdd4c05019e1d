# SPDX-License-Identifier: Apache-2.0
"""What people told outlives a restart, and nothing that cannot be read is overwritten."""

from __future__ import annotations

import os
from errno import ENOSPC
from pathlib import Path

from makedo_core.conversation.habit import Forget, Habit, HabitKind, Remember, ToldHabits
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from scene_graph_node.knowledge import habit_keeper
from scene_graph_node.knowledge.fact import Resource, Space, Triple
from scene_graph_node.knowledge.habit_keeper import FILE, HabitKeeper
from scene_graph_node.knowledge.ledger import Ledger

MUG = Habit(HabitKind.OWNED, "mug_1", "anna", said="mug 1 is anna's", told_s=5.0)
BOOKS = Habit(HabitKind.KIND_KEPT, "book", "shelf_1", "on")


def test_what_was_told_is_there_after_a_restart_and_what_was_forgotten_is_not(tmp_path: Path):
    keeper = HabitKeeper(tmp_path / "new")
    for change in (Remember(MUG), Remember(BOOKS), Forget(*MUG.key)):
        keeper.change(change)
    assert not keeper.problem
    assert HabitKeeper(tmp_path / "new").habits.told == (BOOKS,)


def test_without_a_folder_it_is_kept_in_memory():
    keeper = HabitKeeper(None)
    keeper.change(Remember(MUG))
    assert keeper.habits.told == (MUG,) and not keeper.problem


def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path):
    (tmp_path / FILE).write_text("[{", encoding="utf-8")
    keeper = HabitKeeper(tmp_path)
    assert keeper.problem and not len(keeper.habits)
    keeper.change(Remember(MUG))
    assert not keeper.problem
    assert (tmp_path / f"damaged-1-{FILE}").read_text(encoding="utf-8") == "[{"
    assert HabitKeeper(tmp_path).habits.told == (MUG,)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    keeper = HabitKeeper(tmp_path / "file")
    keeper.change(Remember(MUG))
    assert keeper.problem and keeper.habits.told == (MUG,)


def test_what_a_full_disk_refused_is_kept_once_there_is_room_and_not_written_twice(tmp_path: Path, monkeypatch):
    def refuse(file: Path, text: str) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    keeper = HabitKeeper(tmp_path)
    keeper.change(Remember(BOOKS))
    with monkeypatch.context() as full:
        full.setattr(habit_keeper, "_write", refuse)
        keeper.change(Remember(MUG))
        assert not keeper.keep_again() and "No space left" in keeper.problem
    assert HabitKeeper(tmp_path).habits.told == (BOOKS,)
    assert keeper.keep_again() and not keeper.problem
    assert set(HabitKeeper(tmp_path).habits.told) == {BOOKS, MUG}
    assert not keeper.keep_again()


def test_statements_come_with_what_is_told_and_go_with_what_is_forgotten():
    ledger, graph = Ledger(load_ontology()), SceneGraph({}, frozenset(), 1, "home")
    owned = Triple("mug_1", "owned_by", "anna")
    kept = Triple("book", "belongs_at", Resource(Space.NODES, "shelf_1"), Space.HOUSEHOLD)
    first = ledger.follow(graph, ToldHabits((MUG, BOOKS)))
    assert first.added == {owned, kept}
    second = ledger.follow(graph, ToldHabits((BOOKS,)))
    assert second.removed == {owned} and not second.added
