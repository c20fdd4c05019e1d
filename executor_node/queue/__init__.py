# SPDX-License-Identifier: Apache-2.0
"""A queue of instructions: in their order or at their time, one at a time, kept over restarts. No ROS."""
