# SPDX-License-Identifier: Apache-2.0
"""What every node needs of rclpy: lifecycle, parameters, quality of service, spinning, calls."""
