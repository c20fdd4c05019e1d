# SPDX-License-Identifier: Apache-2.0
"""The description of a robot: names of its frames, controllers and topics, and the few measures skills need.

It stands in config/robots/<robot>.yaml; `files/robot_yaml.py` reads it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from makedo_core.geometry import Pose, Vector

MOVE_GROUP, MOVEIT_PY = "move_group", "moveit_py"  # arm backends, each by the node that has MoveIt's parameters
TRAJECTORY, COMMAND = "trajectory", "gripper_command"  # gripper backends
FOLLOW = "follow_joint_trajectory"

_Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
_Seconds = Annotated[_Positive, "s"]
_Metres = Annotated[_Positive, "m"]
_Share = Annotated[float, Field(gt=0.0, le=1.0)]
_Names = Annotated[tuple[str, ...], Field(min_length=1)]
_Distances = Annotated[tuple[_Metres, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Frames:
    """Names of transform frames."""

    map: str = "map"
    odom: str = "odom"
    base: str = "base_footprint"
    camera: str = "head_front_camera_rgb_optical_frame"


@dataclass(frozen=True, slots=True)
class CarryPosture:
    """How something is carried so that the arm is hardly wider than the base.

    Attributes:
        pitch_deg: of the grasp, below the horizontal; others near it do as well.
        position: of the tool, base frame.
        yaw_deg: of the tool, base frame.
        near: joint values where the search for those of the tool pose begins.
    """

    pitch_deg: float
    position: Vector
    yaw_deg: float
    near: dict[str, float]


@dataclass(frozen=True, slots=True)
class ReachConfig:
    """How far the arm gets, measured level from the middle of the base [m].

    Attributes:
        near_m: nothing that is nearer is worked at.
        best_m: where the arm works best.
        far_m: farther away, no posture of the arm is worth a try.
        stowed_m: neither the stowed arm nor what it holds is farther out.
        inside_m: no hand goes farther into furniture than this, from its front.
        around_m: nothing that is farther from the base ever meets the arm.
    """

    near_m: _Metres = 0.38
    best_m: _Metres = 0.68
    far_m: _Metres = 1.07
    stowed_m: _Metres = 0.8
    inside_m: _Metres = 0.8
    around_m: _Metres = 1.7


@dataclass(frozen=True, slots=True)
class ArmConfig:
    """The arm and its motion planner.

    Attributes:
        backend: "move_group", or "moveit_py" where launch/moveit_py.launch.xml runs in its place.
        group: MoveIt planning group.
        joints: of the group.
        tool_link: link that poses are given for.
        tool: canonical tool frame (x approach, y opening, origin between the pads) in tool_link.
        controllers: whose follow_joint_trajectory goals are cancelled on a halt.
        carry_slim: how things are carried through doorways; those for the pitch of the grasp are tried before `carry`.
        carry: where the tool is held while driving, candidates in the base frame; best first.
        aside: where an empty hand goes when something is in the way of the posture "ready", base frame; best first.
        postures: joint values by name; "home" and "ready" are needed.
        axes: which way joints turn or slide where these values hold: directions in the frame of the first link of the
            robot's own description (URDF), all joints at 0; empty: that is not checked.
        from_above_m: higher than this above the floor, a hand hardly comes from above.
        end_tolerance: largest difference between the planned and the measured end [rad or m].
        velocity_scaling: share of the joints' greatest speeds, above 0 and at most 1; acceleration_scaling likewise.
        planning_time_s: limit of one motion plan.
        reach: how far it gets.
        tug_nm: largest change of a joint's effort that nobody's pull explains, while the hand holds still [Nm].
    """

    group: str
    joints: _Names
    tool_link: str
    tool: Pose
    controllers: _Names
    carry: tuple[Vector, ...]
    postures: dict[str, dict[str, float]]
    carry_slim: tuple[CarryPosture, ...] = ()
    aside: tuple[Vector, ...] = ()
    backend: str = MOVE_GROUP
    from_above_m: float = math.inf
    velocity_scaling: _Share = 1.0
    acceleration_scaling: _Share = 1.0
    end_tolerance: _Positive = 0.05
    planning_time_s: _Seconds = 3.0
    planner_id: str = ""
    reach: ReachConfig = field(default_factory=ReachConfig)
    tug_nm: _Positive = 1.5
    axes: dict[str, Vector] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GripperConfig:
    """A gripper of two parallel fingers.

    Attributes:
        joints: both fingers; each moves by half the width.
        max_width_m: widest opening.
        spare_m: of it, what stays free beside a thing that is taken, on both sides together.
        tip_m: from the tool's origin to the finger tips, along the approach.
        pad_half_m: half the height of the finger pads (across approach and opening).
        palm_m: from the tool's origin back to the palm's front.
        palm_half_m: half the height of the palm.
        min_held_m: a closed gripper wider than this holds something.
        touch_links: links that may touch what is held.
        pitches_deg: of the approach below the horizontal, those that suit the arm first.
        by_rim: classes of dishes that are taken by their wall where they are too wide.
        finger_m: thickness of a finger, along the opening.
        finger_half_m: half the height of a finger (across approach and opening).
        finger_room_m: free space that an opening finger needs beside it: its thickness, and a centimetre.
        finger_speed: of one finger [m/s].
        backend: "trajectory", or "gripper_command" where the controller serves control_msgs/action/GripperCommand.
        action: name of that action below the controller's; the position that it takes is that of one finger.
        effort_n: largest force that such a controller is asked for [N]; 0: its own.
    """

    controller: str
    joints: tuple[str, str]
    max_width_m: _Metres
    tip_m: float
    pad_half_m: float
    palm_m: float
    palm_half_m: float
    touch_links: tuple[str, ...]
    min_held_m: float = 0.004
    pitches_deg: Annotated[tuple[float, ...], Field(min_length=1)] = (30.0, 15.0, 45.0, 60.0, 0.0, 75.0, 90.0)
    by_rim: tuple[str, ...] = ()
    spare_m: _Metres = 0.008
    finger_m: _Metres = 0.012
    finger_half_m: _Metres = 0.0275
    finger_room_m: _Metres = 0.018
    finger_speed: _Positive = 0.06
    backend: Literal["trajectory", "gripper_command"] = "trajectory"
    action: str = "gripper_cmd"
    effort_n: Annotated[float, Field(ge=0.0, allow_inf_nan=False)] = 0.0

    @property
    def action_name(self) -> str:
        """The ROS action that moves it."""
        return f"{self.controller}/{FOLLOW if self.backend == TRAJECTORY else self.action}"

    @property
    def widest_m(self) -> float:
        """The widest thing that fits between the fingers [m]."""
        return self.max_width_m - self.spare_m


@dataclass(frozen=True, slots=True)
class HeadConfig:
    """The head: pan and tilt joints with their limits [rad]; positive tilt of the camera is `tilt_sign`."""

    controller: str
    pan: str
    tilt: str
    pan_limits: tuple[float, float]
    tilt_limits: tuple[float, float]
    tilt_sign: float = 1.0
    speed: _Positive = 2.0


@dataclass(frozen=True, slots=True)
class BaseConfig:
    """The mobile base.

    Attributes:
        navigate: the navigation's ROS action that drives.
        plan: its ROS action that looks for a path and moves nothing, for the dry run; empty: it is not asked.
        dock_m: from the edge of furniture to the middle of the base, to work over it [m].
        dock_near_m: the same, where what lies deep in it cannot be reached otherwise [m].
        reach_in_m: the same, to reach into it from the front: the arm needs room to stretch.
        arrive_m: farther off its goal than this, the base has not arrived [m].
        arrive_rad: nor has it when it is turned farther [rad].
        behavior_tree: file of a behaviour tree that Nav2 drives by, on the machine of its bt_navigator; a name alone is
            one that comes with Makedo for this ROS distribution (config/nav2/<distribution>); empty: Nav2's own.
        back_up: Nav2's ROS action that goes straight back, for short ways; empty: the navigation does those, too.
        drive_on_heading: its ROS action that goes straight ahead, likewise.
        straight_m: no straight way that is longer than this is short [m].
        straight_speed: on such ways [m/s].
        speed_limit: topic on which Nav2's controller server is told to drive slowly beside whom the robot hands
            something (nav2_msgs/SpeedLimit, `safety.camera` alone); empty: it is not told.
        around_m: from the middle of the base to what it works at, where no straight docking suits [m].
        door_m: from the front of furniture to the middle of the base, to open or close it [m].
    """

    navigate: str = "navigate_to_pose"
    plan: str = "compute_path_to_pose"
    velocity_topic: str = "mobile_base_controller/cmd_vel_unstamped"
    velocity_stamped: bool = False
    odom_topic: str = "mobile_base_controller/odom"
    radius_m: _Metres = 0.28
    dock_m: _Distances = (0.48, 0.58)
    dock_near_m: _Metres = 0.34
    reach_in_m: _Distances = (0.58, 0.66, 0.74)
    arrive_m: _Metres = 0.10
    arrive_rad: _Positive = 0.3
    behavior_tree: str = ""
    back_up: str = ""
    drive_on_heading: str = ""
    straight_m: _Metres = 0.5
    straight_speed: _Positive = 0.1
    speed_limit: str = "speed_limit"
    around_m: _Distances = (0.6, 0.7, 0.8, 0.9)
    door_m: _Distances = (0.55, 0.65, 0.75, 0.85)


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Topics of cameras.

    Attributes:
        image: pictures for the run folder; empty: none.
        overview: the same of a camera that overlooks the home; empty: none.
        colour: what the perception sees with.
        depth: registered to the colour image, and of its size.
        info: camera model of the colour image.
        labels: prefix of the topics with a simulated camera's label of each pixel (segmentation/...); empty: none.
        detector: backend that suits this camera, where none is asked for (docs/detectors.md).
    """

    image: str = "head_front_camera/rgb/image_raw"
    overview: str = ""
    colour: str = "head_front_camera/rgb/image_raw"
    depth: str = "head_front_camera/depth_registered/image_raw"
    info: str = "head_front_camera/rgb/camera_info"
    labels: str = ""
    detector: str = "onnx"


