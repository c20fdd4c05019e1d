# SPDX-License-Identifier: Apache-2.0
"""Reads the world files of Gazebo (SDF 1.4 to 1.10) as scene graphs."""
