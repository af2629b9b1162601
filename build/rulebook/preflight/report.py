"""The report of a preflight: a page of HTML with a picture of each page that has a finding."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from html import escape
from pathlib import Path

from rulebook.export.writing import write_whole
from rulebook.plural import counted
from rulebook.preflight.run import Judged

# A picture is so wide in pixels: enough to see where on the page something stands.
_WIDTH = 420

_STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;color:#1a1714}"
    "section{display:flex;gap:2em;border-top:1px solid #a39b8f;padding:1em 0}"
    "img{width:210px;border:1px solid #a39b8f;flex:none}li{margin-bottom:.6em}code{font-size:85%}"
)


def write_report(judged: Judged, pdf: Path, output: Path, language: str = "en-GB") -> None:
    """Write the report as one file, which needs no other. Raises OSError when it cannot be written."""
    text = report_html(judged, pdf, language)
    write_whole(output, text.encode())


def report_html(judged: Judged, pdf: Path, language: str) -> str:
    """The report."""
    count = sum(map(len, judged.by_page.values()))
    said = f"{count} finding{'s' if count != 1 else ''}" if count else "no findings"
    pictures = dict(_pictures(pdf, [number for number in judged.by_page if number]))
    parts = [
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">',
        f"<title>Preflight: {escape(pdf.name)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(pdf.name)}</h1>\n<p>{counted(judged.pages, 'page')}, {said}.</p>",
        *(f"<p>{escape(line)}</p>" for line in judged.measures),
    ]
    for number, findings in judged.by_page.items():
        heading = f"Page {number}" if number else "The whole file"
        items = "".join(
            f"<li><b>{f.code}</b> {escape(f.message)}"
            + (f" <i>{escape(f.hint)}</i>" if f.hint else "")
            + f"<br><code>{escape(str(f.position))}</code></li>"
            for f in findings
        )
        picture = f'<img alt="Page {number}" src="data:image/png;base64,{pictures[number]}">' if number else ""
        parts.append(f"<section>{picture}<div><h2>{heading}</h2><ul>{items}</ul></div></section>")
    return "\n".join([*parts, "</body></html>", ""])


def _pictures(pdf: Path, numbers: list[int]) -> Iterator[tuple[int, str]]:
    """A picture of each of these pages, as PNG in base 64."""
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(pdf)
    try:
        for number in numbers:
            page = document[number - 1]
            file = io.BytesIO()
            page.render(scale=_WIDTH / page.get_width()).to_pil().save(file, "PNG", optimize=True)
            yield number, base64.b64encode(file.getvalue()).decode("ascii")
    finally:
        document.close()
