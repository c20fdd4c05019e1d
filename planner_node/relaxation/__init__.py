# SPDX-License-Identifier: Apache-2.0
"""Goal shifting and relaxation: the cheapest change of what was asked that can be reached."""
