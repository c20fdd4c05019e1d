# SPDX-License-Identifier: Apache-2.0
"""Ground-truth plans that leave open in which order some of their parts are carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from makedo_core.failure import MakedoError
from makedo_core.skills import SkillCall


class PartialOrderError(MakedoError):
    """Chains that do not make a partial order; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Calls in their order.

    Attributes:
        after: chains that are done before it is begun.
        after_any: chains of which at least one is done before, if there are any.
    """

    name: str
    calls: tuple[SkillCall, ...]
    after: tuple[str, ...] = ()
    after_any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartialOrder:
    """A plan whose chains may take turns wherever nothing orders them.

    Raises:
        PartialOrderError: if two chains have one name, or a chain has no calls, or is after one that does not come
            before it in the list, which also rules out circles.
    """

    chains: tuple[Chain, ...]

    def __post_init__(self) -> None:
        names: set[str] = set()
        for chain in self.chains:
            if chain.name in names:
                raise PartialOrderError(f"two chains are called {chain.name!r}; names must differ")
            if not chain.calls:
                raise PartialOrderError(f"the chain {chain.name!r} has no steps; it needs at least one")
            unknown = [name for name in (*chain.after, *chain.after_any) if name not in names]
            if unknown:
                before = ", ".join(sorted(names)) or "none"
                raise PartialOrderError(
                    f"the chain {chain.name!r} is after {unknown[0]!r}; listed before it, so possible: {before}"
                )
            names.add(chain.name)

    def __len__(self) -> int:
        return sum(len(chain.calls) for chain in self.chains)

    @property
    def first(self) -> tuple[SkillCall, ...]:
        """One linearisation: chain after chain as they are listed."""
        return tuple(call for chain in self.chains for call in chain.calls)

    def agreed(self, calls: Sequence[SkillCall]) -> int:
        """How many calls from the beginning are also the beginning of a linearisation: the most over all of them.

        All ways to count the calls so far are followed at once, so that it does not matter which of two equal steps
        a call is taken for.
        """
        number = {chain.name: index for index, chain in enumerate(self.chains)}
        ways = {(0,) * len(self.chains)}
        for count, call in enumerate(calls):
            ways = {after for way in ways for after in self._after(way, call, number)}
            if not ways:
                return count
        return len(calls)

    def _after(self, way: tuple[int, ...], call: SkillCall, number: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
        """How far each chain has come when a call is counted, for each chain that it can be counted for."""
        for index, chain in enumerate(self.chains):
            if way[index] == len(chain.calls) or chain.calls[way[index]] != call:
                continue
            done = {name for name, i in number.items() if way[i] == len(self.chains[i].calls)}
            if done.issuperset(chain.after) and (not chain.after_any or not done.isdisjoint(chain.after_any)):
                yield (*way[:index], way[index] + 1, *way[index + 1 :])
