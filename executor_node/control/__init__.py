# SPDX-License-Identifier: Apache-2.0
"""Who commands the robot, Makedo or a person, and what is still true once a person has given it back. No ROS."""
