# SPDX-License-Identifier: Apache-2.0
"""Lasting properties from a one-line description, e.g. "Red apple made of fruit, used for eating" -> red.

Only words of three closed lists count. A description is free text, often written by a language model, and half of its
adjectives are praise.
"""

from __future__ import annotations

import re

_COLOURS = frozenset(
    "beige black blue brown clear cream crimson gold golden green grey orange pink purple red silver striped white "
    "yellow".split()
)
_MATERIALS = frozenset(
    "aluminium cardboard ceramic clay cotton denim fabric glass latex leather linen metal nylon paper plastic "
    "porcelain rubber silicon steel wood wool".split()
)
_CONDITIONS = frozenset("broken clean closed dirty empty full open rotten rotting rusty used".split())
_SPELLINGS = {"gray": "grey", "aluminum": "aluminium", "wooden": "wood", "stripes": "striped"}
_WORD = re.compile(r"[a-z]+")
_USE = re.compile(r",?\s*used\s+(?:for|to)\b.*$", re.DOTALL)


def attributes_of(class_name: str, description: str) -> frozenset[str]:
    """Colours, materials and conditions that a class name and a description state.

    Colours and conditions are looked for before "made of", materials after it; what follows "used for" is about other
    things ("used for holding clear liquids").
    """
    stated, _, substance = _USE.sub("", description.lower()).partition("made of")
    before = _words(stated)
    named = _words(class_name.lower())
    return frozenset((before & _COLOURS) | ((before | named) & _CONDITIONS) | (_words(substance) & _MATERIALS))


def _words(text: str) -> frozenset[str]:
    return frozenset(_SPELLINGS.get(word, word) for word in _WORD.findall(text))
