# SPDX-License-Identifier: Apache-2.0
"""Persons that the camera's detector finds: where they are, and what that means for the robot's safety topic."""
