# SPDX-License-Identifier: Apache-2.0
"""Words that change what is meant: each needs a counterpart of its kind in what was understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import Mirrors
from planner_node.claims.wording.negated import ends_denial, is_gone, is_of_a_state, is_undone
from planner_node.claims.wording.tokens import is_near, stems, tokens
from planner_node.language.request import LimitKind, Put, PutBack, SetState, TryOut
from planner_node.language.things import Bearing, NounPhrase, Side
from planner_node.language.words.lexicon import DEFINITE, ORDINALS

Rule = Callable[[Sequence[str], int, Mirrors], bool]
"""Whether what was understood mirrors the word of a text at a position."""

_LESS = (("fewer", "than"), ("less", "than"))
_TURNS = frozenset({"before", "after"})
_WHERE = frozenset("to in into on onto inside at where there here home over up down".split())
_MODALS = frozenset("should must may shall".split())
_STAYING = frozenset("be left stay stays remain remains stand lie".split())
_STAYING_WITHIN = 8  # words behind "only"
_BEFORE_AN_ORDER = frozenset("please and but then you to".split())
_MODAL_WITHIN = 7  # words behind "no"
_PLACE_WITHIN = 5  # words behind "belongs"
_NOUN_WITHIN = 4  # words behind a possessive


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Rule]:
    """What each suspicious word needs."""
    lists = word_lists()
    by_kind: tuple[tuple[frozenset[str], Rule], ...] = (
        (lists.condition, _is_tried_out),
        (lists.vague, _is_bound),
        (lists.order, _is_in_order),
        (frozenset({"back"}), _is_back),
        (lists.keeping, _is_put_there),
        (lists.pairing, lambda words, at, said: len(said.request.clauses) > 1),
        (lists.possessive, _is_owned),
        (lists.comparative, _is_told_apart),
        (frozenset({"longer", "anymore"}), _is_no_longer),
        (frozenset({"stay", "stays", "remain", "remains"}), _stays_so),
        (frozenset({"lit", "running", "burning", "glowing", "unlit"}), _is_in_a_state),
        (lists.limit, _is_limit),
        (frozenset({"first", "firstly"}), _is_ordered),
        (frozenset({"again"}), _is_again),
        (frozenset({"same"}), _is_the_same),
        (frozenset({"between"}), _is_shared_out),
        (frozenset({"contains", "contain"}), lambda words, at, said: said.depends or words[at] in said.names),
        (frozenset({"together"}), _are_together),
        (frozenset({"last", "lastly"}), _is_ordered),
        (frozenset({"exactly"}), _is_counted),
        (lists.universal, _is_universal),
        (lists.negation, _is_excluded),
        (lists.exclusion, _is_excluded),
        (frozenset({"other", "others"}), _is_another),
    )
    return {word: rule for kind, rule in by_kind for word in kind}


def number_at(words: Sequence[str], at: int) -> int | None:
    """The number that a word says; "more than three" is four. None: it says none."""
    word = words[at]
    value = int(word) if word.isdigit() else word_lists().numbers.get(word)
    if value is None or word == "one":
        return None
    if word == "pair" and not word_lists().pairs.isdisjoint(words[at + 1 : at + 4]):
        return 1
    before = tuple(words[max(0, at - 2) : at])
    if before == ("more", "than") and words[max(0, at - 3) : at - 2] != ("no",):
        return value + 1
    is_less = before in _LESS and words[max(0, at - 3) : at - 2] != ("no",)  # "no fewer than two" are two
    return value - 1 if is_less else value


def is_in_a_name(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a number is that of a node: "table 2", "table two", "tubes 1 and 3", "tabel 2"."""
    number = number_at(words, at)
    if at == 0 or number is None:
        return False
    noun = at - 1
    while noun > 0 and (words[noun].isdigit() or words[noun] in ("and", "or", "to", "through", "till")):
        noun -= 1  # "tubes 1 to 3"
    if not words[at].isdigit() and any(word.isdigit() for word in words[noun:at]):
        return False  # "desk 1, two to desk 2"
    named = {p.node_id for p in said.phrases if p.node_id is not None}
    listed = (p.superlative.listed for p in said.phrases if p.superlative is not None)  # "the nearer of tables 1 and 2"
    ids = map(tokens, named.union(*listed))
    return any(node[-1] in (words[at], str(number)) and _is_name(words[noun], node[-2:-1]) for node in ids)


