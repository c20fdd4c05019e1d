# SPDX-License-Identifier: Apache-2.0
"""Skills: one module each, sequential code over ports."""
