# SPDX-License-Identifier: Apache-2.0
"""A furnished home with a TIAGo in it, in MuJoCo, behind the robot's own ROS interface."""
