# SPDX-License-Identifier: Apache-2.0
"""When orders that are made of the pieces of an instruction are taken as meant, and not asked about.

They have to leave out no word but such as ask for the same: nothing that limits, excepts, denies or decides is moved
from where it was said, nothing is made an end of but by the speaker's own verb, and there is no other way to take the
pieces. What is taken so is told, and never called exactly what was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from planner_node.claims.groups import Groups
from planner_node.claims.wording.lists import PiecedWords, word_lists
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.quantified import quantified
from planner_node.claims.wording.suspicious import is_in_a_name, number_at
from planner_node.claims.wording.tokens import stems, tokens
from planner_node.claims.wording.words import word_claims
from planner_node.language.interpret import KnownPieces
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import Basis, Hold, Put, Request, SetState
from planner_node.language.things import Side
from planner_node.language.words.phrases import Phrases

_BIN = "bin"
_FIRST = frozenset({"i", "we", "me", "us", "my", "our"})
_WITHIN = frozenset({"in", "into", "inside"})
_DONE = (Put, Hold, SetState)


def taken_as_meant(read: Request, pieces: KnownPieces, groups: Groups, book: Phrasebook) -> Request | None:
    """The request that pieces come to, with how it is told; None: it has to be asked whether it is meant.

    Args:
        read: what the grammar makes of their orders, with the instruction as it was said.
        pieces: of the instruction.
        groups: of the scene.
        book: words that are known.
    """
    words, orders = tokens(read.instruction), tokens(pieces.orders)
    if "?" in read.instruction or not _binding().isdisjoint(words) or not _is_plain(read):
        return None
    found = _Covered(words, frozenset(orders), book)
    left = Counter(word for at, word in enumerate(words) if at not in found.positions)
    spoken = [tokens(order) for order in pieces.orders.split(". ")]
    over = frozenset(left - Counter(orders))
    if over - _free(left, spoken):
        return None
    if _invented(orders, words, bool(found.spans)) or any(_is_misread(order, words, found) for order in spoken):
        return None
    if any(_makes_an_end(order, words) for order in spoken) or any(
        _bins_unasked(c, words, groups) for c in read.clauses
    ):
        return None
    told = f"I take this as: '{pieces.orders}'"
    taken = replace(read, basis=Basis.PIECES, notes=(told,), turned=read.turned | found.spans | {(w,) for w in over})
    return None if _says_more(taken, groups, book) else taken


def _says_more(taken: Request, groups: Groups, book: Phrasebook) -> bool:
    """Whether a word of the instruction is mirrored by nothing, or an amount is supposed that nobody said."""
    scene = groups.scene
    said = mirrors(taken, scene.graph, scene.ontology, book, groups.count, scene.habits)
    each = quantified(taken.instruction, scene.graph, scene.ontology)
    claims = word_claims(taken.instruction, said, frozenset(at for group in each for at in group.span))
    words = tokens(taken.instruction)
    told = {number_at(words, at) for at in range(len(words)) if not is_in_a_name(words, at, said)}
    return bool(claims) or any(n > 1 and n not in told for n in said.counts)


def _binding() -> frozenset[str]:
    """Words that limit, except, deny or decide: what they hold for may be another thing in other orders."""
    known = word_lists()
    kinds = (known.negation, known.exclusion, known.condition, known.otherwise, known.limit, known.order, known.vague)
    return frozenset[str]().union(*kinds, known.pairing)


def _is_plain(read: Request) -> bool:
    """Whether things are put somewhere, held, opened or switched, with no case, limit or note."""
    done = all(isinstance(clause, _DONE) for clause in read.clauses)
    poured = any(isinstance(c, Put) and c.place.side is Side.POURED for c in read.clauses)
    return bool(read.clauses) and done and not (poured or read.is_open or read.limits or read.notes)


@dataclass
class _Covered:
    """The words of an instruction that are polite, or ask for what its orders say.

    Attributes:
        words: of the instruction.
        repeated: words of the orders.
        book: words that are known.
        positions: of the words that are covered.
        polite: those of them that are only polite.
        asking: what asks, as it is said.
    """

    words: Sequence[str]
    repeated: frozenset[str]
    book: Phrasebook
    positions: set[int] = field(default_factory=set)
    polite: set[int] = field(default_factory=set)
    asking: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Go through the words once, the longest phrase first."""
        known, at, is_let = word_lists().pieced, 0, False
        while at < len(self.words):
            length = max(self._longing(at, known), self._duty(at, known))
            if not length and is_let:
                length = _length(known.settling, self.words, at)
            if not length and known.letting.find(self.words, at) is not None and not self._names_before(at):
                length, is_let = 1, True
            if length:
                self.asking.add(tuple(self.words[at : at + length]))
            else:
                length = self._polite(at)
                self.polite.update(range(at, at + length))
            self.positions.update(range(at, at + length))
            at += length or 1

    @property
    def spans(self) -> frozenset[tuple[str, ...]]:
        """What asks, as it is said, and what of it ends it."""
        return frozenset(said[at:] for said in self.asking for at in range(len(said)))

    def _longing(self, at: int, known: PiecedWords) -> int:
        """How many words say there that something is wanted, by what stands before them or by the speaker."""
        subject = at < len(self.words) and self.words[at] in ("i", "we")
        length = _length(known.longing, self.words, at + subject)
        return length + subject if length and (subject or self._names_before(at)) else 0

    def _duty(self, at: int, known: PiecedWords) -> int:
        """How many words say there that what stands before them is to be somewhere."""
        length = _length(known.duty, self.words, at) if self._names_before(at) else 0
        settled = _length(known.settling, self.words, at + length) if length else 0
        is_said = at + length < len(self.words) and self.words[at + length] in self.repeated
        return length + settled if settled or is_said else 0

    def _names_before(self, at: int) -> bool:
        """Whether a word of the orders ends right before a position, or before what is polite there."""
        before = next((i for i in range(at - 1, -1, -1) if i not in self.polite), -1)
        return before >= 0 and self.words[before] in self.repeated | word_lists().pieced.pointing

    def _polite(self, at: int) -> int:
        """How many words begin there that are said besides: two at least, as single ones may be names."""
        tables = (self.book.speech.asides, self.book.around.plain)
        longest = max(_length(table, self.words, at) for table in tables)
        return longest if longest > 1 else 0


