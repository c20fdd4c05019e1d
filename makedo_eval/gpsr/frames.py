# SPDX-License-Identifier: Apache-2.0
"""Commands with frames of actions and roles: files "..._inputs.txt" and "..._outputs.txt", line for line.

A frame is written as the words "take object noodles source counter take object it person me".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from makedo_eval.gpsr.commands import GeneratorError, SpokenCommand
from makedo_eval.gpsr.meaning import MEASURES, Meant, StepKind, StepReader, joined

_ACTIONS = frozenset({"go", "find", "take", "tell", "answer", "follow", "guide", "meet"})
_ROLES = frozenset({"destination", "source", "object", "person", "sentence"})
_THEM = frozenset({"him", "her", "them"})

Frame = tuple[str, Mapping[str, str]]


def is_folder_of_frames(folder: Path) -> bool:
    """Whether a folder has files of commands with their frames."""
    return any(folder.glob("datasets/gpsr_*_inputs.txt"))


def framed(folder: Path) -> Iterator[tuple[str, str, tuple[Frame, ...]]]:
    """Category, command and frames of each line.

    Raises:
        GeneratorError: if a file of frames is missing or shorter than that of its commands.
    """
    for path in sorted(folder.glob("datasets/gpsr_*_inputs.txt")):
        category = path.name.removesuffix("_inputs.txt")
        outputs = path.with_name(f"{category}_outputs.txt")
        if not outputs.is_file():
            raise GeneratorError(f"{outputs}: no such file; expected the frames of {path.name}")
        lines = [_lines(p) for p in (path, outputs)]
        if len(lines[0]) != len(lines[1]):
            raise GeneratorError(f"{outputs}: {len(lines[1])} lines; expected {len(lines[0])} as in {path.name}")
        for text, frames in zip(*lines, strict=True):
            yield category, text, frames_of(frames)


def _lines(path: Path) -> list[str]:
    return [s for line in path.read_text(encoding="utf-8").splitlines() if (s := line.strip()) and s[0] != "#"]


def frames_of(written: str) -> tuple[Frame, ...]:
    """The frames of one line."""
    found: list[tuple[str, dict[str, list[str]]]] = []
    role = ""
    for word in written.split():
        roles = found[-1][1] if found else {}
        if word in _ACTIONS and (not role or roles.get(role)):
            found.append((word, {}))
            role = ""
        elif word in _ROLES and found and not (role == "sentence" and word == "person" and roles[role][-1:] == ["the"]):
            role = word
            roles.setdefault(role, [])
        elif found and role:
            roles[role].append(word)
    return tuple((action, {name: " ".join(words) for name, words in roles.items()}) for action, roles in found)


def command_of(category: str, text: str, frames: Sequence[Frame], reader: StepReader) -> SpokenCommand:
    """A command with the steps of its frames."""
    steps: list[Meant] = []
    person, at, met = "", "", False
    for action, roles in frames:
        step = _step(action, roles, reader)
        if step.whom in _THEM or (step.kind in (StepKind.SAY, StepKind.ANSWER) and not step.whom and met):
            step = Meant(step.kind, step.thing, person, step.source or at, step.place)
        elif step.whom or step.kind is StepKind.FIND_PERSON:
            person, at = step.whom, step.source
        met |= step.kind in (StepKind.FIND_PERSON, StepKind.MEET)
        steps.append(step)
    return SpokenCommand(text, category, joined(steps))


def _step(action: str, roles: Mapping[str, str], reader: StepReader) -> Meant:
    thing, whom = roles.get("object", ""), roles.get("person", "")
    thing = thing if thing in ("", "it") else reader.label(thing)
    whom = whom if whom in ("", "me", *_THEM) else "" if whom == "someone" else _looks(whom, reader)
    source, place = (reader.label(roles[r]) if r in roles else "" for r in ("source", "destination"))
    match action:
        case "go":
            return Meant(StepKind.GO, place=place)
        case "find" if thing:
            return Meant(StepKind.FIND, thing, source=place)
        case "find":
            return Meant(StepKind.FIND_PERSON, whom=whom, source=place)
        case "meet":
            return Meant(StepKind.MEET, whom=whom, source=place)
        case "follow" | "guide":
            return Meant(StepKind(action), whom=whom, source=source, place=place)
        case "take" if place or whom:
            return Meant(StepKind.BRING, thing, whom, source, place)
        case "take":
            return Meant(StepKind.HOLD, thing, source=source)
        case "answer":
            return Meant(StepKind.ANSWER, "question", whom, place)
    return _told(roles.get("sentence", ""), thing, whom, place, reader)


def _told(words: str, thing: str, whom: str, place: str, reader: StepReader) -> Meant:
    """What is told: the answer to a question about the scene, or something else."""
    if words.startswith("how many"):
        if thing:
            return Meant(StepKind.COUNT, thing, source=place)
        return Meant(StepKind.COUNT_PEOPLE, whom=whom, source=place)
    aspect = next((a for a in ("name", "pose", "gesture") if words.startswith(f"{a} of")), "")
    if aspect:
        return Meant(StepKind.ASPECT, source=place, measure=aspect)
    measure = next((m for said, m in MEASURES.items() if said in words.split()), "")
    if measure:
        return Meant(StepKind.MOST, thing, source=place, measure=measure)
    return Meant(StepKind.SAY, words, "" if whom == "me" else whom, place)


def _looks(words: str, reader: StepReader) -> str:
    """Somebody by name or looks: "person waving", "people standing", "man", "hayden"."""
    plain = words.replace("person ", "").replace("people ", "").strip()
    kinds = {"boy": "man", "girl": "woman", "people": "", "person": ""}
    return kinds.get(plain, "") if plain in kinds else reader.looks(plain)


def names_in(frames: Sequence[Frame]) -> Iterator[tuple[str, str]]:
    """What each name of frames is: a "place", a "thing" or a "person"."""
    kinds = {"destination": "place", "source": "place", "object": "thing", "person": "person"}
    for _, roles in frames:
        for role, words in roles.items():
            if role in kinds and words not in ("it", "me", "someone", *_THEM) and words:
                yield kinds[role], words
