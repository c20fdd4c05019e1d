# SPDX-License-Identifier: Apache-2.0
"""What comes from ROS and goes to it: feeds, and what an operator asks of the stack."""
