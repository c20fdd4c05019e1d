# SPDX-License-Identifier: Apache-2.0
"""Where a person is, as a ROS message."""

from __future__ import annotations

from geometry_msgs.msg import PoseWithCovarianceStamped

from makedo_core.geometry import Pose, Vector
from makedo_ros.conversions.nouns import pose_to_ros, stamped

_UNKNOWN = 1e6  # variance of a turn that nobody measured [rad2]


def person_to_ros(place: Vector, sigma_m: float, frame: str, stamp: float) -> PoseWithCovarianceStamped:
    """A place with its covariance.

    Args:
        place: of the middle of what is visible [m].
        sigma_m: standard deviation in each direction [m].
        frame: of the place.
        stamp: the image's own time [s].
    """
    message: PoseWithCovarianceStamped = stamped(PoseWithCovarianceStamped(), frame, stamp)
    message.pose.pose = pose_to_ros(Pose(place))
    for i in range(6):
        message.pose.covariance[7 * i] = sigma_m**2 if i < 3 else _UNKNOWN
    return message
