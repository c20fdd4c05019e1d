# SPDX-License-Identifier: Apache-2.0
"""The ContextMatters evaluation: demands, their checker, and what is counted. Small homes of our own, no data."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.contextmatters import fast_downward
from benchmarks.contextmatters.run import PlannerError, answer, find_planner
from benchmarks.contextmatters.summary import compared, markdown, percentile, summarise
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.plan import Relaxation, RelaxationKind
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
from makedo_eval.contextmatters.dataset import FAMILIES, BenchmarkError, BenchmarkTask, data_folder, load_tasks
from makedo_eval.contextmatters.derived import without_derived
from makedo_eval.contextmatters.end_state import EndState, Fact, contradictions, end_state, graph_facts
from makedo_eval.contextmatters.expressions import PddlTextError, parse, variables, write
from makedo_eval.contextmatters.goals import UnknownTaskError, specification
from makedo_eval.contextmatters.household_conditions import (
    Clean,
    CleanedAfterUse,
    FloorClean,
    NotThrownInto,
    ThrownAway,
    Washed,
)
from makedo_eval.contextmatters.interface import PlanRun
from makedo_eval.contextmatters.judgement import Claim, Judgement, judge
from makedo_eval.contextmatters.pddl_validation import rejection
from makedo_eval.contextmatters.specification import Alternative, Specification, acceptable, strictly_satisfied
from support.public_data import cases_of, needs

needs_data = needs(data_folder())

needs_fast_downward = pytest.mark.skipif(fast_downward.driver() is None, reason="up-fast-downward is not installed")

DOMAIN = """
(define (domain small)  ; a comment with a ( in it
  (:requirements :strips :typing)
  (:types room locatable - object  robot thing box - locatable)
  (:predicates (at ?x - locatable ?r - room) (inside ?x - thing ?b - box) (is-holding ?w - robot ?x - thing))
  (:derived (empty ?b - box) (forall (?x - thing) (not (inside ?x ?b))))
  (:action grab
    :parameters (?w - robot ?x - thing ?r - room)
    :precondition (and (at ?w ?r) (at ?x ?r))
    :effect (and (not (at ?x ?r)) (is-holding ?w ?x)))
  (:action put_in
    :parameters (?w - robot ?x - thing ?b - box ?r - room)
    :precondition (and (at ?w ?r) (at ?b ?r) (is-holding ?w ?x) (empty ?b))
    :effect (and (not (is-holding ?w ?x)) (inside ?x ?b))))
"""
PROBLEM = """
(define (problem p) (:domain small)
  (:objects robot - robot apple_1 - thing box_1 - box kitchen_1 - room)
  (:init (at robot kitchen_1) (at apple_1 kitchen_1) (at box_1 kitchen_1))
  (:goal (inside apple_1 box_1)))
"""
GRAB = SkillCall("grab", ("robot", "apple_1", "kitchen_1"))
PUT_IN = SkillCall("put_in", ("robot", "apple_1", "box_1", "kitchen_1"))


def home(**where: str) -> SceneGraph:
    """Two rooms, the robot, and things of the class of their id: apple_1="kitchen_1", apple_2="in box_1"."""
    nodes = [Node("kitchen_1", "kitchen", NodeKind.ROOM), Node("hall_2", "hall", NodeKind.ROOM)]
    nodes.append(Node("robot", "robot", NodeKind.AGENT))
    relations = [Relation("robot", RelationType.IN, "kitchen_1")]
    for name, place in where.items():
        nodes.append(Node(name, name.rpartition("_")[0], NodeKind.OBJECT))
        inside = place.removeprefix("in ")
        how = RelationType.INSIDE if inside != place else RelationType.IN
        relations += [Relation(name, how, inside)] if inside else []
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))


def end(*facts: str, steps: tuple[SkillCall, ...] = ()) -> EndState:
    words = [fact.split() for fact in facts]
    return EndState(frozenset(Fact(w[0], tuple(w[1:])) for w in words), steps)


APPLES = Things(("apple",))
BOX = Location(LocationKind.INSIDE, Things(("box",)))
TWO_APPLES = home(apple_1="kitchen_1", apple_2="hall_2", box_1="kitchen_1", box_2="hall_2")


# ---------------------------------------------------------------- expressions


def test_a_definition_is_read_in_lower_case_without_comments():
    assert parse("(Define (a ?X) ; (never\n (b))") == ["define", ["a", "?x"], ["b"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a (b)", "'\\(' of line 1 is not closed"),
        ("(a\n(b c)", "'\\(' of line 1 is not closed"),
        ("a (b)", "'a' where a '\\(' should begin"),
        ("(a)\n)", "line 2: '\\)' after the end"),
        (" ; nothing", "no definition"),
    ],
)
def test_unbalanced_text_is_refused_with_the_line(text, message):
    with pytest.raises(PddlTextError, match=message):
        parse(text)


WORDS = st.text("abcdefgh?-:=", min_size=1, max_size=6)


@given(
    st.recursive(WORDS, lambda inner: st.lists(inner, max_size=4), max_leaves=12).filter(lambda e: isinstance(e, list))
)
def test_what_is_written_is_read_back(expression):
    assert parse(write(expression)) == expression


def test_names_of_a_typed_list_leave_the_types_out():
    assert variables(["?a", "?b", "-", "room", "?c", "-", ["either", "a", "b"]]) == ("?a", "?b", "?c")


def test_a_derived_predicate_is_written_out_where_it_is_used():
    domain, _ = without_derived(parse(DOMAIN), parse(PROBLEM))
    assert ":derived" not in write(domain)
    assert "(forall (?x_0_empty - thing) (not (inside ?x_0_empty ?b)))" in write(domain)


def test_a_predicate_that_is_derived_from_itself_is_refused():
    text = "(define (domain d) (:derived (a) (not (a))) (:action x :parameters () :precondition (a) :effect (b)))"
    with pytest.raises(PddlTextError, match="derived from itself"):
        without_derived(parse(text), parse("(define (problem p))"))


def test_a_derived_predicate_with_a_wrong_number_of_arguments_is_refused():
    text = "(define (domain d) (:derived (a ?x) (b ?x)) (:action y :parameters () :precondition (a) :effect (c)))"
    with pytest.raises(PddlTextError, match="a takes 1 arguments"):
        without_derived(parse(text), parse("(define (problem p))"))


# ---------------------------------------------------------------- the end of a plan


def test_steps_change_the_facts_of_the_problem():
    graph = home(apple_1="kitchen_1", box_1="kitchen_1")
    state = end_state(DOMAIN, PROBLEM, (GRAB, PUT_IN), graph)
    assert state.holds("inside", "apple_1", "box_1")
    assert not state.holds("at", "apple_1", "kitchen_1")
    assert not state.holds("is-holding", "robot", "apple_1")


def test_what_the_problem_leaves_out_stays_where_the_graph_has_it():
    graph = home(apple_1="kitchen_1", box_1="kitchen_1", lamp_1="hall_2", pen_1="in lamp_1")
    state = end_state(DOMAIN, PROBLEM, (), graph)
    assert state.holds("at", "lamp_1", "hall_2")
    assert state.holds("inside", "pen_1", "lamp_1")


@pytest.mark.parametrize("step", [SkillCall("fly", ("robot",)), SkillCall("grab", ("robot", "apple_1"))])
def test_a_step_that_the_domain_does_not_have_is_refused(step):
    with pytest.raises(PddlTextError, match="no such action; it has grab, put_in"):
        end_state(DOMAIN, PROBLEM, (step,), home())


def test_conditional_effects_are_refused_rather_than_misread():
    domain = DOMAIN.replace("(is-holding ?w ?x))", "(when (at ?w ?r) (is-holding ?w ?x)))", 1)
    with pytest.raises(PddlTextError, match="plain fact"):
        end_state(domain, PROBLEM, (GRAB,), home())


def test_a_problem_that_agrees_with_the_graph_contradicts_nothing():
    assert contradictions(PROBLEM, home(apple_1="kitchen_1", box_1="kitchen_1")) == ()


def test_a_problem_that_moves_things_on_paper_is_caught():
    found = contradictions(PROBLEM, home(apple_1="hall_2", box_1="kitchen_1"))
    assert found == ("the problem begins with (at apple_1 kitchen_1), which the scene does not say",)


def test_a_problem_that_keeps_quiet_about_contents_is_caught():
    found = contradictions(PROBLEM, home(apple_1="kitchen_1", box_1="kitchen_1", book_1="in box_1"))
    assert found == ("the problem keeps quiet that (inside book_1 box_1) at the start",)


def test_saying_in_which_room_contents_are_is_no_contradiction():
    problem = PROBLEM.replace("(:init", "(:init (inside apple_1 box_1)")
    assert contradictions(problem, home(apple_1="in box_1", box_1="kitchen_1")) == ()


# ---------------------------------------------------------------- conditions


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
WALK = SkillCall("move_to", ("robot", "kitchen_1", "hall_2"))


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


# ---------------------------------------------------------------- judging


FEWER = Relaxation(RelaxationKind.LOWER_COUNT, "3 apples", "2 apples", ("there are only 2",), 1.0)
OTHER = Relaxation(RelaxationKind.CHANGE_PLACE, "the box", "the hall", ("no box",), 1.0)
THREE = Specification(
    (Gathered(BOX, (Quantified(APPLES, 3),)),),
    shortage="only 2 apples",
    alternatives=(Alternative((Gathered(BOX, (Quantified(APPLES),)),), frozenset({RelaxationKind.LOWER_COUNT})),),
)
BOTH_IN = end("inside apple_1 box_1", "inside apple_2 box_1")


def test_a_relaxed_end_is_not_strictly_satisfied():
    assert strictly_satisfied(THREE, BOTH_IN, TWO_APPLES) == ["only 2 of 3 wanted: apple"]


def test_a_relaxation_that_was_told_and_reached_is_acceptable():
    assert acceptable(THREE, [FEWER], BOTH_IN, TWO_APPLES) == []


@pytest.mark.parametrize("told", [[], [OTHER]])
def test_a_change_that_was_not_told_is_not_acceptable(told):
    assert acceptable(THREE, told, BOTH_IN, TWO_APPLES) == ["no lower_count was told"]


def test_less_than_an_alternative_is_not_acceptable():
    assert acceptable(THREE, [FEWER], end("inside apple_1 box_1"), TWO_APPLES) == ["apple_2 is not inside box_1"]


def test_less_than_was_possible_is_not_acceptable_whatever_was_told():
    possible = Specification((Gathered(BOX, (Quantified(APPLES, 2),)),))
    assert acceptable(possible, [FEWER], end("inside apple_1 box_1"), TWO_APPLES)[0].startswith("all that was asked")
    assert acceptable(possible, [FEWER], BOTH_IN, TWO_APPLES) == []


def test_where_only_a_refusal_is_right_no_plan_is_acceptable():
    pears = Specification((Gathered(BOX, (Quantified(Things(("pear",))),)),), shortage="no pear", may_refuse=True)
    assert acceptable(pears, [FEWER], BOTH_IN, TWO_APPLES)[0] == "only a refusal would be right"


# ---------------------------------------------------------------- specifications


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


# ---------------------------------------------------------------- validation


def test_a_right_plan_is_accepted():
    assert rejection(DOMAIN, PROBLEM, (GRAB, PUT_IN)) == ""


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ((PUT_IN,), "not valid at"),
        ((GRAB,), "not valid: unsatisfied goals"),
        ((SkillCall("fly", ("robot",)),), "does not parse"),
        ((SkillCall("grab", ("robot", "pear_9", "kitchen_1")),), "does not parse"),
    ],
)
def test_a_wrong_plan_is_rejected_with_the_reason(steps, why):
    assert why in rejection(DOMAIN, PROBLEM, steps)


def test_the_condition_of_a_derived_predicate_is_enforced():
    full = PROBLEM.replace("apple_1 - thing", "apple_1 book_1 - thing").replace(
        "(:init", "(:init (inside book_1 box_1)"
    )
    assert rejection(DOMAIN, full, (GRAB, PUT_IN)).startswith("not valid at")


def test_a_problem_that_does_not_parse_rejects_the_plan():
    assert "does not parse" in rejection(DOMAIN, PROBLEM.replace("(:goal (inside", "(:goal (above"), (GRAB, PUT_IN))
    assert "does not parse" in rejection(DOMAIN, "", (GRAB, PUT_IN))


# ---------------------------------------------------------------- Fast Downward


@needs_fast_downward
@pytest.mark.parametrize("configuration", fast_downward.CONFIGURATIONS)
def test_fast_downward_finds_the_plan_that_the_validator_accepts(configuration):
    result = fast_downward.solve(fast_downward.driver(), DOMAIN, PROBLEM, configuration, 60.0)
    assert result.steps == (GRAB, PUT_IN)
    assert result.cpu_s > 0


@needs_fast_downward
def test_fast_downward_tells_what_cannot_be_solved_from_what_it_did_not_solve():
    locked = PROBLEM.replace("(at box_1 kitchen_1)", "")
    assert fast_downward.solve(fast_downward.driver(), DOMAIN, locked, "lama-first", 60.0).status == "unsolvable"
    assert fast_downward.solve(fast_downward.driver(), DOMAIN, PROBLEM, "lama-first", 1e-3).status == "timeout"


# ---------------------------------------------------------------- judging a run

HOME = home(apple_1="kitchen_1", box_1="kitchen_1")
IN_BOX = Specification((Gathered(BOX, (Quantified(APPLES),)),))
TWO_IN_BOX = Specification(
    (Gathered(BOX, (Quantified(APPLES, 2),)),),
    shortage="only 1 apple",
    alternatives=(Alternative(IN_BOX.demanded, frozenset({RelaxationKind.LOWER_COUNT})),),
)
NO_PEAR = Specification((Gathered(BOX, (Quantified(Things(("pear",))),)),), shortage="no pear", may_refuse=True)
GOOD = PlanRun(Outcome(), (GRAB, PUT_IN), problem=PROBLEM)
TOLD = PlanRun(Outcome(), (GRAB, PUT_IN), (FEWER,), PROBLEM)
NO = PlanRun(Outcome(FailureCause.NOTHING_ACCEPTABLE, "There is no pear."))


@pytest.fixture
def task(tmp_path) -> BenchmarkTask:
    domain = tmp_path / "domain.pddl"
    domain.write_text(DOMAIN)
    return BenchmarkTask("general/x/y", "general", "x", "y", "put it in", "kitchen_1", None, tmp_path / "x", domain)


def test_a_plan_that_does_what_was_asked_is_the_best_answer(task):
    judged = judge(task, IN_BOX, HOME, GOOD, 0.5)
    assert (judged.success, judged.strict, judged.apt, judged.claim) == (True, True, True, Claim.MET)
    assert not (judged.false_claim or judged.needless_relaxation or judged.wrong_refusal)
    assert (judged.length, judged.cpu_s) == (2, 0.5)


def test_a_goal_that_was_changed_without_a_word_is_a_false_claim(task):
    judged = judge(task, TWO_IN_BOX, HOME, GOOD, 0.0)
    assert judged.success
    assert judged.false_claim
    assert judged.silent_relaxation
    assert not judged.apt


def test_less_than_was_possible_is_a_false_claim_but_no_silent_change(task):
    grabbed = PROBLEM.replace("(:goal (inside apple_1 box_1))", "(:goal (is-holding robot apple_1))")
    judged = judge(task, IN_BOX, HOME, PlanRun(Outcome(), (GRAB,), problem=grabbed), 0.0)
    assert judged.success
    assert judged.false_claim
    assert not judged.silent_relaxation


def test_a_change_that_was_needed_and_told_is_apt(task):
    judged = judge(task, TWO_IN_BOX, HOME, TOLD, 0.0)
    assert (judged.apt, judged.strict, judged.claim, judged.cost) == (True, False, Claim.RELAXED, 1.0)
    assert judged.kinds == ("lower_count",)


def test_a_change_that_was_not_needed_is_counted_and_not_apt(task):
    judged = judge(task, IN_BOX, HOME, TOLD, 0.0)
    assert judged.needless_relaxation
    assert judged.strict
    assert not judged.apt


def test_a_reasoned_refusal_is_apt_only_where_nothing_else_is(task):
    assert judge(task, NO_PEAR, HOME, NO, 0.0).apt
    assert not judge(task, NO_PEAR, HOME, GOOD, 0.0).apt
    for spec in (IN_BOX, TWO_IN_BOX):
        judged = judge(task, spec, HOME, NO, 0.0)
        assert judged.wrong_refusal
        assert not judged.apt


@pytest.mark.parametrize("cause", [FailureCause.PLANNING_TIMEOUT, FailureCause.NOT_UNDERSTOOD])
def test_a_timeout_is_no_reasoned_refusal(task, cause):
    judged = judge(task, NO_PEAR, HOME, PlanRun(Outcome(cause, "no")), 0.0)
    assert judged.wrong_refusal
    assert not judged.apt


@pytest.mark.parametrize(("steps", "changes_nothing"), [((WALK, WALK), True), ((WALK, GRAB), False), ((), False)])
def test_a_plan_of_moves_alone_changes_nothing(task, steps, changes_nothing):
    judged = judge(task, IN_BOX, HOME, PlanRun(Outcome(), steps, problem=PROBLEM), 0.0)
    assert judged.changes_nothing == changes_nothing


@pytest.mark.parametrize(
    ("run", "fault"),
    [
        (NO, "There is no pear."),
        (PlanRun(Outcome(), problem=PROBLEM), "the plan is empty"),
        (
            PlanRun(Outcome(), (SkillCall("grab", ("robot", "pear_9", "kitchen_1")),), problem=PROBLEM),
            "'pear_9' is not",
        ),
        (PlanRun(Outcome(), (PUT_IN,), problem=PROBLEM), "not valid at"),
        (PlanRun(Outcome(), (GRAB, PUT_IN), problem="(define"), "does not parse"),
        (
            PlanRun(Outcome(), (GRAB,), problem=PROBLEM.replace("(:init", "(:init (inside apple_1 box_1)")),
            "begins with",
        ),
    ],
)
def test_what_is_no_success_says_why_and_meets_nothing(task, run, fault):
    judged = judge(task, IN_BOX, HOME, run, 0.0)
    assert fault in " ".join(judged.faults)
    assert not judged.success
    assert not judged.strict


# ---------------------------------------------------------------- counting


def judged(family: str = "general", **changes) -> Judgement:
    values = {
        "task": "t",
        "family": family,
        "attainable": True,
        "claim": Claim.MET,
        "refused_with_reason": False,
        "refusal_allowed": False,
        "faults": (),
        "unmet": (),
        "unacceptable": (),
        "kinds": (),
        "cost": 0.0,
        "length": 4,
        "changes_nothing": False,
        "cause": "success",
        "message": "",
        "stages_s": (0.1, 0.2, 0.3),
        "cpu_s": 1.0,
    }
    return Judgement(**(values | changes))


def test_rates_over_all_are_the_mean_of_the_families_and_numbers_their_sum():
    lied = judged("laundry", unmet=("x",), attainable=False)
    summaries = summarise([judged(), judged(), judged(), lied])
    assert [s.name for s in summaries] == ["general", "laundry", "all"]
    assert [s.strict for s in summaries] == [100.0, 0.0, 50.0]
    assert [s.silent for s in summaries] == [0, 1, 1]
    assert summaries[-1].tasks == 4


def test_length_is_of_successes_and_cost_of_told_changes_only():
    failed = judged(faults=("no",), length=0)
    changed = judged(claim=Claim.RELAXED, kinds=("drop", "drop"), cost=3.0, attainable=False, length=8)
    (general, _) = summarise([judged(), failed, changed])
    assert (general.length, general.cost, general.kinds) == (6.0, 3.0, {"drop": 2})


def test_successes_that_only_move_the_robot_are_told():
    walked = judged(changes_nothing=True)
    (general, _) = summarise([judged(), walked, judged(changes_nothing=True, faults=("no",))])
    assert general.walks == 1


def test_of_nothing_there_is_no_summary():
    assert summarise([]) == ()


@given(st.lists(st.floats(0, 1e3), min_size=1), st.integers(0, 100))
def test_a_percentile_is_the_smallest_value_that_covers_so_many(values, percent):
    found = percentile(values, percent)
    assert found in values
    assert 100 * sum(v <= found for v in values) >= percent * len(values)
    smaller = [v for v in values if v < found]
    assert not smaller or 100 * len(smaller) < percent * len(values)


def test_tables_have_one_row_a_family_and_tell_what_is_not_there():
    text = markdown(summarise([judged(faults=("no",))]))
    lines = text.splitlines()
    assert lines[2].startswith("| general | 1 | 0.0 % |")
    assert "| none | - | - | 1000.0 ms |" in text


def test_other_planners_are_told_with_what_they_did_not_solve():
    results = {
        "x": {
            "a": fast_downward.FastDownwardResult("solved", (GRAB,), 0.25),
            "b": fast_downward.FastDownwardResult("timeout"),
        }
    }
    rows = compared([judged(faults=("no",))], results).splitlines()
    assert rows[2] == "| this planner | 0 | none | - | - | - |"
    assert rows[3] == "| x | 1 | timeout 1 | 1.0 | 250.0 ms | 250.0 ms |"


# ---------------------------------------------------------------- the runner


@pytest.mark.parametrize("name", ["nowhere.at_all:plan", "json:no_such_function", "json", ""])
def test_a_planner_that_cannot_be_had_is_told(name):
    with pytest.raises(PlannerError, match="expected module:function"):
        find_planner(name)


@needs_data
def test_a_planner_is_given_instruction_graph_and_domain_and_judged():
    task = next(t for t in load_tasks(data_folder()) if t.id == "general/Marstons/problem_8")
    seen = []

    def refuse(given, spec, graph):
        seen.append((given.instruction, graph.room_of("robot"), given.domain_path.name))
        return NO

    run, verdict = answer(task, refuse)
    assert (run, verdict.apt) == (NO, True)
    assert seen == [(task.instruction, task.start_room, "general-domain.pddl")]


@needs_fast_downward
@pytest.mark.parametrize(
    "name",
    cases_of(
        data_folder(),
        [
            "general/Marstons/problem_1",
            "general/Markleeville/problem_9",
            "house_cleaning/Parole/problem_4",
            "laundry/Kemblesville/problem_2",
            "office_setup/Parole/problem_4",
            "pc_assembly/Parole/problem_3",
            "dining_setup/Parole/problem_2",
        ],
    ),
)
def test_goals_written_by_hand_reach_what_is_demanded(name):
    task = next(t for t in load_tasks(data_folder()) if t.id == name)
    _, verdict = answer(task, find_planner("reference"))
    assert verdict.apt, (verdict.faults, verdict.unacceptable)
