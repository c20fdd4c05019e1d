# SPDX-License-Identifier: Apache-2.0
"""The service query_knowledge and the topic macro_actions behind a port, for worker threads."""

from __future__ import annotations

from collections.abc import Sequence

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from std_msgs.msg import String

from makedo.srv import QueryKnowledge
from makedo_core.failure import Outcome
from makedo_core.record.answer import QueryAnswer
from makedo_core.record.lesson import TOPIC, Lesson, lesson_to_json
from makedo_ros.conversions.nouns import outcome_from_ros
from makedo_ros.runtime.clients import CallError, call, wait_ready
from makedo_ros.runtime.qos import HISTORY

QUERY_S = 5.0
"""Longest time for one query [s, wall]."""
_THERE_S = 1.0  # for finding the server [s]
_LATE_S = 5.0  # for catching up and for other queries that wait


class KnowledgeClient:
    """Asks the scene graph node; implements the port `KnowledgeGraph`. Never call it from a callback."""

    def __init__(self, node: Node) -> None:
        self._client = node.create_client(QueryKnowledge, "query_knowledge", callback_group=ReentrantCallbackGroup())
        self._lessons = node.create_publisher(String, TOPIC, HISTORY)

    def ask(self, query: str, max_rows: int) -> QueryAnswer:
        """Answer a SPARQL query; a service that does not answer is an outcome, too."""
        request = QueryKnowledge.Request(query=query, max_rows=max_rows, timeout_s=QUERY_S)
        try:
            wait_ready(self._client.service_is_ready, "query_knowledge", _THERE_S)
            response = call(self._client, request, QUERY_S + _LATE_S)
        except CallError as error:
            return QueryAnswer(Outcome(error.cause, str(error)))
        return answer_from_ros(response)

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Publish them; the scene graph node keeps what it hears, also what was said before it came."""
        for lesson in lessons:
            self._lessons.publish(String(data=lesson_to_json(lesson)))


def answer_from_ros(response: QueryKnowledge.Response) -> QueryAnswer:
    """The answer that a response of query_knowledge is."""
    columns, cells = tuple(response.columns), list(response.cells)
    width = len(columns)
    rows = tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width or 1))
    return QueryAnswer(outcome_from_ros(response.outcome), columns, rows, bool(response.truncated))
