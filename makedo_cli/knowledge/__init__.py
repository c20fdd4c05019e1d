# SPDX-License-Identifier: Apache-2.0
"""What a graph file or the running stack knows, asked by commands."""
