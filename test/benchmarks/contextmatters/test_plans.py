# SPDX-License-Identifier: Apache-2.0
"""ContextMatters: problems and plans as text, how a plan ends, and whether it is valid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.contextmatters import fast_downward
from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.derived import without_derived
from makedo_eval.contextmatters.end_state import contradictions, end_state
from makedo_eval.contextmatters.expressions import PddlTextError, parse, variables, write
from makedo_eval.contextmatters.pddl_validation import rejection

from .conftest import DOMAIN, GRAB, PROBLEM, PUT_IN, home, needs_fast_downward


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
