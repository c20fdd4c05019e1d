# SPDX-License-Identifier: Apache-2.0
"""How Makedo and the robot are while they run: what is wrong now, and what helps."""
