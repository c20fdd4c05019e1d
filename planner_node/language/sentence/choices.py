# SPDX-License-Identifier: Apache-2.0
"""What may be done instead, as the speaker says it: "tea or water", "a pear, or an orange if there is none".

A choice is two orders that differ in a few words. Which words differ is found out by trying: the shortest words on both
sides of "or" of which both orders are understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_LONGEST = 60  # words of a sentence in which a choice is looked for
_WIDE = 8  # words that differ
_UNPLACED = frozenset({Verb.OPEN, Verb.CLOSE, Verb.SWITCH, Verb.START, Verb.GO})
_OF = frozenset({"of", "find", "have", "see"})
_IT = frozenset({"it", "they", "those", "them"})
_WHOM = frozenset({"him", "her", "them"})
_SOMEBODY = frozenset({"she", "he", "they", "everyone", "everybody"})
_HAVING = frozenset({"have", "take", "get", "drink", "eat"})
_GONE = frozenset({"out", "unavailable", "empty"})
_WHOLE = frozenset({"everyone", "everybody", "everything", "anyone", "anybody", "anything", "someone", "somebody"})
_DETERMINERS = lx.ARTICLES | set(lx.NUMBERS) | {"some", "any", "another", "one", "all", "every"}


def chosen_from(words: Words, reader: SentenceReader) -> tuple[Words, Words, bool] | None:
    """Two orders in place of one that leaves a choice, and whether the second is only wanted failing the first.

    Args:
        words: an order, with "or" in it.
        reader: reads orders.

    Returns:
        None if there is no choice, or it is not clear between what.
    """
    if "or" not in words or len(words) > _LONGEST or isinstance(reader.orders(words), Request):
        return None
    at = words.index("or")
    if (amounts := _all_there_are(words, at, reader)) is not None:
        return (*amounts, True)
    left, right = words[:at], without(words[at + 1 :], {","})
    whole = reader.book.sentences.otherwise.find(words, at)  # "or at least"
    failing = reader.book.sentences.otherwise.find(right, 0)
    if failing is not None:
        right = without(right[failing.length :], {","})
    elif whole is not None and whole.length > 1:
        failing, right = whole, without(words[at + whole.length :], {","})
    elif right[:1] == ("if",) and "," in right:  # "or, if we are out of coffee, water"
        right = right[right.index(",") + 1 :]
    left = left[:-1] if left and left[-1] == "," else left
    right, is_case = _without_case(right, left, reader)
    right, softened = _plain_end(right, reader)
    softened |= is_case
    if not left or not right or (_is_number(left[-1]) and _is_number(right[0])):
        return None
    if "either" in left:
        begin = left.index("either")
        left = (*left[:begin], *left[begin + 1 :])
        starts: Iterator[int] = iter((begin,))
    else:
        starts = starts_of(left, right, reader)
    pair = _pair(left, right, starts, reader)
    if pair is None and _is_read(left, reader) and (other := fallback_of(left, right, reader)) is not None:
        pair = left, other
    return None if pair is None else (*pair, failing is not None or softened or "if" in words[at:])


def _all_there_are(words: Words, at: int, reader: SentenceReader) -> tuple[Words, Words] | None:
    """An order with a number, and with "all": "bring five forks, or however many there are"; None: it is not said so.

    Args:
        words: an order.
        at: index of "or" in it.
        reader: reads orders.
    """
    found = reader.book.sentences.there_are.find(words, at + 1)
    if found is None:
        return None
    left, rest = words[: at - (words[at - 1] == ",")], words[at + 1 + found.length :]
    rest = rest[1:] if rest[:1] == (",",) else rest
    first = (*left, *rest)
    for number in (i for i in range(len(left)) if _is_number(left[i])):
        bounds = ((i, reader.book.quantities.bounds.find(left, i)) for i in range(1, number))
        begin = next((i for i, bound in bounds if bound is not None and i + bound.length == number), number)
        second = (*left[:begin], "all", *left[number + 1 :], *rest)
        if _is_read(first, reader) and _is_read(second, reader):
            return first, second
    return None


def one_of_several(words: Words, reader: SentenceReader) -> tuple[Words, ...]:
    """The orders of which one is to be done: "put the fork, the knife or the spoon there"; empty: no such list."""
    at = words.index("or") if "or" in words else 0
    comma = next((i for i in range(at - 2, max(0, at - _WIDE), -1) if words[i] == ","), None) if at else None
    if comma is None or isinstance(reader.orders(words), Request):
        return ()
    last = without(words[at + 1 :], {"either"})
    for start in starts_of(words[:comma], words[comma + 1 : at], reader):
        listed = _listed(words[start : at - (words[at - 1] == ",")])
        for end in range(1, min(len(last), _WIDE) + 1) if _are_things(listed, reader) else ():
            orders = tuple((*words[:start], *thing, *last[end:]) for thing in (*listed, last[:end]))
            if _are_things((last[:end],), reader) and all(_is_read(order, reader) for order in orders):
                return orders
    return ()


def _listed(words: Words) -> tuple[Words, ...]:
    found: list[list[str]] = [[]]
    for word in words:
        if word == ",":
            found.append([])
        else:
            found[-1].append(word)
    return tuple(map(tuple, found))


def _are_things(listed: Sequence[Words], reader: SentenceReader) -> bool:
    """Whether each part is a thing or a place that is named, and no more."""
    for part in listed:
        names = ((i, reader.names.match(part, i)) for i in range(len(part)))
        if not any(name is not None and i + name.length == len(part) for i, name in names) or "and" in part:
            return False
    return len(listed) > 0


def _without_case(right: Words, left: Words, reader: SentenceReader) -> tuple[Words, bool]:
    """The words without "in case the juice is finished" at their end, of what comes first; whether it stood there."""
    known = reader.book.sentences
    for at in range(1, len(right) - 1):
        found = known.if_so.find(right, at)
        if found is None:
            continue
        case = right[at + found.length :]
        if (bare := known.lacks.find((*case, "of"), 0)) is not None and bare.length == len(case) + 1:
            return right[:at], True  # "if we have run out"
        lacks = known.lacks.find(case, 0) is not None or not (known.gone | _GONE).isdisjoint(case) or "no" in case[:3]
        same = _is_named_in(case, left, reader) or not _IT.isdisjoint(case)
        return (right[:at], True) if lacks and same and "," not in case else (right, False)
    return right, False


def _is_named_in(case: Words, order: Words, reader: SentenceReader) -> bool:
    """Whether something that a condition names is named in an order: one or several of the kind."""
    named = [n.concept for i in range(len(case)) if (n := reader.names.match(case, i)) is not None]
    return any((n := reader.names.match(order, i)) is not None and n.concept in named for i in range(len(order)))


def _pair(left: Words, right: Words, starts: Iterator[int], reader: SentenceReader) -> tuple[Words, Words] | None:
    for start in starts:
        whole = (len(right),) if start == 0 and _needs_no_place(left, reader) else ()
        for end in (*whole, *range(1, min(len(right), _WIDE) + 1)):
            rest = right[end:]
            if right[end - 1] in lx.ARTICLES and rest:
                continue  # "the red or the blue mug" leaves no choice between "red" and "the"
            if rest[:1] == (",",):
                rest = rest[1:]
            first = (*left, *rest)
            second = (*left[:start], *right[:end], *rest)
            if _is_read(first, reader) and _is_read(second, reader):
                return first, second
    return None


def _needs_no_place(order: Words, reader: SentenceReader) -> bool:
    """Whether what is said behind "or" of where it goes is none of an order's: "put it on the desk or close it"."""
    verb = reader.book.said_verbs.find(order, 0)
    sides = reader.book.places.sides
    placed = any(sides.find(order, i) is not None for i in range(2, len(order) - 1))
    return placed or (verb is not None and verb.value.verb in _UNPLACED)


