# SPDX-License-Identifier: Apache-2.0
"""Renders colour, depth and labels. An instance belongs to the thread that made it."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt

from makedo_core.failure import MakedoError
from makedo_core.sight.view import Intrinsics
from simulation_node.robots.robot import CAMERA_NAME, SOLID_GROUP, VISUAL_GROUP
from simulation_node.scene.home import UPPER_WALL_GROUP
from simulation_node.scene.objects import DRAWN_GROUP

MAX_RANGE_M = 10.0  # depth beyond is not measured (0)
MAX_GEOMS = 2000
Colour = npt.NDArray[np.uint8]
Depth = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int32]


class RenderError(MakedoError):
    """No picture can be made; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class RgbdImage:
    """What the robot's camera sees: (h, w, 3), (h, w) in metres with 0 for nothing, (h, w) label ids."""

    colour: Colour
    depth: Depth
    labels: Labels | None


def intrinsics(model: mujoco.MjModel, width: int, height: int) -> Intrinsics:
    """Intrinsics of the robot's camera at an image size."""
    focal = height / 2 / math.tan(math.radians(float(model.camera(CAMERA_NAME).fovy[0])) / 2)
    return Intrinsics(focal, focal, (width - 1) / 2, (height - 1) / 2, width, height)


class Renderer:
    """Off-screen renderer; `close` it in the thread that made it.

    Args:
        labels: label id of each geom, shape (ngeom,); 0 for what has none.

    Raises:
        RenderError: if there is no OpenGL library.
    """

    def __init__(self, model: mujoco.MjModel, labels: Labels) -> None:
        self._model = model
        self._labels = labels
        try:
            self._gl = mujoco.GLContext(model.vis.global_.offwidth, model.vis.global_.offheight)
            self._gl.make_current()
            self._context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_100)
        except Exception as error:
            backend = os.environ.get("MUJOCO_GL", "not set")
            raise RenderError(f"no pictures with MUJOCO_GL {backend}: {error}; osmesa needs libosmesa6") from error
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._context.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        self._scene = mujoco.MjvScene(model, MAX_GEOMS)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0  # shadows cost twenty times all the rest
        self._scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        self._head = mujoco.MjvCamera()
        self._head.type = mujoco.mjtCamera.mjCAMERA_FIXED
        self._head.fixedcamid = model.camera(CAMERA_NAME).id
        self._head_option = _shown(SOLID_GROUP, VISUAL_GROUP, DRAWN_GROUP, UPPER_WALL_GROUP)
        self._overview_option = _shown(SOLID_GROUP, VISUAL_GROUP, DRAWN_GROUP)

    def view(self, data: mujoco.MjData, width: int, height: int, *, labels: bool) -> RgbdImage:
        """What the head camera sees."""
        self._update(data, self._head, self._head_option)
        colour, raw = self._render(width, height)
        found = self._render_labels(width, height) if labels else None
        return RgbdImage(colour, self._metres(raw), found)

    def overview(self, data: mujoco.MjData, centre: tuple[float, float], width: int, height: int) -> Colour:
        """The home from above, around a point."""
        camera = mujoco.MjvCamera()
        camera.lookat[:] = [*centre, 0.5]
        camera.distance, camera.azimuth, camera.elevation = 5.2, 90.0, -58.0
        self._update(data, camera, self._overview_option)
        return self._render(width, height)[0]

    def close(self) -> None:
        """Give back everything."""
        self._context.free()
        self._gl.free()

    def _update(self, data: mujoco.MjData, camera: mujoco.MjvCamera, option: mujoco.MjvOption) -> None:
        mujoco.mjv_updateScene(self._model, data, option, None, camera, mujoco.mjtCatBit.mjCAT_ALL.value, self._scene)

    def _render(self, width: int, height: int) -> tuple[Colour, Depth]:
        rectangle = mujoco.MjrRect(0, 0, width, height)
        colour = np.empty((height, width, 3), np.uint8)
        depth = np.empty((height, width), np.float32)
        mujoco.mjr_render(rectangle, self._scene, self._context)
        mujoco.mjr_readPixels(colour, depth, rectangle, self._context)
        return np.flipud(colour), np.flipud(depth)

    def _metres(self, raw: Depth) -> Depth:
        """Depth buffer (1 near, 0 far) -> distance along the optical axis [m], 0 for nothing in range."""
        extent = self._model.stat.extent
        near, far = self._model.vis.map.znear * extent, self._model.vis.map.zfar * extent
        metres = near * far / (near + raw.astype(np.float64) * (far - near))
        metres[metres > MAX_RANGE_M] = 0.0
        distance: Depth = metres.astype(np.float32)
        return distance

    def _render_labels(self, width: int, height: int) -> Labels:
        flags = self._scene.flags
        flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = 1
        try:
            colour, _ = self._render(width, height)
        finally:
            flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = 0
        table: Labels = np.zeros(self._scene.ngeom + 1, np.int32)
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.segid >= 0 and geom.objtype == mujoco.mjtObj.mjOBJ_GEOM:
                table[geom.segid + 1] = self._labels[geom.objid]
        c = colour.astype(np.int32)
        labels: Labels = table[c[..., 0] + (c[..., 1] << 8) + (c[..., 2] << 16)]
        return labels


def _shown(*groups: int) -> mujoco.MjvOption:
    option = mujoco.MjvOption()
    option.geomgroup[:] = [int(i in groups) for i in range(len(option.geomgroup))]
    return option
