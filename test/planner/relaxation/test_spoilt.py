# SPDX-License-Identifier: Apache-2.0
"""What is spoilt stands in for nothing, and what is dirty for nothing of another class."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done


@pytest.mark.parametrize("said", ["Bring me a pear", "Bring me a snack", "Bring me a dessert"])
def test_nothing_spoilt_stands_in(said):
    assert done("flat", said) == {"hand_over(apple_1, person_1)"}, "banana 1 is nearer, and rotten"


def test_what_is_asked_for_as_spoilt_is_taken():
    assert done("flat", "Put the rotten banana in the trash can") == {"put_inside(banana_1, trash_can_1)"}


def test_nothing_dirty_stands_in_for_another_class():
    put = {f"put_on(paper_plate_{n}, terrace_table_1)" for n in (1, 2, 3)}
    assert done("party", "Bring four paper plates to the terrace table") == put, "the plate is dirty"
