# SPDX-License-Identifier: Apache-2.0
"""Randomises how a home looks: light, colours and textures of furniture and floors, tints of the objects."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from makedo_core.geometry import Array
from simulation_node.scene.objects import DRAWN_GROUP

PAINTED = frozenset({"mug", "cup", "bowl", "plate", "book", "toy_block", "vase", "sponge", "soap"})
"""Classes that come in any colour: the network is to know them by their shape."""

_RGB = int(mujoco.mjtTextureRole.mjTEXROLE_RGB)


@dataclass(frozen=True, slots=True)
class Original:
    """How the home looks before anything is randomised: copies of the model's arrays."""

    materials: Array
    textures: np.ndarray
    geoms: Array
    diffuse: Array
    directions: Array
    ambient: Array
    headlight: Array


def original_of(model: mujoco.MjModel) -> Original:
    """Remember how a model looks."""
    return Original(
        model.mat_rgba.copy(),
        model.mat_texid.copy(),
        model.geom_rgba.copy(),
        model.light_diffuse.copy(),
        model.light_dir.copy(),
        model.vis.headlight.ambient.copy(),
        model.vis.headlight.diffuse.copy(),
    )


def randomise(
    model: mujoco.MjModel, original: Original, labels: Mapping[str, str], rng: np.random.Generator
) -> None:
    """Give a home another look. Every third home keeps its furniture's colours.

    Args:
        model: changed in place.
        original: of the same model.
        labels: object -> class.
        rng: of all draws.
    """
    strength = float(rng.choice([0.0, 0.3, 1.0]))
    for i, (rgba, texture) in enumerate(zip(original.materials, original.textures, strict=True)):
        other = np.array(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.2, 1.0)))
        model.mat_rgba[i, :3] = (1 - strength) * rgba[:3] + strength * other
        plain = strength > 0 and rng.random() < 0.4
        model.mat_texid[i, _RGB] = -1 if plain else texture[_RGB]
    model.light_diffuse[:] = original.diffuse * rng.uniform(0.5, 1.3) * rng.uniform(0.9, 1.1, 3)
    turned = original.directions + rng.normal(0.0, 0.25, original.directions.shape)
    model.light_dir[:] = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    model.vis.headlight.ambient[:] = original.ambient * rng.uniform(0.5, 1.4)
    model.vis.headlight.diffuse[:] = original.headlight * rng.uniform(0.4, 1.4)
    for name, label in labels.items():
        _tint(model, original, name, label, rng)


def _tint(model: mujoco.MjModel, original: Original, name: str, label: str, rng: np.random.Generator) -> None:
    """Other colours for an object's drawn pieces: any for the first of what is painted, else a little different."""
    body = model.body(name)
    first = int(body.geomadr[0])
    drawn = [g for g in range(first, first + int(body.geomnum[0])) if model.geom_group[g] == DRAWN_GROUP]
    for place, geom in enumerate(drawn):
        colour = original.geoms[geom, :3] * rng.uniform(0.85, 1.15) + rng.uniform(-0.04, 0.04, 3)
        if place == 0 and label in PAINTED and rng.random() < 0.6:
            colour = np.array(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.3, 1.0)))
        model.geom_rgba[geom, :3] = np.clip(colour, 0.0, 1.0)
