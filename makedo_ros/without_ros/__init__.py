# SPDX-License-Identifier: Apache-2.0
"""What a ROS installation makes superfluous: a transform buffer, a launch runner, an environment."""
