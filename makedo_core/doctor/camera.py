# SPDX-License-Identifier: Apache-2.0
"""Camera: the model fits the images, and the depth image is in the unit that its encoding says (REP-118)."""

from __future__ import annotations

from makedo_core.conversation.suggestions import choices
from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.doctor.needs import Needs
from makedo_core.doctor.snapshot import CameraInfo, ImageHeader, Snapshot
from makedo_core.robot_config import RobotConfig

COLOURS = ("rgb8", "bgr8", "rgba8", "bgra8")
METRES, MILLIMETRES = "32FC1", ("16UC1", "mono16")
NEAREST_M, FARTHEST_M = 0.1, 50.0  # between them lies half of what a depth camera sees in a home


def check_camera(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """Judges what was received; the check of topics reports what was not received."""
    frames = sorted({f for edge in snapshot.edges for f in (edge.parent, edge.child)})
    result = []
    if snapshot.info is not None:
        result.append(_info(needs.info, snapshot.info, snapshot.colour))
    if snapshot.colour is not None:
        result += [_colour(needs.colour, snapshot.colour), _frame(needs.colour, snapshot.colour, robot, frames)]
    if snapshot.depth is not None:
        result.append(_depth_size(needs.depth, snapshot.depth, snapshot.info))
        result.append(_unit(needs.depth, snapshot.depth))
    return tuple(result)


def _info(name: str, info: CameraInfo, colour: ImageHeader | None) -> Finding:
    if not (info.fx > 0 and info.fy > 0):
        found = f"its focal lengths are {info.fx:g} and {info.fy:g}: not calibrated"
        return _fault(name, found, "calibrate the camera, or have its driver load its calibration (camera_info_url)")
    if colour is not None and (colour.width, colour.height) != (info.width, info.height):
        found = f"says {info.width}x{info.height}, the colour image is {colour.width}x{colour.height}"
        return _fault(name, found, "publish the camera_info of that very image, or set camera.info to its topic")
    return _ok(name, f"{info.width}x{info.height}, focal lengths {info.fx:.0f} and {info.fy:.0f} px")


def _colour(name: str, picture: ImageHeader) -> Finding:
    if picture.encoding not in COLOURS:
        remedy = f"have the driver publish one of {', '.join(COLOURS)} (image_proc debayers raw images)"
        return _fault(name, f"encoding {picture.encoding!r} cannot be read", remedy)
    return _ok(name, picture.encoding)


def _frame(name: str, picture: ImageHeader, robot: RobotConfig, known: list[str]) -> Finding:
    said, wanted = picture.frame, robot.frames.camera
    if said == wanted:
        return _ok(name, f"in frame {said}")
    if said not in known:
        remedy = f"correct the driver's frame_id; {choices(said, known)}"
        return Finding(Area.CAMERA, name, Level.WARNING, f"its frame {said!r} is not among the transforms", remedy)
    found = f"is in frame {said!r}, frames.camera says {wanted!r}"
    return _fault(name, found, f"set frames.camera: {said} (an optical frame: z ahead, x to the right)")


def _depth_size(name: str, depth: ImageHeader, info: CameraInfo | None) -> Finding:
    size = f"{depth.width}x{depth.height}"
    if info is not None and (depth.width, depth.height) != (info.width, info.height):
        found = f"is {size}, the camera model {info.width}x{info.height}"
        return _fault(name, found, "register the depth to the colour camera (depth_image_proc), and set camera.depth")
    return _ok(name, f"{size}, as the camera model")


def _unit(name: str, depth: ImageHeader) -> Finding:
    if depth.encoding != METRES and depth.encoding not in MILLIMETRES:
        return _fault(
            name, f"encoding {depth.encoding!r} cannot be read", "publish 32FC1 (metres) or 16UC1 (millimetres)"
        )
    metres = depth.encoding == METRES
    unit = "metres" if metres else "millimetres"
    if depth.median is None:
        remedy = "uncover the camera, or turn the head to something 0.5 m to 3 m away, and look again"
        return Finding(Area.CAMERA, name, Level.WARNING, f"{depth.encoding} ({unit}) without one reading", remedy)
    distance_m = depth.median * (1.0 if metres else 1e-3)
    if NEAREST_M <= distance_m <= FARTHEST_M:
        return _ok(name, f"{depth.encoding} ({unit}), half of it nearer than {distance_m:.2f} m")
    found = f"{depth.encoding} means {unit}, but half of it is nearer than {depth.median:g}"
    if metres and NEAREST_M <= depth.median * 1e-3 <= FARTHEST_M:
        return _fault(name, f"{found}: these are millimetres", "convert it to metres, or publish 16UC1")
    if not metres and NEAREST_M <= depth.median <= FARTHEST_M:
        return _fault(name, f"{found}: these are metres", "convert it to millimetres, or publish 32FC1")
    return Finding(
        Area.CAMERA, name, Level.WARNING, found, "turn the head to something 0.5 m to 3 m away, and look again"
    )


def _ok(name: str, found: str) -> Finding:
    return Finding(Area.CAMERA, name, Level.OK, found)


def _fault(name: str, found: str, remedy: str) -> Finding:
    return Finding(Area.CAMERA, name, Level.FAULT, found, remedy)
