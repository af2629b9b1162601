"""The folders of a book's content: each that is there is a folder, and can be read.

A listing of what is none is empty, as if there were no rules or no rosters, and nothing would say so.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.source import Position

FOLDERS = ("chapters", "data", "printings", "products", "rosters", "rules", "schemas")


def check_folders(root: Path, findings: list[Finding]) -> None:
    """Add a finding for each name of a folder of `root`/content under which no folder can be read."""
    for name in FOLDERS:
        path = root / "content" / name
        place = Position(path.relative_to(root).as_posix())
        try:
            with os.scandir(path):
                pass
        except FileNotFoundError:
            if path.is_symlink():
                findings.append(Finding(codes.UNREADABLE, place, "this link leads nowhere", "a folder is expected"))
        except NotADirectoryError:
            findings.append(Finding(codes.UNREADABLE, place, "this is no folder", "a folder is expected"))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            findings.append(Finding(codes.UNREADABLE, place, f"the folder cannot be read: {reason}"))
