# SPDX-License-Identifier: Apache-2.0
"""What says nothing around an order: fillers, softeners, manners, and clauses that only ask."""

from __future__ import annotations

import pytest

from planner_node.language.phrasebook import PhrasebookError, load_phrasebook


@pytest.mark.parametrize(
    "text",
    [
        "Hey robot, could you maybe be so kind as to {}?",
        "If you don't mind, {}",
        "When you get a chance, {}.",
        "{} whenever you have a moment",
        "I was wondering whether you could {}",
        "I was wondering if you might {}, please",
        "ok so basically I need you to {}",
        "Would it be possible to {}?",
        "Do me a favour and {}",
        "Go ahead and {}",
        "um, well, {}",
        "Your task is to {}",
        "Let's {}",
        "Sorry to bother you, but I need you to {}",
        "I hate to ask, but would you {}",
        "It would help me a lot if you {}",
        "You might want to {}",
        "{}, will you?",
        "{}, right?",
        "Be a dear and {}, thanks a lot.",
        "here's the thing: {}",
        "I guess you could {}, if that's ok",
    ],
)
@pytest.mark.parametrize("order", ["open the fridge", "put the apple and the mug on table 2"])
def test_an_order_stays_what_it_is_whatever_stands_around_it(means, text, order):
    assert means(text.format(order)) == means(order)


def test_a_word_at_the_end_that_says_where_is_no_manners(said):
    assert "right" in said("put the cup to the right").message


def test_when_it_is_to_be_so_by_is_told_to_be_left_aside(said):
    request = said("the lamp must be on when I come home")
    assert any("when i come home" in note for note in request.notes)


def test_a_phrase_of_a_file_may_hold_choices(tmp_path):
    file = tmp_path / "words.yaml"
    file.write_text("sentences: {softeners: ['(be a lamb|be a pet) and (also|)']}")
    found = set(load_phrasebook(file).sentences.softeners)
    assert {"be a lamb and", "be a pet and", "be a lamb and also"} <= found
    file.write_text("sentences: {softeners: ['(be a lamb and']}")
    with pytest.raises(PhrasebookError, match="bracket"):
        load_phrasebook(file)
