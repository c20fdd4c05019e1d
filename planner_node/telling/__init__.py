# SPDX-License-Identifier: Apache-2.0
"""What was told, tied to the scene: habits that are kept, forgotten, shown, and used."""