def _length(table: Phrases[None], words: Sequence[str], at: int) -> int:
    found = table.find(words, at)
    return 0 if found is None else found.length


def _free(left: Counter[str], spoken: Sequence[Sequence[str]]) -> frozenset[str]:
    """Words that say nothing by themselves; one pronoun, where there is one order that it can belong to."""
    known = word_lists().pieced
    pronouns = [word for word in left.elements() if word in known.pointing]
    return known.binding | (frozenset(pronouns) if len(pronouns) == len(spoken) == 1 else frozenset())


def _invented(orders: Sequence[str], words: Sequence[str], is_wished: bool) -> bool:
    """Whether orders say what nobody said: but for what holds them together, and where "the cup in the sink" is."""
    is_from = is_wished and orders.count("from") == 1 and "and" not in orders[: orders.index("from")]
    known = word_lists().pieced.added | ({"from"} if is_from else set())
    added = set(orders) - set(words) - known
    return bool(added - {"me"}) or ("me" in added and _FIRST.isdisjoint(words))


def _is_misread(order: Sequence[str], words: Sequence[str], found: _Covered) -> bool:
    """Whether the deed of an order is no deed where it was said: "the candle must find its way to the table"."""
    said = [word for word in order[:2] if word != "then"][:1]
    places = [at for at, word in enumerate(words) if word in said]
    by_hand = not places and set(said) <= word_lists().pieced.added
    return not by_hand and all(at in found.positions for at in places)


def _makes_an_end(order: Sequence[str], words: Sequence[str]) -> bool:
    """Whether an order throws away or pours, and the speaker did not say so of the same thing."""
    ends = (at for at, word in enumerate(order[:2]) if not stems(word).isdisjoint(word_lists().pieced.ending))
    return any(not _stands_in(order[at : at + 3], words) for at in ends)


def _stands_in(part: Sequence[str], words: Sequence[str]) -> bool:
    return any(tuple(words[at : at + len(part)]) == tuple(part) for at in range(len(words)))


def _bins_unasked(clause: object, words: Sequence[str], groups: Groups) -> bool:
    """Whether something goes into a bin, of which nobody said "into"."""
    if not isinstance(clause, Put):
        return False
    scene, place = groups.scene, clause.place.what
    label = scene.graph[place.node_id].label if place.node_id is not None else place.concept or ""
    return scene.ontology.is_a(scene.ontology.class_of(label) or label, _BIN) and _WITHIN.isdisjoint(
        _before(words, place.text)
    )


def _before(words: Sequence[str], text: str) -> Iterator[str]:
    """The words right before a text, wherever it stands."""
    said = tokens(text)
    return (words[at - 1] for at in range(1, len(words)) if tuple(words[at : at + len(said)]) == said)
