# SPDX-License-Identifier: Apache-2.0
"""A motion planner without ROS: inverse kinematics, collision checking, paths and their timing."""
