# SPDX-License-Identifier: Apache-2.0
"""Plans with their terms and receipts, and choices, <-> ROS messages."""
