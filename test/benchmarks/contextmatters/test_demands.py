# SPDX-License-Identifier: Apache-2.0
"""ContextMatters: what instructions demand, and whether an end meets it."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.conditions import (
    Empty,
    Gathered,
    Location,
    LocationKind,
    Quantified,
    Things,
    all_failures,
    all_missing,
)
from makedo_eval.contextmatters.dataset import FAMILIES, BenchmarkError, data_folder, load_tasks
from makedo_eval.contextmatters.end_state import EndState, graph_facts
from makedo_eval.contextmatters.goals import UnknownTaskError, specification
from makedo_eval.contextmatters.household_conditions import (
    Clean,
    CleanedAfterUse,
    FloorClean,
    NotThrownInto,
    ThrownAway,
    Washed,
)

from .conftest import APPLES, BOX, TWO_APPLES, WALK, end, home, needs_data


def test_every_thing_at_one_place_is_gathered():
    gathered = Gathered(BOX, (Quantified(APPLES),))
    assert gathered.failures(end("inside apple_1 box_1", "inside apple_2 box_1"), TWO_APPLES) == ()


def test_things_spread_over_two_places_are_not_gathered():
    gathered = Gathered(BOX, (Quantified(APPLES),))
    assert gathered.failures(end("inside apple_1 box_1", "inside apple_2 box_2"), TWO_APPLES) == (
        "apple_2 is not inside box_1",
    )


def test_a_count_is_met_by_as_many_and_by_more():
    one, two = (Gathered(BOX, (Quantified(APPLES, count),)) for count in (1, 2))
    state = end("inside apple_1 box_1")
    assert one.failures(state, TWO_APPLES) == ()
    assert two.failures(state, TWO_APPLES) == ("1 of 2 apple inside box_1",)
    assert one.failures(end("inside apple_1 box_1", "inside apple_2 box_1"), TWO_APPLES) == ()


def test_on_is_not_inside():
    state = end("is-on apple_1 box_1", "is-on apple_2 box_1")
    judged = {
        w: Gathered(Location(w, BOX.things), (Quantified(APPLES),)).failures(state, TWO_APPLES) for w in LocationKind
    }
    assert judged[LocationKind.ON] == judged[LocationKind.IN_OR_ON] == ()
    assert len(judged[LocationKind.INSIDE]) == 2


def test_what_rests_in_or_on_something_in_a_room_is_in_the_room():
    state = end("is-on apple_1 box_1", "at box_1 hall_2", "at apple_2 hall_2", "at apple_1 kitchen_1")
    gathered = Gathered(Location(LocationKind.IN_ROOM, Things(("hall",))), (Quantified(APPLES),))
    assert gathered.failures(state, TWO_APPLES) == ()


def test_what_is_held_is_in_no_room():
    gathered = Gathered(Location(LocationKind.IN_ROOM, Things(("hall",))), (Quantified(APPLES),))
    state = end("is-holding robot apple_1", "at apple_2 hall_2")
    assert gathered.failures(state, TWO_APPLES) == ("apple_1 is not in hall_2",)


def test_things_that_contain_each_other_are_in_no_room():
    state = end("inside apple_1 apple_2", "inside apple_2 apple_1")
    assert Gathered(Location(LocationKind.IN_ROOM, Things(("hall",))), (Quantified(APPLES),)).failures(
        state, TWO_APPLES
    )


def test_a_demand_for_every_one_of_nothing_fails():
    pears = Quantified(Things(("pear",)))
    assert Gathered(BOX, (pears,)).failures(end(), TWO_APPLES) == ("there is no pear",)


def test_a_place_in_another_room_than_asked_does_not_count():
    box_of_hall = Location(LocationKind.INSIDE, Things(("box",), room="hall"))
    state = end("inside apple_1 box_1", "inside apple_2 box_1")
    assert Gathered(box_of_hall, (Quantified(APPLES),)).failures(state, TWO_APPLES)


def test_what_does_not_belong_there_is_named():
    gathered = Gathered(BOX, (Quantified(APPLES, 1),), unwanted=Things(("balloon",)))
    graph = home(apple_1="kitchen_1", balloon_1="kitchen_1", box_1="kitchen_1")
    assert gathered.failures(end("inside apple_1 box_1"), graph) == ()
    assert gathered.failures(end("inside apple_1 box_1", "inside balloon_1 box_1"), graph) == (
        "balloon_1 does not belong there",
    )


def test_missing_tells_places_things_and_numbers():
    graph = home(apple_1="kitchen_1")
    gathered = Gathered(BOX, (Quantified(APPLES, 2), Quantified(Things(("pear",)))))
    assert gathered.missing(graph) == ("there is no box", "only 1 of 2 wanted: apple", "there is no pear")


def test_a_container_is_empty_when_nothing_is_inside():
    assert Empty(BOX.things).failures(end("is-on apple_1 box_1"), TWO_APPLES) == ()
    assert Empty(BOX.things).failures(end("inside apple_1 box_2"), TWO_APPLES) == ("(inside apple_1 box_2): not empty",)
    assert Empty(Things(("locker",))).failures(end(), TWO_APPLES) == ("there is no locker",)


def test_clean_is_what_is_said_to_be_clean_and_not_dirty():
    clean = Clean(APPLES)
    assert clean.failures(end("is-clean apple_1", "is-clean apple_2"), TWO_APPLES) == ()
    state = end("is-clean apple_1", "is-dirty apple_1")
    assert clean.failures(state, TWO_APPLES) == ("apple_1 is not clean", "apple_2 is not clean")
    assert Clean(Things(("mop",))).failures(end(), TWO_APPLES) == ("there is no mop",)


def test_a_floor_must_have_been_cleaned():
    floor = FloorClean(Things(("kitchen",)))
    assert floor.failures(end("clean-floor kitchen_1"), TWO_APPLES) == ()
    assert floor.failures(end(), TWO_APPLES) == ("the floor of kitchen_1 is not clean",)
    assert FloorClean(Things(("attic",))).failures(end(), TWO_APPLES) == ("there is no attic",)


def throw(thing: str, bin_: str) -> SkillCall:
    return SkillCall("throw_away", ("robot", thing, bin_, "kitchen_1"))


def test_rubbish_must_end_in_a_right_bin():
    graph = home(can_1="kitchen_1", metal_bin_1="kitchen_1", paper_bin_1="kitchen_1")
    sorted_ = ThrownAway(Things(("can",)), Things(("metal_bin",)))
    assert sorted_.failures(end("thrashed can_1", steps=(throw("can_1", "metal_bin_1"),)), graph) == ()
    assert sorted_.failures(end("thrashed can_1", steps=(throw("can_1", "paper_bin_1"),)), graph) == (
        "can_1 was thrown into paper_bin_1, not into one metal bin",
    )
    assert sorted_.failures(end(), graph) == ("can_1 was not thrown away",)
    assert sorted_.failures(end("thrashed can_1"), graph) == ("can_1 was not thrown away",)
    assert ThrownAway(Things(("jar",)), Things(("glass_bin",))).failures(end(), graph) == (
        "there is no jar",
        "there is no glass bin",
    )


def test_what_is_to_be_kept_must_not_be_thrown_away():
    graph = home(bottle_1="kitchen_1", bin_1="kitchen_1")
    kept = NotThrownInto(Things(("bottle",)), Things(("bin",)))
    assert kept.failures(end(), graph) == ()
    assert kept.failures(end(steps=(throw("bottle_1", "bin_1"),)), graph)
    assert kept.missing(graph) == ()


MOP = SkillCall("mop_floor", ("robot", "mop_1", "kitchen_1"))
RINSE = SkillCall("clean_mop", ("robot", "mop_1"))


def test_the_mop_is_cleaned_right_after_each_floor():
    rinsed = CleanedAfterUse()
    assert rinsed.failures(end(steps=(MOP, RINSE, WALK, MOP, RINSE)), TWO_APPLES) == ()
    for steps in ((MOP, WALK, RINSE), (MOP,), (MOP, SkillCall("clean_mop", ("robot", "mop_2")))):
        assert len(rinsed.failures(end(steps=steps), TWO_APPLES)) == 1


def test_clothes_are_washed_in_the_machine_with_the_right_supply():
    graph = home(shirt_1="kitchen_1", washer_1="kitchen_1", tub_1="kitchen_1", soap_1="kitchen_1", sand_1="kitchen_1")
    washed = Washed(Things(("shirt",)), Things(("washer",)), Things(("soap",)))

    def done(machine: str, supply: str) -> EndState:
        refill = SkillCall("refill", ("robot", machine, "kitchen_1", supply))
        return end("is-clean shirt_1", steps=(refill, SkillCall("wash", ("robot", "shirt_1", machine, "kitchen_1"))))

    assert washed.failures(done("washer_1", "soap_1"), graph) == ()
    assert "elsewhere" in washed.failures(done("tub_1", "soap_1"), graph)[0]
    assert "something else" in washed.failures(done("washer_1", "sand_1"), graph)[0]
    assert washed.failures(end(), graph) == ("shirt_1 is not clean", "nothing was washed with soap")
    assert washed.missing(home()) == ("there is no shirt", "there is no washer", "there is no soap")


THINGS = ("apple_1", "apple_2")
PLACES = ("inside {} box_1", "inside {} box_2", "at {} hall_2", "is-on {} box_1")


@given(st.tuples(*(st.sampled_from(PLACES) for _ in THINGS)))
def test_what_gathers_all_gathers_some(places):
    state = end(*(place.format(thing) for place, thing in zip(places, THINGS, strict=True)))
    if not Gathered(BOX, (Quantified(APPLES),)).failures(state, TWO_APPLES):
        assert not any(Gathered(BOX, (Quantified(APPLES, n),)).failures(state, TWO_APPLES) for n in (1, 2))


@pytest.mark.parametrize("where", [("general", "problem_99", "Marstons"), ("flying", "problem_1", "Parole")])
def test_a_task_that_nobody_has_read_is_refused(where):
    with pytest.raises(UnknownTaskError, match=where[1]):
        specification(*where)


def test_cleaning_in_a_scene_that_nobody_has_seen_is_refused():
    with pytest.raises(UnknownTaskError, match="Atlantis"):
        specification("house_cleaning", "problem_1", "Atlantis")


def test_a_missing_data_folder_and_a_broken_index_are_told(tmp_path):
    with pytest.raises(BenchmarkError, match="MAKEDO_DATA"):
        load_tasks(tmp_path)
    (tmp_path / "index.json").write_text("[")
    with pytest.raises(BenchmarkError, match="not JSON"):
        load_tasks(tmp_path)
    (tmp_path / "index.json").write_text('[{"id": "x"}]')
    with pytest.raises(BenchmarkError, match="task 0: family, scene"):
        load_tasks(tmp_path)
    row = dict.fromkeys(("id", "family", "scene", "problem", "goal", "init_loc", "relaxation_expected"), "x")
    (tmp_path / "index.json").write_text(json.dumps([row]))
    with pytest.raises(BenchmarkError, match="family 'x' is not one of general"):
        load_tasks(tmp_path)


def test_every_task_of_the_data_set_has_a_specification_that_fits_its_scene(data):
    tasks = load_tasks(data / "contextmatters")
    assert {task.family for task in tasks} in ({"general"}, set(FAMILIES))
    for task in tasks:
        spec, graph = specification(task.family, task.problem, task.scene), task.graph()
        assert bool(all_missing(spec.demanded, graph)) == bool(spec.shortage), task.id
        for alternative in spec.alternatives:
            assert not all_missing(alternative.conditions, graph), task.id
        assert spec.attainable or spec.alternatives or spec.may_refuse, task.id


def test_no_task_is_done_before_anything_was_done(data):
    for task in load_tasks(data / "contextmatters"):
        graph = task.graph()
        start = EndState(graph_facts(graph))
        spec = specification(task.family, task.problem, task.scene)
        assert all_failures(spec.demanded, start, graph), task.id


@needs_data
def test_tasks_of_one_instruction_in_two_scenes_demand_the_same():
    by_problem: dict[tuple[str, str], list] = {}
    for task in load_tasks(data_folder()):
        by_problem.setdefault((task.family, task.problem), []).append(task)
    for tasks in by_problem.values():
        for first, second in combinations(tasks, 2):
            assert first.instruction == second.instruction
            demands = {specification(t.family, t.problem, t.scene).demanded for t in (first, second)}
            assert len(demands) == 1
