# SPDX-License-Identifier: Apache-2.0
"""How many are meant, told behind the order."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("party", "put wine on the buffet table, one bottle", {"wine_bottle_1": "buffet_table_1"}),
        ("party", "put beer on the buffet table, two cans",
         {"beer_can_2": "buffet_table_1", "beer_can_3": "buffet_table_1"}),
        ("party", "get soda to the buffet table - one can", {"soda_can_1": "buffet_table_1"}),
        ("party", "I'd like beer on the buffet table. Two cans.",
         {"beer_can_2": "buffet_table_1", "beer_can_3": "buffet_table_1"}),
        ("dining", "put bread on table 3, one loaf", {"bread_1": "table_3"}),
        ("dining", "bring apples to table 2, two pieces", {"apple_1": "table_2", "apple_2": "table_2"}),
        ("dining", "set out glasses on table 3, a couple", {"glass_1": "table_3", "glass_2": "table_3"}),
        ("dining", "put forks on table 3. Two are enough.", {"fork_1": "table_3", "fork_2": "table_3"}),
        ("dining", "put forks on table 3, two of them will do", {"fork_1": "table_3", "fork_2": "table_3"}),
    ],
)  # fmt: skip
def test_an_amount_behind_the_order_is_of_its_thing(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "put one fork on table 3, one spoon on table 1", {"fork_1": "table_3", "spoon_1": "table_1"}),
        ("dining", "put all forks on table 3, two spoons on table 1",
         {"fork_1": "table_3", "fork_2": "table_3", "fork_3": "table_3", "spoon_1": "table_1", "spoon_2": "table_1"}),
    ],
)  # fmt: skip
def test_an_amount_of_something_else_is_left_alone(where, said, goes):
    assert moved(planned(where, said)) == goes
