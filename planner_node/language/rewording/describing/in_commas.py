# SPDX-License-Identifier: Apache-2.0
"""What a thing is like or where it is, between commas: "bring the apple, which is on table 1, and the banana there"."""

from __future__ import annotations

from planner_node.language.rewording.describing.extraposed import clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end, singular
from planner_node.language.words import lexicon as lx

_RELATIVE = frozenset({"that", "which", "who"})
_STANDING = {
    **dict.fromkeys(("is", "stands", "lies", "sits"), "is"),
    **dict.fromkeys(("are", "stand", "lie", "sit"), "are"),
    **{word: word for word in ("isn't", "aren't")},
}
_RESTING = frozenset("standing lying sitting resting placed".split())
_ITS = tuple(tuple(link.split()) for link in ("it is", "it's", "they are", "they're", "which is", "that is", "that's"))
_IT_IS = (("it", "is"), ("it's",), ("they", "are"), ("they're",))
_THEN = frozenset({"afterwards", "then", "again", "after", "that", "too", "finally"})
_TOLD = _RELATIVE | {"that's"}
_SET_OFF = frozenset({"-", "\u2013", "\u2014", ","})
_WHICH = frozenset({"the", "a", "an", "that", "this"})
_FAR = 9  # words of what is excepted
_ONE_OF = frozenset({"the", "a", "an"})
_GOES_ON = frozenset({"and", "or", "to", "into", "onto", "from", "on", "in", "inside", "at", "goes", "go"})


def in_commas(words: Words, reader: SentenceReader) -> Words:
    """The words without the commas around such clauses, as if they told which thing is meant."""
    words = _it_as_which(words, reader)
    words = _ones_set_off(_to_be_so(_bracketed(_looks_set_off(words, reader), reader), reader), reader)
    words = _excepted(_without_anywhere(_to_one_place(words, reader), reader), reader)
    for at in range(2, len(words) - 2):
        if words[at - 1] != "," or words[at] not in _RELATIVE or words[at + 1] not in _STANDING:
            continue
        if words[at + 2] in _RESTING:  # "which is standing on the shelf"
            words = (*words[: at + 2], *words[at + 3 :])
        end = _place_end(words, at + 2, reader) or clause_end(words, at, reader)
        if end <= at or (end < len(words) and words[end] != "," and words[end] not in ENDS):
            continue
        behind = words[end + 1 :] if words[end : end + 1] == (",",) else ()
        goes_on = behind[:1] and (behind[0] in _GOES_ON or reader.book.sentences.modals.find(behind, 0) is not None)
        clause = (words[at], _STANDING[words[at + 1]], *words[at + 2 : end])
        return in_commas((*words[: at - 1], *clause, *(behind if goes_on else words[end:])), reader)
    return words


def _it_as_which(words: Words, reader: SentenceReader) -> Words:
    """With "which is dirty" for "it's dirty" between a thing and where it goes."""
    for at in range(2, len(words) - 4):
        said = (i for i in _IT_IS if words[at - 1] == "," and words[at : at + len(i)] == i)
        it: Words = next(said, ())
        look = words[at + len(it) :][:3]
        known = reader.book.adjectives.attribute(look[0]) is not None if it and len(look) == 3 else False
        if known and look[1] == "," and look[2] in _GOES_ON - {"and", "or", "goes", "go"}:
            which = ("which", "is" if it[0].startswith("it") else "are")
            return _it_as_which((*words[:at], *which, *words[at + len(it) :]), reader)
    return words


def _looks_set_off(words: Words, reader: SentenceReader) -> Words:
    """With "the blue and the red toothbrush" for "both toothbrushes, blue and red, ..."."""
    for at in range(2, len(words) - 4):
        is_listed = words[at] == "," and words[at + 2] == "and" and words[at + 4] == ","
        looks = (words[at + 1], words[at + 3])
        if not is_listed or any(reader.book.adjectives.attribute(look) is None for look in looks):
            continue
        for begin in range(max(1, at - 3), at):
            name = reader.names.match(words, begin)
            before = words[begin - 1]
            if name is not None and name.is_plural and begin + name.length == at and before in ("both", "the", "two"):
                kind = singular(words[begin:at], reader)
                first = begin - 1 - (words[begin - 2 : begin - 1] in (("both",), ("the",)))
                return (*words[:first], "the", looks[0], *kind, "and", "the", looks[1], *kind, *words[at + 5 :])
    return words


