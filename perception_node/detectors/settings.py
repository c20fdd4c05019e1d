# SPDX-License-Identifier: Apache-2.0
"""What an operator sets about a detector; each backend reads what concerns it."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.failure import MakedoError

PERSON = "person"
"""The class that is no thing to handle: persons are told on the safety topic (`perception_node.people`)."""


class DetectorError(MakedoError):
    """A detector that cannot be built or cannot use an image; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Settings of all backends.

    Attributes:
        kind: name of the backend.
        vocabulary: classes to report; everything else is left out.
        min_pixels: smaller masks are left out [px].
        weights: file of the network; empty: the backend's own, where it has one.
        confidence: detections below this score are left out, 0..1.
        iou: of two detections whose boxes overlap more than this, the weaker is left out, 0..1.
        image_size: longer side at which the network sees the image [px]; 0: the one it was made for.
        threads: threads of the network on a CPU.
        device: "auto", "cpu" or "cuda:N".
        class_map: YAML file, network's class -> ours; empty: by name and by the ontology.
        set_vocabulary: have a model of open vocabulary look for our classes; False: for those it was saved with.
        llm_file: settings of the vision model, in the form of config/llm.yaml.

    Where the vocabulary has PERSON, somebody's safety hangs on it: a backend that cannot find persons is refused, and a
    network's box around one counts whole, whatever the depth image shows in it.

    Raises:
        DetectorError: if a value cannot be right.
    """

    kind: str
    vocabulary: frozenset[str]
    min_pixels: int = 40
    weights: str = ""
    confidence: float = 0.35
    iou: float = 0.5
    image_size: int = 0
    threads: int = 1
    device: str = "auto"
    class_map: str = ""
    set_vocabulary: bool = True
    llm_file: str = ""

    def __post_init__(self) -> None:
        for name, value in (("confidence", self.confidence), ("iou", self.iou)):
            if not 0.0 <= value <= 1.0:
                raise DetectorError(f"detector setting {name} is {value}, expected 0 to 1")
        for name, number, least in (
            ("min_pixels", self.min_pixels, 1),
            ("image_size", self.image_size, 0),
            ("threads", self.threads, 1),
        ):
            if number < least:
                raise DetectorError(f"detector setting {name} is {number}, expected {least} or more")
