# SPDX-License-Identifier: Apache-2.0
"""Materials with procedural textures: nothing to download, and calm enough to look at."""

from __future__ import annotations

import mujoco
import numpy as np
import numpy.typing as npt

from simulation_node.scene.scene import Material

PIXELS = 256
Image = npt.NDArray[np.float64]


def add_material(spec: mujoco.MjSpec, name: str, material: Material) -> None:
    """Add a material of scene.yaml to a model, under its own name."""
    made = spec.add_material(name=name)
    made.specular, made.shininess, made.reflectance = 0.15, 0.3, 0.0
    if material.texture is None:
        made.rgba = [*material.colour, 1.0]
        return
    share = _PATTERNS[material.texture](np.random.default_rng(7))[..., None]  # (PIXELS, PIXELS, 1)
    image = (1 - share) * np.array(material.colour) + share * np.array(material.second)
    texture = spec.add_texture(name=name, type=mujoco.mjtTexture.mjTEXTURE_2D)
    texture.width = texture.height = PIXELS
    texture.nchannel = 3
    texture.data = (np.clip(image, 0, 1) * 255).astype(np.uint8).tobytes()
    made.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name
    made.texuniform = True
    made.texrepeat = [1 / material.repeat, 1 / material.repeat]
    made.rgba = [1, 1, 1, 1]


def _smooth(noise: Image, width: int) -> Image:
    """Box filter along the columns with wrap-around."""
    kernel = np.ones(width) / width
    padded = np.concatenate([noise[:, -width:], noise, noise[:, :width]], axis=1)
    return np.stack([np.convolve(row, kernel, mode="same") for row in padded])[:, width:-width]


def _wood(rng: np.random.Generator) -> Image:
    grain = _smooth(rng.uniform(0, 1, (PIXELS, PIXELS)), 48)
    grain = (grain - grain.min()) / np.ptp(grain)
    darkened: Image = 0.8 * grain
    return darkened


def _planks(rng: np.random.Generator) -> Image:
    rows = 8
    image = 0.35 * _wood(rng)
    height = PIXELS // rows
    for row in range(rows):
        shift = int(rng.integers(PIXELS))
        for half in range(2):
            start = shift + half * PIXELS // 2
            columns = np.arange(start, start + PIXELS // 2) % PIXELS
            image[row * height : (row + 1) * height, columns] += 0.45 * rng.uniform(0, 1)
            image[row * height : (row + 1) * height, columns[:2]] = 1.0
        image[row * height, :] = 1.0
    return image


def _tiles(rng: np.random.Generator) -> Image:
    count, joint = 2, 3
    size = PIXELS // count
    image = rng.uniform(0, 0.15, (count, count)).repeat(size, axis=0).repeat(size, axis=1)
    for line in range(count):
        image[line * size : line * size + joint, :] = 1.0
        image[:, line * size : line * size + joint] = 1.0
    return image


def _weave(rng: np.random.Generator) -> Image:
    return rng.uniform(0, 1, (PIXELS // 2, PIXELS // 2)).repeat(2, axis=0).repeat(2, axis=1)


_PATTERNS = {"wood": _wood, "planks": _planks, "tiles": _tiles, "weave": _weave}
