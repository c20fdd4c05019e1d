# SPDX-License-Identifier: Apache-2.0
"""What a speaker states besides what is to be done: conditions and limits, tied to the graph."""