_LEFT_M = 0.3  # so that somebody at the edge of the zone is not taken to have been left and come back


@dataclass(frozen=True, slots=True)
class SafetyConfig:
    """Topics (std_msgs/Bool) that hold or stop the robot; empty: not listened to.

    Attributes:
        stop_button: true while it is pressed; pressing it ends the instruction.
        person: true while a person is near, sent at least every `silence_s`; the instruction is held meanwhile.
        clear_s: nobody must have been near for so long before the robot goes on [s, wall].
        silence_s: once heard, a person detector that is silent for longer holds the robot too [s, wall].
        camera: the perception's own detector tells of persons on `person`, and nothing moves before it did.
        near_m: a person nearer than this to the middle of the base, level, is near.
        recipient_m: the same for the one person to whom the robot hands something, from the way to them on until it
            has left them; not farther than `near_m`.
        fresh_s: that nobody is near is said of images that are no older [s].
        remember_s: somebody who left the picture is taken to be where they were for so long [s].
    """

    stop_button: str = "stop_button"
    person: str = "person_near"
    clear_s: _Seconds = 1.0
    silence_s: _Seconds = 2.0
    camera: bool = False
    near_m: _Metres = 2.0
    recipient_m: _Metres = 0.5
    fresh_s: _Seconds = 1.0
    remember_s: _Seconds = 5.0

    @property
    def left_m(self) -> float:
        """The robot has left somebody whom it handed something to when it is farther from them than this, level [m]."""
        return self.near_m + _LEFT_M


