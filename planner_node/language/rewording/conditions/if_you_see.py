# SPDX-License-Identifier: Apache-2.0
"""All there are, wherever they are met: "if you see cups or plates anywhere, put them in the sink"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end

_LEADS = frozenset({"if", "when", "whenever", "wherever", "should"})
_MEETING = (("see",), ("find",), ("spot",), ("notice",), ("come", "across"), ("stumble", "across"), ("stumble", "upon"))
_ANYWHERE = (
    ("anywhere",), ("somewhere",), ("lying", "around"), ("lying", "about"), ("around", "the", "house"),
    ("anywhere", "in", "the", "house"), ("in", "the", "house"), (),
)  # fmt: skip
_THEM = frozenset({"them", "those"})
_ALL_OF_THEM = ("all", "of", "them")


@needs({"you"})
def if_you_see(words: Words, reader: SentenceReader) -> Words:
    """The words with all of them for those that the robot is to take as it meets them."""
    if _THEM.isdisjoint(words):
        return _every_met(words, reader)
    at = next((i for i in range(len(words) - 2) if words[i : i + 3] == _ALL_OF_THEM), 0)
    words = (*words[:at], *words[at + 2 :]) if at and words[0] in _LEADS else words
    for at in range(len(words) - 5):
        begins = at == 0 or words[at - 1] in ENDS | {",", "and"}
        meeting = next((m for m in _MEETING if words[at + 2 : at + 2 + len(m)] == m), ()) if begins else ()
        if words[at] not in _LEADS or words[at + 1] != "you" or not meeting:
            continue
        begin = at + 2 + len(meeting)
        comma = next((i for i in range(begin, len(words)) if words[i] in ENDS | {","}), 0)
        if not comma or words[comma] != ",":
            continue
        said = words[begin:comma]
        anywhere = next(a for a in sorted(_ANYWHERE, key=len, reverse=True) if said[len(said) - len(a) :] == a)
        said = tuple("and" if w == "or" else w for w in said[: len(said) - len(anywhere)] if w != "any")
        end = sentence_end(words, comma)
        order = words[comma + 1 : end]
        verb = reader.book.said_verbs.find(order, 0)
        if verb is None or order[verb.length : verb.length + 1] == () or order[verb.length] not in _THEM:
            continue
        names = [n for i in range(len(said)) if (n := reader.names.match(said, i)) is not None]
        if not names or not all(n.is_plural for n in names):
            continue
        reader.turned.add(words[at:begin])
        plain = (*order[: verb.length], "all", *said, *order[verb.length + 1 :])
        return if_you_see((*words[:at], *plain, *words[end:]), reader)
    return _every_met(words, reader)


def _every_met(words: Words, reader: SentenceReader) -> Words:
    """Without "you come across" behind every one of a kind."""
    for at in range(2, len(words) - 2):
        can = words[at + 1 : at + 2] == ("can",)
        verb = at + 1 + can
        meeting = next((m for m in _MEETING if len(m) > 1 and words[verb : verb + len(m)] == m), ())
        every = {"every", "any", "each", "all"} & set(words[max(0, at - 4) : at])
        if words[at] != "you" or not meeting or not every or words[at - 1] in ENDS | {","}:
            continue
        begin = at - (words[at - 1] in ("that", "which"))
        end = verb + len(meeting)
        reader.turned.add(words[begin:end])
        return _every_met((*words[:begin], *words[end:]), reader)
    return words
