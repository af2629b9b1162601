"""The book's own fonts, and no others: a font configuration that knows of no system font."""

from __future__ import annotations

import os
import re
import tempfile
import warnings
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rulebook.leftovers import temporary_folder
from rulebook.render.loading import load_engine

# No folder of fonts, no file of the machine's or the user's; outlines are measured unhinted, since hinting
# differs from one machine to the next. The cache goes where it is thrown away.
_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <cachedir>{cache}</cachedir>
  <match target="font">
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
  </match>
</fontconfig>
"""
# What else could lead fontconfig to a font, or Pango to another language than the document's.
_CLEARED = ("FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "FC_DEBUG", "PANGO_LANGUAGE")

_OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b[^>]*>>\s*stream\r?\n")
_BASE_FONT = re.compile(rb"/BaseFont\s*/([^\s/<>\[\]()]+)")
_ESCAPE = re.compile(rb"#([0-9a-fA-F]{2})")


@contextmanager
def no_system_fonts() -> Iterator[None]:
    """Within it, fontconfig finds no font on the machine; a writable home is not needed.

    The environment is put back at the end. The engine is first imported inside, because it looks for fonts
    when it is imported.
    """
    with temporary_folder("fonts") as folder:
        file = folder / "fonts.conf"
        file.write_text(_CONFIGURATION.format(cache=folder / "cache"), encoding="utf-8")
        before = {name: os.environ.pop(name, None) for name in ("FONTCONFIG_FILE", *_CLEARED)}
        os.environ["FONTCONFIG_FILE"] = str(file)
        # The engine puts its copies of the book's fonts among the temporary files, and can be stopped before it tidies.
        usual, tempfile.tempdir = tempfile.tempdir, str(folder)
        try:
            with warnings.catch_warnings():
                # The engine warns that there are no fonts: the book brings its own.
                warnings.filterwarnings("ignore", message="No fonts configured in FontConfig")
                load_engine()
            yield
        finally:
            tempfile.tempdir = usual
            del os.environ["FONTCONFIG_FILE"]
            os.environ.update({name: value for name, value in before.items() if value is not None})


def font_configuration() -> Any:
    """The engine's font configuration.

    Its `families` are those that the style sheets declare, `wanted` those that the text asks for. `any_font` says that
    some font could be read: without one the engine is not to be asked for a page, since it ends the process.
    """
    from weasyprint.text.fonts import FontConfiguration

    class BookFonts(FontConfiguration):  # type: ignore[misc]
        """Remembers the families of `@font-face`, against which the finished PDF is compared."""

        def __init__(self) -> None:
            super().__init__()
            self.families: set[str] = set()
            self.wanted: set[str] = set()
            self.any_font = False

        def add_font_face(self, rule_descriptors: dict[str, Any], url_fetcher: Any) -> None:
            self.families.add(str(rule_descriptors["font_family"]))
            super().add_font_face(rule_descriptors, url_fetcher)
            folder = self._folder
            self.any_font = self.any_font or (folder is not None and any(folder.iterdir()))

    return BookFonts()


def font_names(pdf: bytes) -> set[str]:
    """The names of all fonts in a PDF that the engine wrote, such as `ABCDEF+Spectral-Italic`.

    They are read from the file's bytes, its object streams unpacked: a PDF library takes seconds to build
    the whole tree of a tagged book, and all that is asked here is a few names.
    """
    parts = [pdf]
    for match in _OBJECT_STREAM.finditer(pdf):
        # A stream that is not packed is found in the file itself.
        with suppress(zlib.error):
            parts.append(zlib.decompressobj().decompress(pdf[match.end() :]))
    names = {name for part in parts for name in _BASE_FONT.findall(part)}
    return {_ESCAPE.sub(_unescaped, name).decode() for name in names}


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 16)])


def foreign_fonts(names: Iterable[str], families: Iterable[str]) -> list[str]:
    """The fonts among `names` that belong to none of the families, without their subset's tag, sorted."""
    own = tuple(family.replace(" ", "-") for family in families)
    plain = {name.split("+", 1)[-1] for name in names}
    return sorted(name for name in plain if not any(name == f or name.startswith(f"{f}-") for f in own))
