"""The engine as it comes: sets an HTML file as a PDF, for the benchmark's baseline.

Run by path in a process of its own (`python -I bare_engine.py IN.html OUT.pdf SHEET.css …`); it imports nothing of this
package. Prints a line of JSON: the pages, the seconds of processor time, and the peak of memory in kilobytes.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path


def main() -> None:
    """Set the file and say what it took."""
    html, output, *sheets = (Path(argument) for argument in sys.argv[1:])
    started = time.process_time()
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    styles = [CSS(filename=sheet, font_config=fonts) for sheet in sheets]
    document = HTML(filename=html).render(font_config=fonts, stylesheets=styles)
    document.write_pdf(output, pdf_identifier=True, pdf_tags=True)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(json.dumps({"pages": len(document.pages), "seconds": seconds, "peak": peak}) + "\n")


if __name__ == "__main__":
    main()
