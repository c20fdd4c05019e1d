# SPDX-License-Identifier: Apache-2.0
"""What outlives a restart: the stored graph, its past, and graphs in files of their own."""
