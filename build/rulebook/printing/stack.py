"""What stands on this machine and takes part in setting a page: packages, the engine, and its libraries."""

from __future__ import annotations

import ctypes
import hashlib
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from rulebook.printing.record import ENGINE, PACKAGES, Part

UNKNOWN = "unknown"

# The engine is a package too, and is named once.
_SETTER = "weasyprint"


def stack_of(locked: Iterable[Part], *, own_pipeline: bool) -> tuple[Part, ...]:
    """The installed version of each locked package, and those of the engine and its libraries.

    A book that does not bring its pipeline is set by this one, which is known by a digest.
    """
    packages = tuple(Part(part.name, PACKAGES, _installed(part.name)) for part in locked if part.name != _SETTER)
    return (*packages, *_engine(own_pipeline))


def _engine(own_pipeline: bool) -> Iterator[Part]:
    yield Part(_SETTER, ENGINE, _installed(_SETTER))
    for name, library, version in _LIBRARIES:
        yield Part(name, ENGINE, _library_version(library, version))
    yield Part("zlib", ENGINE, zlib.ZLIB_RUNTIME_VERSION)
    yield Part("python", ENGINE, ".".join(map(str, sys.version_info[:2])))
    if not own_pipeline:
        yield Part("rulebook", ENGINE, _pipeline_digest())


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def _pipeline_digest() -> str:
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".json") and path.is_file():
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _library_version(library: tuple[str, int], version: Callable[[ctypes.CDLL], str]) -> str:
    name, number = library
    file = f"lib{name}.{number}.dylib" if sys.platform == "darwin" else f"lib{name}.so.{number}"
    with suppress(OSError, AttributeError):
        return version(ctypes.CDLL(file))
    return UNKNOWN


def _string(function: str) -> Callable[[ctypes.CDLL], str]:
    def version(library: ctypes.CDLL) -> str:
        asked = getattr(library, function)
        asked.restype = ctypes.c_char_p
        return bytes(asked()).decode()

    return version


def _fontconfig(library: ctypes.CDLL) -> str:
    number = int(library.FcGetVersion())
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def _freetype(library: ctypes.CDLL) -> str:
    handle = ctypes.c_void_p()
    if library.FT_Init_FreeType(ctypes.byref(handle)):
        return UNKNOWN
    parts = [ctypes.c_int() for _ in range(3)]
    library.FT_Library_Version(handle, *(ctypes.byref(part) for part in parts))
    library.FT_Done_FreeType(handle)
    return ".".join(str(part.value) for part in parts)


# The libraries by the names under which the engine opens them, and how each says its version.
_LIBRARIES: tuple[tuple[str, tuple[str, int], Callable[[ctypes.CDLL], str]], ...] = (
    ("pango", ("pango-1.0", 0), _string("pango_version_string")),
    ("harfbuzz", ("harfbuzz", 0), _string("hb_version_string")),
    ("freetype", ("freetype", 6), _freetype),
    ("fontconfig", ("fontconfig", 1), _fontconfig),
)
