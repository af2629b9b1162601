"""The verbs as one command line."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import cast

import click

from rulebook import __version__
from rulebook.garbage import uncollected
from rulebook.stopping import code_when_stopped
from rulebook.verbs.options import CANNOT_RUN

# Each verb is the function of its own name in the module of its own name; it is loaded when it is called, so that the
# checks never import the layout engine and a verb costs only what it uses.
VERBS = (
    "bench",
    "bind",
    "book",
    "cards",
    "changes",
    "check",
    "compare",
    "explain",
    "export",
    "freeze",
    "new",
    "pack",
    "preflight",
    "release",
    "roster",
    "rosters",
    "sheet",
    "verify",
    "where",
)


class Verbs(click.Group):
    """The verbs, loaded by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs' names, in order."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of this name, or None."""
        if cmd_name not in VERBS:
            return None
        with uncollected():
            return cast(click.Command, getattr(import_module(f"rulebook.verbs.{cmd_name}"), cmd_name))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulebook")
def cli() -> None:
    """Set a rulebook from plain source: check it, compose it, render it."""


def run() -> int:
    """Run the verb that the arguments name; what the process is to end with.

    Raises KeyboardInterrupt when it is told to stop outside the verb.
    """
    # A terminal that knows few letters is shown the others as codes; a file name that is no text likewise.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli.main(prog_name="rulebook", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        # The toolkit's word for an interrupt.
        click.echo("rulebook: stopped", err=True)
        return code_when_stopped()
    except click.UsageError as error:
        error.show()
        return CANNOT_RUN
    except click.ClickException as error:
        click.echo(f"rulebook: {error.format_message()}", err=True)
        return CANNOT_RUN
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"rulebook: {where}{error.strerror or error}", err=True)
        return CANNOT_RUN
    return 0
