# SPDX-License-Identifier: Apache-2.0
"""BEHAVIOR's goal interpretation in the Embodied Agent Interface: sentences become goals about things of a scene."""
