# SPDX-License-Identifier: Apache-2.0
"""A condition on what the order behind it changes: "shut the window and, if it's on, turn off the lamp".

A window is not on: the lamp is meant, and the first order holds in any case.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_IT_IS = {("it's",): "is", ("it", "is"): "is", ("they're",): "are", ("they", "are"): "are"}
_UNDOING = {
    "on": (("turn", "off"), ("switch", "off")),
    "off": (("turn", "on"), ("switch", "on")),
    "open": (("close",), ("shut",)),
    "closed": (("open",),),
    "shut": (("open",),),
}
_JOINTS = frozenset({",", "and", "then", "also"})


@needs({"if"})
def its_own_state(words: Words, reader: SentenceReader) -> Words:
    """The words with a sentence of its own for the condition, and with the name of what it is about."""
    for at in range(2, len(words) - 4):
        it = next((i for i in _IT_IS if words[at + 1 : at + 1 + len(i)] == i), None) if words[at] == "if" else None
        if it is None or words[at - 1] not in _JOINTS | ENDS:
            continue
        state = at + 1 + len(it)
        order = state + 1 + (words[state + 1 : state + 2] == (",",))
        verbs = _UNDOING.get(words[state], ()) if state < len(words) else ()
        verb = next((v for v in verbs if words[order : order + len(v)] == v), None)
        thing = _thing(words, order + len(verb), reader) if verb is not None else ()
        before = words[:at]
        while before and before[-1] in _JOINTS:
            before = before[:-1]
        if not thing or not before:
            continue
        end = sentence_end(words, order)
        stop = () if before[-1] in ENDS else (".",)
        said = ("if", *thing, _IT_IS[it], words[state], ",", *words[order:end])
        return its_own_state((*before, *stop, *said, *words[end:]), reader)
    return words


def _thing(words: Words, at: int, reader: SentenceReader) -> Words:
    """A definite thing that is named there; empty: none is."""
    if words[at : at + 1] == () or words[at] not in lx.DEFINITE:
        return ()
    name = reader.names.match(words, at + 1)
    return words[at : at + 1 + name.length] if name is not None else ()
