# SPDX-License-Identifier: Apache-2.0
"""LIBERO's problems: a sentence, a table and a goal are read, and answers are judged by the goal."""

import pytest

from makedo_core.graph.scene_graph import State
from makedo_eval.case import DatasetError
from makedo_eval.libero.problems import FOLDER, SUITES, Atom, read_libero
from makedo_eval.libero.running import LiberoMark, run, table

PROBLEM = """(define (problem P) (:domain robosuite)
  (:language {said})
    (:regions
      (mug_init_region
          (:target kitchen_table)
          (:ranges (
              (-0.1 0.1 0.1 0.3)
            )
          )
      )
    )
  (:fixtures
    kitchen_table - kitchen_table
    wooden_cabinet_1 - wooden_cabinet
    flat_stove_1 - flat_stove
  )
  (:objects
    red_mug_1 - red_mug
    plate_1 - plate
    basket_1 - basket
  )
  (:init
    (On red_mug_1 kitchen_table_mug_init_region)
    (Open wooden_cabinet_1_top_region)
  )
  (:goal
    (And {goal})
  )
)
"""
CASES = {
    "a": ("put the red mug on the plate", "(On red_mug_1 plate_1)"),
    "b": ("put the red mug in the basket", "(In red_mug_1 basket_1_contain_region)"),
    "c": ("close the top drawer of the cabinet", "(Close wooden_cabinet_1_top_region)"),
    "d": ("turn on the stove", "(Turnon flat_stove_1)"),
    "e": ("put the red mug on the stove", "(On red_mug_1 plate_1)"),
    "f": ("frobnicate the mug", "(On red_mug_1 plate_1)"),
    "g": ("put the red mug", "(On red_mug_1 plate_1)"),
}


@pytest.fixture
def checkout(tmp_path):
    """A folder like a checkout, with problems of our own in each suite."""
    for suite in SUITES:
        folder = tmp_path / FOLDER / suite
        folder.mkdir(parents=True)
        for name, (said, goal) in CASES.items():
            (folder / f"{name}.bddl").write_text(PROBLEM.format(said=said, goal=goal))
    return tmp_path


def test_a_problem_is_a_sentence_a_scene_and_a_goal(checkout):
    problem = read_libero(checkout, "libero_90")[2]
    assert (problem.id, problem.said) == ("libero_90/c", "close the top drawer of the cabinet")
    assert problem.goal == (Atom("Close", "wooden_cabinet_1_top_region"),)
    graph = problem.graph
    assert {"top_drawer", "middle_drawer", "bottom_drawer", "plate_1", "basket_1"} <= set(graph.nodes)
    assert graph["top_drawer"].states == {State.OPEN}
    assert graph.support("red_mug_1") == "kitchen_table"
    assert graph["red_mug_1"].pose.position[:2] == pytest.approx((0.0, 0.2))


def test_answers_are_judged_by_the_goal(checkout):
    records = list(run(checkout))
    right = [LiberoMark.RIGHT] * 4
    assert [r.mark for r in records[:7]] == [*right, LiberoMark.OTHERWISE, LiberoMark.REFUSED, LiberoMark.ASKED]
    told = table(records)
    assert "| libero_90 | 7 | 4 | 1 | 1 | 1 | 1 |" in told
    assert "| all | 35 | 20 | 5 | 5 | 5 | 5 |" in told
    assert len(list(run(checkout, limit=1))) == len(SUITES)


def test_other_data_is_refused_by_name(tmp_path):
    with pytest.raises(DatasetError, match="must be a checkout of Lifelong-Robot-Learning/LIBERO"):
        read_libero(tmp_path, "libero_90")
    folder = tmp_path / FOLDER / "libero_90"
    folder.mkdir(parents=True)
    (folder / "x.bddl").write_text("(define (problem P))")
    with pytest.raises(DatasetError, match=":language, :fixtures and :goal are expected"):
        read_libero(tmp_path, "libero_90")
