# SPDX-License-Identifier: Apache-2.0
"""What is brought to a room goes where such things usually are, else on a table, else on other furniture."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "Bring the pillow to the living room", "put_on(pillow_1, sofa_1)"),
        ("flat", "Bring the milk to the living room", "put_on(milk_carton_1, coffee_table_1)"),
        ("flat", "Bring the milk to the bedroom", "put_on(milk_carton_1, nightstand_1)"),
        ("office", "Bring pen 3 to the open office", "put_on(pen_3, desk_3)"),
    ],
)
def test_it_goes_on_what_people_put_it_on(where, said, goes):
    assert done(where, said) == {goes}
    assert result_of(where, said).account.exact
