# SPDX-License-Identifier: Apache-2.0
"""What the labels of a scene are called: what the ontology does not name, or names otherwise than it is called here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.ontology.words import plural
from planner_node.language.words.packs import as_contents, is_of_several, packs_by_content

_CLIPPED = 5  # letters that a word cut short keeps


class Labels:
    """The labels of one scene by what they are called.

    Attributes:
        present: the labels.
        forms: labels by the names that are their own here, in singular and plural.
    """

    def __init__(self, ontology: Ontology, graph: SceneGraph) -> None:
        """Index the labels of a scene by their names, their nouns and what they are packs of."""
        self._ontology = ontology
        self._graph = graph
        self.present = frozenset(node.label for node in graph)
        spelt = {label: label.replace("_", " ") for label in self.present}
        self._contents: dict[str, str] = {}
        self._stems: dict[str, str] = {}
        self.forms = {
            form: label for label, name in spelt.items() if self._is_own(label) for form in (name, plural(name))
        }
        self._contents |= {f: label for f, label in as_contents(spelt, ontology).items() if self._is_own_form(f)}
        self.forms |= self._contents
        self._ids_of: dict[str, frozenset[str]] = {}
        self._stems = self._by_ids()
        self.forms |= self._stems | {plural(stem): label for stem, label in self._stems.items()}
        self._by_head: dict[str, list[str]] = {}
        for form in self.forms:
            self._by_head.setdefault(form.rpartition(" ")[2], []).append(form)
        self._by_noun = _by_noun(self.present)
        self._furniture = self._furniture_by_noun()
        self._pairs = self._pairs_by_noun()
        self._worn_pairs = self._pairs_by_noun(beside_others=True)
        self._packs = packs_by_content(ontology, self.present)

    def called(self, phrase: str, is_counted: bool = False, is_owned: bool = False) -> str | None:
        """The label that is called so here, as itself, as a pair (but "two glasses" are none) or as furniture.

        Of somebody's own ("his glasses") a pair is meant before others that are called so.
        """
        if is_owned and phrase in self._worn_pairs:
            return self._worn_pairs[phrase]
        own = self.forms.get(phrase) or (None if is_counted else self._pairs.get(phrase))
        return own or self._furniture_called(phrase)

    def ids_called(self, phrase: str, label: str) -> frozenset[str] | None:
        """The only nodes of a label that are called so, by their ids; None: all of it are, whatever their ids."""
        ids = self._ids_of.get(phrase)
        if ids is None or self._stems.get(phrase, label) != label:
            return None
        of_label = {node.id for node in self._graph if self._ontology.is_a(node.label, label)}
        return ids if ids < of_label else None

    def respelt(self, said: Sequence[str]) -> str | None:
        """The only form that is said with other hyphens or a word cut short: "undergraduate thesis", "t-shirts"."""
        words = [word.replace("-", "") for word in said]
        heads = self._by_head.get(words[-1], ())
        found = [form for form in heads if _same_words(form.split(), words)]
        return found[0] if len(found) == 1 else None

    def standing_for(self, phrase: str) -> str | None:
        """What a word that no class is called stands for here.

        That is a group that something surely belongs to ("woodwinds"), or the only label that ends in it ("car": the
        toy_car).
        """
        group = self._ontology.group_called(phrase)
        if group and any(self._ontology.is_a(label, group) for label in self.present):
            return group
        ending = self._by_noun.get(phrase, ())
        return ending[0] if len(ending) == 1 else None

    def pack_of(self, phrase: str, label: str | None) -> str | None:
        """The pack that what is in it names: "the tea" is the tea_box. None: none, or things of the label are here."""
        packed = self._packs.get(phrase)
        return None if packed is None or (label is not None and self.has(label)) else packed

    def are_in_several(self, phrase: str, packed: str) -> bool:
        """Whether a word for several names what several packs hold: "the tomatoes" of two tomato cans."""
        content = packed.replace("_", " ").rpartition(" ")[0]
        return phrase == plural(content) != content and sum(node.label == packed for node in self._graph) > 1

    def has(self, concept: str) -> bool:
        """Whether anything here is of a class."""
        return any(self._ontology.is_a(label, concept) for label in self.present)

    def is_plural(self, phrase: str, label: str) -> bool:
        """Whether a phrase is a plural and not a word for one thing ("scissors", "a box of cookies")."""
        concept = self._ontology.concepts.get(label)
        if phrase in self._stems:
            return False
        if phrase in self._contents:
            return is_of_several(phrase, label, self._ontology)
        if phrase in (last := last_words(label)):
            return phrase == last[1]
        singular = {label.replace("_", " ")}
        if concept is not None:
            if phrase in concept.plurals:
                return phrase not in singular
            singular |= {s.lower() for s in concept.synonyms}
        return phrase not in singular

    def names_another(self, phrase: str, label: str) -> bool:
        """Whether words name another kind than a label, or one of which the scene has any.

        "Garden table" names a table and "fruit basket" a basket where none is labelled so; a kitchen is no apple,
        whatever its id. The rack is a test tube rack, though shelves are called so, too.
        """
        named = self._label_of(phrase)
        by_noun = label.replace("_", " ").endswith(f" {phrase}")
        if named is None or (by_noun and named.replace("_", " ") != phrase):
            return False
        if named == label and " " in phrase and phrase != label.replace("_", " "):
            return False  # any pie may be called an apple pie; apple_pie_1 is the one that is
        if named not in self.present and self._ontology.is_a(label, named) and self._ontology.is_a(label, "furniture"):
            return False  # "the worktop" is worktop_1, though tables are worktops, too
        kind, _, noun = phrase.rpartition(" ")
        called = self._ontology.names.get(label.replace("_", " "), label)  # a node labelled "light" is a lamp
        fits = self._ontology.is_a(named, label) or (kind and self._label_of(noun) in (label, called))
        return not fits or self.has(named)

    def _label_of(self, phrase: str) -> str | None:
        return self.forms.get(phrase) or self._ontology.names.get(phrase)

    def _is_own(self, label: str) -> bool:
        """Whether a label names what the ontology does not, or calls another thing of the scene: a toy chest, a box."""
        name = label.replace("_", " ")
        known = self._ontology.names.get(name)
        if known is None:
            return True
        beside = any(o != label and self._ontology.class_of(o) == known for o in self.present)  # a car and a house key
        return known != label and beside and not self.is_plural(name, known)

    def _is_own_form(self, form: str) -> bool:
        """Whether nothing else here is called so: the ontology may know a bag of sugar that is not here."""
        known = self._ontology.names.get(form)
        return form not in self.forms and (known is None or not self.has(known))

    def _by_ids(self) -> dict[str, str]:
        """Labels of furniture by what several ids of it say: bench_1 and bench_2, two workbenches."""
        stems: dict[str, list[Node]] = {}
        for node in self._graph.of_kind(NodeKind.ASSET):
            stem = node.id.lower().rstrip("0123456789").rstrip("_").replace("_", " ")
            stems.setdefault(stem, []).append(node)
        found: dict[str, str] = {}
        for stem, nodes in stems.items():
            label, *others = {node.label for node in nodes}
            own = not others and len(nodes) > 1 and stem != label.replace("_", " ")
            if own and not self._ontology.is_a(label, "person") and self._is_own_form(stem):
                found[stem] = label
                ids = frozenset(node.id for node in nodes)
                self._ids_of |= {stem: ids, plural(stem): ids}
        return found

    def _furniture_by_noun(self) -> dict[str, str]:
        """The label of furniture that alone ends in a word."""
        found = _by_noun(frozenset(node.label for node in self._graph.of_kind(NodeKind.ASSET)))
        return {word: labels[0] for word, labels in found.items() if len(labels) == 1}

    def _pairs_by_noun(self, beside_others: bool = False) -> dict[str, str]:
        """Labels of one thing by a plural that they end in, where no two things here are of that class: "glasses".

        Also where there are (`beside_others`): reading glasses, beside glasses to drink from.
        """
        found: dict[str, str] = {}
        for label in sorted(self.present):
            last = label.rpartition("_")[2]
            kind = self._ontology.names.get(last)
            several = last != label and kind is not None and last != kind and last == plural(kind)
            if several and (beside_others or sum(self._ontology.is_a(n.label, kind or "") for n in self._graph) < 2):
                found[last] = label
        return found

    def _furniture_called(self, word: str) -> str | None:
        """The only label of furniture that ends in a word by which nothing here is labelled: the test_tube_rack."""
        if word not in self._furniture:
            return None
        label = self._furniture[word]
        known = self._ontology.names.get(word)
        if known is None or self._ontology.is_a(label, known):
            return None  # a night light is one of the lights
        is_own = word in (known.replace("_", " "), plural(known.replace("_", " ")))
        return None if is_own and self.has(known) else label  # "the basket": the laundry_basket


def last_words(label: str) -> tuple[str, str]:
    """The noun of a label of several words, also in the plural: car and cars of the toy_car."""
    _, several, noun = label.replace("_", " ").lower().rpartition(" ")
    return (noun, plural(noun)) if several else ("", "")


def _by_noun(labels: Iterable[str]) -> dict[str, list[str]]:
    """Labels of several words by their noun, also in the plural: car and cars of the toy_car."""
    found: dict[str, list[str]] = {}
    for label in sorted(labels):
        for form in {*last_words(label)} - {""}:
            found.setdefault(form, []).append(label)
    return found


def _same_words(label: Sequence[str], said: Sequence[str]) -> bool:
    """Whether words are the same, but for some that are cut short ("undergrad" for "undergraduate")."""
    if len(label) != len(said):
        return False
    pairs = zip(label, said, strict=True)
    return all(a == b or (min(len(a), len(b)) >= _CLIPPED and (a.startswith(b) or b.startswith(a))) for a, b in pairs)
