# SPDX-License-Identifier: Apache-2.0
"""The `makedo` command. Subcommands import what they need only when they run: `makedo plan` knows no ROS."""
