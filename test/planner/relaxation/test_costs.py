# SPDX-License-Identifier: Apache-2.0
"""What a change of the goal costs: by what is changed, and by its place in the instruction."""

from __future__ import annotations

import pytest

from makedo_core.plan import RelaxationKind
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.proof.backend import Manner
from planner_node.relaxation.options import Reachability, make_options
from planner_node.relaxation.relax import DROP_COST, LOWER_COST, Variant, variants, weights


@pytest.fixture
def demands(ontology, world):
    """Demands of an instruction, with their scene."""

    def make(instruction: str, *things: str):
        scene = Scene(world(*things), ontology)
        found = ground(interpret(instruction, ontology, scene.graph), scene)
        assert isinstance(found, tuple), found
        return found, scene

    return make


def ways(demand, scene: Scene) -> tuple[Variant, ...]:
    options = make_options(demand, scene, other_places=True)
    reach = Reachability(scene.backend, options.literals(), Manner())
    return variants(options, scene, reach, 1.0)


@pytest.mark.parametrize(
    ("instruction", "count"), [("bring the apple to table_2", 1), ("bring 3 apples to table_2", 3)]
)
def test_leaving_out_costs_what_each_thing_fewer_does_and_more_for_nothing_being_left(demands, instruction, count):
    (demand,), scene = demands(instruction, "apple_1 on table_1", "apple_2 on table_1", "apple_3 on shelf_1")
    (dropped,) = (w for w in ways(demand, scene) if w.is_dropped)
    assert [r.kind for r in dropped.relaxations] == [RelaxationKind.DROP]
    assert dropped.cost == pytest.approx(LOWER_COST * count + DROP_COST)


@pytest.mark.parametrize(
    ("instruction", "targets"), [("bring 2 screwdrivers to table_2", True), ("put 2 apples in the garden", False)]
)
def test_what_or_where_nobody_knows_of_costs_as_much_to_leave_out(demands, instruction, targets):
    (demand,), scene = demands(instruction, "apple_1 on table_1", "apple_2 on table_1")
    assert bool(make_options(demand, scene, other_places=True).targets) is targets
    assert ways(demand, scene)[-1].cost == pytest.approx(LOWER_COST * 2 + DROP_COST)


def test_leaving_out_costs_more_than_any_number_fewer(demands):
    (demand,), scene = demands("bring 3 apples to table_2", "apple_1 on table_1", "apple_2 on table_1")
    found = ways(demand, scene)
    fewer = [w.cost for w in found if not w.is_dropped]
    assert fewer and max(fewer) < next(w.cost for w in found if w.is_dropped)


def test_what_is_named_first_weighs_most_and_the_last_part_its_own_weight(demands):
    found, _ = demands("bring the apple, the mug and the book to table_2", "apple_1 on table_1", "mug_1 on table_1",
                       "book_1 on shelf_1")  # fmt: skip
    assert len(found) == 3
    assert weights(found) == pytest.approx((1.0 + 0.1 * 2 / 3, 1.0 + 0.1 / 3, 1.0))
    assert weights(found[:1]) == (1.0,)


def test_furniture_of_the_broader_kind_is_nearer_than_other_furniture_for_the_same_use(plan, home):
    result = plan("put the banana on the coffee table", home)
    assert result.plan.calls[-1].arguments[-1] in ("table_2", "table_3")
    (change,) = result.plan.relaxations
    assert change.cost == 0.5 and "is a table too" in change.reasons[0]
    worktop = plan("put the banana on the desk", home)
    assert [c.cost for c in worktop.plan.relaxations] == [1.0]  # a desk is no table: all worktops are alike
