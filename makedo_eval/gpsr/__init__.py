# SPDX-License-Identifier: Apache-2.0
"""RoboCup@Home's general purpose service robot test: commands by public generators, in a home with people."""
