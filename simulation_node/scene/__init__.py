# SPDX-License-Identifier: Apache-2.0
"""From a scene's files to one MuJoCo model, and how it is seen."""
