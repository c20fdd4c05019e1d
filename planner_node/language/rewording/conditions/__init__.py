# SPDX-License-Identifier: Apache-2.0
"""What depends on an answer, on what was done before, or on what is to stay, as plain conditions and orders in time."""
