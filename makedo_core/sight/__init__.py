# SPDX-License-Identifier: Apache-2.0
"""What a depth camera saw from where, of which places, and what one image showed."""
