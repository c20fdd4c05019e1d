# SPDX-License-Identifier: Apache-2.0
"""The skill catalogue is consistent in itself."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.facts import ELSEWHERE
from makedo_core.skills import COMMON_CAUSES, FLUENTS, SKILLS, Literal, Predicate

EVERY = pytest.mark.parametrize("skill", SKILLS.values(), ids=SKILLS.keys())


@EVERY
def test_conditions_and_effects_speak_of_parameters_only(skill):
    known = {p.name for p in skill.parameters}
    for literal in (*(x for clause in skill.preconditions for x in clause), *skill.invariants):
        assert set(literal.terms) <= known
    for effect in skill.effects:
        assert set(effect.terms) <= known | ({ELSEWHERE} if effect.negated else set())


@EVERY
def test_effects_change_fluents_and_do_not_contradict_each_other(skill):
    assert skill.effects
    assert all(effect.predicate in FLUENTS for effect in skill.effects)
    assert not {~effect for effect in skill.effects} & set(skill.effects)


@EVERY
def test_invariants_hold_at_the_start(skill):
    assert all((invariant,) in skill.preconditions for invariant in skill.invariants)


@EVERY
def test_every_skill_says_in_plain_words_what_it_does_and_what_can_go_wrong(skill):
    arguments = tuple(f"thing_{i}" for i in range(len(skill.parameters)))
    told = skill.describe(arguments)
    assert all(f"thing {i}" in told for i in range(len(arguments)))
    assert skill.causes


@EVERY
def test_what_every_skill_may_fail_with_is_told_once(skill):
    assert not COMMON_CAUSES & set(skill.causes) and len(set(skill.causes)) == len(skill.causes)
    assert all(skill.may_fail_with(cause) for cause in (*COMMON_CAUSES, *skill.causes))
    assert not skill.may_fail_with(FailureCause.NOT_UNDERSTOOD)


@EVERY
def test_a_wrong_number_of_arguments_names_what_is_expected(skill):
    with pytest.raises(ValueError, match="arguments"):
        skill.binding(("a", "b", "c"))


def test_every_fluent_but_the_derived_one_is_changed_by_some_skill():
    made = {e.predicate for s in SKILLS.values() for e in s.effects if not e.negated}
    assert made == FLUENTS - {Predicate.CLEAR, Predicate.UPSIDE_DOWN, Predicate.FULL}
    assert {e.predicate for s in SKILLS.values() for e in s.effects if e.negated} >= {Predicate.UPSIDE_DOWN}


def test_a_literal_binds_and_turns_round():
    literal = Literal(Predicate.ON, ("?object", "?asset"))
    assert str(~literal.bind({"?object": "cup_1", "?asset": "table_1"})) == "not on(cup_1, table_1)"
    assert ~~literal == literal
