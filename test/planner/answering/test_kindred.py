# SPDX-License-Identifier: Apache-2.0
"""What is told of things of the kind that was asked about, and that look otherwise or of which nobody knows."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import told


@pytest.mark.parametrize(
    ("where", "asked", "begins"),
    [
        ("living", "Which lamps are on?", "I know of table lamp 1."),
        ("flat", "Which lamps are on?", "I know of no lamps that are on. Floor lamp 1 is off."),
        ("dining", "Which tables are dirty?", "I do not know whether table 1, table 2 and table 3 are dirty."),
        ("dining", "How many tables are empty?", "I know of 1: table 3."),
        ("dining", "Which table is empty?", "I know of table 3."),
        ("dining", "Which mugs are clean?",
         "I know of no mugs that are clean. Mug 1 is dirty and of mug 2 and mug 3 I do not know."),
        ("dining", "Is there a clean glass?", "I do not know whether glass 1, glass 2 and glass 3 are clean."),
        ("dining", "Is there a clean plate?", "Yes, plate 1 and plate 2 are on table 1"),
        ("dining", "Which apples are red?", "I know of apple 1."),
        ("dining", "Is there a yellow apple?", "I know of no yellow apple. Apple 1 is red and apple 2 is green."),
        ("dining", "Which mugs are dirty?", "I know of mug 1. Of mug 2 and mug 3 I do not know."),
    ],
)  # fmt: skip
def test_what_looks_otherwise_is_told(where, asked, begins):
    assert told(where, asked).startswith(begins)
