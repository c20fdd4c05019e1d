# SPDX-License-Identifier: Apache-2.0
"""What a place is looked at for: "check the fridge for milk, and if there's some, put it on the table"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end
from planner_node.language.words.verbs import Verb

_SOME = (("some",), ("any",), ("one",), ("anything",), ())
_IF = (("if", "there", "is"), ("if", "there's"), ("if", "there", "are"), ("if", "you", "find"), ("if", "you", "see"))
_JOINTS = ENDS | {",", "and", "then"}


@needs({"for"})
def checked_for(words: Words, reader: SentenceReader) -> Words:
    """The words with the thing and the place in the condition."""
    for at in range(len(words) - 6):
        verb = reader.book.said_verbs.find(words, at) if at == 0 or words[at - 1] in _JOINTS else None
        if verb is None or verb.value.verb is not Verb.LOOK:
            continue
        place = at + verb.length
        end = named_place_end(words, place, reader)
        if end <= place or words[end : end + 1] != ("for",):
            continue
        stop = next((i for i in range(end + 1, len(words)) if words[i] in _JOINTS), len(words))
        thing = words[end + 1 : stop]
        case = stop
        while case < len(words) and words[case] in _JOINTS:
            case += 1
        said = next((i for i in _IF if words[case : case + len(i)] == i), None)
        if said is None or not is_thing(thing, reader):
            continue
        behind = case + len(said)
        some = next(s for s in _SOME if words[behind : behind + len(s)] == s)
        behind += len(some)
        if words[behind : behind + 1] == (",",):
            reader.turned.update((words[at : end + 1], some))
            return (*words[:at], "if", "there", "is", *thing, "at", *words[place:end], *words[behind:])
    return words
