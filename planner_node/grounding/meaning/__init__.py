# SPDX-License-Identifier: Apache-2.0
"""What noun phrases mean in a scene: which of several are meant, and what several places get."""
