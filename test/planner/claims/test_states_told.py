# SPDX-License-Identifier: Apache-2.0
"""Groups that are told by a state: what is known to be otherwise belongs to none."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, told


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("office", "Turn off every lamp that's still on.", {"turn_off(desk_lamp_2)"}),
        ("office", "Turn off all the lamps that are on.", {"turn_off(desk_lamp_2)"}),
        ("office", "Turn off all lamps that are on in the open office.", {"turn_off(desk_lamp_2)"}),
        ("office", "Turn off all lamps in the open office that are on.", {"turn_off(desk_lamp_2)"}),
        ("living", "Turn on the lamp in the living room that is off.", {"turn_on(floor_lamp_1)"}),
        ("living", "Turn on every lamp that is off.", {"turn_on(floor_lamp_1)", "turn_on(night_light_1)"}),
    ],
)
def test_what_is_known_to_be_in_the_other_state_is_not_left_out(where, said, calls):
    assert done(where, said) == calls
    assert told(where, said).endswith("This is exactly what was asked for.")
