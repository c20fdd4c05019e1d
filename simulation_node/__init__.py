# SPDX-License-Identifier: Apache-2.0
"""A furnished home with a TIAGo in it, in MuJoCo, behind the robot's own ROS interface."""

import os

# MuJoCo chooses its renderer when it is first imported. OSMesa needs neither a display nor a GPU.
os.environ.setdefault("MUJOCO_GL", "osmesa")
