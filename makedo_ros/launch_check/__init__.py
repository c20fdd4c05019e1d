# SPDX-License-Identifier: Apache-2.0
"""Looks at what a launch file is given before any process starts. Without rclpy."""
