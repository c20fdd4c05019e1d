# SPDX-License-Identifier: Apache-2.0
"""JSON schemas of the messages of an MCAP file, with the fields that are written.

The names that begin with foxglove are those by which Foxglove and Lichtblick know what a message shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def _object(title: str = "", **properties: Any) -> dict[str, Any]:
    """A JSON schema of an object that has all these properties."""
    named = {"title": title} if title else {}
    return {**named, "type": "object", "properties": properties, "required": list(properties)}


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_TEXT, _NUMBER, _WHOLE, _YES = {"type": "string"}, {"type": "number"}, {"type": "integer"}, {"type": "boolean"}
_TIME = _object("time", sec={"type": "integer", "minimum": 0}, nsec={"type": "integer", "minimum": 0})
_DURATION = _object("duration", sec=_WHOLE, nsec=_WHOLE)
_VECTOR = _object("foxglove.Vector3", x=_NUMBER, y=_NUMBER, z=_NUMBER)
_QUATERNION = _object("foxglove.Quaternion", x=_NUMBER, y=_NUMBER, z=_NUMBER, w=_NUMBER)
_POSE = _object("foxglove.Pose", position=_VECTOR, orientation=_QUATERNION)
_COLOUR = _object("foxglove.Color", r=_NUMBER, g=_NUMBER, b=_NUMBER, a=_NUMBER)
_CUBE = _object("foxglove.CubePrimitive", pose=_POSE, size=_VECTOR, color=_COLOUR)
_CYLINDER = _object(
    "foxglove.CylinderPrimitive", pose=_POSE, size=_VECTOR, bottom_scale=_NUMBER, top_scale=_NUMBER, color=_COLOUR
)
_LABEL = _object(
    "foxglove.TextPrimitive",
    pose=_POSE,
    billboard=_YES,
    font_size=_NUMBER,
    scale_invariant=_YES,
    color=_COLOUR,
    text=_TEXT,
)
_NOTHING = _array({"type": "object"})
_ENTITY = _object(
    "foxglove.SceneEntity",
    timestamp=_TIME,
    frame_id=_TEXT,
    id=_TEXT,
    lifetime=_DURATION,
    frame_locked=_YES,
    metadata=_array(_object("foxglove.KeyValuePair", key=_TEXT, value=_TEXT)),
    arrows=_NOTHING,
    cubes=_array(_CUBE),
    spheres=_NOTHING,
    cylinders=_array(_CYLINDER),
    lines=_NOTHING,
    triangles=_NOTHING,
    texts=_array(_LABEL),
    models=_NOTHING,
)
_DELETION = _object("foxglove.SceneEntityDeletion", timestamp=_TIME, type=_WHOLE, id=_TEXT)
_TRANSFORM = _object(
    "foxglove.FrameTransform",
    timestamp=_TIME,
    parent_frame_id=_TEXT,
    child_frame_id=_TEXT,
    translation=_VECTOR,
    rotation=_QUATERNION,
)
SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "foxglove.Log": _object(
        "foxglove.Log", timestamp=_TIME, level=_WHOLE, message=_TEXT, name=_TEXT, file=_TEXT, line=_WHOLE
    ),
    "foxglove.FrameTransforms": _object("foxglove.FrameTransforms", transforms=_array(_TRANSFORM)),
    "foxglove.JointStates": _object(
        "foxglove.JointStates",
        timestamp=_TIME,
        joints=_array(_object("foxglove.JointState", name=_TEXT, position=_NUMBER)),
    ),
    "foxglove.SceneUpdate": _object("foxglove.SceneUpdate", deletions=_array(_DELETION), entities=_array(_ENTITY)),
    "foxglove.CompressedImage": _object(
        "foxglove.CompressedImage",
        timestamp=_TIME,
        frame_id=_TEXT,
        data={"type": "string", "contentEncoding": "base64"},
        format=_TEXT,
    ),
    "makedo.Status": _object("makedo.Status", state=_TEXT, message=_TEXT, step=_WHOLE),
    "makedo.Step": _object(
        "makedo.Step",
        number=_WHOLE,
        call=_TEXT,
        what=_TEXT,
        attempt=_WHOLE,
        cause=_TEXT,
        message=_TEXT,
        then=_TEXT,
        took_s=_NUMBER,
    ),
    "makedo.BehaviourTree": _object("makedo.BehaviourTree", text=_TEXT),
}
