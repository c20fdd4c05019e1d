# SPDX-License-Identifier: Apache-2.0
"""ROS services for those who test the robot: let something go wrong, read what was touched. Used by node.py only."""

from __future__ import annotations

from rclpy.node import Node

from makedo.srv import GetContacts, InjectFault
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_to_ros
from simulation_node.physics.contacts import Touch
from simulation_node.world.faults import Fault, FaultKind
from simulation_node.world.loop import LoopError, SimulationLoop
from simulation_node.world.world import World


class JudgeServices:
    """`simulation/inject_fault` and `simulation/contacts`."""

    def __init__(self, node: Node, loop: SimulationLoop) -> None:
        self._node, self._loop = node, loop
        node.create_service(InjectFault, "simulation/inject_fault", self._inject)
        node.create_service(GetContacts, "simulation/contacts", self._contacts)

    def _inject(self, request: InjectFault.Request, response: InjectFault.Response) -> InjectFault.Response:
        if request.fault not in tuple(FaultKind):
            kinds = ", ".join(FaultKind)
            outcome = Outcome(FailureCause.INVALID_GOAL, f"no fault {request.fault!r}; known: {kinds}")
        else:
            fault = Fault(FaultKind(request.fault), request.target, request.place, request.duration_s)
            try:
                outcome = self._loop.call(lambda world: world.faults.inject(fault))
            except LoopError as error:
                outcome = Outcome(FailureCause.COMPONENT_LOST, str(error))
        self._node.get_logger().info(f"fault {request.fault}: {outcome.message}")
        response.outcome = outcome_to_ros(outcome)
        return response

    def _contacts(self, request: GetContacts.Request, response: GetContacts.Response) -> GetContacts.Response:
        def read(world: World) -> tuple[Touch, ...]:
            touches = world.contacts.touches
            if request.clear:
                world.contacts.clear()
            return touches

        try:
            touches = self._loop.call(read)
        except LoopError:
            return response  # the node is closing
        response.robot, response.other = [t.robot for t in touches], [t.other for t in touches]
        response.first_s, response.force_n = [t.first for t in touches], [t.force for t in touches]
        return response
