# SPDX-License-Identifier: Apache-2.0
"""A corpus of sentences, each with what must come of it in a scene, judged by outcomes and not by words."""