@dataclass(frozen=True, slots=True)
class BatteryConfig:
    """The battery.

    Attributes:
        topic: on which it is told (sensor_msgs/BatteryState); empty: nobody tells it.
        low: charge from which on it is told to be low, of 1.
        empty: the same for nearly empty.
    """

    topic: str = ""
    low: _Share = 0.2
    empty: _Share = 0.1


@dataclass(frozen=True, slots=True)
class StoredMotions:
    """Motions that the robot plays by itself, as it does when it starts (play_motion2).

    Attributes:
        server: name of play_motion2; empty: the robot has none, and nothing is waited for.
        awaited: a motion; the robot is ready once play_motion2 says that this one could be played now.
    """

    server: str = ""
    awaited: str = "home"


@dataclass(frozen=True, slots=True)
class RobotConfig:
    """Everything that the executor and the supervisor need to know of a robot.

    Attributes:
        head: None: the camera is fixed.
        base: None: the robot stands where it is, and has no odometry.
        height_m: of the robot with its arm as it drives; what begins above does not matter to it [m].
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    name: str
    arm: ArmConfig
    gripper: GripperConfig
    head: HeadConfig | None
    frames: Frames = field(default_factory=Frames)
    base: BaseConfig | None = field(default_factory=BaseConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    safety: SafetyConfig = field(default_factory=SafetyConfig)
    battery: BatteryConfig = field(default_factory=BatteryConfig)
    stored_motions: StoredMotions = field(default_factory=StoredMotions)
    joint_states: str = "joint_states"
    execution_event: str = "trajectory_execution_event"
    move_action: str = "move_action"
    execute_action: str = "execute_trajectory"
    height_m: _Metres = 1.25

    @property
    def controllers(self) -> tuple[str, ...]:
        """Every controller of a joint: the arm's, the gripper's, the head's."""
        head = () if self.head is None else (self.head.controller,)
        return (*self.arm.controllers, self.gripper.controller, *head)

    @property
    def controller_actions(self) -> tuple[str, ...]:
        """The ROS actions of these controllers, in their order."""
        head = () if self.head is None else (f"{self.head.controller}/{FOLLOW}",)
        return (*(f"{name}/{FOLLOW}" for name in self.arm.controllers), self.gripper.action_name, *head)
