# SPDX-License-Identifier: Apache-2.0
"""What is wrong between a robot's description and a running system, and the remedy. No ROS: a snapshot is judged."""
