# SPDX-License-Identifier: Apache-2.0
"""A node's process from start to end: who is asked what when it has to leave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

from makedo_ros.runtime.end_request import TELL

pytestmark = pytest.mark.ros
ROOT = Path(__file__).parents[3]

NODE = """
    import threading, time
    import rclpy
    from rclpy.callback_groups import ReentrantCallbackGroup
    from rclpy.node import Node
    from std_msgs.msg import String
    from makedo_ros.runtime.spin import run

    class Patient(Node):
        def __init__(self):
            super().__init__("patient")
            self.closing = threading.Event()
            self.words = self.create_publisher(String, "words", 1)
            self.timer = self.create_timer(0.01, self.tick, ReentrantCallbackGroup())
            self.heard = threading.Event()
            self.create_subscription(String, "words", lambda _: self.heard.set(), 1)

        def tick(self):
            self.timer.cancel()
            print("up", flush=True)
            self.closing.wait()
            time.sleep(0.3)
            self.words.publish(String(data="a callback ends while its node is still there"))
            print("callback done", flush=True)

        def close(self):
            while not self.heard.wait(0.05):
                self.words.publish(String(data="messages still go round"))
            print("heard", flush=True)
            self.closing.set()

    run(Patient)
    print("left", flush=True)
"""


def _start(script: str, domain: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_node_closes_while_messages_go_round_and_its_callbacks_end_before_it(ros_domain_id, number):
    process = _start(NODE, ros_domain_id)
    try:
        assert process.stdout.readline() == "up\n"
        process.send_signal(number)
        output, errors = process.communicate(timeout=200)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert output.split("\n")[:3] == ["heard", "callback done", "left"]
    assert "Traceback" not in errors


LEAVING = """
    import threading, time
    from rclpy.callback_groups import ReentrantCallbackGroup
    from rclpy.node import Node
    from makedo_ros.runtime.spin import run

    class Leaving(Node):
        def __init__(self):
            super().__init__("leaving")
            self.closing = threading.Event()
            self.timer = self.create_timer(0.01, self.tick, ReentrantCallbackGroup())

        def tick(self):
            self.timer.cancel()
            print("up", flush=True)
            self.closing.wait()
            time.sleep(0.3)
            {last}

        def close(self):
            self.closing.set()

    run(Leaving)
    print("left", flush=True)
