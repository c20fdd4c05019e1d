# SPDX-License-Identifier: Apache-2.0
"""What a world file says: models, frames, shapes; no scene graph yet."""
