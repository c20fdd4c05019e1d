# SPDX-License-Identifier: Apache-2.0
"""Refusals help: what was understood, which words were not, and nothing is suggested that only looks alike."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("Please entertain the children", "entertain"),
        ("Can you handle the groceries?", "handle"),
        ("babysit Emma", "babysit"),
        ("Fix the dripping tap", "fix"),
        ("Frobnicate it", "frobnicate"),
        ("as for the apple", "as"),
        ("jog around the block", "jog"),
        ("please hum a tune for me", "hum"),
        ("yodel", "yodel"),
    ],
)
def test_an_unknown_deed_is_named_in_the_words_of_the_speaker(said, text, unknown):
    refusal = said(text)
    assert isinstance(refusal, Refusal)
    assert f"'{unknown}" in refusal.message
    assert "the end of the sentence" not in refusal.message


@pytest.mark.parametrize(("text", "verb"), [("brng the apple to table_2", "bring"), ("opne it", "open")])
def test_a_deed_that_is_nearly_written_as_a_known_one_is_suggested_or_read_so(said, text, verb):
    found = said(text)
    if isinstance(found, Refusal):
        assert verb in found.candidates or "stands for" in found.message
    else:
        assert any(verb in note for note in found.notes)


@pytest.mark.parametrize("text", ["clean up after dinner", "put my underclothing in the cabinet", "take out the dog"])
def test_nothing_is_suggested_that_has_no_sense_in_common(said, text):
    refusal = said(text)
    assert isinstance(refusal, Refusal)
    assert not {"water dispenser", "paint thinner", "log"} & set(refusal.candidates)
    assert "under clothing" not in refusal.message


def test_after_a_switch_that_says_no_state_it_is_asked(said):
    assert said("flip the lamp").candidates == ("on", "off")
