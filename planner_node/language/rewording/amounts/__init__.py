# SPDX-License-Identifier: Apache-2.0
"""How many things are meant, where other words than a number say it."""
