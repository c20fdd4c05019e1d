# SPDX-License-Identifier: Apache-2.0
"""Frames of observations to and from makedo/Observations."""

from __future__ import annotations

import math
import re
from array import array
from itertools import chain

import numpy as np

from makedo import msg as makedo_msgs
from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import Shape, State, validated_pose
from makedo_core.sight.colours import COLOURS, NOT_MEASURED, Colouring
from makedo_core.sight.observation import Frame, Observation
from makedo_core.sight.view import Intrinsics, View
from makedo_ros.conversions.nouns import MAP_FRAME, pose_from_array, poses_to_array, stamped, time_from_ros

_LABEL = re.compile(r"[a-z][a-z0-9_]{0,99}\Z")  # as in files of scene graphs
_UNMEASURED = (0.0,) * len(COLOURS)
_ROUNDING = 1e-3  # of shares on the wire


class FrameError(MakedoError):
    """A makedo/Observations message that contradicts itself; the message says where."""


def frame_to_ros(frame: Frame) -> makedo_msgs.Observations:
    """Frame -> makedo/Observations."""
    found, view = frame.observations, frame.view
    k = view.intrinsics
    message = makedo_msgs.Observations(
        label=[o.label for o in found],
        shape=array("B", (int(o.shape) for o in found)),
        score=array("f", (o.score for o in found)),
        pose=poses_to_array(o.pose for o in found),
        size=array("f", chain.from_iterable(o.size for o in found)),
        visibility=array("f", (o.visibility for o in found)),
        colour=array("f", chain.from_iterable(o.colouring.shares or _UNMEASURED for o in found)),
        asset_id=[asset for asset, _ in frame.states],
        asset_state=[str(state) for _, state in frame.states],
        opening_id=[asset for asset, _ in frame.openings],
        opening=array("f", (value for _, value in frame.openings)),
        camera_pose=np.array([*view.pose.position, *view.pose.orientation], np.float32),
        intrinsics=np.array([k.fx, k.fy, k.cx, k.cy], np.float32),
        width=k.width,
        height=k.height,
        depth=array("f", np.ascontiguousarray(view.depth, np.float32).tobytes()),
        steady=frame.steady,
    )
    return stamped(message, MAP_FRAME, frame.stamp)


def frame_from_ros(message: makedo_msgs.Observations) -> Frame:
    """makedo/Observations -> frame.

    Raises:
        FrameError: when arrays differ in length or a number is out of range.
    """
    count = len(message.label)
    lengths = {"shape": count, "score": count, "pose": 7 * count, "size": 3 * count, "visibility": count}
    lengths |= {"asset_state": len(message.asset_id), "depth": message.width * message.height}
    lengths |= {"opening": len(message.opening_id), "colour": len(COLOURS) * count}
    for name, expected in lengths.items():
        if len(getattr(message, name)) != expected:
            raise FrameError(f"observations: {name} has {len(getattr(message, name))} entries, expected {expected}")
    try:
        return Frame(
            time_from_ros(message.header.stamp),
            _view(message),
            tuple(_observation(message, i) for i in range(count)),
            tuple((a, State(s)) for a, s in zip(message.asset_id, message.asset_state, strict=True)),
            bool(message.steady),
            tuple((a, _finite(v, a)) for a, v in zip(message.opening_id, message.opening, strict=True)),
        )
    except ValueError as error:
        raise FrameError(f"observations: {error}") from None


def _finite(value: float, asset: str) -> float:
    if not math.isfinite(value):
        raise FrameError(f"observations: {asset} is open by {value}; give a number of rad or m")
    return float(value)


def _view(message: makedo_msgs.Observations) -> View:
    fx, fy, cx, cy = (float(v) for v in message.intrinsics)
    if not (fx > 0 and fy > 0):
        raise FrameError(f"observations: focal lengths {fx:g}, {fy:g} must be positive")
    pose = validated_pose(pose_from_array(message.camera_pose, 0), "observations: camera")
    if not pose.is_known:
        raise FrameError("observations: the camera pose is unknown; leave frames without a transform out")
    depth = np.asarray(message.depth, np.float32).reshape(message.height, message.width)
    return View(pose, Intrinsics(fx, fy, cx, cy, message.width, message.height), depth)


def _observation(message: makedo_msgs.Observations, i: int) -> Observation:
    if not _LABEL.match(message.label[i]):
        raise FrameError(
            f"observation {i}: the class {message.label[i][:40]!r} is no name of lower-case letters, digits and "
            "underscores, beginning with a letter"
        )
    pose = validated_pose(pose_from_array(message.pose, i), f"observation {i} ({message.label[i]})")
    size = tuple(float(v) for v in message.size[3 * i : 3 * i + 3])
    if not pose.is_known or not all(0 < v < 10 for v in size):
        raise FrameError(f"observation {i} ({message.label[i]}): pose and size must be known, size is {size}")
    return Observation(
        message.label[i],
        float(message.score[i]),
        pose,
        (size[0], size[1], size[2]),
        Shape(message.shape[i]),
        float(message.visibility[i]),
        _colouring(message, i),
    )


def _colouring(message: makedo_msgs.Observations, i: int) -> Colouring:
    shares = tuple(float(v) for v in message.colour[len(COLOURS) * i : len(COLOURS) * (i + 1)])
    if not any(shares):
        return NOT_MEASURED
    if not all(0.0 <= share <= 1.0 for share in shares) or abs(sum(shares) - 1.0) > _ROUNDING:
        raise FrameError(
            f"observation {i} ({message.label[i]}): shares of colours are 0..1 and add up to 1, or are all 0; "
            f"got {shares}"
        )
    return Colouring(shares)