def _is_name(word: str, name: Sequence[str]) -> bool:
    return not stems(word).isdisjoint(name) or is_near(word, name) is not None


def _is_told_apart(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "left", "biggest" and the like are known of what is meant."""
    is_state = words[at] == "left" and is_of_a_state(words, at, said)
    return is_state or words[at] in said.names or _is_resolved(words, at, said)


def _is_in_order(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether there is a stage more than words that say what comes before what."""
    turns = sum(word in _TURNS for word in words)
    return said.depends or len(set(said.request.stages)) > max(1, turns if words[at] in _TURNS else 1)


def _is_back(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "back" says no more than the place behind it, or something is put where it was."""
    lists = word_lists()
    placed = at + 1 < len(words) and words[at + 1] in _WHERE
    placed |= any(word in lists.keeping or word in ("kept", "stored") for word in words[:at])  # "they belong there"
    return placed or "back" in said.names or any(isinstance(c, PutBack) for c in said.request.clauses)


def _is_put_there(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "belongs" says where things are usually, or where they are put."""
    behind = {stem for word in words[at + 1 : at + 1 + _PLACE_WITHIN] for stem in stems(word)}
    goals = (c.place.what for c in said.request.clauses if isinstance(c, Put))
    return words[at] in said.names or any(not behind.isdisjoint(tokens(g.concept or g.text)[-1:]) for g in goals)


def _is_no_longer(words: Sequence[str], at: int, said: Mirrors) -> bool:
    return ends_denial(words, at, said) or _is_told_apart(words, at, said)


def _stays_so(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether what stays is left where it is, or in its state."""
    return not stems(words[at]).isdisjoint(said.names) or is_of_a_state(words, at, said)


def _is_in_a_state(words: Sequence[str], at: int, said: Mirrors) -> bool:
    return words[at] in said.names or is_of_a_state(words, at, said)


def _is_tried_out(words: Sequence[str], at: int, said: Mirrors) -> bool:
    told = (
        p.attributes if p.count is None else any(isinstance(r, Bearing) for r in p.restrictions) for p in said.phrases
    )
    chosen = any(p.superlative is not None or p.attributes for p in said.phrases)
    kind = (p for p in said.of_noun_behind(words, at) if p.count == 1 and p.definite)
    if words[at] == "whichever" and (any(told) or chosen or any(kind)):
        return True  # "whichever mug is dirty", "whichever table has it"
    if words[at] == "else" and at and words[at - 1] in ("everything", "anything", "all", "whatever", "what", "nothing"):
        return said.excludes
    if words[at] == "either" and "or" not in words[at:]:  # "either envelope"
        return bool(said.request.when) or any(p.count == 1 and not p.definite for p in said.of_noun_behind(words, at))
    if (
        words[at] in ("or", "either")
        and "whichever" in words
        and any(p.superlative and p.superlative.listed for p in said.phrases)
    ):
        return True  # "desk 1 or desk 3, whichever is nearer"
    if words[at] == "or" and not said.request.instead and sum(p.count is None for p in said.phrases) > 1:
        return True  # "every mug or cup": all of both
    if words[at] == "or" and _is_left_alone(words[at + 1 :], said):
        return True  # "don't take the pliers or the hammer"
    return said.depends or (words[at] == "if" and any(isinstance(clause, TryOut) for clause in said.request.clauses))


def _is_ordered(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether what is to be done first or last is: "the red one first" needs a stage of its own.

    Where nothing else is asked for, and at the beginning of what is to be done, "first" asks for nothing.
    """
    begins = at == 0 or (at + 1 < len(words) and said.verbs.find((words[at + 1],), 0) is not None)
    if words[at] in said.names and not said.is_staged:
        return True
    if not said.is_staged:
        is_first = words[at].startswith("first")
        return is_first and (begins or (at == len(words) - 1 and len(said.request.clauses) == 1))
    placed = _placed(words, at, said)
    if not placed:
        return True
    others = range(min(said.request.stages), max(said.request.stages) + 1)
    return any(stage < max(others) if words[at].startswith("first") else stage > min(others) for stage in placed)


def _is_again(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "again" only says that something is as it was before: shut again, back again."""
    return said.is_staged or any(isinstance(clause, SetState | PutBack) for clause in said.request.clauses)


def _is_the_same(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether things of one kind go to two places: "a pen on desk 1 and the same on desk 2"."""
    puts = [c for c in said.request.clauses if isinstance(c, Put)]
    alike = (a for n, a in enumerate(puts) for b in puts[n + 1 :] if a.place != b.place and _asks_alike(a, b))
    return words[at] in said.names or any(alike)


def _is_shared_out(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether several people or places get some of what is "between" them."""
    puts = [c for c in said.request.clauses if isinstance(c, Put)]
    return said.shares_out or words[at] in said.names or any(c.place.what.is_shared_out for c in puts)


def _asks_alike(one: Put, other: Put) -> bool:
    return tuple((p.concept, p.count) for p in one.what) == tuple((p.concept, p.count) for p in other.what)


def _is_added(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "not only" adds one thing to another: "not only the mug but also the cup"."""
    is_begun = tuple(words[at : at + 2]) in (("not", "only"), ("not", "just"), ("not", "merely"))
    behind = words[at + 2 :] if is_begun else ()
    things = [p for c in said.request.clauses if isinstance(c, Put) for p in c.what]
    return "but" in behind and not {"also", "too"}.isdisjoint(behind) and len(things) > 1


def _are_together(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether several things go to one place, as those do that are put somewhere together."""
    puts = [c for c in said.request.clauses if isinstance(c, Put)]
    puts = [c for c in puts if any(_end_before(words, at, p.text) for p in (*c.what, c.place.what))] or puts
    several = (len(c.what) > 1 or any(p.count != 1 or p.parts for p in c.what) for c in puts)
    places = {c.place for c in puts}
    return len(places) == 1 and not any(p.what.is_shared_out for p in places) and (any(several) or len(puts) > 1)


def _end_before(words: Sequence[str], at: int, text: str) -> bool:
    """Whether a phrase ends before a position."""
    said = tokens(text)
    return bool(said) and tuple(words[max(0, at - len(said)) : at]) == said


def _placed(words: Sequence[str], at: int, said: Mirrors) -> list[int]:
    """The stages in which things are put somewhere that are called as the words before a position call them."""
    begin = next((i for i in range(at - 1, max(-1, at - _NOUN_WITHIN - 1), -1) if words[i] in DEFINITE), None)
    called = frozenset(words[begin + 1 : at]) if begin is not None else frozenset()
    found = zip(said.request.clauses, said.request.stages, strict=False)
    puts = [(stage, p) for clause, stage in found if isinstance(clause, Put) for p in clause.what]
    return [stage for stage, p in puts if called and called <= set(tokens(p.text))]


def _is_counted(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "exactly" bounds a number of things, and there are not more of them at the place already."""
    number = number_at(words, at + 1) if at + 1 < len(words) else None
    puts = [(p, c.place) for c in said.request.clauses if isinstance(c, Put) for p in c.what if p.count == number]
    there = (replace(p, source=replace(place, side=Side.ANY)) for p, place in puts)
    return number is not None and bool(puts) and all(said.fitting(p) <= number for p in there)


def _is_universal(words: Sequence[str], at: int, said: Mirrors) -> bool:
    behind_a_thing = words[at] in ("each", "apiece") and at > 0 and said.is_noun(words[at - 1])
    if behind_a_thing and not said.shares_out:  # "and a fork each for them"
        shared = (p for p in said.phrases if p.node_id is None)  # one table has no "each"
        return any(p.each or p.apart or p.parts for p in shared)
    return said.means_all or (words[at] == "each" and said.shares_out)


def _is_bound(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Part of "at most three", "more than three" or "half of"."""
    if words[at] in said.names and (words[at] in ORDINALS or any(p.share is not None for p in said.phrases)):
        return True
    if any(p.superlative is not None and words[at] in p.superlative.word.split() for p in said.phrases):
        return True  # "the shelf with the most books"
    if words[at] == "many" and tuple(words[max(0, at - 1) : at]) == ("as",):
        return any(p.count is None or p.or_fewer for p in said.phrases)  # "as many pens as possible"
    if words[at] == "most":
        return at > 0 and words[at - 1] == "at" and any(p.or_fewer or p.left for p in said.phrases)
    counted = at > 0 and (words[at - 1] in ("one", "few", "several") or number_at(words, at - 1) is not None)
    if words[at] == "more" and counted:
        return any("more" in p.text.split()[:3] for p in said.phrases)  # those that are there are left out
    if words[at] == "more" and ends_denial(words, at, said):
        return True
    than = at + 2 < len(words) and words[at + 1] == "than"
    counted = than and (number_at(words, at + 2) is not None or words[at + 2] == "one")
    return counted and words[at] in ("more", "fewer", "less")


def _is_excluded(words: Sequence[str], at: int, said: Mirrors) -> bool:
    if _is_added(words, at, said):
        return True
    if (
        words[at] == "bar"
        and said.is_noun("bar")
        and (words[at - 1] in said.names or words[at + 1 : at + 2] == ("of",))
    ):
        return True  # "the chocolate bar"
    if words[at] == "no" and words[at + 1 : at + 3] in _LESS and at + 3 < len(words):
        return number_at(words, at + 3) in said.counts
    if words[at] == "no" and words[at + 1 : at + 2] == ("more",):
        return any(p.or_fewer or p.left for p in said.phrases)
    if is_undone(words, at, said) or is_gone(words, at, said):
        return True
    if words[at] in ("no", "none", "neither") and _is_to_be_absent(words, at):
        gone = said.of_noun_behind(words, at + 1 if words[at + 1 : at + 2] == ("of",) else at)
        return bool(gone) and all(p.source is not None and p.count is None for p in gone)
    return said.excludes and _excludes_from(words[:at], said)


def _is_to_be_absent(words: Sequence[str], at: int) -> bool:
    """Whether it says where something must not be: "there should be no mugs on ...", "no mugs should be left on it"."""
    if at > 1 and words[at - 2] in _MODALS and words[at - 1] == "be":
        return True
    modal = next((i for i in range(at + 1, min(at + _MODAL_WITHIN, len(words))) if words[i] in _MODALS), len(words))
    rest = next((i for i in range(modal + 1, len(words)) if words[i] not in _STAYING), len(words))
    return rest > modal + 1 and words[rest : rest + 1] in (("on",), ("in",), ("at",), ("inside",))


def _is_another(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "other" leaves out something that the phrase would fit."""
    if words[at] == "other" and any(p.referent.apart for p in said.phrases):
        return True  # "a battery ... and the other one"
    others = [p for p in said.phrases if p.besides and "other" in p.text]
    narrower = (said.fitting(p) < said.fitting(_with_the_others(p)) for p in others)
    return _is_excluded(words, at, said) and (not others or any(narrower))


def _with_the_others(phrase: NounPhrase) -> NounPhrase:
    """The phrase without "other"; "the other table" excludes the one where the things are, which nobody named."""
    stated = tuple(e for e in phrase.excluded if not e.implied)
    return replace(phrase, besides=(), among=None, excluded=stated)


def _excludes_from(before: Sequence[str], said: Mirrors) -> bool:
    """Whether what is excluded behind "on each table" is so from the tables."""
    noun = next((word for word in reversed(before) if not word.isdigit()), "")
    places = [p for p in said.phrases if p.is_shared_out and _names(noun, p)]
    lacking = any(isinstance(r, Bearing) and r.is_lacking for p in places for r in p.restrictions)
    return not places or lacking or any(p.excluded or p.left for p in places)


def _names(noun: str, phrase: NounPhrase) -> bool:
    return any(not stems(noun).isdisjoint(stems(word)) for word in tokens(phrase.concept or ""))


def _is_limit(words: Sequence[str], at: int, said: Mirrors) -> bool:
    if at > 0 and words[at - 1] in ("leave", "leaving", "keep") and said.excludes:
        return True  # "leave only the stapler there": all but that goes
    if (at > 0 and _is_added(words, at - 1, said)) or _limits_the_case(words, at, said):
        return True
    if _says_what_stays(words[at + 1 :], said):
        return True  # "everything goes on the table, only the sponge stays"
    sole = (p for p in said.phrases if p.definite and p.count == 1)
    if at > 0 and words[at - 1] in DEFINITE and any(said.fitting(p) <= 1 for p in sole):
        return True  # "the only clean mug"
    amount = at + 1 < len(words) and (words[at + 1] == "one" or number_at(words, at + 1) is not None)
    return amount or any(p.only_there for p in said.phrases)


def _says_what_stays(words: Sequence[str], said: Mirrors) -> bool:
    """Whether words begin with what is left alone, and say so, where all else of a group goes."""
    goes = any(isinstance(c, Put) and any(p.count is None for p in c.what) for c in said.request.clauses)
    behind = tuple(words[:_STAYING_WITHIN])
    return goes and _is_left_alone(behind, said) and not _STAYING.isdisjoint(behind)


def _is_left_alone(words: Sequence[str], said: Mirrors) -> bool:
    """Whether words begin with something that is left alone."""
    limits = (limit for limit in said.request.limits if limit.kind is LimitKind.LEFT_ALONE)
    left = [tuple(word for word in tokens(limit.what.text) if word not in DEFINITE) for limit in limits]
    behind = tuple(word for word in words if word not in DEFINITE)
    return any(thing and behind[: len(thing)] == thing for thing in left)


def _limits_the_case(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "only" stands before an order that a condition ends: "only open it if it is shut"."""
    before = at == 0 or words[at - 1] in _BEFORE_AN_ORDER
    return before and bool(said.request.when) and any(word in ("if", "when", "once") for word in words[at + 2 :])


def _is_resolved(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a node is meant that the instruction does not name itself, by words among which one stands."""
    text = " ".join(words)
    found = (p for p in said.phrases if p.node_id is not None and p.node_id.replace("_", " ") not in text)
    return any(not _is_said_elsewhere(tokens(p.text), words, at) for p in found)


def _is_said_elsewhere(phrase: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether a phrase stands in a text, and nowhere with the word at a position in it."""
    begins = [i for i in range(len(words) - len(phrase) + 1) if tuple(words[i : i + len(phrase)]) == tuple(phrase)]
    return bool(phrase) and bool(begins) and not any(i <= at < i + len(phrase) for i in begins)


def _is_owned(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a node is named instead, the owner is kept, or there is no other thing that could be meant."""
    if words[at] == "my" and "my" in said.names:
        return True
    if _is_resolved(words, at, said):
        return True
    binds = word_lists().function
    behind = tuple(takewhile(lambda word: word not in binds, words[at + 1 : at + 1 + _NOUN_WITHIN]))
    if not behind:
        return words[at] == "her"  # a person, not what is hers
    near = frozenset[str]().union(*(stems(word) for word in behind))
    meant = [p for p in said.phrases if p.concept is not None and not near.isdisjoint(stems(tokens(p.concept)[-1]))]
    return bool(meant) and all(p.count is None or said.fitting(p) <= p.count for p in meant)
