# SPDX-License-Identifier: Apache-2.0
"""What is only mentioned for what is said of it next: "see the magazine? Put it on the shelf"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end
from planner_node.language.words import lexicon as lx

_STANDING_FOR = lx.PRONOUNS | {"that", "one"}
_SUPPOSED = frozenset({"should", "must", "might", "may", "could", "would"})
_BEING = (("be",), ("still", "be"), ("also", "be"), ("have", "been"))
_LONGER = (
    ("over", "there"),
    ("there",),
    ("over", "here"),
    ("any", "more"),
    ("any", "longer"),
    ("anymore",),
    ("now",),
    ("right", "now"),
)
_FAR = 14
_FETCHING = frozenset({"get", "fetch", "bring", "find", "grab", "take"})
_AGAIN = frozenset({"one", "it", "some", "them"})
_POINTING = frozenset({"this", "that", "these", "those"})
_POLITE = frozenset("please for me us now quickly then there".split())


def mentioned(words: Words, reader: SentenceReader) -> Words:
    """With what was mentioned in place of what stands for it, and without an order that says a wish again."""
    at = 0
    while at < len(words):
        if at == 0 or words[at - 1] in ENDS:
            words = _seen(words, at, reader) or _supposed(words, at, reader) or _said_again(words, at, reader) or words
            words = _told_no_good(words, at, reader) or _told_and_placed(words, at, reader) or words
            words = _named_last(words, at, reader) or words
            words = _asked_which(words, at, reader) or words
            words = _pointed_at(words, at, reader) if at else words
        at += 1
    return words


def _seen(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Past "you see the magazine?": the name where "it" stands in the next sentence; None: nothing is mentioned so."""
    found = reader.book.sentences.noticing.find(words, at)
    if found is None:
        return None
    begin = at + found.length
    end = sentence_end(words, begin, ENDS | {","})
    thing, behind = _without_longer(words[begin:end], reader), words[end + 1 : sentence_end(words, end + 1)]
    if not thing or end - begin > _FAR or not _is_thing(thing, reader):
        return None
    pronoun = next((i for i, word in enumerate(behind) if word in _STANDING_FOR), None)
    asks = reader.starts_order(opened(behind, reader.book.sentences).words) or behind[:1] in (
        ("i",),
        ("we",),
        ("i'd",),
        ("we'd",),
    )
    asks |= _is_to_go(behind, reader)
    if pronoun is None or not asks or any(reader.names.match(behind, i) is not None for i in range(1, pronoun)):
        return None  # "take the candle and put it on the table": it is the candle
    pronoun += end + 1
    later = pronoun + 1 + (words[pronoun + 1 : pronoun + 2] == ("one",))
    return (*words[:at], *words[end + 1 : pronoun], *thing, *words[later:])


def _is_to_go(words: Words, reader: SentenceReader) -> bool:
    """Whether words say where what was spoken of goes, or how it is to be: "it belongs there", "that one should go"."""
    begin = 1 + (words[1:2] != () and words[1] in lx.ONES)
    tables = (reader.book.verbs.belonging, reader.book.sentences.modals)
    return words[:1] != () and words[0] in _STANDING_FOR and any(table.find(words, begin) for table in tables)


