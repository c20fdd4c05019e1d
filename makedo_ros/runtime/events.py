# SPDX-License-Identifier: Apache-2.0
"""Events of subscriptions: rclpy's module for them has another name on Humble."""

from __future__ import annotations

try:
    from rclpy.event_handler import SubscriptionEventCallbacks
except ModuleNotFoundError:  # Humble
    from rclpy.qos_event import SubscriptionEventCallbacks

__all__ = ["SubscriptionEventCallbacks"]