def _is_number(word: str) -> bool:
    return word in lx.NUMBERS or word.isdecimal()


def _is_read(words: Words, reader: SentenceReader) -> bool:
    """Whether words are an order, or one of which only a fact is missing, such as where the speaker is."""
    found = reader.orders(words)
    return isinstance(found, Request) or (found.gap is not None and bool(found.gap.tells))


def starts_of(left: Words, right: Words, reader: SentenceReader) -> Iterator[int]:
    """Where the words begin that the second order replaces, likeliest first."""
    sides = reader.book.places.sides
    if reader.starts_order(right):
        yield 0
        return
    if sides.find(right, 0) is not None:
        yield from (i for i in range(len(left) - 1, 0, -1) if sides.find(left, i) is not None)
        return
    if right[0] in _WHOLE and right[0] in left[1:]:
        yield from (i for i in range(len(left) - 1, 0, -1) if left[i] == right[0])
        return
    if right[0] in _DETERMINERS:
        starts = (i for i in range(len(left) - 1, 0, -1) if left[i] in _DETERMINERS)
        yield from (i for i in starts if _names_place(left[i:], reader) is _names_place(right, reader))
    is_place = _names_place(right, reader)
    of_number = right[0].isdecimal() or right[0] in lx.NUMBERS  # "on table 2, no, 3"
    within = frozenset[int]() if of_number else _within_names(left, reader)
    for i in range(len(left) - 1, max(0, len(left) - _WIDE), -1):
        if i not in within and _names_place(left[i:], reader) is is_place:
            yield i
    if not is_place and begins_things(left, reader):
        yield 0  # "milk to the counter - juice, I meant"


