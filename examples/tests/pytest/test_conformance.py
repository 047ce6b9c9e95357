"""The Plant Store's conformance suite as tests of pytest: one for each check, and one for the verdict.

The token is in PLANT_STORE_TOKEN. Put your own server in `base_url`.
"""

import json
import os
import subprocess

import pytest

COMMAND = ["npx", "plant-store-conformance"]


@pytest.fixture(scope="session")
def base_url():
    """What comes before /plants. To start your own server here, yield its URL and stop it afterwards."""
    return os.environ.get("PLANT_STORE_URL", "")


@pytest.fixture(scope="session")
def conformance(base_url, tmp_path_factory):
    """Judges the server once: the cases of the run by name, and how the command ended."""
    file = tmp_path_factory.mktemp("conformance") / "ctrf.json"
    ended = subprocess.run(
        [*COMMAND, "check", "--quiet", "--report", f"ctrf={file}", "--", base_url], capture_output=True, text=True
    )
    cases = json.loads(file.read_text())["results"]["tests"] if file.exists() else []
    return {case["name"]: case for case in cases}, ended


def checks():
    listed = subprocess.run([*COMMAND, "list", "--json"], capture_output=True, text=True, check=True)
    return [check["id"] for requirement in json.loads(listed.stdout) for check in requirement["checks"]]


@pytest.mark.parametrize("name", checks())
def test_check(conformance, name):
    cases, ended = conformance
    if not cases:
        pytest.fail(f"not judged: {ended.stderr or ended.stdout}", pytrace=False)
    case = cases.get(name)
    if case is None:
        pytest.skip("left out by a selection")
    if case["status"] == "failed":
        pytest.fail(f"{case.get('message', '')}\n\n{case.get('trace', '')}", pytrace=False)
    if case["rawStatus"] in ("skipped", "warning", "waived"):
        pytest.skip(case["message"])


def test_verdict(conformance):
    """Red where a contract or a waiver fails, too, and where nothing was judged."""
    cases, ended = conformance
    if ended.returncode != 0 or "verdict" not in cases:
        pytest.fail(f"exit status {ended.returncode}: {ended.stdout}{ended.stderr}", pytrace=False)
