# SPDX-License-Identifier: Apache-2.0
"""Times as people say them: "at 18:00", "tomorrow at 9 am", "in ten minutes"; alone, or around an instruction.

What leaves two times open ("at six") is refused, never guessed; so is an instruction with a time in its middle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

FARTHEST_S = 31 * 86400.0
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen".split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_WORDS: dict[str, float] = {word: number for number, word in enumerate(_SMALL)}
_WORDS |= _TENS | {"a": 1, "an": 1, "a couple of": 2, "half a": 0.5, "half an": 0.5, "a quarter of an": 0.25}
_WORDS |= {f"{ten}{dash}{_SMALL[one]}": _TENS[ten] + one for ten in _TENS for one in range(1, 10) for dash in " -"}
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_DIGITS, _WORD = r"\d{1,4}(?:[.,]\d{1,2})?", "|".join(sorted(_WORDS, key=len, reverse=True))
_UNIT = r"(?:seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)"
_HALF = r"(?:\s+and\s+a\s+half)?"
_SPAN = rf"\b(?:{_DIGITS}{_HALF}\s*|(?:{_WORD}){_HALF}\s+){_UNIT}\b{_HALF}"
_RELATIVE = rf"(?:in\s+(?P<spans>{_SPAN}(?:(?:,|\s+and)?\s+{_SPAN})*)(?:\s+from\s+now)?)"
_HOUR = r"(?:\d{1,2}|" + "|".join(_SMALL[1:13]) + ")"
_CLOCK = (
    rf"(?:(?P<named>noon|midday|midnight)|(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?:\s*(?P<half>[ap]\.?m\.?))?(?:\s+o'?clock)?"
    rf"|(?P<part>half\s+past|quarter\s+past|quarter\s+to)\s+(?P<parted>{_HOUR})(?:\s*(?P<parthalf>[ap]\.?m\.?))?"
    rf"|(?P<alone>{_HOUR})(?:\s*(?P<alonehalf>[ap]\.?m\.?)|\s+(?P<oclock>o'?clock))?)"
    r"(?:\s+(?P<daytime>in\s+the\s+morning|in\s+the\s+afternoon|in\s+the\s+evening|at\s+night))?"
)
_DAY = (
    r"(?:today|tonight|tomorrow|this\s+(?:morning|afternoon|evening)"
    rf"|(?:on\s+)?(?:next\s+)?(?:{'|'.join(_DAYS)})|(?:on\s+)?\d{{4}}-\d{{2}}-\d{{2}})"
)
_AT = rf"(?:(?:(?P<before>{_DAY}),?\s+)?at\s+{_CLOCK}(?:,?\s+(?P<after>{_DAY}))?)"
_TIME = rf"(?:{_RELATIVE}|{_AT})"
_WHEN = re.compile(rf"\s*{_TIME}\s*[.!]?\s*", re.IGNORECASE)
_ANY = re.IGNORECASE | re.DOTALL
_FIRST = re.compile(rf"\s*(?:please,?\s+)?{_TIME}(?:\s*,\s*|\s+)(?P<rest>\S.*)", _ANY)
_LAST = re.compile(rf"(?P<rest>.*\S)\s*,?\s+{_TIME}\s*(?:,?\s*please)?\s*[.!]*\s*", _ANY)
_SPEAKS_OF = re.compile(
    rf"\b(?:in\s+{_SPAN}\b|at\s+\d{{1,2}}[:.]\d{{2}}\b|at\s+{_HOUR}\s*(?:[ap]\.?m\b|o'?clock)|at\s+(?:noon|midday|midnight)\b"
    r"|at\s+(?:half|quarter)\s+(?:past|to)\b|every\s+(?:day|hour|morning|evening|night|week|minute)\b|tomorrow\b|tonight\b"
    rf"|on\s+(?:{'|'.join(_DAYS)})\b)",
    re.IGNORECASE,
)
_MORNING, _AFTERNOON = "am", "pm"
_PARTS = {"half past": (0, 30), "quarter past": (0, 15), "quarter to": (-1, 45)}


class TimeError(ValueError):
    """What was said is no time, or leaves open which; the message says what would be one."""


@dataclass(frozen=True, slots=True)
class SaidTime:
    """A time as it was said.

    Attributes:
        in_s: so long from now [s]; None: it was said by the clock.
        hour: of the clock, 0 to 23.
        minute: 0 to 59.
        day: "", "today", "tomorrow", a weekday, or a date like "2026-12-24".
    """

    in_s: float | None = None
    hour: int = 0
    minute: int = 0
    day: str = ""


def said_time(words: str) -> SaidTime:
    """A time that stands alone.

    Raises:
        TimeError: if it is none, or leaves open which.
    """
    match = _WHEN.fullmatch(words) or _WHEN.fullmatch(f"at {words}")
    if match is None:
        examples = '"at 18:00", "tomorrow at 9 am" or "in ten minutes"'
        raise TimeError(f"{words.strip()!r} is no time that I know; say for example {examples}")
    return _said(match)


def timed(instruction: str) -> tuple[str, SaidTime | None]:
    """An instruction without the words for its time, and that time; None: it says none.

    Raises:
        TimeError: if it leaves open which time is meant, or speaks of one elsewhere than at its beginning or its end.
    """
    rest, said = instruction, None
    if (first := _FIRST.fullmatch(instruction)) is not None:
        rest, said = first["rest"], _said(first)
    elif (last := _LAST.fullmatch(instruction)) is not None:
        rest, said = last["rest"].rstrip(","), _said(last)
    if (other := _SPEAKS_OF.search(rest)) is not None:
        what = f"the instruction speaks of the time {other.group()!r}"
        raise TimeError(f"{what}; say one time, at its beginning or its end, or apart from it")
    return rest.strip(), said


def due(said: SaidTime, now_s: float, zone: tzinfo) -> float:
    """When it is, in seconds since 1970.

    Args:
        said: the time.
        now_s: seconds since 1970.
        zone: in which the clock is read.

    Raises:
        TimeError: if it is over, farther off than a month, or that night's clock leaves it out.
    """
    if said.in_s is not None:
        return _near(now_s + said.in_s, now_s)
    now = datetime.fromtimestamp(now_s, zone)
    found = _on(_day(said, now), said, zone)
    if found <= now_s:
        if said.day in ("today",) or "-" in said.day:
            raise TimeError(f"{said.hour:02d}:{said.minute:02d} {said.day} is over")
        found = _on(_day(said, now) + timedelta(days=7 if said.day else 1), said, zone)
    return _near(found, now_s)


def words_of(due_s: float, now_s: float, zone: tzinfo) -> str:
    """A time for people: "today at 18:00", "tomorrow at 09:05", "on 2026-12-24 at 18:00"."""
    when, now = datetime.fromtimestamp(due_s, zone), datetime.fromtimestamp(now_s, zone)
    days = (when.date() - now.date()).days
    day = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(days, f"on {when.date().isoformat()}")
    seconds = f":{when.second:02d}" if when.second and abs(due_s - now_s) < 3600 else ""
    return f"{day} at {when.hour:02d}:{when.minute:02d}{seconds}"


def _said(match: re.Match[str]) -> SaidTime:
    if match["spans"]:
        return SaidTime(in_s=sum(map(_seconds, re.findall(_SPAN, match["spans"], re.IGNORECASE))))
    hour, minute = _clock(match)
    day = " ".join((match["before"] or match["after"] or "").lower().split())
    if match["before"] and match["after"]:
        raise TimeError(f"{match['before']!r} and {match['after']!r} are two days; say one")
    day = day.removeprefix("on ").removeprefix("next ")
    day = "today" if day in ("tonight", "this morning", "this afternoon", "this evening") else day
    return SaidTime(hour=hour, minute=minute, day=day)


def _seconds(span: str) -> float:
    match = re.fullmatch(
        rf"(?P<number>{_DIGITS}|{_WORD})(?P<half>\s+and\s+a\s+half)?\s*(?P<unit>{_UNIT})(?P<more>\s+and\s+a\s+half)?",
        span,
        re.IGNORECASE,
    )
    if match is None:
        raise TimeError(f"{span!r} is no span of time that I know")
    word = " ".join(match["number"].lower().split())
    number = _WORDS[word] if word in _WORDS else float(word.replace(",", "."))
    halves = 0.5 * bool(match["half"] or match["more"])
    return (number + halves) * _UNITS[match["unit"][0].lower()]


def _clock(match: re.Match[str]) -> tuple[int, int]:
    """Hour and minute.

    Raises:
        TimeError: if there are none such, or morning and evening are both possible.
    """
    if named := (match["named"] or "").lower():
        return (0, 0) if named == "midnight" else (12, 0)
    word = (match["hour"] or match["parted"] or match["alone"]).lower()
    hour = _SMALL.index(word) if word in _SMALL else int(word)
    less, minute = _PARTS[" ".join(match["part"].lower().split())] if match["part"] else (0, int(match["minute"] or 0))
    half = _half(match)
    told = f"{word}:{minute:02d}" if match["hour"] else f"{match['part'] + ' ' if match['part'] else ''}{word}"
    if half:
        if not 1 <= hour <= 12:
            raise TimeError(f"there is no {told} {half}")
        hour = hour % 12 + (12 if half == _AFTERNOON else 0)
    elif not match["hour"] and 1 <= hour <= 12:
        raise TimeError(f"{told!r} may be in the morning or the evening; say am or pm, or a time like 06:00 or 18:00")
    if hour > 23 or minute > 59:
        raise TimeError(f"there is no time {told}")
    return (hour + less) % 24, minute


def _half(match: re.Match[str]) -> str:
    """Whether the morning or the afternoon was said; empty: neither."""
    said = (match["half"] or match["parthalf"] or match["alonehalf"] or "").lower()
    words = " ".join((match["daytime"] or match["before"] or match["after"] or "").lower().split())
    if said.startswith("a") or (not said and words.endswith("morning")):
        return _MORNING
    late = words.endswith(("afternoon", "evening", "night")) or words == "tonight"
    hour = match["hour"]
    if said.startswith("p") or (late and not (hour and int(hour) > 12)):
        return _AFTERNOON
    return ""


def _day(said: SaidTime, now: datetime) -> date:
    today = now.date()
    if said.day in ("", "today"):
        return today
    if said.day == "tomorrow":
        return today + timedelta(days=1)
    if said.day in _DAYS:
        return today + timedelta(days=(_DAYS.index(said.day) - today.weekday()) % 7)
    try:
        return date.fromisoformat(said.day)
    except ValueError:
        raise TimeError(f"there is no day {said.day}") from None


def _on(day: date, said: SaidTime, zone: tzinfo) -> float:
    """Raises TimeError for a time that the clock jumps over on that day."""
    when = datetime(day.year, day.month, day.day, said.hour, said.minute, tzinfo=zone)
    seconds = when.timestamp()
    back = datetime.fromtimestamp(seconds, zone)
    if (back.hour, back.minute) != (said.hour, said.minute):
        raise TimeError(f"the clocks are changed on {day.isoformat()}: there is no {said.hour:02d}:{said.minute:02d}")
    return seconds


def _near(when_s: float, now_s: float) -> float:
    if when_s - now_s > FARTHEST_S:
        raise TimeError("that is farther off than a month")
    return when_s
