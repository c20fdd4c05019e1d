# SPDX-License-Identifier: Apache-2.0
"""What comes before and after what."""
