# SPDX-License-Identifier: Apache-2.0
"""Makes the default detector's weights anew: renders images, trains the network, measures it, and takes it over.

Usage: python -m training [--threads 2] [--device cpu]     (`make train`)
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import yaml

from perception_node.detectors.onnx import OWN_WEIGHTS
from training.render import ROOT

FOLDER = Path(__file__).resolve().parent
WORK = ROOT / "build" / "training"
VAL_SEED = 900_001
RIGHT_TORCH = (
    "The network is trained in a venv of its own, whose packages are installed without what they ask for. PyPI's "
    "torch for Linux asks for the libraries of NVIDIA's GPUs. Take its CPU build instead: set PIP_INDEX_URL to the "
    "index for CPUs that pytorch.org names, and run `make train` again."
)


class TrainingError(Exception):
    """A step that failed; the message says what to do."""


def venv() -> Path:
    """The Python of the training venv, made or brought up to date when its requirements changed.

    Raises:
        TrainingError: if a package cannot be had or PyTorch does not run.
    """
    wanted = FOLDER / "requirements.txt"
    key = hashlib.sha256(wanted.read_bytes() + sys.version.encode()).hexdigest()
    folder = WORK / "venv"
    stamp, python = folder / "installed", folder / "bin" / "python"
    if stamp.is_file() and stamp.read_text() == key:
        return python
    print("training venv: installing (once, a few hundred MB) ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", folder])
    _run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", wanted])
    if subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode:
        raise TrainingError(RIGHT_TORCH)
    stamp.write_text(key)
    return python


def render(threads: int) -> None:
    """Render the training images, in as many processes as there are threads, and those for validation."""
    wanted = yaml.safe_load((FOLDER / "settings.yaml").read_text())["images"]
    data = WORK / "data"
    shutil.rmtree(data, ignore_errors=True)
    count, seed = int(wanted["train"]), int(wanted["seed"])
    shares = [count // threads + (i < count % threads) for i in range(threads)]
    jobs = [("train", share, seed + i) for i, share in enumerate(shares)] + [("val", int(wanted["val"]), VAL_SEED)]
    render_images = [sys.executable, "-m", "training.render"]
    running = [
        subprocess.Popen(
            [*render_images, data, "--split", split, "--images", str(images), "--seed", str(number)], cwd=ROOT
        )
        for split, images, number in jobs
    ]
    if any([process.wait() for process in running]):
        raise TrainingError("rendering the images failed; its message is above")


def main() -> int:
    """All steps, in order."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device", default="cpu", help="as Ultralytics names it: cpu, 0, ...")
    parser.add_argument("--keep-images", action="store_true", help="train on the images that are there")
    given = parser.parse_args()
    begun = time.monotonic()
    try:
        WORK.mkdir(parents=True, exist_ok=True)
        python = venv()
        if not given.keep_images:
            render(given.threads)
        made = WORK / "home.onnx"
        fit: list[str | Path] = [python, FOLDER / "fit.py", WORK / "data", made, "--threads", str(given.threads)]
        _run([*fit, "--device", given.device])
        _run([sys.executable, "-m", "training.gate", made])
    except TrainingError as error:
        print(f"make train: {error}", file=sys.stderr)
        return 1
    target = ROOT / OWN_WEIGHTS
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(made, target)
    print(f"{OWN_WEIGHTS} is new ({(time.monotonic() - begun) / 60:.0f} min)")
    return 0


def _run(command: Sequence[str | Path]) -> None:
    """Run one step; what it prints is shown."""
    words = [str(word) for word in command]
    code = subprocess.run(words, cwd=ROOT, check=False).returncode
    if code:
        raise TrainingError(f"{' '.join(words[:4])} ... failed with exit code {code}; its message is above")


if __name__ == "__main__":
    raise SystemExit(main())
