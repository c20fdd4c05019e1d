# SPDX-License-Identifier: Apache-2.0
"""Track numbers of Ultralytics' image trackers for given detections. Runs in the training venv: that package is AGPL.

Usage: build/training/venv/bin/python benchmarks/image_tracker.py FRAMES.json IDS.json

FRAMES.json: sequences of frames of detections [left, top, right, bottom, score, class]; IDS.json gets the same shape
with a track number, or null, in place of each detection.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
sys.path.append(str(FOLDER / "training" / "stand_ins"))
os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", OMP_NUM_THREADS="1")
os.environ.setdefault("YOLO_CONFIG_DIR", str(FOLDER / "build" / "training"))

import numpy as np  # noqa: E402
import yaml  # noqa: E402
from ultralytics.engine.results import Boxes  # noqa: E402
from ultralytics.trackers.byte_tracker import BYTETracker  # noqa: E402
from ultralytics.utils import ROOT, IterableSimpleNamespace  # noqa: E402

IMAGE = (480, 640)


def track(frames: list[list[list[float]]]) -> list[list[int | None]]:
    """Numbers of ByteTrack, with its own defaults, for a sequence of frames."""
    settings = yaml.safe_load((ROOT / "cfg" / "trackers" / "bytetrack.yaml").read_text())
    tracker = BYTETracker(IterableSimpleNamespace(**settings))
    result = []
    for frame in frames:
        rows = np.array(frame, np.float32).reshape(-1, 6)
        ids: list[int | None] = [None] * len(frame)
        for *_, number, _score, _label, place in tracker.update(Boxes(rows, IMAGE)):
            ids[int(place)] = int(number)
        result.append(ids)
    return result


def main() -> int:
    """Read, track, write."""
    if len(sys.argv) != 3:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    sequences = json.loads(Path(sys.argv[1]).read_text())
    Path(sys.argv[2]).write_text(json.dumps([track(frames) for frames in sequences]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
