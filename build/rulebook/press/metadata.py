"""What a file for a press says of itself, as PDF/X-4 asks (ISO 15930-7): its standard, its condition, its identity."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from rulebook.press.editions import Condition

VERSION = "PDF/X-4"
HEADER = "%PDF-1.6"

_DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(Z|[+-]\d{2}'\d{2}'?)?")


def output_intent(condition: Condition, profile: Any) -> DictionaryObject:
    """The condition for which the file's colours are meant; `profile` refers to its ICC profile in the file."""
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/OutputIntent"),
            NameObject("/S"): NameObject("/GTS_PDFX"),
            NameObject("/OutputConditionIdentifier"): TextStringObject(condition.identifier),
            NameObject("/OutputCondition"): TextStringObject(condition.name),
            NameObject("/RegistryName"): TextStringObject(condition.registry),
            NameObject("/Info"): TextStringObject(condition.name),
            NameObject("/DestOutputProfile"): profile,
        }
    )


def xmp_packet(information: Mapping[str, str], identifier: str) -> bytes:
    """The metadata as XML; `identifier` is 32 digits that stand for the content, and for nothing else."""
    created, modified = (_date(information.get(key, "")) for key in ("/CreationDate", "/ModDate"))
    uuid = "-".join((identifier[:8], identifier[8:12], identifier[12:16], identifier[16:20], identifier[20:]))
    entries = [
        f"<pdfxid:GTS_PDFXVersion>{VERSION}</pdfxid:GTS_PDFXVersion>",
        "<pdf:Trapped>False</pdf:Trapped>",
        f"<xmpMM:DocumentID>uuid:{uuid}</xmpMM:DocumentID>",
        f"<xmpMM:InstanceID>uuid:{uuid}</xmpMM:InstanceID>",
        "<xmpMM:VersionID>1</xmpMM:VersionID>",
        "<xmpMM:RenditionClass>default</xmpMM:RenditionClass>",
        "<dc:format>application/pdf</dc:format>",
        _alternative("dc:title", information.get("/Title", "")),
        _alternative("dc:description", information.get("/Subject", "")),
        _sequence("dc:creator", information.get("/Author", "")),
        _plain("pdf:Keywords", information.get("/Keywords", "")),
        _plain("pdf:Producer", information.get("/Producer", "")),
        _plain("xmp:CreateDate", created),
        _plain("xmp:ModifyDate", modified),
        _plain("xmp:MetadataDate", modified),
    ]
    text = "\n".join(
        (
            '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
            '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
            '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
            ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"',
            ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">',
            *filter(None, entries),
            "</rdf:Description>",
            "</rdf:RDF>",
            "</x:xmpmeta>",
            '<?xpacket end="r"?>',
        )
    )
    return text.encode()


def _plain(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>" if text else ""


def _alternative(name: str, text: str) -> str:
    inner = f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>'
    return f"<{name}>{inner}</{name}>" if text else ""


def _sequence(name: str, text: str) -> str:
    return f"<{name}><rdf:Seq><rdf:li>{escape(text)}</rdf:li></rdf:Seq></{name}>" if text else ""


def _date(text: str) -> str:
    """A date of a PDF as XML writes one; empty where there is none."""
    match = _DATE.match(text)
    if match is None:
        return ""
    year, month, day, hour, minute, second, zone = match.groups()
    offset = "Z" if zone in (None, "Z") else zone.replace("'", ":", 1).rstrip("'")
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}{offset}"
