"""A document as the engine takes it: read as HTML, or much faster as XML."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree


def read_html(text: str, base_url: str, fetcher: Any, *, xml: bool = False) -> Any:
    """The document as the engine's own HTML object; with `xml`, it is read as XML if it is XML, else as HTML.

    XML has no elements that go without saying, such as the body of a table: what is read as XML must name them.
    """
    from weasyprint import HTML

    if xml:
        try:
            return _of_tree(ElementTree.fromstring(text), base_url, fetcher)
        except ElementTree.ParseError:
            pass  # an author's text may hold what only HTML has
    return HTML(string=text, base_url=base_url, url_fetcher=fetcher)


def _of_tree(root: ElementTree.Element, base_url: str, fetcher: Any) -> Any:
    """What the engine's reading of HTML comes to, of a tree that is there already."""
    from weasyprint import HTML, cssselect2

    html = HTML.__new__(HTML)
    html.base_url = base_url
    html.url_fetcher = fetcher
    html.media_type = "print"
    html.wrapper_element = cssselect2.ElementWrapper.from_html_root(root, content_language=None)
    html.etree_element = html.wrapper_element.etree_element
    return html
