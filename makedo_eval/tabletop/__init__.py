# SPDX-License-Identifier: Apache-2.0
"""Tasks on a table in which the order matters in which kinds of things are put down."""
