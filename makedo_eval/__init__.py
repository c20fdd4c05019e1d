# SPDX-License-Identifier: Apache-2.0
"""Evaluation: data sets, strategies and models side by side. No ROS."""
