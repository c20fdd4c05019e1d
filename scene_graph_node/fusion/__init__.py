# SPDX-License-Identifier: Apache-2.0
"""From frames of observations to what is believed: who is who, what is gone, what rests where."""
