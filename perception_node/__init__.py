# SPDX-License-Identifier: Apache-2.0
"""From camera images to observations in the map frame, and looking at assets."""
