# SPDX-License-Identifier: Apache-2.0
"""What is told besides asks for nothing; what could limit, forbid or ask is never taken for it."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal

_ORDER = "put the vase on table_1"


@pytest.mark.parametrize(
    "text",
    [
        "The kids come home soon, so {}",
        "My mother is visiting this afternoon and she loves flowers, so {}",
        "I know it's late, but could you {}?",
        "Listen, we've had a long day. Just {}, will you?",
        "As you know, Tom hates clutter. {}.",
        "Quick, the guests are here! {}!",
        "Since we are having lunch in the living room, {}",
        "{}. We are going to paint the wall.",
        "I love flowers. {}",
        "It was such a nice evening, so {}",
        "ok, it is late, {}",
    ],
)
def test_an_order_stays_what_it_is_and_a_note_says_what_was_left_aside(said, means, text):
    assert means(text.format(_ORDER)) == means(_ORDER)
    assert any("something to know" in note for note in said(text.format(_ORDER)).notes)


@pytest.mark.parametrize(
    "text",
    [
        "The kids should not eat sugar, so {}",
        "You know nothing may fall. {}",
        "the lamp is on turn it off. {}",
        "Fluff the pillows. {}",
        "The plant needs to be watered. {}",
        "everybody gets a cup. {}",
        "everything else that is clothing in the wardrobe. {}",
        "all that is green into the crate. {}",
    ],
)
def test_what_may_limit_or_ask_is_not_left_aside(said, means, text):
    request = said(text.format(_ORDER))
    assert isinstance(request, Refusal) or (request.clauses, request.stages) != means(_ORDER)


def test_what_is_only_told_asks_for_nothing(said):
    refusal = said("We bought new chairs yesterday.")
    assert isinstance(refusal, Refusal)
    assert "new chairs" in refusal.message


def test_which_of_several_is_meant_is_not_told_besides(said):
    assert isinstance(said("put apple_1 or apple_2 on table_1, whichever is clean"), Refusal)
