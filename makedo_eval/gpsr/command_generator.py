# SPDX-License-Identifier: Apache-2.0
"""Commands of the league's generator, run from a checkout that the user names, with what each of them means.

The generator draws the key of a template and then a value for each slot. Its source of chance is replaced by one that
notes every draw, so that the meaning follows from keys and slots and never from the wording.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from makedo_eval.gpsr.commands import GeneratorError, SpokenCommand
from makedo_eval.gpsr.home import HomeNames
from makedo_eval.gpsr.meaning import MEASURES, Meant, StepKind, StepReader, joined

PACKAGE = "robocupathome_generator"
_DRAWN_LAST = frozenset({"loc2", "room2", "plcmtLoc2"})
"""Values that stand for what the generator draws when the rest of a command is known."""
_TEMPLATES = Path(__file__).with_name("templates.yaml")


class _Noted(random.Random):
    """Draws by a seed, and remembers what was drawn."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[Any] = []

    def choice(self, seq: Any) -> Any:
        found = super().choice(seq)
        self.drawn.append(found)
        return found


_Slots = dict[str, str]
"""The value of each slot of one command: of several of a name, that of the first, which the generator gives to all."""


def is_checkout(folder: Path) -> bool:
    """Whether a folder has the generator."""
    return (folder / "src" / PACKAGE).is_dir()


def commands(folder: Path, names: HomeNames, reader: StepReader, count: int, seed: int) -> Iterator[SpokenCommand]:
    """Commands with their meaning.

    Args:
        folder: the checkout.
        names: of the home.
        reader: gives names their classes.
        count: how many.
        seed: of all draws.

    Raises:
        GeneratorError: if the checkout cannot be used.
    """
    module = _module(folder)
    chance = _Noted(seed)
    generator = module.CommandGenerator(
        list(names.people),
        list(names.places),
        list(names.surfaces),
        list(names.rooms),
        list(names.things),
        list(names.categories),
        list(names.categories.values()),
    )
    templates = yaml.safe_load(_TEMPLATES.read_text(encoding="utf-8"))
    keep, module.random = module.random, chance
    try:
        for _ in range(count):
            yield _one(generator, chance, templates, reader)
    finally:
        module.random = keep


def _module(folder: Path) -> Any:
    source = str(folder / "src")
    sys.path.insert(0, source)
    try:
        return importlib.import_module(f"{PACKAGE}.gpsr_commands")
    except ImportError as error:
        raise GeneratorError(f"{folder}: the generator cannot be imported: {error}") from None
    finally:
        sys.path.remove(source)


def _one(generator: Any, chance: _Noted, templates: Mapping[str, Any], reader: StepReader) -> SpokenCommand:
    chance.drawn.clear()
    slots: _Slots = {}
    plain = type(generator).insert_placeholders

    def noted(slot: str) -> str:
        value = str(plain(generator, slot))
        slots.setdefault(slot.strip("{}"), value)
        return value

    generator.insert_placeholders = noted
    try:
        text = generator.generate_command_start(cmd_category="")
    finally:
        del generator.insert_placeholders
    words = [drawn for drawn in chance.drawn if isinstance(drawn, str)]
    keys = [word for word in words if word in templates]
    for slot in [slot for slot, value in slots.items() if value in _DRAWN_LAST]:
        slots[slot] = words[-1]
    return SpokenCommand(text, keys[0], _meaning(keys, slots, templates, reader))


def _meaning(keys: Sequence[str], slots: _Slots, templates: Mapping[str, Any], reader: StepReader) -> tuple[Meant, ...]:
    """The steps of the templates, with the slots' values."""
    steps: list[Meant] = []
    person, at = "", ""
    for key in keys:
        for step in templates[key]:
            values = {name: _value(name, said, slots, reader) for name, said in step.items() if name != "act"}
            whom = values.get("whom", "")
            if whom == "them":
                values = {"source": at, **values, "whom": person}
            elif whom:
                person, at = whom, values.get("source", "")
            steps.append(Meant(StepKind(step["act"]), **values))
    return joined(steps)


def _value(name: str, said: str, slots: _Slots, reader: StepReader) -> str:
    """What a field of a step is, by the slot that fills it."""
    if said.startswith("="):
        return said[1:]
    value = slots[said]
    if name == "whom":
        return reader.looks(value)
    if name == "measure":
        return MEASURES.get(value, value)
    if said in ("talk", "question"):
        return value
    return reader.label(value.removeprefix("in the ").removeprefix("at the "))
