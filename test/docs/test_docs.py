# SPDX-License-Identifier: Apache-2.0
"""What the documents name is there: files, headings, targets of make, subcommands with their options, launch files."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shlex
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from makedo_cli.main import parser
from support.command import makedo

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(page for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md") for page in ROOT.glob(pattern))
EVERY = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FILE = re.compile(r"[\w./-]+/[\w.-]+\.(?:py|ya?ml|ttl|xml|md|toml|lock|sh|msg|srv|action|pddl|onnx)")
_MADE = frozenset({"runs", "build", "htmlcov", ".venv"})  # what the project's own commands make
_ENDS = frozenset({"|", "||", "&&", ";", "&", ">", ">>", "2>"})


def prose(page: Path) -> str:
    """A page without its code blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """What the headings of a page are linked by."""
    found = re.findall(r"^#+ +(.+?) *$", prose(page), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in found)
    return frozenset(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain)


def commands(page: Path) -> Iterator[list[str]]:
    """The commands in a page's code blocks, as words; blocks of another language than the shell's are left out."""
    for language, block in _FENCE.findall(page.read_text(encoding="utf-8")):
        if language not in ("", "sh", "bash", "shell", "console"):
            continue
        # Quotes may span lines, and what a block shows of a program's output need not be a command.
        for line in block.replace("\\\n", " ").splitlines():
            line = line.strip().removeprefix("$ ")
            if not re.match(r"(\w+=\S+ +)*(make|\S*makedo|ros2) ", line):
                continue
            yield from split(line)