def _without_anywhere(words: Words, reader: SentenceReader) -> Words:
    """Without ", wherever they are," and ", every room,", which say that all are meant."""
    for at in range(1, len(words) - 2):
        if words[at] != ",":
            continue
        said = words[at + 1 :]
        for before in ((), ("from",)):
            found = reader.book.places.anywhere.find((*before, *said), 0)
            end = at + 1 + (found.length - len(before) if found is not None else 0)
            if found is not None and end > at + 1 and words[end : end + 1] == (",",):
                return _without_anywhere((*words[:at], *words[end + 1 :]), reader)
    return words


def _excepted(words: Words, reader: SentenceReader) -> Words:
    """Without the commas around what is excepted: "take all the cupcakes, save one, to the table"."""
    places, verbs = reader.book.places, reader.book.verbs
    for at in range(2, len(words) - 3):
        found = reader.book.nouns.excepted.find(words, at + 1) if words[at] == "," else None
        end = next((i for i in range(at + 2, min(len(words), at + _FAR)) if words[i] == ","), 0) if found else 0
        behind = end + 1 + (words[end + 1 : end + 2] != () and words[end + 1] in places.particles)
        if end and (places.sides.find(words, behind) or verbs.belonging.find(words, end + 1)):
            if not any(places.sides.find(words, i) for i in range(at + 2, end)):
                return (*words[:at], *words[at + 1 : end], *words[end + 1 :])
    return words


