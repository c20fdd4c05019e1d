# SPDX-License-Identifier: Apache-2.0
"""A thing first and then that it is needed so: "desk lamp 1 I do need burning" is "I need desk lamp 1 burning"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end
from planner_node.language.words import lexicon as lx

_I = frozenset({"i", "we"})
_NEED = frozenset({"need", "want", "require"})
_DO = frozenset({"do", "really", "still", "just", "also"})
_JOINTS = MARKS | ENDS | frozenset({"and", "but", "while", "so"})
_LONGEST = 6  # words of the thing


@needs({"i", "we"}, {"need", "want", "require"})
def needed_so(words: Words, reader: SentenceReader) -> Words:
    """The words with who needs it before the thing, and "I need" for "I do need"."""
    for at in range(len(words) - 2):
        if words[at] not in _I:
            continue
        verb = at + 1
        while verb < len(words) - 1 and words[verb] in _DO:
            verb += 1
        if words[verb] not in _NEED:
            continue
        begin = next((i + 1 for i in range(at - 1, max(-1, at - _LONGEST) - 1, -1) if i < 0 or words[i] in _JOINTS), 0)
        end = sentence_end(words, verb, ENDS | MARKS | {"and", "but"})
        how = words[verb + 1 : end]
        thing = words[begin:at]
        if thing and how and _is_named(thing, reader) and _is_so(how, reader):
            return needed_so((*words[:begin], words[at], words[verb], *thing, *how, *words[end:]), reader)
        determined = words[verb + 1 : verb + 2] != () and words[verb + 1] in lx.ARTICLES
        if words[at + 1] == "do" and (determined or reader.names.match(words, verb + 1) is not None):
            return needed_so((*words[: at + 1], *words[at + 2 :]), reader)
    return words


def _is_named(thing: Words, reader: SentenceReader) -> bool:
    """Whether words are furniture or a thing by its name, and no more."""
    return named_place_end(thing, 0, reader) == len(thing) or is_thing(thing, reader)


def _is_so(how: Words, reader: SentenceReader) -> bool:
    """Whether words say in which state something is to be, or where."""
    state = reader.book.sentences.states.find(how, 0)
    if state is not None and state.length == len(how):
        return True
    side = reader.book.places.sides.find(how, 0)
    end = named_place_end(how, side.length, reader) if side is not None else 0
    return side is not None and side.length < end == len(how)
