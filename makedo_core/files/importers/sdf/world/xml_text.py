# SPDX-License-Identifier: Apache-2.0
"""XML of a world file and the numbers in it: every error says where, what is wrong and what would be right."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

from makedo_core.geometry import Pose
from makedo_core.graph.laws import MOST_REMOTE_M
from makedo_core.graph.scene_graph import GraphError

_MOST_BYTES = 64 * 1024 * 1024
_SHOWN = 60
_BEFORE = re.compile(rb"\A(?:\s|<!--.*?-->)+<\?xml[^>]*\?>", re.DOTALL)
"""What some published worlds have before their XML declaration, which must come first in XML."""


def read_xml(path: Path, what: str) -> ET.Element:
    """The root element of a file.

    Args:
        path: the file.
        what: is expected of it, e.g. "a world file".

    Raises:
        GraphError: with the file, if it cannot be read, is too large, is no XML, or declares entities of its own.
    """
    try:
        size = path.stat().st_size
        if size > _MOST_BYTES:
            raise GraphError(f"{path}: {size} bytes; {what} has at most {_MOST_BYTES}")
        content = path.read_bytes()
    except FileNotFoundError:
        raise GraphError(f"{path}: no such file; give {what}") from None
    except OSError as error:
        raise GraphError(f"{path}: cannot be read ({error.strerror}); give {what}") from None
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise GraphError(f"{path}: it declares a document type, which is not read; take <!DOCTYPE ...> out")
    try:
        return ET.fromstring(_BEFORE.sub(b"", content, count=1))
    except (ET.ParseError, ValueError) as error:
        raise GraphError(f"{path}: no XML: {error}; give {what}") from None


def text_of(element: ET.Element, tag: str, default: str = "") -> str:
    """The text of a child, without the blanks around it."""
    return (element.findtext(tag) or default).strip()


def is_true(text: str, where: str) -> bool:
    """A truth value as SDF writes it.

    Raises:
        GraphError: with the place, if it is none.
    """
    word = text.strip().lower()
    if word not in ("true", "1", "false", "0"):
        raise GraphError(f"{where}: {_brief(text)} is neither true nor false; write one of true, false, 1, 0")
    return word in ("true", "1")


def numbers(text: str, count: int, where: str) -> tuple[float, ...]:
    """So many finite numbers of this world.

    Raises:
        GraphError: with the place, if there are others than so many, or one is none to compute with.
    """
    words = text.split()
    try:
        values = tuple(float(word) for word in words)
    except ValueError:
        values = ()
    if len(words) != count or len(values) != count:
        raise GraphError(f"{where}: {_brief(text)} must be {count} number{'s' if count > 1 else ''}")
    if not all(math.isfinite(value) and abs(value) <= MOST_REMOTE_M for value in values):
        raise GraphError(f"{where}: {_brief(text)} must be finite, and not beyond {MOST_REMOTE_M:g}")
    return values


def extents(text: str, count: int, where: str) -> tuple[float, ...]:
    """So many lengths [m]; none is negative.

    Raises:
        GraphError: as `numbers`, and on a negative one.
    """
    values = numbers(text, count, where)
    if min(values) < 0:
        raise GraphError(f"{where}: {_brief(text)} must not be negative; give lengths in metres")
    return values


def pose_of(element: ET.Element | None, where: str) -> Pose:
    """The numbers of a <pose> element: x y z and roll pitch yaw, or a quaternion; none where there is no element.

    Raises:
        GraphError: with the place, if they are none of these.
    """
    text = "" if element is None else (element.text or "").strip()
    if element is None or not text:
        return Pose()
    form = element.get("rotation_format", "euler_rpy")
    if form == "quat_xyzw":
        x, y, z, *quaternion = numbers(text, 7, f"{where}: <pose>")
        length = math.hypot(*quaternion)
        if length < 1e-6:
            raise GraphError(f"{where}: <pose>: quaternion {tuple(quaternion)} has no direction; give one of length 1")
        a, b, c, d = (value / length for value in quaternion)
        return Pose((x, y, z), (a, b, c, d))
    if form != "euler_rpy":
        raise GraphError(f"{where}: <pose>: rotation_format {form!r} is neither euler_rpy nor quat_xyzw")
    x, y, z, *angles = numbers(text, 6, f"{where}: <pose>")
    if is_true(element.get("degrees", "false"), f"{where}: <pose degrees>"):
        angles = [math.radians(angle) for angle in angles]
    return Pose((x, y, z), _of_angles(*angles))


def _of_angles(roll: float, pitch: float, yaw: float) -> tuple[float, float, float, float]:
    """Quaternion of a turn about the fixed axes x, then y, then z."""
    cr, sr = math.cos(roll / 2), math.sin(roll / 2)
    cp, sp = math.cos(pitch / 2), math.sin(pitch / 2)
    cy, sy = math.cos(yaw / 2), math.sin(yaw / 2)
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )


def _brief(text: str) -> str:
    shown = " ".join(text.split())
    return repr(shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 3]}...")