"""


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("self.executor.create_task(lambda: None)", ""),
        ("raise ValueError('at the end')", "ValueError: at the end"),
        ("time.sleep(5.0); self.get_name()", ""),  # the node has been taken down
    ],
    ids=["with work left", "with a bug", "too late"],
)
def test_of_what_callbacks_raise_while_a_process_ends_only_a_bug_is_told_and_python_tells_of_none(
    ros_domain_id, last, told
):
    process = _start(LEAVING.replace("{last}", last), ros_domain_id)
    try:
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=200)
    finally:
        process.kill()
    assert (process.returncode, output) == (0, "left\n"), errors
    assert "never retrieved" not in errors
    assert ("a callback failed while this process ended:" in errors) is bool(told)
    assert told in errors and ("Traceback" in errors) is bool(told)


def test_a_node_that_cannot_be_made_raises_its_own_error(ros_domain_id):
    script = """
        from makedo_ros.runtime.spin import run

        def broken():
            raise ValueError("no such thing")

        try:
            run(broken)
        except ValueError as error:
            print(error)
    """
    process = _start(script, ros_domain_id)
    output, errors = process.communicate(timeout=200)
    assert (process.returncode, output) == (0, "no such thing\n"), errors


def test_a_reason_why_a_node_cannot_be_made_is_told_in_a_line(ros_domain_id):
    script = """
        import sys
        from makedo_core.failure import MakedoError
        from makedo_ros.runtime.spin import run

        def refused():
            raise MakedoError("there is no such robot")

        sys.argv[0] = "/somewhere/lib/makedo/supervisor"
        sys.exit(run(refused))
    """
    process = _start(script, ros_domain_id)
    _, errors = process.communicate(timeout=200)
    assert (process.returncode, errors) == (1, "supervisor: there is no such robot\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--log-level", "verbose"], "Couldn't parse log level: '--log-level verbose'. Error: Argument does not use"),
        (["--params-file", "odd.yaml"], "Couldn't parse params file: '--params-file odd.yaml'. Error: "),
        (["-r", "__ns:=/two words"], "Couldn't parse remap rule: '-r __ns:=/two words'. Error: "),
        (["--verbose"], "ROS has no arguments ['--verbose']"),
    ],
)
def test_arguments_that_ros_cannot_read_are_told_in_a_line(ros_domain_id, tmp_path, monkeypatch, arguments, told):
    script = f"""
        import sys
        from makedo_ros.runtime.spin import run

        sys.argv[0] = "/somewhere/lib/makedo/supervisor"
        sys.exit(run(lambda: None, args=["supervisor", "--ros-args", *{arguments}]))
    """
    (tmp_path / "odd.yaml").write_text("x: [1\n")
    monkeypatch.chdir(tmp_path)
    process = _start(script, ros_domain_id)
    _, errors = process.communicate(timeout=200)
    (line,) = (line for line in errors.splitlines() if line.startswith("supervisor: "))
    assert process.returncode == 1
    assert told in line
    assert "Traceback" not in errors and ".c:" not in line


def test_a_bug_in_a_callback_ends_the_process_with_its_traceback(ros_domain_id):
    script = """
        from rclpy.node import Node
        from makedo_ros.runtime.spin import run

        class Broken(Node):
            def __init__(self):
                super().__init__("broken")
                self.create_timer(0.01, lambda: 1 / 0)

        run(Broken)
    """
    process = _start(script, ros_domain_id)
    _, errors = process.communicate(timeout=200)
    assert process.returncode == 1
    assert "ZeroDivisionError" in errors


def test_a_bug_in_a_callback_is_told_at_once_and_the_node_closes_while_messages_still_go_round(ros_domain_id):
    script = """
        import threading
        from rclpy.callback_groups import ReentrantCallbackGroup
        from rclpy.node import Node
        from std_msgs.msg import String
        from makedo_ros.runtime.spin import run

        class Broken(Node):
            def __init__(self):
                super().__init__("broken")
                self.heard = threading.Event()
                self.words = self.create_publisher(String, "words", 1)
                group = ReentrantCallbackGroup()
                self.create_subscription(String, "words", lambda _: self.heard.set(), 1, callback_group=group)
                self.create_timer(0.01, lambda: 1 / 0, callback_group=group)

            def report(self, problem):
                print(problem, flush=True)

            def close(self):
                while not self.heard.wait(0.05):
                    self.words.publish(String(data="stop"))
                print("stopped", flush=True)

        run(Broken)
    """
    process = _start(script, ros_domain_id)
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 1
    assert output.splitlines() == ["ends because a callback failed: ZeroDivisionError: division by zero", "stopped"]
    assert errors.index("a callback failed, which ends this process:") < errors.index("ZeroDivisionError")


def test_a_bug_in_the_callback_of_a_fast_topic_ends_the_process_too_after_the_node_has_closed(ros_domain_id):
    script = """
        from rclpy.node import Node
        from std_msgs.msg import String
        from makedo_ros.runtime.qos import RELIABLE
        from makedo_ros.runtime.spin import run
        from makedo_ros.runtime.streams import streams_of

        class Broken(Node):
            def __init__(self):
                super().__init__("broken")
                streams_of(self).subscribe(String, "words", lambda _: 1 / 0, RELIABLE)
                self.words = self.create_publisher(String, "words", 1)
                self.create_timer(0.05, lambda: self.words.publish(String()))

            def report(self, problem):
                print(problem, flush=True)

            def close(self):
                print("stopped", flush=True)

        run(Broken)
    """
    process = _start(script, ros_domain_id)
    try:
        output, errors = process.communicate(timeout=200)
    finally:
        process.kill()
    assert process.returncode == 1
    assert output.splitlines() == ["ends because a callback failed: ZeroDivisionError: division by zero", "stopped"]
    assert errors.count("Traceback") == 2  # at once, and at the end


def test_a_process_that_ros_does_not_let_end_ends_all_the_same(ros_domain_id):
    script = """
        import ctypes
        from rclpy.node import Node
        import makedo_ros.runtime.spin as spin

        class Stuck(Node):
            def __init__(self):
                super().__init__("stuck")
                print("up", flush=True)

            def close(self):
                print("closed", flush=True)

            def destroy_node(self):
                ctypes.PyDLL(None).sleep(600)  # with Python's lock held, as Fast DDS did

        spin.END_S = 1.0
        spin.run(Stuck)
    """
    process = _start(script, ros_domain_id)
    assert process.stdout.readline() == "up\n"
    process.send_signal(signal.SIGTERM)
    told, problem = process.communicate(timeout=200)
    assert (process.returncode, told) == (1, "closed\n")
    assert "destroy_node" in problem


def test_a_callback_that_never_returns_does_not_keep_the_process(ros_domain_id):
    script = """
        import threading
        from rclpy.node import Node
        import makedo_ros.runtime.spin as spin

        class Stuck(Node):
            def __init__(self):
                super().__init__("stuck")
                self.create_timer(0.01, self.wait_for_nobody)

            def wait_for_nobody(self):
                print("up", flush=True)
                threading.Event().wait()

        spin.END_S = 6.0  # longer than the patience with callbacks: it is Python that waits then
        spin.run(Stuck)
    """
    process = _start(script, ros_domain_id)
    assert process.stdout.readline() == "up\n"
    process.send_signal(signal.SIGTERM)
    _, problem = process.communicate(timeout=200)
    assert process.returncode == 1
    assert "wait_for_nobody" in problem


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_meets_another_thread_ends_the_process_too(ros_domain_id, number):
    script = f"""
        import signal, threading
        from rclpy.node import Node
        from makedo_ros.runtime.spin import run

        class Hit(Node):
            def __init__(self):
                super().__init__("hit")
                bystander = threading.Thread(target=threading.Event().wait, daemon=True)
                bystander.start()
                self.create_timer(0.5, lambda: signal.pthread_kill(bystander.ident, {int(number)}))

        run(Hit)
        print("left", flush=True)
    """
    process = _start(script, ros_domain_id)
    try:
        output, errors = process.communicate(timeout=200)
    finally:
        process.kill()
    assert (process.returncode, output) == (0, "left\n"), errors


def test_a_process_that_is_asked_tells_what_its_threads_are_at_and_goes_on(ros_domain_id):
    script = """
        import threading
        from rclpy.node import Node
        from makedo_ros.runtime.spin import run

        class Busy(Node):
            def __init__(self):
                super().__init__("busy")
                threading.Thread(target=self.ponder, daemon=True).start()

            def ponder(self):
                print("up", flush=True)
                threading.Event().wait()

        run(Busy)
    """
    process = _start(script, ros_domain_id)
    assert process.stdout.readline() == "up\n"
    process.send_signal(TELL)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=200)
    assert process.returncode == 0
    assert "ponder" in told
