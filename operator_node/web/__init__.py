# SPDX-License-Identifier: Apache-2.0
"""The page's server: the door, the lease, what is sent to watchers and what they may ask. Without ROS."""
