# SPDX-License-Identifier: Apache-2.0
"""A look that only labels say: "the red ones" of wine bottles are those that are labelled red wine bottle.

Where a thing of the kind is stated to look so, that one is meant; where two labels say it, it is not clear which.
"""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology.words import plural, spaced
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name


def looks_in_labels(words: Words, reader: SentenceReader) -> Words:
    """The words with the whole name of such things."""
    for at in range(1, len(words) - 1):
        if words[at - 1] not in lx.DEFINITE | {"all"} or reader.book.adjectives.attribute(words[at]) is None:
            continue
        alone = words[at + 1] in lx.ONES
        name = _kind_before(words, at, reader) if alone else reader.names.match(words, at + 1)
        if name is None or reader.names.is_place(name) or (not alone and name.node_id is not None):
            continue
        called = _called(words[at], name.concept or "", reader)
        if called:
            is_plural = words[at + 1] == "ones" if alone else name.is_plural
            noun = spaced(called).split()
            noun = [*noun[:-1], plural(noun[-1])] if is_plural else noun
            behind = words[at + 1 + (1 if alone else name.length) :]
            if (said := (*words[:at], *noun, *behind)) != words:
                return looks_in_labels(said, reader)
    return words


def _kind_before(words: Words, at: int, reader: SentenceReader) -> Name | None:
    """The last name of things before "the red ones" in a sentence, or in the one before it."""
    begin = sentence_begin(words, at)
    i = sentence_begin(words, begin - 1) if begin else 0
    found: Name | None = None
    while i < at:
        name = reader.names.match(words, i)
        is_kind = name is not None and not reader.names.is_place(name) and not reader.names.is_person(name)
        found = name if is_kind else found
        i += name.length if name is not None else 1
    return found


def _called(look: str, concept: str, reader: SentenceReader) -> str:
    """The only label of things of a kind whose first word is a look, if none of the kind is stated to look so."""
    is_a, head = reader.names.ontology.is_a, concept.rpartition("_")[2]
    objects = reader.names.graph.of_kind(NodeKind.OBJECT)
    of_kind = [n for n in objects if is_a(n.label, concept) or n.label.endswith(f"_{concept}")]
    if any(look in node.attributes for node in of_kind):
        return ""
    labels = {n.label for n in of_kind if n.label.startswith(f"{look}_") and n.label.count("_") > 1}
    return labels.pop() if len(labels) == 1 and min(labels).endswith(f"_{head}") else ""
