"""Loading the engine, without the compilers and linkers that it would have looked for its libraries."""

from __future__ import annotations

import ctypes.util
import sys
from typing import Any

from rulebook.render.patching import replaced


def load_engine() -> Any:
    """The engine's module.

    On Linux the engine asks for each library by names that only other systems have before it comes to its own, and
    Python calls three programs for each of them: half of all the time that the engine takes to load.
    """
    if not sys.platform.startswith("linux"):
        import weasyprint

        return weasyprint
    with replaced(ctypes.util, "find_library", _find_none):
        import weasyprint

        return weasyprint


def _find_none(name: str) -> None:
    """No path for a name that is not that of a file: the loader of the system is asked for the file itself."""
    return
