# SPDX-License-Identifier: Apache-2.0
"""Settings: defaults without a model, and errors that name the field."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from makedo_llm.set_up import make_ladder
from makedo_llm.settings import LlmSettings, LlmSettingsError, llm_settings, llm_settings_from_yaml

SHIPPED = Path(__file__).parents[2] / "config" / "llm.yaml"


def test_the_shipped_file_configures_no_model():
    assert llm_settings_from_yaml(SHIPPED) == LlmSettings()


def test_the_examples_of_the_shipped_file_are_right():
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    examples = [line[4:] for line in lines if line.startswith("#   ")]
    settings = llm_settings(yaml.safe_load("models:\n" + "\n".join(examples)))
    assert len(settings.models) >= 2


@pytest.mark.parametrize("raw", [None, {}])
def test_nothing_set_is_the_defaults(raw):
    assert llm_settings(raw) == LlmSettings()


def test_all_fields_are_read():
    settings = llm_settings(
        {
            "models": [
                {"model": "openai/x", "api_base": "http://h:1", "temperature": None, "budget": {"max_calls": 1}}
            ],
            "budget": {"max_calls": 3, "max_tokens": 100, "max_wall_s": 5},
            "reasks": 1,
            "record": "a.jsonl",
        }
    )
    (model,) = settings.models
    assert (model.model, model.api_base, model.temperature) == ("openai/x", "http://h:1", None)
    assert model.budget is not None and model.budget.max_calls == 1
    assert (settings.budget.max_tokens, settings.reasks, settings.record) == (100, 1, "a.jsonl")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ([], "top level"),
        ({"model": "x"}, "model: "),
        ({"models": [{}]}, "models.0.model: "),
        ({"models": [{"model": ""}]}, "models.0.model: "),
        ({"models": [{"model": "x", "timeout": 3}]}, "models.0.timeout: "),
        ({"models": [{"model": "x", "timeout_s": 0}]}, "models.0.timeout_s: "),
        ({"models": [{"model": "x", "temperature": 3}]}, "models.0.temperature"),
        ({"models": [{"model": "x", "max_tokens": 0}]}, "models.0.max_tokens: "),
        ({"models": [{"model": "x", "retries": -1}]}, "models.0.retries: "),
        ({"models": [{"model": "x", "api_base": "localhost:11434"}]}, "models.0.api_base: .*http://localhost"),
        ({"models": [{"model": "x", "api_base": "http://me:pw@host"}]}, "models.0.api_base: .*api_key_env"),
        ({"models": [{"model": "x", "budget": {"max_calls": 0}}]}, "models.0.budget.max_calls: "),
        ({"budget": {"max_wall_s": -1}}, "budget.max_wall_s: "),
        ({"budget": {"tokens": 1}}, "budget.tokens: "),
        ({"reasks": 6}, "reasks: "),
        ({"record": "a", "replay": "b"}, "record, replay: "),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(raw, words):
    with pytest.raises(LlmSettingsError, match=words):
        llm_settings(raw)


def test_a_key_that_was_pasted_is_refused_and_not_repeated():
    with pytest.raises(LlmSettingsError, match=r"api_key_env: .*name of an environment variable") as caught:
        llm_settings({"models": [{"model": "x", "api_key_env": "sk-secret"}]})
    assert "sk-secret" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(LlmSettingsError, match=r"cannot read .*llm.yaml: No such file"):
        llm_settings_from_yaml(tmp_path / "llm.yaml")


@pytest.mark.parametrize(("content", "words"), [(b"models: [", "is not YAML"), (b"\xff\xfe", "is not UTF-8 text")])
def test_a_file_that_is_no_yaml_is_named(tmp_path, content, words):
    path = tmp_path / "llm.yaml"
    path.write_bytes(content)
    with pytest.raises(LlmSettingsError, match=words):
        llm_settings_from_yaml(path)


def test_a_ladder_takes_over_the_settings():
    settings = llm_settings({"models": [{"model": "a"}, {"model": "b"}], "budget": {"max_calls": 3}, "reasks": 1})
    ladder = make_ladder(settings, {})
    assert [m.model for m in ladder.models] == ["a", "b"]
    assert (ladder.limits.max_calls, ladder.reasks) == (3, 1)
