# SPDX-License-Identifier: Apache-2.0
"""Processes images in a thread of its own: the newest set, unless it is of no use, with the camera's pose at its time.

Belongs to node.py: it may import rclpy.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sensor_msgs.msg import Image

from makedo_core.cancel import Cancelled
from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node
from makedo_core.robot_config import RobotConfig
from makedo_core.sight.observation import Frame
from makedo_core.sight.view import Intrinsics
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from perception_node.camera import ColourImage, RawImage, colour_from_raw, depth_from_raw, labels_from_raw
from perception_node.detectors.detector import Detection, ImageSet
from perception_node.detectors.settings import PERSON
from perception_node.image_watchdog import ImageWatchdog
from perception_node.mailbox import Mailbox
from perception_node.people.locating import PersonSeen, located
from perception_node.people.watch import PeopleWatch
from perception_node.pipeline import Pipeline, is_steady

TAKE_S = 0.2
TRANSFORM_POLL_S = 0.01
SPEED_WINDOW = 20  # frames over which rates are averaged


@dataclass(frozen=True, slots=True)
class ProcessingSettings:
    """Which images are of use.

    Attributes:
        max_rate: most frames per second [Hz of the images' clock].
        max_age_s: what is detected later than this is left out.
        transform_wait_s: patience with a late transform [s, wall].
        steady_s: the camera must have stood still for so long,
        steady_m: moved no more than this,
        steady_rad: and turned no more than this.
        blind_s: without usable images for so long nothing is seen [s, wall].
    """

    max_rate: float
    max_age_s: float
    transform_wait_s: float
    steady_s: float
    steady_m: float
    steady_rad: float
    blind_s: float


@dataclass(slots=True)
class CameraState:
    """What the camera has said of itself.

    Attributes:
        intrinsics: None before the first usable camera_info.
        classes: of a simulated camera, by label.
    """

    intrinsics: Intrinsics | None = None
    classes: Mapping[int, str] = field(default_factory=dict)


class Surroundings(Protocol):
    """What the processing asks of the node, and reports to it."""

    def now_s(self) -> float:
        """Time of the node's clock [s]."""

    def assets(self) -> Iterable[Node]:
        """Furniture of the newest scene graph."""

    def wants(self, stamp: float) -> bool:
        """Whether an image of a time is worth processing."""

    def seen(self, frame: Frame, colour: ColourImage | None) -> None:
        """A frame came out."""

    def saw_persons(self, near: bool | None, seen: Sequence[PersonSeen]) -> None:
        """Persons were looked for: whether one is near, None if nothing may be said of that, and who was seen."""

    def report(self, problem: str) -> None:
        """Why an image could not be used; empty when one could."""


class ImageProcessing:
    """The thread, and how it is getting on.

    Args:
        robot: names of frames and of the camera's topics.
        topics: of the images, by kind.
        pipeline: what makes a frame of an image set.
        settings: which images are of use.
        transforms: where the camera was.
        camera: as it is known, changed by the node.
        around: the node.
        stopping: set when the thread is to end; the detector asks it too.
        people: remembers persons; None: none are looked for.
    """

    def __init__(
        self,
        robot: RobotConfig,
        topics: Mapping[str, str],
        pipeline: Pipeline,
        settings: ProcessingSettings,
        transforms: TransformBuffer,
        camera: CameraState,
        around: Surroundings,
        stopping: threading.Event,
        people: PeopleWatch | None = None,
    ) -> None:
        self._robot, self._topics, self._pipeline, self._settings = robot, topics, pipeline, settings
        self._transforms, self._camera, self._around, self._stopping = transforms, camera, around, stopping
        self._people = people
        self._mailbox = Mailbox(topics.keys())
        self._watchdog = ImageWatchdog(self._mailbox, topics, settings.blind_s)
        self._frames: deque[tuple[float, float]] = deque(maxlen=SPEED_WINDOW)  # (wall end, processing) [s]
        self._late_transforms = self._failed = self._moving = self._outdated = self._unwanted = 0
        self._last_stamp = -1.0
        self._worker: threading.Thread | None = None

    def start(self) -> None:
        """Begin to process."""
        self._stopping.clear()
        self._mailbox.clear()
        self._watchdog.serves()
        self._last_stamp = -1.0
        self._worker = threading.Thread(target=self._work, name="perception", daemon=True)
        self._worker.start()

    def stop(self) -> None:
        """End the thread, and forget the images that wait."""
        self._stopping.set()
        if self._worker is not None:
            self._worker.join(timeout=5.0)
            self._worker = None
        self._mailbox.clear()

    def put(self, kind: str, message: Image, number: int | None = None) -> None:
        """An image came; its number is its publisher's, where that is told."""
        if not self._watchdog.is_of_one(kind, number):
            return
        stamp = message.header.stamp
        self._mailbox.put(kind, stamp.sec * 10**9 + stamp.nanosec, message)

    def lost(self) -> str:
        """Why nothing is seen any more; empty while something is."""
        return self._watchdog.lost()

    def diagnostics(self) -> Mapping[str, str]:
        """Rates and what was dropped, by reason."""
        counts, frames = self._mailbox.counts, list(self._frames)
        span = frames[-1][0] - frames[0][0] if len(frames) > 1 else 0.0
        rate = (len(frames) - 1) / span if span > 0 and time.monotonic() - frames[-1][0] < 5.0 else 0.0
        work = sum(f[1] for f in frames) / len(frames) if frames else 0.0
        return {
            "frames per second": f"{rate:.1f}",
            "ms per frame": f"{1e3 * work:.0f}",
            "dropped, late": str(counts.late),
            "dropped, incomplete image sets": str(counts.incomplete),
            "dropped, no transform at the image's time": str(self._late_transforms),
            "dropped, camera in motion": str(self._moving),
            "dropped, of no use to discover_objects": str(self._unwanted),
            "dropped, unusable": str(self._failed),
            "dropped, detected too late": str(self._outdated),
            "missing images": ", ".join(sorted(self._mailbox.missing())) or "none",
            **self._pipeline.diagnostics(),
            **({} if self._people is None else self._people.diagnostics()),
        }

    def _work(self) -> None:
        while not self._stopping.is_set():
            taken = self._mailbox.take(TAKE_S)
            if taken is None or self._stopping.is_set():
                continue
            stamp, messages = taken
            if 0 <= stamp - self._last_stamp < 0.98 / self._settings.max_rate:
                continue
            wanted = self._around.wants(stamp)
            if not wanted:
                self._watchdog.serves()
                self._unwanted += 1
            if wanted or self._people is not None:
                self._see(stamp, messages, wanted)

    def _see(self, stamp: float, messages: Mapping[str, Image], wanted: bool) -> None:
        """Process an image set and hand on what came out."""
        begun = time.monotonic()
        try:
            seen = self._process(stamp, messages, wanted)
        except Cancelled:
            return  # perception stops
        except MakedoError as error:
            self._failed += 1
            self._fail(str(error))
            return
        except Exception:  # noqa: BLE001 - outermost frame of a thread: one bad image must not end perception
            self._failed += 1
            self._fail(f"an image could not be processed, which is a bug: {traceback.format_exc()}")
            return
        if seen is not None and not self._stopping.is_set():
            self._last_stamp = stamp
            self._around.seen(*seen)
            self._frames.append((time.monotonic(), time.monotonic() - begun))
            self._around.report("")
            self._watchdog.serves()

    def _fail(self, reason: str) -> None:
        """Say that an image could not be used."""
        self._watchdog.fails(reason)
        self._around.report(reason)

    def _process(
        self, stamp: float, messages: Mapping[str, Image], wanted: bool
    ) -> tuple[Frame, ColourImage | None] | None:
        camera = self._camera.intrinsics
        if camera is None:
            self._fail(f"no usable camera_info on {self._robot.camera.info} yet")
            return None
        pose = self._camera_pose(stamp)
        if pose is None:
            self._late_transforms += 1
            return None
        steady = self._stood_still(stamp, pose)
        images: ImageSet | None = None
        found: tuple[Detection, ...] = ()
        if self._people is not None:  # whatever the camera does, and before anything else is worked out
            images = self._images(stamp, messages)
            found = self._pipeline.detect(images, camera)
            self._look_for_people(self._people, images, camera, pose, found)
            self._last_stamp = stamp
        if not wanted:
            return None
        if not steady:
            self._moving += 1  # of no use: a mask, its depth and the camera's pose belong to three instants
            self._watchdog.serves()
            return None
        if images is None:
            images = self._images(stamp, messages)
            found = self._pipeline.detect(images, camera)
        frame = self._pipeline.frame(images, camera, pose, found, steady=True, assets=self._around.assets())
        if self._around.now_s() - stamp > self._settings.max_age_s:
            self._outdated += 1  # of no use: hands and doors have moved since
            limit = f"{self._settings.max_age_s:g} s (max_age_s)"
            self._fail(f"the detector is too slow: it took more than {limit}")
            return None
        return frame, images.colour

    def _look_for_people(
        self, people: PeopleWatch, images: ImageSet, camera: Intrinsics, pose: Pose, found: Sequence[Detection]
    ) -> None:
        """Tell whether a person is near; of what cannot be told nothing is said.

        Raises:
            TransformError: if it is not known where the robot was.
        """
        frames, stamp = self._robot.frames, images.stamp
        base = self._transforms.lookup(frames.map, frames.base, stamp)
        seen = tuple(located(d, images.depth, camera, pose, stamp) for d in found if d.label == PERSON)
        near = people.see(seen, self._pipeline.view(images, camera, pose), base, stamp, self._around.now_s())
        self._around.saw_persons(near, seen)

    def _images(self, stamp: float, messages: Mapping[str, Image]) -> ImageSet:
        """An image set as arrays.

        Raises:
            ImageError: if an image cannot be used.
        """
        raw = {kind: _raw(self._topics[kind], message) for kind, message in messages.items()}
        return ImageSet(
            stamp,
            depth_from_raw(raw["depth"]),
            colour_from_raw(raw["colour"]),
            labels_from_raw(raw["labels"]) if "labels" in raw else None,
            self._camera.classes,
        )

    def _camera_pose(self, stamp: float) -> Pose | None:
        """Pose of the camera at a time; waits a little for a transform that is late."""
        frames = self._robot.frames
        deadline = time.monotonic() + self._settings.transform_wait_s
        while True:
            try:
                return self._transforms.lookup(frames.map, frames.camera, stamp)
            except TransformError as error:
                if time.monotonic() > deadline or self._stopping.is_set():
                    self._fail(f"image dropped: {error}")
                    return None
            time.sleep(TRANSFORM_POLL_S)

    def _stood_still(self, stamp: float, pose: Pose) -> bool:
        frames, settings = self._robot.frames, self._settings
        try:
            before = self._transforms.lookup(frames.map, frames.camera, stamp - settings.steady_s)
        except TransformError:
            return False
        return is_steady(before, pose, settings.steady_m, settings.steady_rad)


def _raw(topic: str, message: Image) -> RawImage:
    return RawImage(
        topic,
        message.encoding,
        message.width,
        message.height,
        message.step,
        bool(message.is_bigendian),
        memoryview(message.data),
    )
