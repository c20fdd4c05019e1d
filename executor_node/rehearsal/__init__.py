# SPDX-License-Identifier: Apache-2.0
"""The dry run: a plan is tried out in an imagined world, with the real planners, before anything moves."""
