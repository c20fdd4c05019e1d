# SPDX-License-Identifier: Apache-2.0
"""What stays as it is, of several: "leave the lights on" is said of those that are on, and turns on no other."""

from __future__ import annotations

from makedo_core.graph.scene_graph import State
from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_LEAVING = frozenset({"leave", "keep"})
_STATES = {"on": State.ON, "off": State.OFF, "open": State.OPEN, "closed": State.CLOSED, "shut": State.CLOSED}


@needs(_LEAVING)
def left_so(words: Words, reader: SentenceReader) -> Words:
    """With the names of those that are so in place of a plural, where others are not."""
    for at in range(len(words) - 3):
        if words[at] not in _LEAVING or words[at + 1] not in ("the", "my", "our"):
            continue
        name = reader.names.match(words, at + 2)
        end = at + 2 + (name.length if name is not None else 0)
        state = _STATES.get(words[end]) if end < len(words) else None
        if name is None or name.concept is None or not name.is_plural or state is None:
            continue
        is_a = reader.names.ontology.is_a
        kind = [n for n in reader.names.graph if is_a(n.label, name.concept) and n.states & set(_STATES.values())]
        so = [n for n in kind if state in n.states]
        if so and len(so) < len(kind) and is_clause_end(words, end + 1, reader):
            reader.turned.add(words[at + 2 : end])
            listed = (word for i, n in enumerate(so) for word in (*(("and",) if i else ()), n.id))
            return left_so((*words[: at + 1], *listed, *words[end:]), reader)
    return words
