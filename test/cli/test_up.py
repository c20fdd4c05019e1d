# SPDX-License-Identifier: Apache-2.0
"""`makedo up`: its command line."""

from __future__ import annotations

import pytest

from makedo_cli.up import find_launch_file, split_arguments


def test_files_and_arguments_are_told_apart():
    assert split_arguments(["makedo", "robot:=tiago", "seed:=3"]) == ("makedo", {"robot": "tiago", "seed": "3"})


def test_the_default_is_the_demo():
    assert split_arguments([]) == ("demo.launch.xml", {})


def test_a_value_may_contain_the_separator():
    assert split_arguments(["a:=b:=c"])[1] == {"a": "b:=c"}


def test_a_second_file_is_an_error():
    with pytest.raises(ValueError, match="expected one launch file"):
        split_arguments(["a", "b"])


def test_a_short_name_means_a_file_of_the_package(tmp_path):
    assert find_launch_file("demo", {"makedo": tmp_path}) == tmp_path / "launch" / "demo.launch.xml"
