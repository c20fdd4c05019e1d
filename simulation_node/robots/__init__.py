# SPDX-License-Identifier: Apache-2.0
"""Robots that can be simulated: what a robot is, and where its files are."""
