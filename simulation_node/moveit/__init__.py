# SPDX-License-Identifier: Apache-2.0
"""What MoveIt has to know of a simulated robot: URDF, SRDF and parameters, made from the robot that is simulated."""
