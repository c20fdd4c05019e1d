# SPDX-License-Identifier: Apache-2.0
"""Between Makedo's nouns and ROS messages, both directions of a message in one file."""
