# SPDX-License-Identifier: Apache-2.0
"""The ROS action discover_objects: where to look, turning the head, what was seen and what changed."""
