# SPDX-License-Identifier: Apache-2.0
"""What can be done in a scene: by the robot's own skills, or by a user's PDDL domain."""
