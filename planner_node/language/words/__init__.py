# SPDX-License-Identifier: Apache-2.0
"""Single words and short phrases: numbers, names, qualities, verbs, typing errors."""
