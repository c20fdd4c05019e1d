# SPDX-License-Identifier: Apache-2.0
"""The server's half of each pane: its topics on the board, and what a page may ask for. Without ROS."""
