# SPDX-License-Identifier: Apache-2.0
"""What tests of several folders share: commands, processes, nodes that spin, fake servers, waiting."""
