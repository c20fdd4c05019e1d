# SPDX-License-Identifier: Apache-2.0
"""What a vision model may say of a picture, and what is taken of it: known classes, boxes inside, nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from makedo_llm.ask import Complaint
from perception_node.detectors.box_mask import PixelBox

MOST_THINGS = 40
_OVERSHOOT = 0.05  # of the picture: a box that reaches beyond its edge by more is wrong, not inexact
_SMALLEST = 0.004  # of the picture, each side
_DOUBLE = 0.8  # overlap of two boxes of one class that are one thing
_UNITS = {"thousandths": 1000.0}

Number = Annotated[float, Field(allow_inf_nan=False, ge=-100_000, le=100_000)]


class SeenThing(BaseModel):
    """One thing of a picture.

    Attributes:
        name: its class.
        box: x_min, y_min, x_max, y_max.
        carried_by: index of the thing that it stands on or lies in.
    """

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=80)]
    box: tuple[Number, Number, Number, Number]
    carried_by: Annotated[int, Field(ge=0, lt=MOST_THINGS)] | None = None


class SeenThings(BaseModel):
    """The answer of the second stage."""

    model_config = ConfigDict(extra="forbid")

    unit: Literal["thousandths", "pixels"] = "thousandths"
    things: Annotated[list[SeenThing], Field(max_length=MOST_THINGS)]


@dataclass(frozen=True, slots=True)
class Size:
    """Of a picture [px]."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ClaimedObject:
    """A thing that a model says is in the picture.

    Attributes:
        label: our class.
        box: in the camera's image.
        carried_by: index of another claim; None: of none.
    """

    label: str
    box: PixelBox
    carried_by: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimedObjects:
    """What can be used of an answer, in its order, and why the rest cannot."""

    claims: tuple[ClaimedObject, ...]
    left_out: tuple[str, ...] = ()


def claims_of(answer: SeenThings, sent: Size, image: Size, our_class: Callable[[str], str | None]) -> ClaimedObjects:
    """What can be used of an answer.

    Args:
        answer: what the model said.
        sent: size of the picture that it saw; pixels are pixels of this one.
        image: size of the camera's image, which the claims' boxes are in.
        our_class: the class that a name means; None: none.
    """
    kept: list[ClaimedObject] = []
    places: dict[int, int] = {}
    carriers: list[int | None] = []
    left_out: list[str] = []
    for number, thing in enumerate(answer.things):
        label = our_class(thing.name)
        problem = f"thing {number}: {thing.name!r} is no class" if label is None else _box_problem(answer, thing, sent)
        if label is None or problem:
            left_out.append(problem)
            continue
        box = _clipped(answer, thing, sent, image)
        double = next((i for i, k in enumerate(kept) if k.label == label and overlap(k.box, box) > _DOUBLE), None)
        if double is not None:
            left_out.append(f"thing {number}: {label} was said before")
            places[number] = double
            continue
        places[number] = len(kept)
        kept.append(ClaimedObject(label, box))
        carriers.append(thing.carried_by)
    carried = (None if c is None else places.get(c) for c in carriers)
    claims = (
        ClaimedObject(k.label, k.box, None if c == i else c) for i, (k, c) in enumerate(zip(kept, carried, strict=True))
    )
    return ClaimedObjects(tuple(claims), tuple(left_out))


def complaint(claims: ClaimedObjects) -> Complaint | None:
    """What the model should mend; after that, what is still wrong is left out."""
    wrong = [text for text in claims.left_out if "said before" not in text]
    return Complaint("; ".join(wrong[:5]), tolerable=True) if wrong else None


def overlap(first: PixelBox, second: PixelBox) -> float:
    """Area that two boxes share, as a part of what both cover, 0..1."""
    width = min(first.right, second.right) - max(first.left, second.left)
    height = min(first.bottom, second.bottom) - max(first.top, second.top)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (_area(first) + _area(second) - shared)


def _area(box: PixelBox) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


def _shares(answer: SeenThings, thing: SeenThing, sent: Size) -> tuple[float, float, float, float]:
    """A box as shares of the picture's width and height."""
    unit = _UNITS.get(answer.unit)
    across, down = (unit, unit) if unit else (float(sent.width), float(sent.height))
    x0, y0, x1, y1 = thing.box
    return x0 / across, y0 / down, x1 / across, y1 / down


def _box_problem(answer: SeenThings, thing: SeenThing, sent: Size) -> str:
    """What is wrong with a box; empty: nothing."""
    x0, y0, x1, y1 = shares = _shares(answer, thing, sent)
    said = ", ".join(f"{v:g}" for v in thing.box)
    if x1 - x0 < _SMALLEST or y1 - y0 < _SMALLEST:
        return f"the box of {thing.name!r} ({said}) has no extent; expected x_min, y_min, x_max, y_max"
    if min(shares) < -_OVERSHOOT or max(shares) > 1 + _OVERSHOOT:
        limits = "0 to 1000" if answer.unit in _UNITS else f"0 to {sent.width} and 0 to {sent.height}"
        return f"the box of {thing.name!r} ({said}) reaches out of the picture; expected {limits}"
    return ""


def _clipped(answer: SeenThings, thing: SeenThing, sent: Size, image: Size) -> PixelBox:
    """A box in the camera's image, cut at its edges."""
    x0, y0, x1, y1 = (min(1.0, max(0.0, v)) for v in _shares(answer, thing, sent))
    return PixelBox(x0 * image.width, y0 * image.height, x1 * image.width, y1 * image.height)