def _within_names(words: Words, reader: SentenceReader) -> frozenset[int]:
    """Where a word stands within a name: no spoons take the place of the number of table 2."""
    names = ((i, reader.names.match(words, i)) for i in range(len(words)))
    return frozenset(at for i, name in names if name is not None for at in range(i + 1, i + name.length))


def _names_place(words: Words, reader: SentenceReader) -> bool:
    """Whether the first name in some words is that of furniture or a room."""
    names = (reader.names.match(words, i) for i in range(min(len(words), 4)))
    first = next((name for name in names if name is not None), None)
    return first is not None and reader.names.is_place(first)


def _plain_end(right: Words, reader: SentenceReader) -> tuple[Words, bool]:
    """The words without "if there is none" in the middle or at the end; whether it stood there."""
    table = reader.book.sentences.will_do
    for at in range(1, len(right)):
        found = table.find(right, at)
        if found is not None and found.length > 1:
            return (*right[:at], *right[at + found.length :]), True
    return right, False


def _of_the_same(order: Words, said: Words, reader: SentenceReader) -> Words:
    """A fall-back with the thing of the order for "it": "put the sweater in the closet, or else put it on the sofa"."""
    first, second = reader.book.said_verbs.find(order, 0), reader.book.said_verbs.find(said, 0)
    if first is None or second is None or said[second.length : second.length + 1] not in (("it",), ("them",)):
        return said
    sides = reader.book.places.sides
    end = next((i for i in range(first.length, len(order)) if sides.find(order, i) is not None), len(order))
    thing = order[first.length : end]
    return (*said[: second.length], *thing, *said[second.length + 1 :]) if thing else said


def names_the_case(words: Words, length: int, reader: SentenceReader) -> bool:
    """Whether "if there isn't any" names what there is none of, with an order behind it: "..., rice, bring pasta".

    Args:
        words: of a sentence that begins with that.
        length: how many words that is.
        reader: knows words and names.
    """
    comma = words.index(",") if "," in words else len(words)
    named = words[0] == "if" and words[length - 1] in ("any", "the") and reader.names.match(words, length) is not None
    return named and comma > length and reader.starts_order(without(words[comma:], {",", "then", "please"}))


