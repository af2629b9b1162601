"""The engine is loaded without other programs, and finds its libraries all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

_LOAD = """
import subprocess, sys
def refuse(*arguments, **options):
    raise AssertionError(arguments)
subprocess.Popen = refuse
from rulebook.render.loading import load_engine
import ctypes.util
stock = ctypes.util.find_library
assert load_engine().__version__
assert ctypes.util.find_library is stock
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems call no programs for it")
def test_no_program_is_called_to_load_the_engine() -> None:
    done = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
