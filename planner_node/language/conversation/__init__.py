# SPDX-License-Identifier: Apache-2.0
"""Instructions that speak of what was said and done before."""