def fallback_of(order: Words, said: Words, reader: SentenceReader) -> Words | None:
    """The order that a fall-back stands for: "juice will do" behind "bring a tea to table_2"; None: it is not clear.

    Args:
        order: what was asked for first.
        said: the fall-back: an order, a thing, or a place.
        reader: reads orders.
    """
    if said[:1] == ("if",) and "," in said:  # "or, if we've run out, a soda"
        said = said[said.index(",") + 1 :]
    said = _behind_case(spelt_out(said, reader.book.sentences), reader)
    said, _ = _plain_end((*without(said, {","}), "."), reader)
    said = tuple(w for w in said if w != ".")
    while said[-1:] and said[-1] in ("there", "instead", "too", "then"):  # where that was to go
        said = said[:-1]
    while said and (rest := skipped(said, reader.book.sentences.will_do)) is not None:
        said = rest
    said = without(said, {",", "please", "then", "just", "use", "though"})
    spelt = spelt_out(said, reader.book.sentences)
    if (
        spelt[:1] != ()
        and spelt[0] in _SOMEBODY
        and spelt[1:2] == ("will",)
        and spelt[2:3] != ()
        and spelt[2] in _HAVING
    ):
        said = spelt[3:]  # "she'll have a soda"
    wanted = skipped(spelt_out(said, reader.book.sentences), reader.book.sentences.needing)
    said = wanted or said
    if not said:
        return None
    said = _for_the_same(order, _of_the_same(order, said, reader), reader)
    if reader.starts_order(said):
        sides = reader.book.places.sides
        placed = any(sides.find(said, i) for i in range(1, len(said)))
        if _is_read(said, reader) and (placed or not any(sides.find(order, i) for i in range(1, len(order)))):
            return said
        whole = said if _is_read(said, reader) else None
        verb = reader.book.said_verbs.find(said, 0)
        said = without(said[verb.length if verb else 1 :], {"me", "us"})
        return (_other_thing(order, said, reader) if said else None) or whole
    if reader.book.places.sides.find(said, 0) is not None:
        places = (i for i in range(len(order) - 1, 0, -1) if reader.book.places.sides.find(order, i) is not None)
        return next((w for i in places if _is_read(w := (*order[:i], *said), reader)), None)
    return _other_thing(order, said, reader)


def _for_the_same(order: Words, said: Words, reader: SentenceReader) -> Words:
    """A fall-back with the person of the order for "her": "bring Anna tea, or else give her a soda"."""
    at = next((i for i in range(1, len(said)) if said[i] in _WHOM), None)
    if at is None or (said[at] == "them" and at + 1 == len(said)):
        return said
    names = ((i, reader.names.match(order, i)) for i in range(1, len(order)))
    who = next((order[i : i + n.length] for i, n in names if n is not None and reader.names.is_person(n)), ())
    return (*said[:at], *who, *said[at + 1 :]) if who else said


def _behind_case(said: Words, reader: SentenceReader) -> Words:
    """What is wanted behind "if we are out of tea", where no comma stands between."""
    if said[:1] != ("if",) or reader.book.sentences.lacks.find(said, 1) is None:
        return said
    at = next((i for i in range(4, len(said)) if said[i] in _DETERMINERS and said[i - 1] not in _OF), None)
    return said if at is None else said[at:]


def _other_thing(order: Words, said: Words, reader: SentenceReader) -> Words | None:
    """The order with another thing in place of what it is about."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None:
        return None
    tables = (reader.book.places.sides, reader.book.places.sources)
    is_from = any(reader.book.places.sources.find(said, i) is not None for i in range(1, len(said)))
    for begin in range(verb.length, min(verb.length + 3, len(order))):  # behind "me", "the guest"
        ends_of = range(begin + 1, len(order) + 1)
        for end in (
            (*reversed(ends_of[:-1]), len(order)) if is_from else ends_of
        ):  # where the first is, is not said of it
            ends = end == len(order) or order[end] in (",", ".") or any(t.find(order, end) for t in tables)
            if order[begin] in ("me", "us") or not ends:
                continue
            if _is_read(words := (*order[:begin], *said, *order[end:]), reader):
                return words
    return None


def without_the_other(words: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """An order without what is not wanted, and that: "the fork instead of the spoon"; None if it has no such words."""
    table = reader.book.sentences.instead_of
    for at in range(len(words) - 1):
        found = table.find(words, at)
        if found is None or table.find(words, at) is None or words[at] in ("and", "but"):
            continue
        behind = words[at + found.length :]
        for end in range(1, min(len(behind), _WIDE) + 1):
            rest = without(behind[end:], {","}) if at == 0 else behind[end:]
            order = (*words[:at], *rest)
            if order and _is_read(order, reader) and not isinstance(reader.orders(("find", *behind[:end])), Refusal):
                return order, behind[:end]
    return None
