"""Findings in the forms that people and programs read: text, JSON, GitHub's annotations, SARIF."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from rulebook import __version__
from rulebook.check.registry import CHECKS
from rulebook.check.run import Checked
from rulebook.check.summary import Summary, summary_fields
from rulebook.check.waivers import Waived
from rulebook.finding import Finding
from rulebook.load.codes import SUMMARIES
from rulebook.source import shown_path

FORMATS = ("text", "json", "github", "sarif")

# Those that say the summary beside the findings.
SUMMARISED = ("json", "sarif")


def report(checked: Checked, form: str, summary: Summary | None = None, *, within: str = "") -> str:
    """All findings in one of FORMATS; a text ends without a line end. Raises ValueError for another form.

    JSON and SARIF say too what is waived, and the summary where there is one: of a book that loads. `within` is the
    book's folder in its repository, with a slash at its end: annotations and SARIF give paths from its top.
    """
    match form:
        case "text":
            return "\n".join([*(f"warning: {f}" for f in checked.warnings), *map(str, checked.errors)])
        case "json":
            warnings = [_fields(f, "warning") for f in checked.warnings]
            whole: dict[str, Any] = {
                "findings": warnings + [_fields(f, "error") for f in checked.errors],
                "waived": [_fields(w.finding, "waived") | {"reason": str(w.waiver)} for w in checked.waived],
            }
            return _json(whole | ({"summary": summary_fields(summary)} if summary else {}))
        case "github":
            placed = _from_top(checked, within)
            lines = [*_annotations(placed.warnings, "warning"), *_annotations(placed.errors, "error")]
            return "\n".join(lines)
        case "sarif":
            return _json(_sarif(_from_top(checked, within), summary))
        case _:
            raise ValueError(f"‘{form}’ is no format of a report")


def _from_top(checked: Checked, within: str) -> Checked:
    """The same findings, at paths from the top of the repository."""

    def placed(finding: Finding) -> Finding:
        position = replace(finding.position, path=within + finding.position.path)
        return replace(finding, position=position)

    return Checked(
        errors=tuple(map(placed, checked.errors)),
        warnings=tuple(map(placed, checked.warnings)),
        waived=tuple(replace(waived, finding=placed(waived.finding)) for waived in checked.waived),
    )


def _json(value: object) -> str:
    told = json.dumps(value, ensure_ascii=False, indent=2)
    # The name of a file may hold what is no letter of any text.
    return told.encode("utf-8", "replace").decode("utf-8")


def _fields(finding: Finding, level: str) -> dict[str, Any]:
    return {
        "code": finding.code,
        "level": level,
        "path": finding.position.path,
        "line": finding.position.line,
        "column": finding.position.column,
        "message": finding.message,
        "hint": finding.hint,
        "breadcrumb": list(finding.breadcrumb),
        "sentence": finding.sentence,
        "found": finding.found,
        "computed": finding.computed,
    }


def _annotations(findings: Iterable[Finding], level: str) -> Iterable[str]:
    for finding in findings:
        place = finding.position
        # https://docs.github.com/actions/reference/workflow-commands-for-github-actions: what must be escaped.
        body = _escaped(str(finding).removeprefix(f"{place} "))
        # A line's end has a code of its own there; no other character does that a terminal would obey.
        shown = "".join(c if c in "\r\n" else shown_path(c) for c in place.path)
        path = _escaped(shown).replace(":", "%3A").replace(",", "%2C")
        yield f"::{level} file={path},line={place.line},col={place.column},title={finding.code}::{body}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _sarif(checked: Checked, summary: Summary | None) -> dict[str, Any]:
    """SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/)."""
    summaries = {check.code: check.summary for check in CHECKS} | SUMMARIES
    results = [_result(f, "warning") for f in checked.warnings] + [_result(f, "error") for f in checked.errors]
    results += [_suppressed(waived) for waived in checked.waived]
    used = sorted({result["ruleId"] for result in results})
    rules = [{"id": code, "shortDescription": {"text": summaries.get(code, code)}} for code in used]
    driver = {"name": "rulebook", "version": __version__, "rules": rules}
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    if summary is not None:
        run["properties"] = {"summary": summary_fields(summary)}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _suppressed(waived: Waived) -> dict[str, Any]:
    """What is waived, as SARIF has it: a result that a rule of the project lets stand."""
    suppression = {"kind": "external", "justification": str(waived.waiver)}
    return _result(waived.finding, "note") | {"suppressions": [suppression]}


def _result(finding: Finding, level: str) -> dict[str, Any]:
    region = {"startLine": finding.position.line, "startColumn": finding.position.column}
    # SARIF 2.1.0, 3.4.3: a URI reference by RFC 3986, in which other letters stand by their codes.
    uri = quote(os.fsencode(finding.position.path), safe="/")
    location = {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
    text = str(finding).removeprefix(f"{finding.position} ")
    return {"ruleId": finding.code, "level": level, "message": {"text": text}, "locations": [location]}
