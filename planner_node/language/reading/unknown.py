# SPDX-License-Identifier: Apache-2.0
"""Words that name nothing known: what to say of them."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_SHOWN = 4  # words of an unknown name that a message repeats; of rooms and of furniture that it lists
_DETERMINERS = lx.ARTICLES | lx.POSSESSIVES | {"its", "my", "your", "our", "some", "another"}


def unknown(cursor: Cursor, begin: int, place: bool) -> NotUnderstoodError:
    """A word that names nothing known."""
    stop = cursor.at
    while stop < len(cursor.words) and stop - cursor.at < _SHOWN and not ends_name(cursor, stop):
        stop += 1
    text = " ".join(cursor.words[cursor.at : stop])
    if not text and place and cursor.at > begin and cursor.words[cursor.at - 1] not in lx.DEFINITE:
        return NotUnderstoodError(
            FailureCause.UNKNOWN_PLACE,
            f"I do not know where '{cursor.said(begin)}' is. Say the furniture or the room.",
            begins=cursor.words[begin],
        )
    if not text:
        behind = f" behind '{cursor.said(max(0, begin - 3))}'" if cursor.at else ""
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Something is missing{behind}: what or where?")
    if cursor.word() in lx.PRONOUNS | cursor.book.nouns.contents:
        return NotUnderstoodError(
            FailureCause.NOT_UNDERSTOOD,
            f"I do not know what '{cursor.word()}' stands for here; name the thing.",
        )
    if not place and stop == cursor.at + 1 < len(cursor.words) and _is_given_to(cursor, begin, stop):
        who = f"I know nobody called '{text}' here."  # "give the dog his ball"
        return NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, who, begins=cursor.word())
    near = cursor.names.nearest(text, places=place)
    hint = f" Nearest known: {', '.join(near)}." if near else ""
    if place and not near and (known := _places(cursor.names)):
        hint = f" I know {known}."
    begins = cursor.word()
    if place:
        what = f"I know no place called '{text}'.{hint}"
        return NotUnderstoodError(FailureCause.UNKNOWN_PLACE, what, near, begins=begins)
    what = f"I do not know what '{text}' is.{hint}"
    return NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, what, near, text, begins)


def _is_given_to(cursor: Cursor, begin: int, stop: int) -> bool:
    """Whether an unknown word stands where whoever is given something does: "give the dog his ball"."""
    verb = next((i for i in range(max(0, begin - 3), begin) if cursor.book.said_verbs.find(cursor.words, i)), None)
    gives = cursor.book.said_verbs.find(cursor.words, verb) if verb is not None else None
    known = cursor.word() in cursor.book.known_words or cursor.book.said_verbs.find(cursor.words, cursor.at) is not None
    behind = verb is not None and gives is not None and verb + gives.length == begin
    return behind and not known and cursor.words[stop] in _DETERMINERS


def _places(names: Names) -> str:
    """Some rooms and pieces of furniture of the scene, for people; empty: there are none."""
    rooms = [node.id for node in names.graph.of_kind(NodeKind.ROOM)]
    shown = [spoken(node_id) for node_id in (*rooms[:_SHOWN], *names.surfaces()[:_SHOWN])]
    rest = len(rooms) + len(names.graph.of_kind(NodeKind.ASSET)) - len(shown)
    return enumerate_words([*shown, *([f"{rest} more"] if rest > 0 else [])])


def ends_name(cursor: Cursor, index: int) -> bool:
    """Whether the word with an index belongs to no name."""
    word = cursor.words[index]
    one = (word,)
    tables = (cursor.book.places.sides, cursor.book.places.sources, cursor.book.places.no_sides)
    if index > cursor.at and word in _DETERMINERS:
        return True
    return word in lx.SEPARATORS or word in ("for", "except", "that") or any(t.find(one, 0) for t in tables)
