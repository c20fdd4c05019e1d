# SPDX-License-Identifier: Apache-2.0
"""A stand-in for MoveIt's move_group: its ROS interface on the motion planner of this package."""
