# SPDX-License-Identifier: Apache-2.0
"""For how many a table is set, and for what, where it is told besides: "dinner for four: set the table"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.rewording.told.eaters import Eaters, is_number, told_around
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_FOR_IT = frozenset({"it", "that", "this", "them", "us", "everybody", "everyone", "dinner"})


def table_told(words: Words, reader: SentenceReader) -> Words:
    """The words with what was told behind an order to set a table that says nothing of it, in place of the telling."""
    words = _wished_behind(_named(_courses_spelt_out(words, reader), reader), reader)
    for at in range(len(words)):
        end = _behind_table(words, at, reader)
        if end is None:
            continue
        said, behind = _said(words, end, reader)
        rest = words[behind:]
        rest = rest[2:] if rest[:1] == ("for",) and rest[1:2] and rest[1] in _FOR_IT else rest
        goes_on = rest[:1] == ("so",) or not rest or is_clause_end(rest, 0, reader)
        if not goes_on and rest[0] not in reader.book.clauses.by_kind.words:
            continue
        reader.turned.add(words[at:end])  # "get the table ready"
        told = told_around(words, at, behind, reader)
        known = Eaters(said.people or told.people, said.occasion or told.occasion, said.course or told.course)
        is_group = any(
            reader.book.table_settings.group.find(words, i + 1) for i in range(end, behind) if words[i] == "for"
        )
        if known != said or is_group:
            spans = (words[first:last] for first, last in told.spans)
            reader.turned.update(tuple(word for word in span if word not in ENDS) for span in spans)
            before, after = told.without(words[:at], 0), told.without(rest, len(words) - len(rest))
            by_kind = reader.book.clauses.by_kind.find(after, 0)  # "accordingly"
            after = after[by_kind.length :] if by_kind is not None else after
            return (*before, *words[at:end], *known.words(), *after)
    return words


def _courses_spelt_out(words: Words, reader: SentenceReader) -> Words:
    """With "soup is" for "soup's", of what is eaten."""
    found: list[str] = []
    for word in words:
        bare = word.removesuffix("'s")
        found += [bare, "is"] if bare != word and reader.book.courses.find((bare,), 0) is not None else [word]
    return tuple(found)


def _wished_behind(words: Words, reader: SentenceReader) -> Words:
    """The words with what is wished of a table that is set in the same sentence: "Set table 1. Keep it simple"."""
    known = reader.book.table_settings
    for at in range(len(words)):
        end = _behind_table(words, at, reader)
        begin = sentence_end(words, end, ENDS) if end is not None else len(words)
        wish = begin
        while wish < len(words):
            link = known.links.find(words, wish)
            if link is None and words[wish] not in ENDS:
                break
            wish += link.length if link is not None else 1
        found = known.decorating.find(words, wish) or known.manners.find(words, wish)
        if begin < wish and found is not None and is_clause_end(words, wish + found.length, reader):
            return (*words[:begin], ",", *words[wish:])
    return words


def _named(words: Words, reader: SentenceReader) -> Words:
    """The words with the only table that was told of in "set it": "we are two at table 3, please set it"."""
    for at in range(2, len(words) - 1):
        if words[at + 1] != "it" or words[at] not in reader.book.verbs.setting_a_table:
            continue
        if words[at + 2 :] and not is_clause_end(words, at + 2, reader):
            continue
        names = [(i, n) for i in range(at) if (n := reader.names.match(words, i)) is not None and n.concept]
        tables = {
            words[i : i + n.length] for i, n in names if n.concept and reader.names.ontology.is_a(n.concept, "table")
        }
        if len(tables) == 1:
            return (*words[: at + 1], "the", *tables.pop(), *words[at + 2 :])
    return words


def _behind_table(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Where an order to set "the table" that begins there ends; None: none does."""
    verbs = reader.book.verbs
    verb = reader.book.said_verbs.find(words, at)
    sets = verb is not None and " ".join(words[at : at + verb.length]) in verbs.setting_a_table
    if not (sets or words[at] in verbs.readying):
        return None
    begin = at + (verb.length if verb is not None and sets else 1)
    while begin < len(words) and words[begin] in lx.ARTICLES:
        begin += 1
    name = reader.names.match(words, begin)
    if name is None or name.concept is None or not reader.names.ontology.is_a(name.concept, "table"):
        return None
    end = begin + name.length
    return end if sets else end + 1 if words[end : end + 1] and words[end] in verbs.ready else None


def _said(words: Words, at: int, reader: SentenceReader) -> tuple[Eaters, int]:
    """What the order itself says behind the table: "for two", "for dinner", "with soup"; and where that ends."""
    known, said = reader.book.table_settings, Eaters()
    while at < len(words):
        number = at + 1
        if words[at] == "for":
            group = known.group.find(words, number)
            number += group.length if group is not None else 0
        occasion = reader.book.occasions.find(words, at + 1) if words[at] == "for" else None
        having = known.having.find(words, at)
        course = reader.book.courses.find(words, at + having.length) if having is not None else None
        if words[at] == "for" and words[number : number + 1] and is_number(words[number]) and not said.people:
            people = known.people.find(words, number + 1)
            said = Eaters((words[number],), said.occasion, said.course)
            at = number + 1 + (people.length if people is not None else 0)
        elif occasion is not None and not said.occasion:
            said = Eaters(said.people, words[at + 1 : at + 1 + occasion.length], said.course)
            at += 1 + occasion.length
        elif having is not None and course is not None and not said.course:
            begin = at + having.length
            said = Eaters(said.people, said.occasion, words[begin : begin + course.length])
            at = begin + course.length
        else:
            break
    return said, at
