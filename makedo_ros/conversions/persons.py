# SPDX-License-Identifier: Apache-2.0
"""Where a person is, as a ROS message: one who was seen, and one who is handed something."""

from __future__ import annotations

from geometry_msgs.msg import Point, PointStamped, PoseWithCovarianceStamped

from makedo_core.geometry import Pose, Vector
from makedo_ros.conversions.nouns import pose_to_ros, stamped

RECIPIENT_TOPIC = "recipient"
"""On which the executor says, again and again, where the person stands to whom it hands something."""
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


def recipient_to_ros(place: Vector, frame: str, stamp: float) -> PointStamped:
    """Where somebody is thought to stand who is handed something.

    Args:
        place: of theirs [m].
        frame: of the place.
        stamp: when that is said [s].
    """
    x, y, z = map(float, place)
    message: PointStamped = stamped(PointStamped(point=Point(x=x, y=y, z=z)), frame, stamp)
    return message
