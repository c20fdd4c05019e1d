# SPDX-License-Identifier: Apache-2.0
"""What people tell the robot from outside of an instruction: habits, and corrections of what it knows."""
