# SPDX-License-Identifier: Apache-2.0
"""Ties an operator's choices to what is asked: later choices take the place of the earlier ones that they name.

A choice binds what a plan may use. It makes nothing possible that is not: what is sharp, excluded or out of reach is
refused, with what could be chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from makedo_core.contract.choice import ChoiceKind, OperatorChoice
from makedo_core.failure import FailureCause
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from planner_node.contract.fields import (
    PartField,
    is_called_so,
    named_among,
    numbered,
    part_fields,
    possible,
    reachable_of,
)
from planner_node.contract.refusing import why_no_place, why_no_thing
from planner_node.grounding.demand import Demand, DemandChoice
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.relaxation.relax import Variant


@dataclass(frozen=True, slots=True)
class _About:
    """What a choice is instead of.

    Attributes:
        fields: parts that it is about.
        things: ids of what would be used; empty: it is about the whole part.
        is_place: whether it names where they go.
    """

    fields: tuple[PartField, ...]
    things: tuple[str, ...] = ()
    is_place: bool = False


class _ImpossibleError(Exception):
    """A choice that cannot be made."""

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


def with_choices(
    demands: tuple[Demand, ...], choices: Sequence[OperatorChoice], scene: Scene
) -> tuple[Demand, ...] | Refusal:
    """The demands with what an operator chose for them, or why that cannot be.

    Args:
        demands: what is asked.
        choices: in the order in which they were made.
        scene: what there is.
    """
    if not choices:
        return demands
    fields = part_fields(demands, scene)
    made: dict[int, DemandChoice] = {}
    try:
        for choice in choices:
            about = _about(choice, fields, scene)
            for field in about.fields:
                before = made.get(field.number, DemandChoice(""))
                made[field.number] = _joined(_bound(choice, about, field, before, scene), before, field, scene)
        _check(made, fields)
    except _ImpossibleError as error:
        return Refusal(FailureCause.INVALID_CHOICE, str(error), error.candidates)
    index_of = dict(numbered(demands))
    chosen = {index_of[number]: what for number, what in made.items()}
    return tuple(replace(d, chosen=chosen.get(index)) for index, d in enumerate(demands))


def with_choices_told(demands: Sequence[Demand], chosen: Sequence[Variant]) -> tuple[Demand, ...]:
    """The demands with a word on what was chosen for them, where no change of the goal tells it.

    Args:
        demands: what was asked.
        chosen: how each is met.
    """
    if len(demands) != len(chosen):
        return tuple(demands)
    return tuple(
        replace(d, told=f"You chose {d.chosen.text}" + (f"; {d.told}" if d.told else ""))
        if d.chosen is not None and not any(r.chosen for r in v.relaxations)
        else d
        for d, v in zip(demands, chosen, strict=True)
    )


def refused_by_strategy() -> Refusal:
    """That a way to plan knows no choices."""
    text = "This strategy does not let anybody choose; plan with the strategy 'relaxation', or without choices."
    return Refusal(FailureCause.INVALID_CHOICE, text)


def refusal_of_choices(demands: Sequence[Demand], refusal: Refusal) -> Refusal:
    """That with what was chosen nothing can be done."""
    chosen = enumerate_words(d.chosen.text for d in demands if d.chosen is not None)
    return Refusal(FailureCause.INVALID_CHOICE, f"You chose {chosen}. With that, {_small(refusal.message)}")


def _small(text: str) -> str:
    return text if text.startswith("I ") else text[:1].lower() + text[1:]


def _about(choice: OperatorChoice, fields: Sequence[PartField], scene: Scene) -> _About:
    """The parts that a choice is about, and what of them."""
    if choice.part:
        here = tuple(f for f in fields if f.number == choice.part)
        if not here:
            raise _ImpossibleError(f"There is no part {choice.part} to choose for: {_parts(fields)}.")
        if not choice.asked:
            return _About(here)
        fields = here
    if not choice.asked:
        return _About((_only(choice, fields, scene),))
    called = [f for f in fields if is_called_so(choice.asked, f.demand, scene)]
    using = [(f, ids) for f in fields if (ids := named_among(choice.asked, f.things, scene))]
    going = tuple(f for f in fields if named_among(choice.asked, f.places, scene))
    if len(called) == 1 and (choice.part == 0 or not using):
        return _About(tuple(called))
    if len(using) > 1:
        using = [(f, ids) for f, ids in using if set(ids) & set(f.options.wanted)] or using
    if len(called) > 1 or len(using) > 1:
        raise _ImpossibleError(f"'{choice.asked}' is of several parts; give the number: {_parts(fields)}.")
    if using:
        return _About((using[0][0],), using[0][1])
    if going:
        asked = tuple(f for f in going if named_among(choice.asked, f.asked_places, scene))
        return _About(asked or going, is_place=True)
    if called:
        return _About(tuple(called))
    raise _ImpossibleError(
        f"Nothing that is asked for, or could be used for it, is '{choice.asked}': {_parts(fields)}."
    )


def _only(choice: OperatorChoice, fields: Sequence[PartField], scene: Scene) -> PartField:
    """The part that a choice is about which names none."""
    if len(fields) > 1 and choice.taken:
        found = [f for f in fields if named_among(choice.taken, (*f.things, *f.places), scene)]
        fields = found if len(found) == 1 else fields
    if not fields:
        raise _ImpossibleError("There is nothing to choose: nothing is to be done.")
    if len(fields) > 1:
        raise _ImpossibleError(f"Say which part '{choice}' is about: {_parts(fields)}.")
    return fields[0]


def _bound(choice: OperatorChoice, about: _About, field: PartField, before: DemandChoice, scene: Scene) -> DemandChoice:
    """What one choice binds."""
    demand = field.demand
    match choice.kind:
        case ChoiceKind.NOTHING if about.is_place:
            raise _ImpossibleError(f"A place cannot be left out; leave out {demand.text}, or choose another place.")
        case ChoiceKind.NOTHING:
            left = (before.count or demand.count) - 1
            if not about.things or left < 1:
                return DemandChoice(f"to leave out {demand.text}", dropped=True)
            text = f"{demand.text} without {enumerate_words(map(spoken, about.things), 'or')}"
            return DemandChoice(text, excluded=frozenset(about.things), count=left)
        case ChoiceKind.COUNT:
            return _counted(choice, about, field)
    if choice.kind is not ChoiceKind.PLACE and not about.is_place:
        ids = named_among(choice.taken, field.things, scene)
        if ids:
            return _taken(choice, about, field, ids, scene)
    if choice.kind is not ChoiceKind.THING and not about.things:
        ids = named_among(choice.taken, field.places, scene)
        if ids:
            return _placed(field, ids, scene)
    why = why_no_place if about.is_place or choice.kind is ChoiceKind.PLACE else why_no_thing
    raise _refused(why(choice.taken, field, scene), field, scene)


def _counted(choice: OperatorChoice, about: _About, field: PartField) -> DemandChoice:
    demand = field.demand
    if about.things or about.is_place:
        raise _ImpossibleError(f"A number is chosen for a part, not for '{choice.asked}'.")
    if choice.count > demand.count:
        most = number_word(demand.count)
        raise _ImpossibleError(
            f"No more than {most} can be chosen for {demand.text}; say the instruction anew for more."
        )
    only = "" if choice.count == demand.count else "only "
    return DemandChoice(f"{only}{number_word(choice.count)} for {demand.text}", count=choice.count)


def _taken(choice: OperatorChoice, about: _About, field: PartField, ids: tuple[str, ...], scene: Scene) -> DemandChoice:
    """That one of some things is used; of a class that is taken for a whole part, as many as were asked for."""
    left = tuple(i for i in ids if i not in about.things) or ids
    reach = reachable_of((replace(field, options=replace(field.options, wanted=left, substitutes=())),), scene)
    targets = field.options.targets
    here = tuple(i for i in left if any(t.literal.bind({OBJECT_VARIABLE: i}) in reach for t in targets))
    if not here:
        literal = next(iter(field.reaching(left[0])), targets[0].literal.bind({OBJECT_VARIABLE: left[0]}))
        raise _refused(f"{spoken(left[0])} cannot be had: {reach.why(literal)}", field, scene)
    is_class = len(ids) > 1 and not about.things
    times = min(field.demand.count, len(here)) if is_class else 1
    instead = f" instead of {enumerate_words(map(spoken, about.things), 'or')}" if about.things else ""
    named = enumerate_words(map(spoken, here), "or") if len(here) <= 3 else f"a {choice.taken.replace('_', ' ')}"
    text = f"{named}{instead} for {field.demand.text}"
    return DemandChoice(text, required=(here,) * times, excluded=frozenset(about.things) - set(here))


def _placed(field: PartField, ids: tuple[str, ...], scene: Scene) -> DemandChoice:
    if len(ids) > 1:
        raise _ImpossibleError(f"Several places are called so: {enumerate_words(map(spoken, ids), 'or')}.", ids)
    (place,) = ids
    reach = reachable_of((replace(field, options=replace(field.options, targets=(field.places[place],))),), scene)
    literals = [x for thing in field.things for x in field.reaching(thing, place)]
    if not any(x in reach for x in literals):
        why = f": {reach.why(literals[0])}" if literals else ""
        raise _refused(f"{field.demand.text} cannot be brought to {spoken(place)}{why}", field, scene)
    return DemandChoice(f"{spoken(place)} for {field.demand.text}", place=place)


def _joined(new: DemandChoice, before: DemandChoice, field: PartField, scene: Scene) -> DemandChoice:
    """What earlier choices bind together with a new one; a thing that the new one is instead of is not chosen any more.

    Raises:
        _ImpossibleError: where they contradict each other.
    """
    text = field.demand.text
    required = tuple(p for p in before.required if not (set(p) <= new.excluded)) + new.required
    taken = {i for pool in new.required for i in pool}
    excluded = (before.excluded - taken) | new.excluded
    if (new.dropped and before.text) or (before.dropped and new.text):
        raise _ImpossibleError(f"You chose to leave out {text}, and something else for it. Choose one of the two.")
    if new.place and before.place and new.place != before.place:
        places = f"{spoken(before.place)} and {spoken(new.place)}"
        raise _ImpossibleError(
            f"You chose two places for {text}: {places}. Choose one of them.", (before.place, new.place)
        )
    if new.count and before.count and new.count != before.count and not new.excluded:
        raise _ImpossibleError(f"You chose two numbers for {text}: {before.count} and {new.count}. Choose one of them.")
    most = new.count or before.count or field.demand.count
    if len(required) > most:
        raise _ImpossibleError(f"You chose {len(required)} things for {text}, but a number of {most}.")
    texts = "; ".join(dict.fromkeys(t for t in (before.text, new.text) if t))
    return DemandChoice(
        texts, required, excluded, new.place or before.place, new.count or before.count, new.dropped or before.dropped
    )


def _check(made: Mapping[int, DemandChoice], fields: Sequence[PartField]) -> None:
    """That something is left to be done, and no thing is wanted at two places.

    Raises:
        _ImpossibleError: where it is not so.
    """
    if fields and all(f.number in made and made[f.number].dropped for f in fields):
        raise _ImpossibleError("You chose to leave out everything; then there is nothing to do.")
    single: dict[tuple[int, str], int] = {}
    stages = {f.number: f.demand.stage for f in fields}
    for number, chosen in made.items():
        stage = stages[number]
        for pool in chosen.required:
            if len(pool) == 1 and single.setdefault((stage, pool[0]), number) != number:
                raise _ImpossibleError(f"You chose {spoken(pool[0])} for two parts; it can serve one of them.")


def _refused(why: str, field: PartField, scene: Scene) -> _ImpossibleError:
    """A refusal with what could be chosen."""
    words, ids = possible(field, scene)
    return _ImpossibleError(f"{why[0].upper()}{why[1:]}. For {field.demand.text} you can choose {words}.", ids)


def _parts(fields: Sequence[PartField]) -> str:
    listed = enumerate_words(f"{f.number} ({f.demand.text})" for f in fields)
    return f"the parts are {listed}" if len(fields) > 1 else f"the only part is {listed}" if fields else "there is none"
