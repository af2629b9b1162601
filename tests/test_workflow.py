"""The workflows: what they run exists, their rights are least, and nothing that a stranger writes reaches a shell."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulebook.verbs.group import VERBS, Verbs
from tests.conftest import REPOSITORY

WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
ACTIONS = {"actions/checkout", "actions/setup-python", "actions/upload-artifact"}
MAY_WRITE = {("release.yml", "publish")}


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            yield path.name, name, job


def scripts() -> list[str]:
    return [step["run"] for _, _, job in jobs() for step in job["steps"] if "run" in step]


def test_there_are_scripts() -> None:
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "freeze.yml", "release.yml"]
    assert len(scripts()) > 8


@pytest.mark.parametrize("script", [*scripts(), (REPOSITORY / ".githooks" / "pre-commit").read_text(encoding="utf-8")])
def test_each_script_is_bash(script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("script", scripts())
def test_no_expression_reaches_a_shell(script: str) -> None:
    assert "${{" not in script


def test_each_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = [target for script in scripts() for target in re.findall(r"^make ([a-z-]+)", script, re.MULTILINE)]
    assert {"lint", "test", "book"} <= set(named) <= targets


def test_each_verb_and_option_exists() -> None:
    hook = (REPOSITORY / ".githooks" / "pre-commit").read_text(encoding="utf-8").replace('"$rulebook"', "rulebook")
    used = [m for text in [*scripts(), hook] for m in re.findall(r"\brulebook ((?:[a-z]+) [^\n]*)", text)]
    assert {call.split()[0] for call in used} == {"check", "compare", "freeze", "release", "verify"}
    for call in used:
        verb = call.split()[0]
        assert verb in VERBS
        command = Verbs().get_command(None, verb)  # type: ignore[arg-type]
        assert command is not None
        known = {option for parameter in command.params for option in parameter.opts}
        options = re.findall(r"(?<![\w-])--[a-z]+", call.partition(" -- ")[0])
        assert set(options) <= known, call


def test_each_job_has_the_least_rights() -> None:
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {}
    for file, name, job in jobs():
        writes = {right for right, level in job["permissions"].items() if level != "read"}
        assert writes == ({"contents"} if (file, name) in MAY_WRITE else set())
        if writes:
            # What may write runs none of the repository's code.
            assert not any("uses" in step for step in job["steps"])


def test_actions_are_first_party_and_pinned_and_keep_no_token() -> None:
    for _, _, job in jobs():
        for step in job["steps"]:
            if "uses" in step:
                name, _, version = step["uses"].partition("@")
                assert name in ACTIONS
                # A tag can be moved to other code; a commit cannot.
                assert re.fullmatch(r"[0-9a-f]{40}", version)
                if name == "actions/checkout":
                    assert step["with"]["persist-credentials"] is False


def test_no_workflow_runs_a_strangers_code_with_rights_or_a_secret() -> None:
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        assert "pull_request_target" not in text
        assert "workflow_run" not in text
        assert "secrets." not in text


def test_each_state_of_main_is_looked_at() -> None:
    # Of the runs that wait in one group GitHub keeps the newest: pushes to main may share none.
    path = REPOSITORY / ".github" / "workflows" / "ci.yml"
    group = yaml.safe_load(path.read_text(encoding="utf-8"))["concurrency"]["group"]
    assert group == "ci-${{ github.event_name == 'pull_request' && github.ref || github.sha }}"


def test_the_hook_can_be_run() -> None:
    hook = Path(REPOSITORY / ".githooks" / "pre-commit")
    assert hook.stat().st_mode & 0o100
    assert shlex.split(hook.read_text(encoding="utf-8").splitlines()[0])[0] == "#!/usr/bin/env"


def test_each_action_has_one_commit_and_says_its_version() -> None:
    used = [
        use
        for path in WORKFLOWS
        for use in re.findall(r"uses: (\S+)@(\S+)  # (v\d+\.\d+\.\d+)\n", path.read_text(encoding="utf-8"))
    ]
    assert len(used) == sum(path.read_text(encoding="utf-8").count("uses: ") for path in WORKFLOWS)
    assert len(set(used)) == len(ACTIONS)
