# SPDX-License-Identifier: Apache-2.0
"""The parts of a robot behind its own ROS interface: arm, base, head, gripper, camera; and the other nodes."""
