# SPDX-License-Identifier: Apache-2.0
"""Nouns shared by every node of Makedo. No ROS, no heavy imports."""
