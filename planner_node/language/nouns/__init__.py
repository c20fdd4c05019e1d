# SPDX-License-Identifier: Apache-2.0
"""Names of things and places with all that is said of them."""
