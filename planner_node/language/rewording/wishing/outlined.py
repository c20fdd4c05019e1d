# SPDX-License-Identifier: Apache-2.0
"""What is to be done in outline, and then how: "could you sort the vegetables? The onions belong in the crate, ...".

The outline asks for nothing beside what follows, where that says of the same things where they go. It stays where only
one thing follows of the several that it names, or where what follows speaks of "it" or "them".
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, side_in, singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_WIDE = frozenset({Verb.TIDY, Verb.SORT, Verb.CLEAR})
_OUTLINING = (
    ("arrange",), ("organise",), ("organize",), ("split", "up"), ("split",), ("separate",), ("distribute",),
    ("divide", "up"), ("sort", "out"), ("rearrange",), ("deal", "with"), ("see", "to"), ("put", "in", "order"),
    ("tidy", "up"), ("move",),
)  # fmt: skip
_DONE = frozenset(
    "organised organized sorted arranged separated tidied moved done placed put split ready straightened out up".split()
)
_THINGS = frozenset(
    "things thing items objects stuff few couple bit little some two three four five those these them".split()
)
_COUNTING = lx.ARTICLES | lx.NUMBERS.keys() | frozenset("all of both our my for me us please".split())
_AWAY = frozenset("on onto in into separate different places shelves tables spots".split())
_OWN_PLACES = frozenset(
    "needs need has have must should ought to be is are stay kept keep get gets goes go in at on a an their its own"
    " separate separately separated apart different place places spot spots home homes not together mixed".split()
)
_OF_OWN = frozenset({"own", "separate", "separately", "separated", "apart", "different", "together", "mixed"})
_LISTING = tuple(
    (subject, *link)
    for subject in ("it", "that", "they", "these", "this")
    for link in (("should", "be"), ("is",), ("are",), ("means",), ("would", "be"), ("must", "be"), ("has", "to", "be"))
)
_SOME = frozenset({"some", "the", "our", "my"})
_MAKING = frozenset({"get", "make"})
_STANDING_FOR = frozenset({"it", "them", "they"})
_OTHERS = frozenset({"else", "others", "rest", "other", "remaining"})  # of what the outline names
_PLEASE = frozenset({",", "please", ":"})
_JOINTS = frozenset({",", "and", ":"})
_MOVING = frozenset("stays stay goes go belongs moves should can must is has may remains in on to onto into".split())
_STOPS = ENDS | {":"}


@needs(_STOPS)
def outlined(words: Words, reader: SentenceReader) -> Words:
    """The words without an outline of what follows."""
    for begin, end in sentence_bounds(words, _STOPS):
        details = words[end + 1 :]
        if end == begin or len(details) < 5:
            continue
        ready = _made_ready(words[begin:end], details, reader)
        if ready is not None:
            return (*words[:begin], *ready)
        listed = _listed_later(words[begin:end], details, reader)
        if listed is not None:
            return (*words[:begin], *listed)
        apart = _kept_apart(
            opened(spelt_out(words[begin:end], reader.book.sentences), reader.book.sentences).words, reader
        )
        if apart and _goes_apart(details, reader):
            reader.turned.add(words[begin:end])
            return (*words[:begin], *_of_the_kind(details, apart, reader))
        kind = _outline(words[begin:end], reader)
        details = _of_the_kind(details, kind, reader) if kind is not None else ()
        if kind is not None and _says_how(details, kind, reader):
            said = tuple(word for word in words[begin:end] if word != ",")
            reader.turned.update((said, words[begin:end], *(said[i : i + 2] for i in range(len(said)))))
            return (*words[:begin], *details)
    return words


def _made_ready(said: Words, details: Words, reader: SentenceReader) -> Words | None:
    """What follows "get the side table ready", with that place for "there"; None: it is said otherwise."""
    core = opened(spelt_out(said, reader.book.sentences), reader.book.sentences).words
    core = core[:-2] if core[-2:] in (("for", "us"), ("for", "me")) else core
    end = named_place_end(core, 1, reader) if core[:1] and core[0] in _MAKING else 0
    there = details.index("there") if "there" in details else 0
    if not there or end < 2 or core[end:] != ("ready",):
        return None
    first = details[: next((i for i, word in enumerate(details) if word in ENDS), len(details))]
    if any(_place_at(first, at, reader) for at in range(len(first))):
        return None
    return (*details[:there], "to", *core[1:end], *details[there + 1 :])


def _listed_later(said: Words, details: Words, reader: SentenceReader) -> Words | None:
    """With what is listed in "lay some cutlery on table 3. It should be two forks and a knife"; None: nothing is."""
    link = next((k for k in _LISTING if details[: len(k)] == k), ())
    stop = next((i for i, word in enumerate(details) if word in ENDS), len(details))
    things = details[len(link) : stop]
    core = opened(said, reader.book.sentences).words
    verb = reader.book.said_verbs.find(core, 0)
    if not link or verb is None or side_in(things, reader) or not begins_things(things, reader):
        return None
    begin = verb.length
    first = begin + (core[begin : begin + 1] != () and core[begin] in _SOME)
    kind = reader.names.match(core, first)
    named = _things(things, reader)
    if first == begin or kind is None or kind.node_id is not None or not named:
        return None
    if not all(_is_of(name, kind, reader) for name in named):
        return None
    reader.turned.update((core[begin : first + kind.length], link))
    return (*said[: len(said) - len(core)], *core[:begin], *things, *core[first + kind.length :], *details[stop:])


def _of_the_kind(details: Words, kind: Words, reader: SentenceReader) -> Words:
    """What follows, with the kind for "one" behind a look, and "gets" for "is for": "shelf 1 is for the hammer"."""
    found: list[str] = []
    for at, word in enumerate(details):
        looks = at > 0 and reader.book.adjectives.attribute(details[at - 1]) is not None
        if kind and looks and word in lx.ONES:
            found += singular(kind, reader) if word == "one" else kind
        elif kind and word in ("one", "other") and _is_subject(details, at):
            found += (word, *singular(kind, reader))
        elif word == "for" and at > 1 and details[at - 1] == "is" and begins_things(details[at + 1 :], reader):
            found[-1] = "gets"
        else:
            found.append(word)
    return tuple(found)


def _is_subject(details: Words, at: int) -> bool:
    """Whether "one" or "the other" begins a part of what follows, and has no noun behind it."""
    begin = at - (at > 0 and details[at - 1] == "the")
    starts = begin == 0 or details[begin - 1] in ENDS | {",", "and"}
    return starts and details[at + 1 : at + 2] != () and details[at + 1] in _MOVING


def _outline(said: Words, reader: SentenceReader) -> Words | None:
    """The things that are to be put in order, without saying where; empty: none are named; None: it is no outline."""
    known = reader.book.sentences
    core = opened(spelt_out(said, known), known).words
    wanted = known.wanting.find(core, 0)
    if core[:1] == ("take",) and core[-3:-2] == ("and",) and core[-2:-1] in _OUTLINING and core[-1] in _STANDING_FOR:
        things = core[1:-3]  # "take all the cutlery and separate it"
    elif wanted is not None and (done := next((i for i in range(1, len(core)) if core[i] in _DONE), 0)):
        if not all(word in _DONE | _AWAY | _PLEASE for word in core[done:]):
            return None
        things = core[wanted.length : done]
    else:
        verb = reader.book.said_verbs.find(core, 0)
        wide = next((o for o in _OUTLINING if core[: len(o)] == o), ())
        length = max(len(wide), verb.length if verb is not None and verb.value.verb in _WIDE else 0)
        if not length:
            return None
        things = core[length:]
    bare = tuple(word for word in things if word not in _COUNTING | _THINGS | {","})
    if not bare:
        return ()
    name = reader.names.match(bare, 0)
    whole = name is not None and name.length == len(bare) and not reader.names.is_place(name)
    return bare if whole else None


def _kept_apart(core: Words, reader: SentenceReader) -> Words:
    """The things of "the onions have to be kept apart", "each pen needs its own place"; empty: nothing is said so."""
    begin = next((i for i in range(min(len(core), 3)) if core[i] not in _COUNTING | {"each", "every"}), 0)
    name = reader.names.match(core, begin)
    said = core[begin + name.length :] if name is not None and not reader.names.is_place(name) else ()
    apart = said and all(word in _OWN_PLACES for word in said) and not _OF_OWN.isdisjoint(said)
    return core[begin : begin + name.length] if apart and name is not None else ()


def _goes_apart(details: Words, reader: SentenceReader) -> bool:
    """Whether each part of what follows says where something goes or that it stays."""
    end = next((i for i, word in enumerate(details) if word in ENDS), len(details))
    parts = [part for part in " ".join("," if w == "and" else w for w in details[:end]).split(",") if part.strip()]
    said = [tuple(part.split()) for part in parts]
    return len(said) > 1 and all({"stays", "stay"} & set(part) or _has_place(part, reader) for part in said)


def _has_place(part: Words, reader: SentenceReader) -> bool:
    return any(_place_at(part, at, reader) for at in range(1, len(part)))


def _says_how(details: Words, kind: Words, reader: SentenceReader) -> bool:
    """Whether what follows puts several things somewhere, all of the kind that was named."""
    if not (_STANDING_FOR | _OTHERS).isdisjoint(details):
        return False
    placed, named = 0, []
    for begin, end in sentence_bounds(details):
        if end == begin:
            continue
        parts = _placements(details[begin:end], reader)
        if not parts:
            return False
        placed += parts
        named += _things(details[begin:end], reader)
    if placed < 2 or not named:
        return False
    outline = reader.names.match(kind, 0) if kind else None
    return outline is None or all(_is_of(name, outline, reader) for name in named)


def _placements(said: Words, reader: SentenceReader) -> int:
    """How many places a sentence names in which things are to be; 0: it asks for something else."""
    known = reader.book.sentences
    core = opened(spelt_out(said, known), known).words
    wanted = known.wanting.find(core, 0)
    core = core[wanted.length :] if wanted is not None and wanted.length > 1 else core
    places = sum(
        1 for at in range(len(core)) if (at == 0 or core[at - 1] not in lx.ARTICLES) and _place_at(core, at, reader)
    )
    gets = named_place_end(core, 0, reader) > 0
    asks = begins_things(core, reader) or gets or reader.starts_order(core)
    return places if asks and (gets or side_in(core, reader)) else 0


def _place_at(words: Words, at: int, reader: SentenceReader) -> bool:
    return named_place_end(words, at, reader) > at


def _things(said: Words, reader: SentenceReader) -> list[Name]:
    """The things that are named, without places and people."""
    found: list[Name] = []
    at = 0
    while at < len(said):
        name = reader.names.match(said, at)
        if name is not None and not (reader.names.is_place(name) or reader.names.is_person(name)):
            found.append(name)
        at += name.length if name is not None else 1
    return found


def _is_of(name: Name, kind: Name, reader: SentenceReader) -> bool:
    label = reader.names.graph[name.node_id].label if name.node_id is not None else name.concept or ""
    return reader.names.ontology.is_a(label, kind.concept or "")
