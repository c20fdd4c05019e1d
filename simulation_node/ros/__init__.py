# SPDX-License-Identifier: Apache-2.0
"""The simulated robot's own ROS interface: topics, ROS actions, and services for those who judge a run."""
