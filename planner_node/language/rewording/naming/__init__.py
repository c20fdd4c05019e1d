# SPDX-License-Identifier: Apache-2.0
"""Things by other words than their names: by how they look, by what they are for, or by where they are."""
