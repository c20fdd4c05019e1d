# SPDX-License-Identifier: Apache-2.0
"""What the page shows, as values; without ROS and without a server."""
