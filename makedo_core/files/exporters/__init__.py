# SPDX-License-Identifier: Apache-2.0
"""Scene graphs in the formats of other programs; `makedo_core.files.scene_json` writes the one that loses nothing."""
