# SPDX-License-Identifier: Apache-2.0
"""A small WordNet in its own file format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

LICENCE = "  1 This is a made-up file in the format of WordNet.  \n"


@pytest.fixture
def write_wordnet(tmp_path: Path) -> Callable[..., Path]:
    """Write index.noun and data.noun, or those of verbs, into a folder.

    Meanings are given as "first_word other_word": (topic, first words of more general meanings); further meanings of a
    word as word: first words of them.
    """

    def write(
        meanings: Mapping[str, tuple[int, tuple[str, ...]]], also: Mapping[str, tuple[str, ...]], part: str = "noun"
    ) -> Path:
        by_first = {key.split()[0]: key for key in meanings}
        offsets, position = dict.fromkeys(meanings, 0), len(LICENCE)
        for key in meanings:  # offsets have a fixed width, so lengths are known before the values
            length = len(_data_line(key, meanings, offsets, by_first, part[0]))
            offsets[key], position = position, position + length
        lines = [_data_line(key, meanings, offsets, by_first, part[0]) for key in meanings]
        (tmp_path / f"data.{part}").write_text(LICENCE + "".join(lines))
        entries = {word: [offsets[key]] for key in meanings for word in key.split()}
        for word, firsts in also.items():
            entries[word] = [*entries.get(word, ()), *(offsets[by_first[first]] for first in firsts)]
        index = "".join(
            f"{word} {part[0]} {len(at)} 1 @ {len(at)} 0 {' '.join(f'{o:08d}' for o in at)}  \n"
            for word, at in sorted(entries.items(), key=lambda e: f"{e[0]} ".encode())
        )
        (tmp_path / f"index.{part}").write_text(LICENCE + index)
        return tmp_path

    return write


def _data_line(
    key: str,
    meanings: Mapping[str, tuple[int, tuple[str, ...]]],
    offsets: Mapping[str, int],
    by_first: Mapping[str, str],
    part: str,
) -> str:
    topic, above = meanings[key]
    words = "".join(f"{word} 0 " for word in key.split())
    pointers = "".join(f"@ {offsets[by_first[h]]:08d} {part} 0000 " for h in above) + "+ 00000099 v 0101 "
    count = len(above) + 1
    start = f"{offsets[key]:08d} {topic:02d} {part} {len(key.split()):02x}"
    return f"{start} {words}{count:03d} {pointers}| a gloss; @ 1 n  \n"
