# SPDX-License-Identifier: Apache-2.0
"""What moves the robot: joint trajectories, controllers, and the base."""
