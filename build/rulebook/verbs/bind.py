"""`rulebook bind`: the numbers that the rules no longer give, and writing them anew."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rulebook.edit.rebind import RebindError, Rebinding, plan_rebinding, write_rebinding
from rulebook.edit.replace import ReplaceError
from rulebook.edit.stale import Stale
from rulebook.load.codes import UNREADABLE
from rulebook.plural import counted
from rulebook.verbs.options import BOOK, CANNOT_RUN, FINDINGS, existing, say_findings


@click.command()
@BOOK
@click.option("--write", is_flag=True, help="Write the stale numbers anew, but for those of the Examples.")
def bind(root: Path, write: bool) -> None:
    """List the bound numbers that are stale; with --write, write them as the rules give them.

    A worked Example is never rewritten, since its story may turn on its numbers: what is stale there is listed.
    """
    try:
        plan = plan_rebinding(existing(root))
        if write:
            write_rebinding(plan)
    except (RebindError, ReplaceError) as error:
        raise click.ClickException(str(error)) from error
    if plan.findings:
        say_findings(plan.findings)
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in plan.findings) else FINDINGS)
    for item in plan.rewritten:
        click.echo(_said(item.stale, item.words, written=write))
    _say_left("Left to the editor, in an Example:", plan.examples)
    _say_left("Left to the editor:", plan.left)
    if plan.rosters:
        click.echo("Left to the editor, of rosters:")
    for finding in plan.rosters:
        click.echo(str(finding))
    if plan.then:
        click.echo("Left to the editor, as the checks then find it:")
    for finding in plan.then:
        click.echo(str(finding))
    click.echo(_summary(plan, write))
    if plan.examples or plan.left or plan.rosters or plan.then or (plan.rewritten and not write):
        sys.exit(FINDINGS)


def _said(stale: Stale, words: str | None, *, written: bool) -> str:
    change = f" → ‘{words}’" if words is not None and written else ""
    lines = [f"{stale.position} ‘{stale.written}’{change}", f"    In: {' › '.join(stale.bound.text.breadcrumb)}"]
    lines.append(f"    Sentence: {stale.sentence}")
    if not written or words is None:
        lines.append(f"    Found: {stale.written}")
    if stale.working:
        lines.append(f"    Computed: {stale.working}")
    if words is not None and not written:
        lines.append(f"    Hint: ‘rulebook bind --write’ writes ‘{words}’")
    if words is not None and written and stale.changes_words:
        lines.append("    Hint: read the sentence again; its other words may have to follow")
    if stale.reason:
        lines.append(f"    Reason: {stale.reason}")
    return "\n".join(lines)


def _say_left(heading: str, stale: Sequence[Stale]) -> None:
    if stale:
        click.echo(heading)
    for item in stale:
        said = _said(item, None, written=False)
        click.echo(f"{said}\n    Hint: write ‘{item.new}’, or change the story" if item.new else said)


def _summary(plan: Rebinding, write: bool) -> str:
    rewritten, left = len(plan.rewritten), len(plan.examples) + len(plan.left)
    if not rewritten and not left:
        return "no number is stale"
    files = f" in {counted(len(plan.changes), 'file')}" if plan.changes else ""
    done = f"{counted(rewritten, 'number')} {'written' if write else 'to write'}{files}"
    return f"{done}; {len(plan.examples)} left in Examples, {len(plan.left)} outside them"
