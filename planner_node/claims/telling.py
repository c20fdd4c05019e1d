# SPDX-License-Identifier: Apache-2.0
"""An account in words: what no use was made of, what was supposed, what is left and why, and what is not sure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from makedo_core.account import Account, ClaimKind, ClaimReason, PlanClaim
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken

_MOST_NAMED = 3
_LEFT = {
    ClaimReason.NOT_SERVED: "nothing is done for {names}, though you said '{of}'",
    ClaimReason.UNEQUAL: "{names} {get} less than the others of '{of}'",
    ClaimReason.NONE: "I know of nothing that you could mean by '{of}'",
    ClaimReason.ANOTHER: "'{of}' could mean {names} as well",
    ClaimReason.NOT_CARRIED: "{names} {stay}: I know {them} as part of the home",
}
_ONE = {"belong": "belongs", "stay": "stays", "them": "it"}
_BESIDES = {
    "open": "stays open",
    "close": "stays closed",
    "turn_on": "stays on",
    "turn_off": "stays off",
    "pick_up": "stays in my hand",
}
_TOLD_BY_CHANGES = frozenset({ClaimReason.NOT_SERVED, ClaimReason.UNEQUAL, ClaimReason.NONE})
_NOT = "not "  # before the words for what is excepted
_DOUBT = {
    ClaimReason.NAME: "only by name {names} may belong to what you call '{of}'",
    ClaimReason.LIKENESS: "I am not sure that {names} {belong} to '{of}'",
    ClaimReason.ATTRIBUTE_UNKNOWN: "I do not know whether {names} {are} as you say: '{of}'",
    ClaimReason.ANOTHER: "{names} could each be '{of}'",
    ClaimReason.UNPLACED: "I do not know where {names} {are}, which may belong to '{of}'",
}


def sentences(account: Account) -> Iterator[str]:
    """What has to be told besides what is done; nothing where all is exactly as asked."""
    unused = [claim.subject for claim in account.of_kind(ClaimKind.UNUSED)]
    if unused:
        yield f"I made no use of {named([repr_of(text) for text in unused])}"
    amounts: dict[str, list[str]] = {}
    for claim in account.of_kind(ClaimKind.SUPPOSED):
        if claim.reason is ClaimReason.AMOUNT:
            amounts.setdefault(claim.of, []).append(repr_of(claim.subject.lstrip("0123456789 ")))
    for count, texts in amounts.items():
        each = " each" if len(texts) > 1 or count == "1" else ""
        yield f"I take {named(texts)} to mean {f'{number_word(int(count))}{each}' if count else 'all of them'}"
    for claim in account.of_kind(ClaimKind.SUPPOSED):
        if claim.reason is ClaimReason.DESTINATION and claim.of and " " in claim.subject:
            yield f"I take {repr_of(claim.subject)} to be {spoken(claim.of)}"
        elif claim.reason is ClaimReason.DESTINATION and claim.of:
            yield f"nobody says where {spoken(claim.subject)} goes; I take it to where {spoken(claim.of)} was"
        elif claim.reason is ClaimReason.DESTINATION:
            yield f"I take {repr_of(claim.subject)} for where things are to go, not for where they are"
        elif claim.reason is ClaimReason.ANOTHER:
            yield f"I am not sure that {repr_of(claim.subject)} is what was spoken of before it"
        elif claim.reason is ClaimReason.UNASKED:
            yield f"I would ask, but nobody can answer: {claim.subject}"
        elif claim.reason is ClaimReason.SOILED:
            yield f"{spoken(claim.subject)} is {claim.of}, and I know of no other that would do"
    besides: dict[str, list[str]] = {}
    for claim in account.of_kind(ClaimKind.TAKEN):
        if claim.reason is ClaimReason.BESIDES:
            besides.setdefault(claim.of, []).append(spoken(claim.subject))
    for skill, changed in besides.items():
        yield f"Nobody asked for it: {named(changed)} {_BESIDES.get(skill, 'goes elsewhere')}"
    for (reason, of, served, elsewhere), group in _alike(account):
        names, several = named([spoken(c.subject) for c in group]), len(group) > 1
        said = {"names": names, "of": of, "get": "get" if several else "gets", "are": "are" if several else "is"}
        said |= {"belong": "belong", "stay": "stay", "them": "them"} if several else _ONE
        if group[0].kind is ClaimKind.DOUBTED:
            taken = "I take it along" if served else "I leave it"
            taken = taken.replace("it", "them") if several else taken
            if elsewhere:
                taken = "I take them for others" if several else "I take it for another one"
            excepted = reason is ClaimReason.ATTRIBUTE_UNKNOWN and of.startswith(_NOT)
            unsure = _excepted(of.removeprefix(_NOT)) if excepted else _DOUBT[reason]
            yield f"{unsure.format(**said)}; {taken}"
        else:
            short = reason is ClaimReason.UNEQUAL and not any(c.of == of for c in account.of_kind(ClaimKind.TAKEN))
            yield f"not all of {names} get what you said of '{of}'" if short else _LEFT[reason].format(**said)


def _excepted(looks: str) -> str:
    """The doubt about things that may be what was excepted: "the dirty ones", "that are not red"."""
    _, that_is, state = looks.rpartition(" not ")
    if that_is:
        return f"I do not know whether {{names}} {{are}} {state}"
    return f"I do not know whether {{names}} {{are}} what you leave out: '{looks}'"


def named(items: Sequence[str]) -> str:
    """Three at most by name, of the rest how many."""
    if len(items) <= _MOST_NAMED + 1:
        return enumerate_words(items)
    return f"{', '.join(items[:_MOST_NAMED])} and {len(items) - _MOST_NAMED} more"


def repr_of(text: str) -> str:
    """Words as they were said."""
    return f"'{text}'"


def _alike(account: Account) -> Iterator[tuple[tuple[ClaimReason, str, bool, bool], list[PlanClaim]]]:
    """Claims on things that are not as asked, those together that one sentence tells.

    The last of what they have in common: whether they are taken where another part of the instruction says.
    """
    groups: dict[tuple[ClaimKind, ClaimReason, str, bool, bool], list[PlanClaim]] = {}
    taken = {claim.subject for claim in account.of_kind(ClaimKind.TAKEN)}
    for claim in _to_tell(account.claims):
        elsewhere = claim.kind is ClaimKind.DOUBTED and not claim.served and claim.subject in taken
        groups.setdefault((claim.kind, claim.reason, claim.of, claim.served, elsewhere), []).append(claim)
    for (_, reason, of, served, elsewhere), group in groups.items():
        yield (reason, of, served, elsewhere), group


def _to_tell(claims: Iterable[PlanClaim]) -> Iterator[PlanClaim]:
    """Claims on things that nothing else tells: where less is done for a reason, the change of the goal says so."""
    claims = tuple(claims)
    changed = {c.subject for c in claims if c.reason is ClaimReason.CHANGED}
    for claim in claims:
        told = claim.reason in _TOLD_BY_CHANGES and any(claim.of in x or spoken(claim.subject) in x for x in changed)
        if claim.kind in (ClaimKind.LEFT, ClaimKind.DOUBTED) and not claim.is_as_asked and not told:
            yield claim
