# SPDX-License-Identifier: Apache-2.0
"""What is asked for in a glass or on a plate, where nothing is called so: of "a glass of milk" the milk is brought.

That no use was made of the glass is told: nothing is poured for it.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_SERVED_IN = frozenset("glass cup mug bowl plate jug pitcher shot tumbler saucer dish platter teacup beaker".split())
_KINDS = ("food", "drink")


@needs({"of"})
def served_in(words: Words, reader: SentenceReader) -> Words:
    """The words with "some milk" for "a glass of milk"."""
    for at in range(1, len(words) - 2):
        one = words[at].removesuffix("es") if words[at].endswith("sses") else words[at].removesuffix("s")
        vessel = words[at] if words[at] in _SERVED_IN else one
        if vessel not in _SERVED_IN or words[at + 1] != "of" or words[at - 1] not in lx.ARTICLES | lx.NUMBERS.keys():
            continue
        whole, name = reader.names.match(words, at), reader.names.match(words, at + 2)
        if name is None or (whole is not None and whole.length > 2) or reader.names.is_place(name):
            continue
        if any(reader.names.ontology.is_a(name.concept or "", kind) for kind in _KINDS):
            return served_in((*words[: at - 1], "some", *words[at + 2 :]), reader)
    return words