def _place_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a side with a named place; 0: none stands there."""
    side = reader.book.places.sides.find(words, at)
    if side is None:
        return 0
    end = named_place_end(words, at + side.length, reader)
    return end if end > at + side.length else 0


def _to_be_so(words: Words, reader: SentenceReader) -> Words:
    """With an order for what a clause says of furniture: "to the cabinet, which should be closed afterwards"."""
    known = reader.book.sentences
    for at in range(3, len(words) - 3):
        modal = known.modals.find(words, at + 2) if words[at] == "," and words[at + 1] == "which" else None
        begin = at + 2 + (modal.length if modal is not None else 0)
        begin += words[begin] == "then"
        state = known.states.find(words, begin + 1) if modal is not None and words[begin] == "be" else None
        end = begin + 1 + (state.length if state is not None else 0)
        while end < len(words) and words[end] in _THEN:
            end += 1
        named = (reader.names.match(words, i) for i in range(max(0, at - 4), at))
        if state is None or not any(n is not None and reader.names.is_place(n) for n in named):
            continue
        if end == len(words) or words[end] in ENDS | {",", "and"}:
            order = known.state_orders[state.value].split()
            return (*words[:at], ",", "then", *order, "it", *words[end:])
    return words


def _ones_set_off(words: Words, reader: SentenceReader) -> Words:
    """With what "the one" behind a comma says of a thing before: "the screwdriver - the red one - to the shelf".

    "A book, the green one" is the green book; "one of the apples to table 2, the one that isn't green".
    """
    for at in range(2, len(words) - 2):
        mark = words[at]
        if mark not in _SET_OFF or words[at + 1] not in _ONE_OF:
            continue
        article = words[at + 1]
        one = next((i for i in range(at + 2, min(len(words), at + 6)) if words[i] in lx.ONES), 0)
        looks = words[at + 2 : one] if one else ()
        end = sentence_end(words, one, ENDS | {mark}) if one else 0
        clause = _told_of_one(words[one + 1 : end], reader) if one else None
        gapped = clause and looks and words[one + 1] not in _TOLD  # "the rotten ones in the bin" go there
        if clause is None or gapped or not (looks or clause):
            continue
        closed = end + 1 if words[end : end + 1] == (mark,) else end
        is_look = all(reader.book.adjectives.attribute(w) is not None for w in looks)
        most = reader.book.superlatives.find(looks, 0) if looks and article == "the" else None
        is_look |= most is not None and most.length == len(looks)
        goes = _place_end(words, closed, reader) or reader.book.verbs.belonging.find(words, closed)
        if not is_look or not (closed == end or goes):
            continue
        if closed == end and not looks and _in_its_room(words, at, clause, reader):
            return (*words[:at], *clause[2:], *words[closed:])  # "in the rack, the one in the hall"
        begin = _set_off_from(words, at, words[one], closed == end, reader)
        name = reader.names.match(words, begin + 1) if begin is not None else None
        if begin is not None and name is not None:
            behind = begin + 1 + name.length
            return (
                *words[:begin],
                article,
                *looks,
                *words[begin + 1 : behind],
                *clause,
                *words[behind:at],
                *words[closed:],
            )
    return words


def _told_of_one(words: Words, reader: SentenceReader) -> Words | None:
    """What is said behind "the one", as a relative clause; None: something else stands there."""
    if not words:
        return ()
    if words[0] == "that's":
        words = ("that", "is", *words[1:])
    if words[0] in _RELATIVE and words[1:2] and words[1] in _STANDING:
        clause = ("that", _STANDING[words[1]], *words[2:])
    elif words[0] in reader.book.places.towards:
        return None
    elif _place_end(words, 0, reader) == len(words):
        return ("that", "is", *words)
    else:
        place = _place_end(words, 0, reader)
        # of "the ones on the sofa in the box" the second place is where they go
        told = place > 0 and (words[place] in _TOLD or _names_room(words[place:], reader))
        more = _told_of_one(words[place:], reader) if told else None
        return None if not more else (*more, *words[:place])  # "the one on the table that is red"
    whole = _place_end(clause, 2, reader) == len(clause) or clause_end(clause, 0, reader) == len(clause)
    return clause if whole else None


def _names_room(words: Words, reader: SentenceReader) -> bool:
    """Whether words say in which room: "in the office"."""
    names = (reader.names.match(words, at) for at in range(1, min(3, len(words))))
    return next((reader.names.is_room(name) for name in names if name is not None), False)


def _set_off_from(words: Words, at: int, one: str, ends: bool, reader: SentenceReader) -> int | None:
    """Where the article of the thing stands that is told more of behind a mark; None: that is not clear."""
    begin = next((i for i in range(at - 1, max(-1, at - 4), -1) if words[i] in _WHICH), None)
    name = reader.names.match(words, begin + 1) if begin is not None else None
    if begin is not None and name is not None and begin + 1 + name.length == at and not reader.names.is_place(name):
        return begin
    start = sentence_begin(words, at)
    before = [i for i in range(start, at) if words[i] in _WHICH and _is_thing(words, i + 1, reader)]
    if len(before) != 1 or not ends:
        return None
    thing = reader.names.match(words, before[0] + 1)
    several = thing is not None and thing.is_plural and words[max(0, before[0] - 2) : before[0]] != ("one", "of")
    return None if several and one == "one" else before[0]  # "put the book on the sofa, the green one"


def _in_its_room(words: Words, at: int, clause: Words, reader: SentenceReader) -> bool:
    """Whether a mark stands behind furniture, and "the one in the hall" tells the room of such furniture."""
    names = reader.names
    name = next((n for i in range(max(0, at - 4), at) if (n := names.match(words, i)) and i + n.length == at), None)
    room = next((n for i in range(2, len(clause)) if (n := names.match(clause, i)) is not None), None)
    if name is None or room is None or not (names.is_place(name) and names.is_room(room)):
        return False
    there = (n for n in names.graph if n.id == name.node_id or names.ontology.is_a(n.label, name.concept or ""))
    rooms = (names.graph.nodes.get(names.graph.room_of(n.id) or "") for n in there)
    return any(
        r is not None and (r.id == room.node_id or names.ontology.is_a(r.label, room.concept or "")) for r in rooms
    )


def _is_thing(words: Words, at: int, reader: SentenceReader) -> bool:
    name = reader.names.match(words, at)
    return name is not None and not reader.names.is_place(name) and not reader.names.is_person(name)


def _bracketed(words: Words, reader: SentenceReader) -> Words:
    """With "that is on table 1" for "(it is on table 1)", "(on table 1)" behind the name of a thing."""
    for at in range(2, len(words) - 2):
        close = next((i for i in range(at + 2, len(words)) if words[i] == ")"), None) if words[at] == "(" else None
        if close is None:
            continue
        said = words[at + 1 : close]
        link = next((link for link in _ITS if said[: len(link)] == link), ())
        said = said[len(link) :]
        looks = bool(said) and all(reader.book.adjectives.attribute(word) is not None for word in said)
        if looks or (said and _place_end(said, 0, reader) == len(said)):
            return _bracketed((*words[:at], "that", "is", *said, *words[close + 1 :]), reader)
    return words


def _to_one_place(words: Words, reader: SentenceReader) -> Words:
    """Without the comma before the place where all goes: "bring the apple, and the banana, to table 2"."""
    places = reader.book.places
    for at in range(3, len(words) - 1):
        if words[at] != "," or words[at + 1] not in places.towards:
            continue
        end = _place_end(words, at + 1, reader)
        begin = sentence_begin(words, at, ENDS | {","})
        listed = words[begin : begin + 1] == ("and",) and begin > 1 and words[begin - 1] == ","
        if end and listed and (end == len(words) or words[end] in ENDS | {",", "and"}):
            return _to_one_place((*words[:at], *words[at + 1 :]), reader)
    return words
