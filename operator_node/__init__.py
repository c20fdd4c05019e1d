# SPDX-License-Identifier: Apache-2.0
"""The operator's page: what the robot knows and means to do, in a browser; approve, answer, pause, stop."""
