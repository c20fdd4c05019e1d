# SPDX-License-Identifier: Apache-2.0
"""When to ask: instructions in a kitchen, some of which leave open what is meant."""
