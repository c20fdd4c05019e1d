# SPDX-License-Identifier: Apache-2.0
"""Kinds of questions, of what can be done with people, and of what a model may say that things must be."""

from __future__ import annotations

from enum import auto

from makedo_core.enums import StrEnum


class Asking(StrEnum):
    """What is wanted to be known."""

    WHERE = auto()  # where things are
    WHETHER = auto()  # whether there are any such things
    COUNT = auto()  # how many there are
    WHAT = auto()  # which things are at a place
    MOST = auto()  # which one has the greatest or least measure
    HOLDS_MOST = auto()  # at which place there are the most or the fewest of some things
    MORE = auto()  # whether there are more of some things than of others
    STATE = auto()  # whether furniture is open, on ...; whether things are clean, red ...
    ASPECT = auto()  # the name, pose, colour ... of somebody or something


class Measure(StrEnum):
    """By what one thing is more than another."""

    GREATEST_VOLUME = auto()
    LEAST_VOLUME = auto()
    GREATEST_WEIGHT = auto()
    LEAST_WEIGHT = auto()
    GREATEST_HEIGHT = auto()
    LEAST_HEIGHT = auto()
    GREATEST_LENGTH = auto()
    GREATEST_WIDTH = auto()
    LEAST_WIDTH = auto()
    GREATEST_NUMBER = auto()  # of things at a place
    LEAST_NUMBER = auto()

    @property
    def is_greatest(self) -> bool:
        """Whether the most and not the least of it is asked for."""
        return str(self).startswith("greatest")


class Aspect(StrEnum):
    """What may be asked of one person or thing."""

    NAME = auto()
    POSE = auto()
    GESTURE = auto()
    COLOUR = auto()
    LOOKS = auto()


class Deed(StrEnum):
    """What is to be done with somebody. Which of these the robot has skills for, grounding knows."""

    MEET = auto()  # go to somebody
    FIND = auto()
    GREET = auto()
    INTRODUCE = auto()  # tell who one is, or who others are
    FOLLOW = auto()
    GUIDE = auto()  # lead somebody to a place
    SAY = auto()  # tell somebody something that no scene graph holds: the time, a joke
    ANSWER = auto()  # answer a question that is still to be put
    DESCRIBE = auto()  # tell how somebody looks
    OFFER = auto()


class Unknowable(StrEnum):
    """What a question may be after that no scene graph tells."""

    TIME = auto()
    WEATHER = auto()
    OWNER = auto()
    REASON = auto()
    MEASURE = auto()  # how warm, old or heavy something is
    CONTENT = auto()  # what a book says
    PAST = auto()
    OPINION = auto()


class ModelRequirement(StrEnum):
    """What a model's reading of an instruction can say that things must be."""

    KID_SAFE = auto()
    NON_ALCOHOLIC = auto()
    EDIBLE = auto()
    DRINKABLE = auto()