def split(line: str) -> Iterator[list[str]]:
    """A line of the shell as commands, without assignments in front and the path of a program."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return  # a quotation that goes on in the next line
    command: list[str] = []
    for word in [*words, ";"]:
        if word not in _ENDS:
            command.append(word)
            continue
        while command and re.match(r"\w+=", command[0]):
            command.pop(0)
        if command:
            yield [command[0].rpartition("/")[2], *command[1:]]
        command = []


@cache
def subcommands() -> dict[str, argparse.ArgumentParser]:
    """The parsers of the subcommands."""
    actions = parser()._actions
    return next(dict(a.choices) for a in actions if isinstance(a, argparse._SubParsersAction))


def option_strings(of: argparse.ArgumentParser) -> set[str]:
    """The options of a parser and of its own subcommands."""
    nested = [sub for a in of._actions if isinstance(a, argparse._SubParsersAction) for sub in a.choices.values()]
    own = {word for action in of._actions for word in action.option_strings}
    return own.union(*map(option_strings, nested))


@cache
def launch_arguments(name: str) -> frozenset[str]:
    """What a launch file declares."""
    root = ElementTree.parse(ROOT / "launch" / name).getroot()
    return frozenset(str(arg.get("name")) for arg in root.iter("arg"))


def given(words: list[str]) -> set[str]:
    """Names of launch arguments: NAME:=VALUE, in brackets where a usage shows that they may be left out."""
    return {word.strip("[]").partition(":=")[0] for word in words if ":=" in word}


@EVERY
def test_every_relative_link_leads_to_a_file_and_a_heading(page):
    for link in _LINK.findall(_INLINE.sub("", prose(page))):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link}: there is no {target}"
        if anchor:
            assert anchor in anchors(target), f"{link}: no such heading; there are {sorted(anchors(target))}"


@cache
def tails() -> frozenset[str]:
    """What files and folders of the checkout may be called in the text: paths from any folder on."""
    found: set[str] = set()
    for path in ROOT.iterdir():
        if path.name in _MADE or (path.name.startswith(".") and path.name not in (".ci", ".github")):
            continue
        for inner in (path, *path.rglob("*")):
            parts = inner.relative_to(ROOT).parts
            found |= {"/".join(parts[start:]) for start in range(len(parts))}
    return frozenset(found)


@EVERY
def test_every_file_in_the_text_is_there(page):
    if page.name == "CHANGELOG.md":  # tells of what was, too
        return
    named = {code for code in _INLINE.findall(prose(page)) if _FILE.fullmatch(code)}
    gone = {code for code in named if PurePosixPath(code).parts[0] not in _MADE} - tails()
    assert not gone


def test_the_map_names_rooms_that_are_there_and_no_room_is_missing():
    text = prose(ROOT / "ARCHITECTURE.md")
    named = {code.rstrip("/") for code in _INLINE.findall(text) if re.fullmatch(r"[\w/]+/", code)}
    assert named <= tails()
    packages = [path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name != "training"]
    rooms = {room.parent for package in packages for room in package.glob("*/__init__.py")}
    assert {room.name for room in rooms} - {name.rpartition("/")[2] for name in named} == set()


@EVERY
def test_every_target_of_make_is_there(page):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {words[1] for words in commands(page) if words[0] == "make" and len(words) > 1}
    named |= {m for m in re.findall(r"`make ([a-z-]+)", prose(page))}
    assert named <= targets


@EVERY
def test_every_command_line_of_makedo_is_understood(page):
    for words in commands(page):
        if words[0] != "makedo" or words[1:2] == ["--help"]:
            continue
        if words[1].endswith(","):  # a list of subcommands
            assert {word.strip(",") for word in words[1:]} <= set(subcommands()), shlex.join(words)
            continue
        told = io.StringIO()
        try:
            with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):
                arguments = parser().parse_args(words[1:])
        except SystemExit as ended:
            assert ended.code == 0, f"{shlex.join(words)}: {told.getvalue().splitlines()[-1:]}"
            continue
        if words[1] == "up":
            named = next((w for w in words[2:] if w.endswith(".launch.xml")), "demo.launch.xml")
            assert given(words) <= launch_arguments(Path(named).name), shlex.join(words)
        assert arguments.run


@EVERY
def test_every_subcommand_and_option_in_the_text_is_there(page):
    for code in _INLINE.findall(prose(page)):
        words = code.split()
        if words[0] != "makedo" or len(words) == 1 or words[1].startswith("-") or words[1].isupper():
            continue
        names = words[1].strip(",;").split("|")  # "plan|do" stands for both
        assert set(names) <= set(subcommands()), code
        options = {word for name in names for word in option_strings(subcommands()[name])}
        named = set(re.findall(r"(?<![\w-])--[a-z-]+", code))
        assert named <= options, f"{code}: {sorted(named - options)}"


def test_every_option_of_planning_stands_in_the_page_of_commands():
    options = {word for action in subcommands()["plan"]._actions for word in action.option_strings} - {"-h", "--help"}
    table = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").partition("## Options of `makedo plan`")[2]
    named = set(re.findall(r"`[^`]*?(--[a-z-]+)", table.partition("\n## ")[0]))
    assert options == named


@EVERY
def test_every_launch_file_and_its_arguments_are_there(page):
    for words in commands(page):
        if words[:3] != ["ros2", "launch", "makedo"]:
            continue
        assert (ROOT / "launch" / words[3]).is_file(), shlex.join(words)
        assert given(words[4:]) <= launch_arguments(words[3]), shlex.join(words)


def shown(page: Path) -> Iterator[tuple[list[str], str]]:
    """Commands of `makedo plan` behind "$", with what the page shows of their output."""
    for _, block in _FENCE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("makedo plan "):
                yield shlex.split(command)[1:], output


@EVERY
def test_what_a_page_shows_of_a_plan_is_what_is_said(page):
    for command, output in shown(page):
        run = makedo(*command)
        said = " ".join((run.stdout + run.stderr).split())
        for part in output.split("..."):  # the rest is left out
            assert " ".join(part.split()) in said, shlex.join(command)


def test_the_checks_find_something():
    assert sum(len(list(shown(page))) for page in PAGES) >= 3
    found = [words for page in PAGES for words in commands(page)]
    assert len([words for words in found if words[0] == "makedo"]) > 40
    assert len([words for words in found if words[:2] == ["ros2", "launch"]]) >= 3
    assert len([words for words in found if words[0] == "make"]) >= 5
