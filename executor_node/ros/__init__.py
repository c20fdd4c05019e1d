# SPDX-License-Identifier: Apache-2.0
"""Where instructions meet ROS: the ROS action, the operator's services, reports, and who has to be alive."""
