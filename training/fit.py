# SPDX-License-Identifier: Apache-2.0
"""Trains the network with Ultralytics and writes it as ONNX. Runs in the training venv and imports nothing of ours.

Usage: build/training/venv/bin/python training/fit.py DATA OUT.onnx
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER / "stand_ins"))  # last: a real torchvision is taken where there is one
os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", OMP_NUM_THREADS="1")
os.environ.setdefault("YOLO_CONFIG_DIR", str(FOLDER.parent / "build" / "training"))

import onnx  # noqa: E402
import torch  # noqa: E402
import ultralytics  # noqa: E402
import yaml  # noqa: E402
from ultralytics import YOLO  # noqa: E402

DESCRIPTION = "Segmentation network of household things, trained by training/fit.py"


def network(settings: dict[str, Any], folder: Path) -> Path:
    """Write the network's description: Ultralytics' own, at our scale."""
    source = next(Path(ultralytics.__file__).parent.glob(f"cfg/models/**/{settings['family']}"))
    description = yaml.safe_load(source.read_text())
    description["scales"] = {"n": settings["scale"]}
    path = folder / source.name.replace("11", "11n")  # the letter names the scale
    path.write_text(yaml.safe_dump(description, sort_keys=False))
    return path


def faster(trainer: Any, threads: int) -> None:
    """Threads as told, which Ultralytics sets anew, and what makes a processor compute faster.

    Ultralytics turns mixed precision off on processors; those with bfloat16 take half the time with it.
    """
    torch.set_num_threads(threads)
    trainer.model.to(memory_format=torch.channels_last)
    if trainer.device.type == "cpu":
        trainer.amp = "avx512_bf16" in Path("/proc/cpuinfo").read_text()


def train(description: Path, given: argparse.Namespace, settings: dict[str, Any], size: int) -> Path:
    """Train a network from its description; returns its weights.

    Images are put into squares: Ultralytics shuffles those of other shapes never.

    Args:
        description: of the network.
        given: data, threads, device.
        settings: epochs, batch, learning_rate, warmup_epochs, seed.
        size: width of the images [px].
    """
    model = YOLO(description, task="segment")
    torch.set_num_threads(given.threads)
    model.add_callback("on_train_start", lambda trainer: faster(trainer, given.threads))
    on_cpu = given.device == "cpu"
    model.train(
        data=str(given.data / "data.yaml"),
        epochs=settings["epochs"],
        batch=settings["batch"],
        nbs=settings["batch"],  # otherwise gradients of several batches are added up, and few steps are left
        imgsz=size,
        rect=False,
        device=given.device,
        optimizer="AdamW",
        lr0=settings["learning_rate"],
        lrf=0.01,
        cos_lr=True,
        warmup_epochs=settings["warmup_epochs"],
        weight_decay=0.0005,
        seed=settings["seed"],
        deterministic=on_cpu,
        workers=1 if on_cpu else os.cpu_count() or 1,  # a GPU waits for its images
        cache=False if on_cpu else "ram",
        amp=not on_cpu,
        pretrained=False,
        mosaic=0.0,
        scale=0.25,
        translate=0.1,
        hsv_h=0.005,
        hsv_s=0.3,
        hsv_v=0.25,
        fliplr=0.5,
        plots=False,
        val=False,
        project=str((given.data / "runs").resolve()),
        name="home",
        exist_ok=True,
        verbose=False,
    )
    data: Path = given.data
    return data / "runs" / "home" / "weights" / "last.pt"


def main() -> int:
    """Train, phase by phase, and export."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path, help="folder with data.yaml")
    parser.add_argument("weights", type=Path, help="where the ONNX file goes")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    settings = yaml.safe_load((FOLDER / "settings.yaml").read_text())
    width = settings["network"]["width"]
    work = given.data / "runs"
    work.mkdir(parents=True, exist_ok=True)
    weights = train(network(settings["network"], work), given, settings["training"], width)
    trained = YOLO(weights)
    height = width * 3 // 4
    exported = trained.export(format="onnx", imgsz=(height, width), simplify=False, opset=17, device="cpu")
    given.weights.parent.mkdir(parents=True, exist_ok=True)
    described = onnx.load(exported)
    for entry in described.metadata_props:
        if entry.key == "description":  # Ultralytics' own names a path of this machine
            entry.value = DESCRIPTION
    onnx.save(described, str(given.weights))
    print(f"{given.weights}: {given.weights.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
