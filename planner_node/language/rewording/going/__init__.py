# SPDX-License-Identifier: Apache-2.0
"""Where the robot goes or looks for things, before what is to be done with them."""
