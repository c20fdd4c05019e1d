# SPDX-License-Identifier: Apache-2.0
"""Detector backend for vision models of any provider: one stage describes the picture, the next one parses it.

What a model says is a claim. Its classes must be ours, its boxes must lie in the picture, and in each box something
must stand out by depth; that, and not the model, also says which pixels are the thing's. The same method in two
stages as in LookPlanGraph (its vision module), with a check by geometry in place of trust.

It is slow. A picture that shows what the last one showed is not asked about again, after a failure there is a
pause, and when no answer comes the image is given up with an error: an empty answer would say that nothing is there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np

from makedo_core.ontology import Ontology
from makedo_llm.chat import Picture, Prompt
from makedo_llm.ladder import Adviser, Ladder, NoModel
from makedo_llm.templates import fenced, one_line, render
from perception_node.detectors.box_mask import BoxMaskSettings, mask_in_box
from perception_node.detectors.class_names import our_class
from perception_node.detectors.contract import colour_of, cropped, in_order
from perception_node.detectors.detector import Detection, ImageSet, Mask
from perception_node.detectors.settings import DetectorError, DetectorSettings
from perception_node.detectors.vlm_answer import (
    MOST_THINGS,
    ClaimedObject,
    ClaimedObjects,
    SeenThings,
    Size,
    claims_of,
    complaint,
)
from perception_node.pictures import jpeg

SCORE = 0.6  # of every detection: models give none
NOTHING = "nothing"  # what the first stage says of an empty picture
FIRST_PAUSE_S, LONGEST_PAUSE_S = 2.0, 60.0
_PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class VlmSettings:
    """How pictures are sent and compared.

    Attributes:
        longest_px: longer side of the picture that is sent.
        same_colour, same_depth_m: mean difference in colour (0..255) and median difference in depth up to which two
            pictures show the same.
        clear_colour, clear_depth_m: differences of a pixel that are more than a camera's noise.
        changed_share: share of the picture that may differ clearly all the same.
        double: share that two masks have in common from which they are one thing.
    """

    longest_px: int = 1024
    same_colour: float = 4.0
    same_depth_m: float = 0.01
    clear_colour: float = 30.0
    clear_depth_m: float = 0.03
    changed_share: float = 0.0005
    double: float = 0.7


class VlmDetector:
    """Asks vision models.

    Args:
        settings: classes to report and the smallest mask.
        ontology: what the models' words mean.
        ladder: the models, best first, and what one picture may cost.
        cancelled: asked often; True: give up.
        clock: time for pauses [s].
        options: how pictures are sent and compared.

    Raises:
        DetectorError: if there is no model.
    """

    def __init__(
        self,
        settings: DetectorSettings,
        ontology: Ontology,
        ladder: Ladder,
        cancelled: Callable[[], bool],
        clock: Callable[[], float],
        options: VlmSettings | None = None,
    ) -> None:
        if not ladder.models:
            raise DetectorError("the detector 'vlm' needs a vision model: list one in the file that llm_file names")
        self._settings, self._ontology, self._ladder = settings, ontology, ladder
        self._cancelled, self._clock = cancelled, clock
        self._options = options or VlmSettings()
        self._known: tuple[ImageSet, tuple[Detection, ...]] | None = None
        self._pause_s, self._again_at, self._problem = 0.0, 0.0, ""
        self._asked = self._left_out = self._not_there = 0
        self._last = ""

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """Detections, in a stable order.

        Raises:
            DetectorError: if the image cannot be used or no model answered.
            Cancelled: soon after `cancelled` returns True.
            ReplayError: if a recording lacks the exchange.
        """
        colour = colour_of(images)
        if colour.size == 0:
            return ()
        if self._known is not None and shows_the_same(images, self._known[0], self._options):
            return self._known[1]
        if self._clock() < self._again_at:
            raise DetectorError(f"{self._problem}; asking again in {self._again_at - self._clock():.0f} s")
        claims = self._ask(images)
        self._pause_s = 0.0
        found = self._grounded(claims, images)
        self._known = (images, found)
        return found

    def diagnostics(self) -> Mapping[str, str]:
        """What was asked and what became of the answers."""
        return {
            "pictures asked about": str(self._asked),
            "things named and left out": str(self._left_out),
            "things named where nothing stands out": str(self._not_there),
            "last left out": self._last or "none",
        }

    def _ask(self, images: ImageSet) -> ClaimedObjects:
        """What models say of a picture, in two stages within one budget."""
        assert images.colour is not None  # checked before
        sent = jpeg(images.colour, self._options.longest_px)
        size = Size(images.colour.shape[1], images.colour.shape[0])
        adviser = self._ladder.begin(self._cancelled)
        self._asked += 1
        classes = ", ".join(sorted(name.replace("_", " ") for name in self._settings.vocabulary))
        limits = {"classes": classes, "most": str(MOST_THINGS)}
        described = adviser.ask_text(
            Prompt(
                render(_PROMPTS / "describe_system.txt", **limits),
                render(_PROMPTS / "describe_user.txt", width=str(sent.width), height=str(sent.height)),
                (Picture(sent.content, sent.width, sent.height),),
            )
        )
        if isinstance(described, NoModel):
            self._give_up(adviser)
        if described.value.strip(' ."').lower() == NOTHING:
            return ClaimedObjects(())

        def claims(answer: SeenThings) -> ClaimedObjects:
            return claims_of(answer, Size(sent.width, sent.height), size, self._our_class)

        parsed = adviser.ask(
            Prompt(
                render(_PROMPTS / "parse_system.txt", **limits),
                render(_PROMPTS / "parse_user.txt", description=fenced("description", described.value)),
            ),
            SeenThings,
            lambda answer: complaint(claims(answer)),
        )
        if isinstance(parsed, NoModel):
            self._give_up(adviser)
        found = claims(parsed.value)
        self._left_out += len(found.left_out)
        self._note(found.left_out)
        return found

    def _give_up(self, adviser: Adviser) -> NoReturn:
        """End with an error, and let the models be for a while, the longer the more often it happens."""
        self._pause_s = min(LONGEST_PAUSE_S, max(FIRST_PAUSE_S, 2 * self._pause_s))
        self._again_at = self._clock() + self._pause_s
        self._problem = f"no vision model said what is in the picture: {'; '.join(adviser.notes)}"
        raise DetectorError(self._problem)

    def _our_class(self, name: str) -> str | None:
        return our_class(name, self._settings.vocabulary, self._ontology)

    def _grounded(self, claims: ClaimedObjects, images: ImageSet) -> tuple[Detection, ...]:
        """Detections for the claims in whose boxes something stands out."""
        masks: list[Mask | None] = [mask_in_box(images.depth, c.box, BoxMaskSettings()) for c in claims.claims]
        for claim, mask in zip(claims.claims, masks, strict=True):
            carrier = None if claim.carried_by is None else masks[claim.carried_by]
            if mask is not None and carrier is not None and not _same(mask, carrier, self._options.double):
                carrier &= ~mask  # what lies in a bowl is not the bowl
        found: list[Detection] = []
        taken: list[Mask] = []
        for claim, mask in zip(claims.claims, masks, strict=True):
            detection = None if mask is None else cropped(claim.label, SCORE, mask, self._settings.min_pixels)
            if mask is None or detection is None or any(_same(mask, t, self._options.double) for t in taken):
                self._not_there += 1
                self._note((_missing(claim),))
                continue
            taken.append(mask)
            found.append(detection)
        return in_order(found)

    def _note(self, problems: tuple[str, ...]) -> None:
        for problem in problems:
            self._last = one_line(problem, 120)
            _log.info("of a vision model's answer left out: %s", self._last)


def shows_the_same(first: ImageSet, second: ImageSet, options: VlmSettings) -> bool:
    """Whether two image sets show the same, but for the camera's noise.

    The whole must agree on average, and no spot as large as a small thing may differ clearly.
    """
    if first.colour is None or second.colour is None or first.colour.shape != second.colour.shape:
        return False
    if first.depth.shape != second.depth.shape:
        return False
    both = (first.depth > 0) & (second.depth > 0)
    if not both.any():
        return False
    apart = np.abs(first.colour.astype(np.int16) - second.colour.astype(np.int16)).mean(axis=2)
    deeper = np.where(both, np.abs(first.depth - second.depth), 0.0)
    changed = (apart > options.clear_colour) | (deeper > options.clear_depth_m)
    return bool(
        apart.mean() <= options.same_colour
        and np.median(deeper[both]) <= options.same_depth_m
        and _eroded(changed).mean() <= options.changed_share
    )


def _eroded(mask: Mask) -> Mask:
    """A mask without single pixels: those whose four neighbours are in it too."""
    inner = np.zeros_like(mask)
    inner[1:-1, 1:-1] = mask[1:-1, 1:-1] & mask[:-2, 1:-1] & mask[2:, 1:-1] & mask[1:-1, :-2] & mask[1:-1, 2:]
    return inner


def _same(first: Mask, second: Mask, share: float) -> bool:
    """Whether two masks are one thing's."""
    return bool(np.count_nonzero(first & second) > share * np.count_nonzero(first | second))


def _missing(claim: ClaimedObject) -> str:
    box = claim.box
    where = f"{box.left:.0f}, {box.top:.0f} to {box.right:.0f}, {box.bottom:.0f}"
    return f"{claim.label} at {where}: nothing stands out there, or it is another thing's place"
