# SPDX-License-Identifier: Apache-2.0
"""Music that is turned on or off is what plays it: "the night light on and the music off"."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words.naming import Name

_ON_OR_OFF = frozenset({"on", "off"})
_SWITCHING = frozenset({"turn", "switch", "put", "shut"})
_SOME = frozenset({"the", "some", "a", "my", "our", "that", "this"})
_PLAYER = "music_player"


def music(words: Words, reader: SentenceReader) -> Words:
    """The words with "the music player" for music that is turned on or off, where one is and nothing is called so."""
    if "music" not in words or not reader.names.is_present(Name(1, _PLAYER)) or _is_here("music", reader):
        return words
    for at in range(len(words)):
        if words[at] != "music" or words[at + 1 : at + 2] == ("player",):
            continue
        begin = at - (at > 0 and words[at - 1] in _SOME)
        behind = words[at + 1 : at + 2] != () and words[at + 1] in _ON_OR_OFF
        behind &= placing_end(words, at + 1, reader) == at + 1  # "put the music on the shelf"
        before = begin > 1 and words[begin - 1] in _ON_OR_OFF and words[begin - 2] in _SWITCHING
        if behind or before:
            return music((*words[:begin], "the", "music", "player", *words[at + 1 :]), reader)
    return words


def _is_here(word: str, reader: SentenceReader) -> bool:
    return any(node.label == word for node in reader.names.graph.of_kind(NodeKind.OBJECT))
