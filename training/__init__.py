# SPDX-License-Identifier: Apache-2.0
"""Makes the default detector: renders images of randomised homes, trains a small network on them, measures it."""

import simulation_node  # noqa: F401 - it chooses how pictures are drawn, before MuJoCo is first imported
