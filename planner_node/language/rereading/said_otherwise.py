# SPDX-License-Identifier: Apache-2.0
"""Other ways to say things, where the whole is not understood: "whatever shoes you can find" is "all the shoes".

The turns are data (`parts` and `told` of words/turns.yaml). A note tells what was read otherwise.
"""

from __future__ import annotations

from planner_node.language.rereading.misspelt import Spelt
from planner_node.language.rewording.turned import in_other_words
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words

_MOST = 8  # turns in one instruction


def said_otherwise(words: Words, reader: SentenceReader) -> Spelt:
    """The words with plainer ones, and a note for each that was read otherwise."""
    turns, at = reader.book.spelt_turns, 0
    again: set[int] = set()  # where words were turned once
    notes: list[str] = []
    said = _spelt_out(_without_pauses(words, reader), reader)
    while at < len(said) and len(notes) < _MOST:
        begins = at == 0 or said[at - 1] in ENDS | MARKS
        for turn in (*turns.parts.get(said[at], ()), *(turns.told if begins else ())):
            found = in_other_words(turn, said, at, reader)
            if found is None or found.plain == said[at : found.end]:
                continue
            end, plain = found.end, found.plain
            notes.append(f"I read '{' '.join(said[at:end])}' as '{' '.join(plain)}'.")
            behind = said[end:]
            if plain[:1] == ("there",) and behind[:1] == ("?",):
                behind = (".", *behind[1:])  # it asks nothing
            said = (*said[:at], *plain, *behind)
            break
        else:
            at += 1
            continue
        if at not in again:
            again.add(at)  # a turn of a turn: "everyone here gets a can" is "everyone gets a can"
        else:
            at += 1
    return Spelt(said, tuple(notes))


def _without_pauses(words: Words, reader: SentenceReader) -> Words:
    """Without a comma before where a place is told once more: "on the desk, next to the scissors"."""
    near, names = reader.book.places.near, reader.names
    pauses = {
        at
        for at in range(2, len(words) - 2)
        if words[at] == ","
        and near.find(words, at + 1) is not None
        and any(
            (n := names.match(words, i)) is not None and names.is_place(n) and i + n.length == at
            for i in (at - 1, at - 2)
        )
    }
    pauses |= {at for at in range(1, len(words) - 2) if words[at - 1 : at + 2] == ("and", ",", "if")}
    return tuple(word for at, word in enumerate(words) if at not in pauses) if pauses else words


def _spelt_out(words: Words, reader: SentenceReader) -> Words:
    """With "is" for what is drawn together with a name: "Tom's waiting", "the water's for Tom"."""
    for at in range(len(words) - 1):
        bare = words[at].removesuffix("'s")
        goes_on = bare != words[at] and (words[at + 1].endswith("ing") or words[at + 1] == "for")
        if goes_on and reader.names.match((bare,), 0) is not None:
            return _spelt_out((*words[:at], bare, "is", *words[at + 1 :]), reader)
    return words
