# SPDX-License-Identifier: Apache-2.0
"""An instruction that is not understood as a whole, as plain orders made of what of it is known.

Each sentence is taken apart at its joints in the way that leaves the fewest words: what is understood as it stands
stays so, what has known pieces becomes the order that they make, and what has none is told besides. Whether that is
taken as meant or asked about, others decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from planner_node.language.piecing.clauses import PiecedOrder, orders_of
from planner_node.language.piecing.pieces import JOINTS, PieceKind, SentencePiece, pieces_of
from planner_node.language.rereading.plainer import plainer
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, skipped
from planner_node.language.words import lexicon as lx

_MOST_JOINTS = 8
_LONGEST = 80  # words
_WAYS = 3  # in which one sentence is taken apart
_FOR_TOPICS = frozenset({"it", "them", "that", "those", "both"})
_NAMING = frozenset({PieceKind.THING, PieceKind.PLACE, PieceKind.TO, PieceKind.FROM})
_POINTING = frozenset({"it", "them", "that", "those", "there"})
_SILENT = frozenset({PieceKind.OTHER, PieceKind.THEN, PieceKind.POINTER})
_SMALL = frozenset({"i", "we", "you", "for", "with", "would", "will"})
_FRAGMENT, _PIECED, _TOLD, _LEFT_WORD, _PART = 0.7, 1.0, 0.5, 0.2, 0.1
"""What a way to take a sentence apart costs: a part that is understood without a verb, one that is made of pieces, one
that asks for nothing, a word of these that no piece stands for, and any part."""


_DENYING = frozenset({"not", "never", "no", "nobody", "nothing", "none", "neither", "nor"})
_BINDING = frozenset("you except but only if unless otherwise either or instead without until every each all".split())
"""What is told with one of these may limit what is meant."""
_GROUPING = frozenset({"you", "every", "each", "all"})
_LIMITING = _BINDING | _DENYING


@dataclass(frozen=True, slots=True)
class PiecedOrders:
    """What an instruction comes to.

    Attributes:
        words: plain orders, a full stop behind each; empty: there are none, or known words are left over.
        of: the words of the instruction that they stand for, without what it only tells.
        rivals: other orders to which it comes where its sentences are taken apart otherwise.
    """

    words: Words = ()
    of: Words = ()
    rivals: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Piecer:
    """Makes orders of pieces.

    Attributes:
        reader: knows names and words.
        reads: whether some words are understood as they stand.
    """

    reader: SentenceReader
    reads: Callable[[Words], bool]

    def orders(self, words: Words) -> PiecedOrders:
        """The orders that an instruction comes to; none of a question, and none where known words are left over."""
        plain = plainer(spelt_out(words, self.reader.book.sentences), self.reader).words
        if len(plain) > _LONGEST or any(self._asks(sentence, end) for sentence, end in _sentences(plain)):
            return PiecedOrders()
        ways = [self._of_sentence(sentence) for sentence, _ in _sentences(plain)]
        if not all(ways):
            return PiecedOrders()
        found = [order for way in ways for order in way[0]]
        said = _spoken(found)
        others = (
            _spoken([order for i, way in enumerate(ways) for order in (other if i == at else way[0])])
            for at, way_of_one in enumerate(ways)
            for other in way_of_one[1:]
        )
        rivals = tuple(dict.fromkeys(other for other in others if other and other != said))
        return PiecedOrders(said, tuple(word for order in found for word in order.of), rivals)

    def _asks(self, sentence: Words, end: str) -> bool:
        """Whether a sentence asks something of the scene: "is the lamp on?"."""
        known = self.reader.book
        comma = max((at for at, word in enumerate(sentence) if word == ","), default=-1)
        said = (opened(words, known.sentences).words[:1] for words in (sentence, sentence[comma + 1 :]))
        asking = known.clauses.questions | {"where", "when", "do"}
        return end == "?" and any(first[0] in asking for first in said if first)

    def example(self, words: Words) -> tuple[tuple[str, ...], Words]:
        """The things and places that are known of some words, and an order with one of each; empty: there is none.

        There is none either where the order might ask for more than the words do: where they say which things or how
        many in words that it has not, or limit, deny or decide anything.
        """
        plain = spelt_out(words, self.reader.book.sentences)
        by_sentence = [tuple(pieces_of(sentence, self.reader)) for sentence, _ in _sentences(plain)]
        pieces = [piece for of_one in by_sentence for piece in of_one]
        named = [p for p in pieces if p.kind in _NAMING and not _POINTING.issuperset(p.words)]
        texts = tuple(dict.fromkeys(" ".join(p.words) for p in named if not self._is_of_two(p.words)))
        thing = next((p for p in named if p.kind is PieceKind.THING), None)
        place = next((p for p in reversed(named) if p.kind in (PieceKind.TO, PieceKind.PLACE)), None)
        any_thing = thing is not None and not self.reader.book.nouns.anything.isdisjoint(thing.words)
        if thing is None or place is None or any_thing or not (_LIMITING - _GROUPING).isdisjoint(plain):
            return texts, ()
        if any(
            self._is_narrowed(of_one, at)
            for of_one in by_sentence
            for at, p in enumerate(of_one)
            if p in (thing, place)
        ):
            return texts, ()
        order = orders_of([thing, place], ())
        return texts, order[0].words if order and self.reads(order[0].words) else ()

    def _is_of_two(self, words: Words) -> bool:
        """Whether words name two things of which nobody knows what they are together: "the banana bread"."""
        names = self.reader.names
        found = (
            i for i in range(len(words) - 1) if (n := names.match(words, i)) is not None and i + n.length < len(words)
        )
        return any(names.match(words, i + 1) is not None and words[i + 1] not in lx.NUMBERS for i in found)

    def _is_narrowed(self, pieces: Sequence[SentencePiece], at: int) -> bool:
        """Whether a word that nobody knows may say which thing or place is meant, or how many: "two zorchy forks"."""
        has_article = pieces[at].words[0] in lx.ARTICLES or pieces[at].kind is PieceKind.TO
        is_bare = not has_article and self._is_unknown(pieces[at - 1 : at]) if at else False
        return is_bare or pieces[at].left_out > 0 or self._is_unknown(pieces[at + 1 : at + 2])

    def _is_unknown(self, pieces: Sequence[SentencePiece]) -> bool:
        return any(p.kind is PieceKind.OTHER and not self._says_nothing(p.words[0]) for p in pieces)

    def _of_sentence(self, sentence: Words) -> tuple[tuple[PiecedOrder, ...], ...]:
        """The orders of the cheapest ways to take a sentence apart, that differ; empty: there is none."""
        joints = [i for i, word in enumerate(sentence) if word in JOINTS and i > 0]
        cuts = [0, *joints, len(sentence)] if len(joints) <= _MOST_JOINTS else [0, len(sentence)]

        @cache
        def best(at: int) -> tuple[tuple[float, tuple[PiecedOrder, ...]], ...]:
            if at == len(cuts) - 1:
                return ((0.0, ()),)
            ways: list[tuple[float, tuple[PiecedOrder, ...]]] = []
            for end in range(at + 1, len(cuts)):
                part = self._part(_stripped(sentence[cuts[at] : cuts[end]]))
                if part is not None:
                    ways += ((part[0] + rest[0] + _PART, (*part[1], *rest[1])) for rest in best(end))
            apart = dict[Words, tuple[float, tuple[PiecedOrder, ...]]]()
            for way in sorted(ways, key=lambda way: way[0]):
                apart.setdefault(tuple(word for order in way[1] for word in (*order.words, ".")), way)
            return tuple(apart.values())[:_WAYS]

        return tuple(orders for _, orders in best(0))

    def _part(self, part: Words) -> tuple[float, tuple[PiecedOrder, ...]] | None:
        """What a part costs, and the orders that it comes to; None: it cannot be taken by itself."""
        if not part:
            return 0.0, ()
        if self.reads(part):
            return (0.0 if self.reader.starts_order(self._asked(part)) else _FRAGMENT), (PiecedOrder(part, of=part),)
        pieces = tuple(pieces_of(self._asked(part), self.reader))
        left = sum(piece.left_out for piece in pieces)
        left += sum(piece.kind is PieceKind.OTHER and not self._says_nothing(piece.words[0]) for piece in pieces)
        if all(piece.kind in _SILENT for piece in pieces):
            binds = not _BINDING.isdisjoint(part) or self._limits(part)
            binding = (PiecedOrder((), of=part),) if binds else ()
            return _TOLD + _LEFT_WORD * left, binding
        if any(self._narrows(one, other) for one, other in pairwise(pieces)):
            return None
        orders = orders_of(pieces, self.reader.book.sentences.asking)
        if orders is None:
            return None
        told = all(order.is_topic for order in orders) and (_BINDING | _DENYING).isdisjoint(part)
        of = orders[0].words if told else part
        denied = sum(piece.words[0] in _DENYING for piece in pieces if piece.kind is PieceKind.OTHER)
        return _PIECED + _LEFT_WORD * left + (0.0 if told else denied), (replace(orders[0], of=of), *orders[1:])

    def _narrows(self, one: SentencePiece, other: SentencePiece) -> bool:
        """Whether a word that nobody knows says which things are meant: "the tennis things"."""
        any_thing = other.kind is PieceKind.THING and other.words[0] in self.reader.book.nouns.anything
        return any_thing and one.kind is PieceKind.OTHER and not self._says_nothing(one.words[0])

    def _limits(self, part: Words) -> bool:
        """Whether nothing is told there but what is denied, or how much: "on not and the apple"."""
        quantities = self.reader.book.quantities
        limiting = _DENYING | quantities.none.words | quantities.vague.words
        silent = limiting | self.reader.book.places.sides.words | _SMALL
        return not limiting.isdisjoint(part) and all(w in silent or self._says_nothing(w) for w in part)

    def _says_nothing(self, word: str) -> bool:
        """Whether a word only holds others together."""
        known = self.reader.book.sentences
        return word in JOINTS | lx.ARTICLES | known.asking | known.copulas.words | known.modals.words | _SMALL

    def _asked(self, part: Words) -> Words:
        """A part without what says nothing before what is asked for."""
        known = self.reader.book.sentences
        plain = opened(part, known).words
        return skipped(plain, known.ensuring) or plain


def _spoken(orders: Sequence[PiecedOrder]) -> Words:
    """Orders with a full stop behind each."""
    return tuple(word for order in _about_topics(orders) for word in (*order, "."))


def _about_topics(orders: Sequence[PiecedOrder]) -> Iterator[Words]:
    """The orders, with a topic in the place of the pronoun of the next one; nothing at all where that has none.

    Things behind an order with a place, and nothing said of them, go there, too.
    """
    said = [order for order in orders if order.words]
    words = [order.words for order in said]
    done: set[int] = set()
    for at, order in enumerate(said):
        if not order.is_topic:
            continue
        behind = words[at + 1] if at + 1 < len(words) else ()
        pointer = next((i for i, word in enumerate(behind) if word in _FOR_TOPICS), None)
        if pointer is not None:
            words[at + 1] = (*behind[:pointer], *order.words, *behind[pointer + 1 :])
            done.add(at)
        elif at and said[at - 1].goal:
            words[at] = ("bring", *order.words, *said[at - 1].goal)
        else:
            return
    yield from (part for at, part in enumerate(words) if at not in done)


def _sentences(words: Words) -> Iterator[tuple[Words, str]]:
    """Each sentence with the mark that ends it."""
    for begin, end in sentence_bounds(words):
        if end > begin:
            yield words[begin:end], words[end] if end < len(words) else "."


def _stripped(part: Words) -> Words:
    """Without the joints at both ends."""
    begin, end = 0, len(part)
    while begin < end and part[begin] in JOINTS:
        begin += 1
    while end > begin and part[end - 1] in JOINTS:
        end -= 1
    return part[begin:end]
