# SPDX-License-Identifier: Apache-2.0
"""What is spoilt stands in for nothing."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done


@pytest.mark.parametrize("said", ["Bring me a pear", "Bring me a snack", "Bring me a dessert"])
def test_nothing_spoilt_stands_in(said):
    assert done("flat", said) == {"hand_over(apple_1, person_1)"}, "banana 1 is nearer, and rotten"


def test_what_is_asked_for_as_spoilt_is_taken():
    assert done("flat", "Put the rotten banana in the trash can") == {"put_inside(banana_1, trash_can_1)"}
