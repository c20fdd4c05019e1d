# SPDX-License-Identifier: Apache-2.0
"""A robot that is nothing but names: it publishes, serves, and says when somebody wants it to move.

Usage: fake_robot.py [PART ...], where each PART is left out or made wrong:
no_moveit, no_accelerations, no_planner, coarse_goals, soft_limits, no_map, no_camera, second_clock, best_effort_tf,
old_stamps, millimetres_as_metres.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import rclpy
from control_msgs.action import FollowJointTrajectory
from geometry_msgs.msg import TransformStamped, Twist
from moveit_msgs.action import ExecuteTrajectory, MoveGroup
from moveit_msgs.msg import MoveItErrorCodes
from moveit_msgs.srv import (
    ApplyPlanningScene,
    GetCartesianPath,
    GetMotionPlan,
    GetPlanningScene,
    GetPositionIK,
    GetStateValidity,
)
from nav2_msgs.action import ComputePathToPose, NavigateToPose
from nav_msgs.msg import Odometry
from play_motion2_msgs.srv import IsMotionReady
from rcl_interfaces.msg import ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters
from rclpy.action import ActionServer
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage

from makedo_ros.conversions.nouns import time_to_ros
from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR, TF, TF_STATIC

JOINTS = (
    "torso_lift_joint",
    *(f"arm_{i}_joint" for i in range(1, 8)),
    "gripper_left_finger_joint",
    "gripper_right_finger_joint",
    "head_1_joint",
    "head_2_joint",
)
CONTROLLERS = ("arm_controller", "torso_controller", "head_controller", "gripper_controller")
CAMERA = "head_front_camera_rgb_optical_frame"
WIDTH, HEIGHT = 32, 24
SRDF = '<robot name="fake"><group name="arm_torso"/></robot>'
URDF = """<robot name="fake"><link name="a"/><link name="b"/><joint name="arm_2_joint" type="revolute">
<parent link="a"/><child link="b"/><axis xyz="-1 0 0"/><limit lower="-1.6" upper="1.5" effort="1" velocity="1"/>
<safety_controller k_velocity="1" soft_lower_limit="-1.5" soft_upper_limit="0.9"/></joint>
<link name="c"/><joint name="arm_6_joint" type="revolute"><parent link="b"/><child link="c"/>
<origin rpy="0 1.5707963 0"/><axis xyz="-1 0 0"/><limit lower="-1.4" upper="1.4" effort="1" velocity="1"/></joint>
</robot>"""
REVERSED = URDF.replace('<axis xyz="-1 0 0"/><limit lower="-1.4"', '<axis xyz="1 0 0"/><limit lower="-1.4"')


class FakeRobot(Node):
    def __init__(self, wrong: set[str]) -> None:
        super().__init__("fake_robot")
        self.wrong = wrong
        self.joints = self.create_publisher(JointState, "joint_states", RELIABLE)
        self.odometry = self.create_publisher(Odometry, "mobile_base_controller/odom", RELIABLE)
        self.tf = self.create_publisher(TFMessage, "/tf", SENSOR if "best_effort_tf" in wrong else TF)
        self.tf_static = self.create_publisher(TFMessage, "/tf_static", TF_STATIC)
        self.tf_static.publish(TFMessage(transforms=self.fixed()))
        if "no_camera" not in wrong:
            self.colour = self.create_publisher(Image, "head_front_camera/rgb/image_raw", SENSOR)
            self.depth = self.create_publisher(Image, "head_front_camera/depth_registered/image_raw", SENSOR)
            self.info = self.create_publisher(CameraInfo, "head_front_camera/rgb/camera_info", SENSOR)
        self.clocks = [
            self.create_publisher(Clock, "/clock", RELIABLE) for _ in range(2 if "second_clock" in wrong else 0)
        ]
        self.create_subscription(Twist, "mobile_base_controller/cmd_vel_unstamped", self.moved, RELIABLE)
        self.create_subscription(String, "trajectory_execution_event", lambda _: None, RELIABLE)
        self.servers = [self.serve(FollowJointTrajectory, f"{c}/follow_joint_trajectory") for c in CONTROLLERS]
        self.servers.append(self.serve(NavigateToPose, "navigate_to_pose"))
        self.servers.append(self.serve(ComputePathToPose, "compute_path_to_pose"))
        self.create_service(IsMotionReady, "play_motion2/is_motion_ready", self.ready)
        if "no_moveit" not in wrong:
            self.moveit()
        if "coarse_goals" in wrong:
            self.create_service(GetParameters, "controller_server/get_parameters", self.goals)
        if wrong & {"soft_limits", "reversed_joint"}:
            self.urdf = self.create_publisher(String, "robot_description", LATCHED)
            self.urdf.publish(String(data=REVERSED if "reversed_joint" in wrong else URDF))
        self.create_timer(0.1, self.tick)

    def serve(self, kind, name):
        return ActionServer(self, kind, name, lambda handle: kind.Result(), goal_callback=self.moved)

    def moveit(self) -> None:
        self.servers.append(self.serve(ExecuteTrajectory, "execute_trajectory"))
        self.servers.append(self.serve(MoveGroup, "move_action"))
        self.create_service(GetPositionIK, "compute_ik", self.ik)
        self.create_service(GetPlanningScene, "get_planning_scene", self.scene)
        for kind, name in (
            (GetMotionPlan, "plan_kinematic_path"),
            (GetCartesianPath, "compute_cartesian_path"),
            (ApplyPlanningScene, "apply_planning_scene"),
            (GetStateValidity, "check_state_validity"),
        ):
            self.create_service(kind, name, lambda _, response: response)
        if "no_accelerations" in self.wrong:
            self.create_service(GetParameters, "move_group/get_parameters", self.parameters)

    def parameters(self, request, response):
        """As a real move_group has them, but for the acceleration of the torso."""
        for name in request.names:
            joint, _, what = name.rpartition("robot_description_planning.joint_limits.")[2].partition(".")
            if name == "ompl.arm_torso.planner_configs" and "no_planner" in self.wrong:
                names = ["BKPIECEkConfigDefault"]
                value = ParameterValue(type=ParameterType.PARAMETER_STRING_ARRAY, string_array_value=names)
            elif name == "robot_description_semantic":
                value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=SRDF)
            elif joint == "torso_lift_joint" or what not in ("has_acceleration_limits", "max_acceleration"):
                value = ParameterValue()
            else:
                value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=2.0, bool_value=True)
            response.values.append(value)
        return response

    def goals(self, request, response):
        """As Nav2's own controller server has them; what it lacks, it answers with nothing at all."""
        for name in request.names:
            if name == "goal_checker_plugins":
                names = ["general_goal_checker"]
                value = ParameterValue(type=ParameterType.PARAMETER_STRING_ARRAY, string_array_value=names)
            elif name == "general_goal_checker.xy_goal_tolerance":
                value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=0.25)
            else:
                continue
            response.values.append(value)
        return response

    def ready(self, request, response):
        """A robot that plays a motion of its own as it starts never is."""
        response.is_ready = "tucks_its_arm" not in self.wrong
        return response

    def moved(self, what):
        print("MOVED", type(what).__name__, flush=True)
        return rclpy.action.GoalResponse.REJECT

    def ik(self, request, response):
        known = request.ik_request.group_name == "arm_torso"
        response.error_code.val = MoveItErrorCodes.SUCCESS if known else MoveItErrorCodes.INVALID_GROUP_NAME
        return response

    def scene(self, request, response):
        state = response.scene.robot_state.joint_state
        state.name, state.position = list(JOINTS), [0.1] * len(JOINTS)
        return response

    def fixed(self):
        pairs = [("base_footprint", CAMERA), ("base_footprint", "gripper_grasping_frame")]
        if "no_map" not in self.wrong:
            pairs.append(("map", "odom"))
        return [self.transform(*pair) for pair in pairs]

    def transform(self, parent, child):
        message = TransformStamped(child_frame_id=child)
        message.header.frame_id, message.header.stamp = parent, self.stamp()
        message.transform.rotation.w = 1.0
        return message

    def stamp(self):
        return time_to_ros(12.5 if "old_stamps" in self.wrong else time.time())

    def tick(self) -> None:
        joints = JointState(name=list(JOINTS), position=[0.1] * len(JOINTS), velocity=[0.0] * len(JOINTS))
        joints.header.stamp = self.stamp()
        self.joints.publish(joints)
        odometry = Odometry(child_frame_id="base_footprint")
        odometry.header.stamp, odometry.header.frame_id = self.stamp(), "odom"
        self.odometry.publish(odometry)
        self.tf.publish(TFMessage(transforms=[self.transform("odom", "base_footprint")]))
        for clock in self.clocks:
            clock.publish(Clock(clock=time_to_ros(12.5)))
        if "no_camera" not in self.wrong:
            self.look()

    def look(self) -> None:
        info = CameraInfo(width=WIDTH, height=HEIGHT, k=[30.0, 0.0, 16.0, 0.0, 30.0, 12.0, 0.0, 0.0, 1.0])
        colour = Image(width=WIDTH, height=HEIGHT, step=3 * WIDTH, encoding="rgb8", data=bytes(3 * WIDTH * HEIGHT))
        far = 1500.0 if "millimetres_as_metres" in self.wrong else 1.5
        content = np.full((HEIGHT, WIDTH), far, np.float32).tobytes()
        depth = Image(width=WIDTH, height=HEIGHT, step=4 * WIDTH, encoding="32FC1", data=content)
        for publisher, message in ((self.info, info), (self.colour, colour), (self.depth, depth)):
            message.header.stamp, message.header.frame_id = self.stamp(), CAMERA
            publisher.publish(message)


def main() -> None:
    rclpy.init()
    node = FakeRobot(set(sys.argv[1:]))
    print("READY", flush=True)
    rclpy.spin(node)


if __name__ == "__main__":
    main()
