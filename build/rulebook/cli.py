"""The command line as a program."""

from __future__ import annotations

import sys

from rulebook.stopping import code_when_stopped, end_quietly, stop_when_told


def main() -> None:
    """Run the command line: 0 when all is well, 1 for findings, 2 when it cannot run, with one clear line.

    Told to stop, it removes what is half made, says so, and ends with 128 and the number of the signal.
    """
    stop_when_told()
    try:
        # Loaded here: most of a start is loading, and a word to stop can come meanwhile.
        from rulebook.verbs.group import run

        code = run()
    except KeyboardInterrupt:
        code = code_when_stopped()
        print("rulebook: stopped", file=sys.stderr)
    finally:
        end_quietly()
    sys.exit(code)
