# SPDX-License-Identifier: Apache-2.0
"""What memberships cost that only WordNet knows: `python -m benchmarks.classes`. CPU time of one process."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from makedo_core.ontology import Memberships, load_ontology, with_wordnet
from makedo_core.ontology.wordnet import PACKAGE, open_wordnet
from makedo_core.ontology.wordnet.lexicon import folders

NODES, LABELS = 10_000, 1_000
GROUPS = ("instruments", "vegetables", "tools", "woodwinds")


def _ms(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1e3


def main() -> int:
    """Measure and print."""
    wordnet = open_wordnet()
    if wordnet is None:
        sys.stderr.write(f"the files of {PACKAGE} are not here\n")
        return 1
    ontology = load_ontology()
    memberships = Memberships(ontology, wordnet)
    index = next(place / "index.noun" for place in folders() if (place / "index.noun").is_file())
    nouns = [line.split(" ", 1)[0] for line in index.read_text().splitlines() if line[:1] != " "]
    labels = [noun for noun in nouns[:: len(nouns) // LABELS] if ontology.class_of(noun) is None][:LABELS]
    scene = (labels * (NODES // len(labels) + 1))[:NODES]
    first = _ms(lambda: memberships.of("bassoon", "instruments"))
    cold = _ms(lambda: [memberships.of(label, "instruments") for label in labels])
    rows = [
        ("the first membership, once", first),
        (f"{len(labels)} labels never seen before, one group", cold),
        (
            f"{NODES} nodes of these labels, the same group",
            _ms(lambda: [memberships.of(x, "instruments") for x in scene]),
        ),
    ]
    rows += [
        (f"{NODES} nodes, {group}", _ms(lambda g=group: [memberships.of(x, g) for x in scene])) for group in GROUPS[1:]
    ]
    wide = with_wordnet(ontology, wordnet)
    rows.append((f"all classes of {len(labels)} labels", _ms(lambda: [wide.ancestors(label) for label in labels])))
    rows.append((f"all classes of {NODES} nodes, again", _ms(lambda: [wide.ancestors(label) for label in scene])))
    for what, took in rows:
        sys.stdout.write(f"{what}: {took:.1f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
