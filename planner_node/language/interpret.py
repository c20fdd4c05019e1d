# SPDX-License-Identifier: Apache-2.0
"""From an instruction in plain English to a request: a hand-written recursive-descent parser.

Grammar, over words in lower case:

    instruction = clause { ("," | "and" | "." | "then" | "after that") clause }
    clause      = [politeness] verb [recipient] [place] [things] { place } [("after" | "before") clause] [reason]
    things      = noun phrase { ("," | "and") noun phrase }
    noun phrase = quantity { adjective } [room] name { "for kids" | "from" place | "except" things | relative clause }

Names are the ontology's (longest first, plurals and synonyms), and the ids and labels of the scene graph. Verbs and
small words are those of a phrase book (language/words). The last place of a clause is where things go; places before
it, and all behind "from", are where they are taken from. "The" with a plural means all; "some" asks for two, and so
does a bare plural that is fetched. Behind verbs like "put" a bare plural means all of them, which is told where they go
on furniture. "Then" begins a new stage, "and" does not. What is said later of the same thing in the same stage replaces
what was said before.

Nothing is guessed silently: an unknown word is returned with the known names that look most like it, or, when it is a
typing error of exactly one of them, read as that and noted. docs/instructions.md says what can be said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace

from makedo_core.conversation.habit import ToldHabits, as_told
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from planner_node.language.contrasts import all_of_each
from planner_node.language.excepted import with_exceptions_of_others
from planner_node.language.gist.gist import gist_of
from planner_node.language.instruction import InstructionReader
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.piecing.piecing import Piecer
from planner_node.language.piecing.shortened import shortened
from planner_node.language.reading.cursor import NotUnderstoodError, words_of
from planner_node.language.referring.referents import stays_or_goes_on
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, Request
from planner_node.language.rereading.looks_for_verbs import looks_for_verbs
from planner_node.language.rereading.only_things import is_polite
from planner_node.language.rereading.rereading import read_again
from planner_node.language.rewording.listing.pauses import with_pauses
from planner_node.language.rewording.reworded import reworded
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sequence import ClauseStages
from planner_node.language.spoken.hearing import read_spoken
from planner_node.language.things import NounPhrase
from planner_node.language.unknown.numbered import without_that_number
from planner_node.language.unknown.verbs import in_known_verbs
from planner_node.language.words import lexicon as lx
from planner_node.language.words import typos
from planner_node.language.words.beginnings import may_be_a_verb
from planner_node.language.words.naming import Names

MAX_LENGTH = 2000
_LATER_CAPITAL = re.compile(r"(?<=[\w,] )[A-Z][a-z]+")
_STOP = re.compile(r"[.!?;](\s|$)")
_NOT_READ = frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def interpret(
    instruction: str,
    ontology: Ontology,
    graph: SceneGraph,
    book: Phrasebook | None = None,
    habits: ToldHabits | None = None,
) -> Request | Refusal:
    """Understand an instruction, or say why not.

    Args:
        instruction: in plain English.
        ontology: classes of things, and what they are called.
        graph: the scene that the instruction is about.
        book: words and what they stand for; None: ours alone.
        habits: what was told before; None: nothing.
    """
    book = book or load_phrasebook()
    wrong = check_text(instruction)
    if wrong is not None:
        return wrong
    reader = _reader(instruction, Names(ontology, graph, habits), book)
    words = reworded(words_of(instruction), reader)
    read = read_spoken(words, reader)
    if isinstance(read, Refusal) and read.cause in _NOT_READ and (paused := with_pauses(words, reader)) != words:
        again = read_spoken(paused, reader)
        read = again if isinstance(again, Request) else read
    if isinstance(read, Refusal):
        said = words_of(instruction)
        politely = is_polite(instruction)
        read = read_again(said, read, reader, lambda other: read_spoken(reworded(other, reader), reader), politely)
    if isinstance(read, Refusal):
        misnumbered = read.cause in _NOT_READ and read.gap is None
        return (without_that_number(tuple(words_of(instruction)), reader) if misnumbered else None) or read
    turned = frozenset(reader.turned - {()})
    failing = tuple(replace(other, turned=turned) for other in read.instead)
    return replace(_with_what_was_told(read, reader.names), turned=turned, instead=failing)


@dataclass(frozen=True, slots=True)
class KnownPieces:
    """What is known of an instruction that is not understood as a whole.

    Attributes:
        orders: plain orders that its pieces come to; empty: they come to none.
        stands_for: words of the instruction for which they stand, without what it only tells.
        named: things and places that it names, in its words.
        example: an order with one of each, to show how it could be said; empty: there is none.
        rivals: other orders to which its pieces come as well.
    """

    orders: str = ""
    stands_for: str = ""
    named: tuple[str, ...] = ()
    example: str = ""
    rivals: tuple[str, ...] = ()


def pieces_known(
    instruction: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook, habits: ToldHabits | None
) -> KnownPieces:
    """What is known of an instruction that is not understood as a whole. The arguments are those of `interpret`."""
    reader = _reader(instruction, Names(ontology, graph, habits), book)

    def reads(words: Sequence[str]) -> bool:
        read = interpret(" ".join(words), ontology, graph, book, habits)
        return isinstance(read, Request) and read.basis is Basis.ORDER and not read.notes

    words = words_of(instruction)
    read = _corrected(words, reader.names, book)
    plain, piecer = words_of(" ".join(read.words)), Piecer(reader, reads)
    named, example = piecer.example(plain)
    orders = piecer.orders(plain)
    of = " ".join(orders.of)
    rivals = tuple(_as_text(other, instruction) for other in orders.rivals)
    return KnownPieces(_as_text(orders.words, instruction), of, named, _as_text(example, instruction), rivals)


def gist_known(
    instruction: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook, habits: ToldHabits | None
) -> tuple[str, tuple[str, ...]]:
    """Orders that say the gist of an instruction that is not understood, and what they leave out; empty: it has none.

    The arguments are those of `interpret`.
    """
    reader = _reader(instruction, Names(ontology, graph, habits), book)
    gist = gist_of(tuple(words_of(instruction)), reader)
    if gist is None:
        return "", ()
    return _as_text(gist.orders, instruction), tuple(" ".join(_stripped(words)) for words in gist.left_out)


def with_known_verbs(
    instruction: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook, habits: ToldHabits | None
) -> Iterator[tuple[str, str, bool]]:
    """An instruction with a known verb in the place of each that nobody knows, likeliest first, and the unknown ones.

    The arguments are those of `interpret`. The last part is whether it may be left open where things go.
    """
    reader = _reader(instruction, Names(ontology, graph, habits), book)
    for other in in_known_verbs(tuple(words_of(instruction)), reader):
        yield _as_text(other.orders, instruction), other.unknown, other.may_be_open


def _corrected(words: Sequence[str], names: Names, book: Phrasebook) -> typos.Corrected:
    """The words without typing errors; a verb where an order begins is none of a noun: to purge is no purse."""
    known = names.words | names.nouns_among(words) | book.known_words
    read = typos.correct(words, known, book.never_read, book.spelling, _together(names, book))
    is_changed = bool(words) and words[0] != read.words[0] and may_be_a_verb(words, 0, names.ontology)
    if is_changed and book.said_verbs.find(read.words, 0) is None:
        return typos.correct(words, known | {words[0]}, book.never_read, book.spelling, _together(names, book))
    return read


def _stripped(words: Sequence[str]) -> Sequence[str]:
    """Words without the marks and joints around them."""
    begin, end = 0, len(words)
    while begin < end and words[begin] in lx.SEPARATORS:
        begin += 1
    while end > begin and words[end - 1] in lx.SEPARATORS:
        end -= 1
    return words[begin:end]


@dataclass(frozen=True, slots=True)
class ShortenedOrders:
    """What is left of an instruction without some of its words.

    Attributes:
        orders: what is left, as a text.
        left_out: the words that are not among them.
        before: the words of the instruction in front of those.
        saying: those of them that are no part of the name of something that is here.
        behind: the words of the instruction behind them.
        tells_apart: whether they say which thing is meant.
    """

    orders: str
    left_out: str
    before: Words
    saying: Words
    behind: Words
    tells_apart: bool


def without_some_words(
    instruction: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook, habits: ToldHabits | None
) -> Iterator[ShortenedOrders]:
    """An instruction that is not understood, without some of its words, those first that are the least loss.

    The arguments are those of `interpret`; whether what is left is understood has yet to be seen.
    """
    reader = _reader(instruction, Names(ontology, graph, habits), book)
    for left in shortened(tuple(words_of(instruction)), reader):
        orders, left_out = _as_text(left.words, instruction), " ".join(left.left_out)
        yield ShortenedOrders(orders, left_out, left.before, left.saying, left.behind, left.tells_apart)


def with_looks_for_verbs(
    instruction: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook, habits: ToldHabits | None
) -> str:
    """An order with its verb as a look of its things: "put the clean plates on table 2"; empty: it is no such order.

    The arguments are those of `interpret`.
    """
    reader = _reader(instruction, Names(ontology, graph, habits), book)
    return _as_text(looks_for_verbs(tuple(words_of(instruction)), reader), instruction)


def _as_text(orders: Sequence[str], instruction: str) -> str:
    """Sentences of words in lower case, with the capital letters of the names in an instruction."""
    capitals = {word.lower(): word for word in _LATER_CAPITAL.findall(instruction)}
    said = " ".join(capitals.get(word, word) for word in orders).replace(" ,", ",").replace(" ?", "?")
    return ". ".join(f"{part[:1].upper()}{part[1:]}" for order in said.split(".") if (part := order.strip()))


def _with_what_was_told(request: Request, names: Names) -> Request:
    """The request with a note of each habit that it was read by."""
    meant = set(_nodes_in(request.clauses))
    told = dict.fromkeys(habit for habit in names.used if habit.value in meant)
    notes = tuple(as_told(habit) for habit in told if habit.value.replace("_", " ") not in request.instruction)
    return replace(request, notes=tuple(dict.fromkeys((*request.notes, *notes))))


def _nodes_in(part: object) -> Iterator[str]:
    """Ids of the nodes that are named in a clause."""
    if isinstance(part, NounPhrase) and part.node_id is not None:
        yield part.node_id
    if isinstance(part, tuple):
        for one in part:
            yield from _nodes_in(one)
    elif is_dataclass(part):
        for known in fields(part):
            yield from _nodes_in(getattr(part, known.name))


def _reader(instruction: str, names: Names, book: Phrasebook) -> SentenceReader:
    """What sentences are read with; the same words are read once, however many shapes of a sentence come to them."""
    read: dict[Words, Request | Refusal] = {}

    def orders(words: Sequence[str]) -> Request | Refusal:
        said = tuple(words)
        if said not in read:
            read[said] = _orders(instruction, said, names, book)
        return read[said]

    return SentenceReader(names, book, orders)


def _orders(instruction: str, words: Sequence[str], names: Names, book: Phrasebook) -> Request | Refusal:
    """What orders ask for; typing errors are corrected where they are not understood as they were written."""
    first = _parse(instruction, words, names, book)
    if isinstance(first, Request):
        return first
    read = _corrected(words, names, book)
    if read.words == words:
        return first
    second = _parse(instruction, words_of(" ".join(read.words)), names, book, read.notes)
    if isinstance(second, Request):
        return second
    misspelt = {old for old, new in zip(words, read.words, strict=True) if old != new}
    if first.begins in misspelt:
        return replace(second, message=" ".join((*read.notes, second.message)))
    return first


def _together(names: Names, book: Phrasebook) -> Callable[[str, str], bool]:
    """Whether two words are a name, a verb, a thing with its looks, or something before an article."""

    def say_something(first: str, second: str) -> bool:
        pair = (first, second)
        name, verb = names.match(pair, 0), book.said_verbs.find(pair, 0)
        looks = book.adjectives.attribute(first) is not None and names.match(pair, 1) is not None
        whole = (name is not None and name.length == 2) or (verb is not None and verb.length == 2)
        return whole or looks or second in lx.ARTICLES

    return say_something


def _parse(
    instruction: str, words: Sequence[str], names: Names, book: Phrasebook, notes: tuple[str, ...] = ()
) -> Request | Refusal:
    nouns = Nouns(words, names, book)
    try:
        stages = InstructionReader(nouns).read()
        _settled(stages, instruction, words, book)
    except NotUnderstoodError as stop:
        return stop.refusal
    basis = Basis.NEED if stages.of_need else Basis.ORDER
    clauses = with_exceptions_of_others(all_of_each(stages.clauses()), names)
    return Request(instruction, clauses, stages.numbers(), (*notes, *nouns.spoken.notes), basis=basis)


def _settled(stages: ClauseStages, instruction: str, words: Sequence[str], book: Phrasebook) -> None:
    """Raises the question whether some of so many things go on from where those were put, in one sentence."""
    ordered = (book.clauses.next_stage, book.clauses.before, book.clauses.after)
    if not stages.moved_on or any(table.find(words, at) for at in range(len(words)) for table in ordered):
        return
    is_one = not _STOP.search(instruction.strip(" .!?;"))
    for whole, some, is_behind_stop in stages.moved_on:
        if is_one or not is_behind_stop:
            raise stays_or_goes_on(whole, some)


def check_text(instruction: str) -> Refusal | None:
    """What is wrong with an instruction as a text; None if nothing is."""
    problem = ""
    if any(c == "\ufffd" or "\ud800" <= c <= "\udfff" for c in instruction):
        problem = "The instruction is not valid UTF-8 text."
    elif len(instruction) > MAX_LENGTH:
        problem = f"The instruction has {len(instruction):,} characters; at most {MAX_LENGTH:,} fit."
    elif any(unicodedata.category(c) in _INVISIBLE and c not in "\t\n\r" for c in instruction):
        problem = "The instruction contains control characters; plain text is expected."
    elif not instruction.strip():
        problem = "The instruction is empty. Say what to do, for example: bring the apple to the table."
    elif instruction.count('"') % 2 or instruction.count("\u201c") != instruction.count("\u201d"):
        problem = "A quotation mark is not closed in the instruction."
    return Refusal(FailureCause.INVALID_INSTRUCTION, problem) if problem else None
