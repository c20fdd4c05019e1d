# SPDX-License-Identifier: Apache-2.0
"""Where Makedo meets ROS: conversions, QoS, transforms, lifecycle, calls, launching. Imports makedo_core only."""