def _told_no_good(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With the thing in an order behind what is told of it with a denial: "that razor is no good anymore, bin it"."""
    end = sentence_end(words, at, ENDS | {","})
    said, behind = words[at:end], words[end + 1 : sentence_end(words, end + 1)]
    be = next((i for i in range(1, len(said)) if said[i] in ("is", "are", "isn't", "aren't")), 0)
    thing, told = said[:be], spelt_out(("it", *said[be:]), reader.book.sentences) if be else ()
    if not thing or thing[0] not in lx.ARTICLES or not _is_thing(thing, reader):
        return None
    denied = reader.book.sentences.unable.find(("it", "is", *told[2:]), 0)
    order = opened(behind, reader.book.sentences).words
    pointed = [i for i in range(len(behind) - 1) if behind[i] in _POINTING and behind[i + 1] in lx.ONES]
    pronoun = next((i for i, word in enumerate(behind) if word in ("it", "them") or i in pointed), None)
    if denied is None or pronoun is None or not _asks(order, reader):
        return None
    verb = reader.book.said_verbs.find(order, 0)
    begin = len(behind) - len(order) + (verb.length if verb is not None else 1)
    if any(reader.names.match(behind, i) is not None for i in range(begin, pronoun)):
        return None
    later = end + 2 + pronoun + (pronoun in pointed)
    return (*words[:end], ".", *words[end + 1 : end + 1 + pronoun], *thing, *words[later:])


def _told_and_placed(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With where a thing goes for the place alone behind how it is: "that tin can is empty, metal bin please"."""
    comma, end = sentence_end(words, at, ENDS | {",", "-"}), sentence_end(words, at)
    said, place = words[at:comma], words[comma + 1 : end]
    be = next((i for i in range(1, len(said)) if said[i] in ("is", "are")), 0)
    place = place[: len(place) - (place[-1:] == ("please",))]
    looks = be and all(reader.book.adjectives.attribute(word) is not None for word in said[be + 1 :])
    if not looks or said[0] not in lx.ARTICLES or not is_thing(said[:be], reader) or len(said) == be + 1:
        return None
    if not place or named_place_end(place, 0, reader) != len(place):
        return None
    goes = "goes" if said[be] == "is" else "go"
    return (*words[:comma], ".", *said[:be], goes, "to", *place, *words[end:])


def _without_longer(thing: Words, reader: SentenceReader) -> Words:
    """A thing without "any more" behind it: "I don't need the razor any more, bin it"."""
    longer = next((m for m in _LONGER if thing[-len(m) :] == m), ())
    reader.turned.add(longer)
    return thing[: len(thing) - len(longer)]


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin with an article and name something."""
    bare = without(words, lx.ARTICLES)
    named = any(reader.names.match(bare, i) is not None for i in range(min(3, len(bare))))
    return words[0] in lx.ARTICLES and named


def _supposed(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With "there is" where somebody only supposes so, as an order behind it tells; None: it is said otherwise."""
    end = sentence_end(words, at)
    core = opened(words[at:end], reader.book.sentences).words
    begin = end - len(core)
    if core[:1] not in (("there",), ("there's",)):
        return None
    second = next((i for i, word in enumerate(core) if word == "," or (word == "and" and i)), None)
    behind = core[second + 1 :] if second is not None else words[end + 1 : sentence_end(words, end + 1)]
    behind = opened(spelt_out(behind, reader.book.sentences), reader.book.sentences).words
    if not reader.starts_order(behind) or not _STANDING_FOR & set(behind):
        return None
    length = next((len(b) for b in _BEING if core[2 : 2 + len(b)] == b), 0) if core[1:2] and core[1] in _SUPPOSED else 0
    plain = ("there", "is", *core[2 + length :]) if length else core
    return None if plain == words[at:end] else (*words[:at], *plain, *words[begin + len(core) :])


def _named_last(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With what is named last where "it" stands: "put it on the shelf, the magazine"; None: nothing is named so."""
    end = sentence_end(words, at)
    comma = next((i for i in range(end - 1, at, -1) if words[i] == ","), at)
    thing = words[comma + 1 : end]
    order = opened(words[at:comma], reader.book.sentences).words
    pronoun = next((i for i in range(comma - len(order), comma) if words[i] in ("it", "them")), None)
    if pronoun is None or not thing or thing[0] not in lx.ARTICLES or not _asks(order, reader):
        return None
    bare = without(thing, lx.ARTICLES)
    names = ((i, reader.names.match(bare, i)) for i in range(len(bare)))
    ends = any(name is not None and i + name.length == len(bare) for i, name in names)
    looks = all(reader.book.adjectives.attribute(word) is not None for word in bare[:-1])
    is_first = not any(reader.names.match(words, i) for i in range(comma - len(order), pronoun))
    whole = bare and (reader.names.match(bare, 0) is not None or looks)
    listed = pronoun + 1 == comma and any(reader.book.places.sides.find(thing, i) for i in range(len(thing)))
    if not (ends and whole and is_first) or "and" in words[pronoun:comma] or listed:
        return None  # "put it, the vase and the mug on the shelf" lists three things
    return (*words[:pronoun], *thing, *words[pronoun + 1 : comma], *words[end:])


def _asked_which(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With what is asked for by a measure where "it" stands: "which is the biggest plate? Put it there"."""
    mark = sentence_end(words, at)
    asked, behind = words[at:mark], words[mark + 1 : sentence_end(words, mark + 1)]
    be = next((i for i in (1, 2, 3) if asked[i : i + 1] in (("is",), ("are",))), 0)
    is_asked = words[mark : mark + 1] == ("?",) and asked[:1] in (("which",), ("what",)) and be
    asked = (*asked[: be + 1], *(() if asked[be + 1 : be + 2] == ("the",) else ("the",)), *asked[be + 1 :])
    measure = reader.book.superlatives.find(asked, be + 2) if is_asked else None
    core = opened(behind, reader.book.sentences).words
    pronoun = next((i for i, word in enumerate(behind) if word in _STANDING_FOR), None)
    if measure is None or pronoun is None or not (_asks(core, reader) or _is_to_go(behind, reader)):
        return None
    pronoun += mark + 1
    end = be + 2 + measure.length
    rest = asked[end:] if be == 1 or asked[end : end + 1] not in (("one",), ("ones",)) else asked[end + 1 :]
    thing = ("the", *asked[be + 2 : end], *(asked[1:be] if be > 1 else ()), *rest)
    later = pronoun + 1 + (words[pronoun + 1 : pronoun + 2] == ("one",))
    return (*words[:pronoun], *thing, *words[later:])


def _pointed_at(words: Words, at: int, reader: SentenceReader) -> Words:
    """With "it" for "that one" of an order, where nothing else is named before: "which mug is dirty? Wash that one"."""
    end = sentence_end(words, at)
    begin = end - len(opened(words[at:end], reader.book.sentences).words)
    ones = next((i for i in range(begin + 1, end - 1) if words[i] in _POINTING and words[i + 1] in lx.ONES), None)
    if ones is None or not _asks(words[begin:end], reader):
        return words
    named = any(reader.names.match(words, i) is not None for i in range(begin, ones))
    pronoun = "it" if words[ones + 1] == "one" else "them"
    return words if named else (*words[:ones], pronoun, *words[ones + 2 :])


def _asks(order: Words, reader: SentenceReader) -> bool:
    """Whether words begin with a verb, or as one of the other ways to say an order."""
    return reader.starts_order(order) or order[0] in reader.book.spelt_turns.orders


def _said_again(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Without "get one" behind "I need a mallet on the workbench": that is how it comes there; None: it is not said."""
    known = reader.book.sentences
    place = named_place_end(words, at, reader)
    lacks = place > at and known.receiving.find(words, place) is not None  # "desk 2 needs the stapler, bring it there"
    if not lacks and known.wanting.find(words, at) is None and known.needing.find(words, at) is None:
        return None
    end = sentence_end(words, at, {",", ".", ";", "!", "-"})
    stop = sentence_end(words, end + 1)
    behind = without(words[end + 1 : stop], {"so", "please", "and", "go", "then", ","})
    rest = tuple(word for word in behind[1:] if word not in _POLITE)
    named = any(reader.names.match(words, i) is not None for i in range(at, end))
    is_again = behind[:1] != () and behind[0] in _FETCHING and len(rest) == 1 and rest[0] in _AGAIN
    if named and is_again:
        return (*words[:end], *words[stop:])
    most = reader.book.superlatives.find(behind, 2) if behind[1:2] == ("the",) else None
    amount = next((i for i in range(at, end) if words[i] in ("a", "an", "some")), None)
    chosen = behind[:1] != () and behind[0] in _FETCHING and most is not None
    if chosen and most is not None and amount is not None and not without(behind[2 + most.length :], lx.ONES):
        return (*words[:amount], *behind[1 : 2 + most.length], *words[amount + 1 : end], *words[stop:])  # "the nearest"
    return None
