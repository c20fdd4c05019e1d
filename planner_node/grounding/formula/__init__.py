# SPDX-License-Identifier: Apache-2.0
"""From a goal that is given as a formula to demands."""
