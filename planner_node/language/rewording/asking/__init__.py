# SPDX-License-Identifier: Apache-2.0
"""Questions as people put them, in the words of the frames that are read."""
