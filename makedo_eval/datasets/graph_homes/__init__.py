# SPDX-License-Identifier: Apache-2.0
"""Homes that are graphs, as LookPlanGraph has them: BEHAVIOR, RobotHow and SayPlan's office."""
