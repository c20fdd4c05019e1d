# SPDX-License-Identifier: Apache-2.0
"""Names that share a noun: "the red and the blue mug", "tables 1 and 2", "the kitchen and living room tables"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.qualities import Qualities, read_qualities
from planner_node.language.reading.quantities import number_at
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_JOINING = frozenset({",", "and"})
_RESTING = frozenset({"on", "in", "onto", "into", "inside", "to"})
_EVERY = frozenset({"every", "each"})
_DETERMINERS = lx.ARTICLES | lx.NUMBERS.keys() | lx.ANEW | {"all", "any", "each", "either", "every", "half", "1"}
_BOUNDS = frozenset("only just exactly precisely at up no not more fewer less minimum maximum".split())


@dataclass(frozen=True, slots=True)
class SharedLooks:
    """Adjectives of several things whose name follows once.

    Attributes:
        each: of each of them.
        repeated: whether each has an article of its own: "the red and the blue mug".
    """

    each: tuple[Qualities, ...]
    repeated: bool


def read_shared_looks(cursor: Cursor, first: Qualities) -> SharedLooks | None:
    """Past "and the blue" behind "the red", up to the name; None if it does not stand here."""
    begin = cursor.at
    found, repeated = [first], False
    while first.attributes and cursor.name() is None and cursor.word() in _JOINING:
        cursor.skip(_JOINING)
        repeated |= cursor.word() in lx.ARTICLES
        cursor.skip(lx.ARTICLES)
        more = read_qualities(cursor)
        if not more.attributes:
            break
        found.append(more)
    name = cursor.name()
    if len(found) > 1 and name is not None:
        return SharedLooks((*_one_by_one(cursor, begin, first, name), *found[1:]), repeated)
    cursor.at = begin
    return None


def _one_by_one(cursor: Cursor, end: int, looks: Qualities, name: Name) -> tuple[Qualities, ...]:
    """The looks of "red, blue" before "and yellow crayons", one for each; all at once where something has them all."""
    begin = end
    while begin and (cursor.words[begin - 1] == "," or cursor.attribute(begin - 1 - cursor.at) in looks.attributes):
        begin -= 1
    parts = [part.split() for part in " ".join(cursor.words[begin:end]).split(",")]
    looks_of = cursor.book.adjectives.attribute
    known = cursor.names.attributes
    each = [frozenset(looks_of(word) or word for word in part if looks_of(word) or word in known) for part in parts]
    kind = NounPhrase("", name.concept, name.node_id)
    if len(each) == 1 or not all(each) or cursor.names.here.is_any_so(kind, looks.attributes):
        return (looks,)
    return tuple(replace(looks, attributes=attributes) for attributes in each)


def read_numbered(cursor: Cursor, name: Name) -> tuple[NounPhrase, ...]:
    """Past "1, 2 and 3" behind "tables", ", 2 and 3" behind "table 1"; empty if that does not stand here.

    Args:
        cursor: stands behind the name.
        name: of a class, or of the first node.
    """
    found = [cursor.names.graph[name.node_id]] if name.node_id is not None else []
    if found and found[0].id.rpartition("_")[0] != found[0].label:
        return ()
    while True:
        ahead = 0
        while found and cursor.word(ahead) in _JOINING:
            ahead += 1
        number = number_at(cursor, ahead) if ahead or not found else None
        node_id = None if number is None else _numbered(cursor, name, number)
        follows = cursor.side(ahead + 1) or cursor.word(ahead + 1) == "of"
        again = cursor.word(ahead) in lx.ONES and follows  # "on desk 1 and one on desk 2"
        rests = cursor.word(ahead + 1) in _RESTING and name.node_id is not None
        again = bool(again) or (rests and cursor.names.is_place(name))  # "on desk 1 and 1 on desk 2"
        last = found and ahead and cursor.ends_clause(ahead + 1)
        joined = not last or any(cursor.word(i) == "and" for i in range(ahead))
        alike = joined or cursor.word(-1).isdigit() is cursor.word(ahead).isdigit()  # not in "on table 2, one"
        if node_id is None or again or not alike or cursor.name(ahead + 1) is not None:
            break
        found.append(cursor.names.graph[node_id])
        cursor.at += ahead + 1
    return tuple(NounPhrase(n.id.replace("_", " "), n.label, n.id) for n in found) if len(found) > 1 else ()


def _numbered(cursor: Cursor, name: Name, number: int) -> str | None:
    node = f"{name.concept}_{number}"
    return node if node in cursor.names.graph else None


def rooms_ahead(cursor: Cursor) -> tuple[Name, ...]:
    """The rooms of "kitchen and living room tables", which stand before one plural; empty if that is not here."""
    found: list[Name] = []
    for ahead, name in _joined_names(cursor):
        if not cursor.names.is_room(name):
            return ()
        found.append(name)
        thing = cursor.name(ahead + name.length)
        if thing is not None and not cursor.names.is_room(thing):
            return tuple(found) if len(found) > 1 and thing.is_plural else ()
    return ()


def skip_rooms(cursor: Cursor, rooms: tuple[Name, ...]) -> None:
    """Past the rooms that `rooms_ahead` found."""
    for name in rooms:
        cursor.skip(_JOINING)
        cursor.skip(lx.DEFINITE)
        cursor.at += name.length


def _joined_names(cursor: Cursor) -> Iterator[tuple[int, Name]]:
    """Names joined by commas and "and", each with how many words ahead it begins."""
    ahead = 0
    while (name := cursor.name(ahead)) is not None:
        yield ahead, name
        ahead += name.length
        if cursor.word(ahead) not in _JOINING:
            return
        while cursor.word(ahead) in _JOINING | lx.DEFINITE:
            ahead += 1


def like_the_first(things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
    """The things of a list with what is said once for all of them.

    "Every cup and plate" is every plate, too; "the cups and plates except the dirty ones" are no dirty cups.
    """
    bare = [_is_said_without_article(thing) for thing in things]
    found = list(things)
    for at in range(1, len(found)):
        word = found[at - 1].text.split()[0]
        if word in _EVERY and found[at - 1].count is None and bare[at] and found[at].count == 1:
            found[at] = replace(found[at], count=None, each=True, text=f"{word} {found[at].text}")
    ones = tuple(e for e in found[-1].excluded if e.text.split()[-1] in lx.ONES and e.node_id is None)
    at = len(found) - 1
    while ones and at > 0 and bare[at] and not found[at - 1].excluded:
        at -= 1
        found[at] = replace(found[at], excluded=tuple(replace(e, concept=found[at].concept) for e in ones))
    return tuple(found)


def _is_said_without_article(thing: NounPhrase) -> bool:
    first = thing.text.split()[:1]
    return bool(first) and thing.node_id is None and first[0] not in _DETERMINERS | _BOUNDS


def shared_text(looks: Qualities, name: str, definite: bool) -> str:
    """How one of several things that share a name is called: "the red mug"."""
    article = "the " if definite else ""
    return f"{article}{' '.join(sorted(looks.attributes))} {name}"
