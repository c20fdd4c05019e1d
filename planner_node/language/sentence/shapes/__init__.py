# SPDX-License-Identifier: Apache-2.0
"""Orders in other shapes than verb, things and place: without a verb, with the place first, as a list."""
