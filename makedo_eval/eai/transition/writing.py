# SPDX-License-Identifier: Apache-2.0
"""Writes an action's precondition and effect in the predicates of a domain, from what is known of the deed.

Preconditions are alternatives of conjunctions, as the benchmark asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from makedo_eval.eai.transition.knowledge import AGENT, ANY, DeedBook, HandDeed
from makedo_eval.eai.transition.prompts import NamedSignature
from planner_node.pddl.model import OBJECT

NOTHING = "()"
_OTHER, _HELD = "?other", "?held"


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action with its body in PDDL."""

    signature: NamedSignature
    precondition: str = NOTHING
    effect: str = NOTHING

    def __str__(self) -> str:
        body = f":precondition {self.precondition} :effect {self.effect}"
        return f"(:action {self.signature.name} :parameters {self.signature} {body})"


class ActionWriter:
    """Writes bodies of actions of one domain."""

    def __init__(self, book: DeedBook, predicates: Sequence[NamedSignature]) -> None:
        self._book = book
        self._predicates = {notion: book.predicates(notion, predicates) for notion in book.notions}

    def write(self, action: NamedSignature, *, strict: bool = True) -> WrittenAction:
        """An action; without a body if nothing is known of the deed.

        Args:
            action: name and parameters.
            strict: what is usually needed is needed, too.
        """
        deed = self._book.deed(action)
        if deed is None:
            return WrittenAction(action)
        roles = {**dict(zip(deed.roles, action.things, strict=True)), ANY: _OTHER}
        roles[AGENT] = action.agents[0] if action.agents else ""
        needs = [self._need(said, roles) for said in (*deed.needs, *(deed.usually if strict else ()))]
        options = [tuple(dict.fromkeys(sum(chosen, ()))) for chosen in product(*(n for n in needs if n))]
        effects = dict.fromkeys(e for e in self._effects(deed, roles) if e)
        return WrittenAction(action, _any_of([_all_of(o) for o in options]), _all_of(tuple(effects)))

    def _need(self, said: str, roles: Mapping[str, str]) -> list[tuple[str, ...]]:
        """The ways in which a condition is met, each a conjunction; empty: the domain cannot tell."""
        if " if " in said:
            sentence, where = said.split(" if ")
            return self._everywhere(sentence, where, roles)
        return [way for one in said.split(" or ") for way in self._ways(one, roles)]

    def _everywhere(self, said: str, where: str, roles: Mapping[str, str]) -> list[tuple[str, ...]]:
        """What holds of all things of which something else holds: of none of them does it not."""
        against = said.removeprefix("not ") if said.startswith("not ") else f"not {said}"
        bad = [_all_of((*a, *b)) for a in self._ways(where, roles) for b in self._ways(against, roles)]
        found = tuple(f"(not (exists ({_OTHER} - {OBJECT}) {one}))" for one in bad)
        return [found] if found else []

    def _ways(self, said: str, roles: Mapping[str, str]) -> list[tuple[str, ...]]:
        negated, notion, terms = _taken_apart(said)
        atoms = self._atoms(notion, terms, roles)
        if not atoms and notion == "hands_full":
            return self._hands(negated, roles)
        if not atoms and (other := self._book.opposite(notion)):
            atoms, negated = self._atoms(other, terms, roles), not negated
        if not atoms:
            return []
        return [tuple(f"(not {a})" for a in atoms)] if negated else [(a,) for a in atoms]

    def _hands(self, negated: bool, roles: Mapping[str, str]) -> list[tuple[str, ...]]:
        """Whether all hands hold something, by what each of them holds: a way for each hand that is free."""
        full = [self._held(p, roles) for p in self._predicates["holds"]]
        if not full:
            return []
        return [(f"(not {one})",) for one in full] if negated else [tuple(full)]

    def _held(self, hand: NamedSignature, roles: Mapping[str, str]) -> str:
        return f"(exists ({_HELD} - {OBJECT}) {_atom(hand, (AGENT, ANY), {**roles, ANY: _HELD})})"

    def _effects(self, deed: HandDeed, roles: Mapping[str, str]) -> Iterator[str]:
        for said in deed.makes:
            yield from self._change(said, roles, ended=False)
        for said in deed.ends:
            yield from self._change(said, roles, ended=True)

    def _change(self, said: str, roles: Mapping[str, str], *, ended: bool) -> Iterator[str]:
        sentence, condition, except_for = said, "", False
        for word in (" if ", " unless "):
            if word in said:
                sentence, condition = said.split(word)
                except_for = word == " unless "
        _, notion, terms = _taken_apart(sentence)
        atoms = self._atoms(notion, terms, roles)
        if len(atoms) > 1 and not ended:
            yield from self._in_a_free_hand(notion, atoms, roles)
            return
        changes = [f"(not {a})" if ended else a for a in atoms]
        if other := self._book.opposite(notion):
            changes += [a if ended else f"(not {a})" for a in self._atoms(other, terms, roles)]
        if ANY not in terms:
            yield from changes
            return
        ways = [_all_of(way) for way in self._need(condition, roles)] if condition else []
        if condition and not ways and not except_for:
            return
        when = f"(not {_any_of(ways)})" if ways and except_for else _any_of(ways)
        for change in changes:
            inner = f"(when {when} {change})" if ways else change
            yield f"(forall ({_OTHER} - {OBJECT}) {inner})"

    def _in_a_free_hand(self, notion: str, atoms: Sequence[str], roles: Mapping[str, str]) -> Iterator[str]:
        """It comes to be with the first hand that is free."""
        taken: list[str] = []
        for atom, hand in zip(atoms, self._predicates[notion], strict=True):
            held = self._held(hand, roles)
            yield f"(when {_all_of((*taken, f'(not {held})'))} {atom})"
            taken.append(held)

    def _atoms(self, notion: str, terms: Sequence[str], roles: Mapping[str, str]) -> list[str]:
        return [_atom(one, terms, roles) for one in self._predicates[notion]]


def _taken_apart(said: str) -> tuple[bool, str, tuple[str, ...]]:
    negated = said.startswith("not ")
    notion, *terms = said.removeprefix("not ").split()
    return negated, notion, tuple(terms)


def _atom(predicate: NamedSignature, terms: Sequence[str], roles: Mapping[str, str]) -> str:
    """A predicate of an agent and things, each in its place."""
    agents = [roles[t] for t in terms if t == AGENT]
    things = [roles[t] for t in terms if t != AGENT]
    places = [agents.pop(0) if v.name in predicate.agents else things.pop(0) for v in predicate.parameters]
    return f"({' '.join((predicate.name, *places))})"


def _all_of(parts: Sequence[str]) -> str:
    return NOTHING if not parts else parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})"


def _any_of(parts: Sequence[str]) -> str:
    return NOTHING if not parts else parts[0] if len(parts) == 1 else f"(or {' '.join(parts)})"
