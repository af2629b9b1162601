"""The codes of what loading can find, each with its one-line summary."""

from __future__ import annotations

UNREADABLE = "S001"
NOT_UTF8 = "S002"
NOT_NFC = "S003"
CONTROL_CHARACTER = "S004"
YAML_SYNTAX = "S005"
DUPLICATE_KEY = "S006"
YAML_FEATURE = "S007"
EMPTY_VALUE = "S008"
NULL_VALUE = "S009"
TRAILING_COMMENT = "S010"
UNKNOWN_KEY = "S011"
MISSING_KEY = "S012"
WRONG_TYPE = "S013"
WRONG_VALUE = "S014"
BAD_SCHEMA = "S015"
DUPLICATE_ID = "S020"
UNKNOWN_REFERENCE = "S021"
DIRECTIVE = "S022"
CONTAINER = "S023"
MARKDOWN_FORBIDDEN = "S024"
RAW_HTML = "S025"
LINK = "S026"
LEFT_OVER_MARKUP = "S027"
LIST_INDENT = "S028"
FRONT_MATTER = "S029"
TABLE_SHAPE = "S030"
UNUSED_FILE = "S031"
BINDING = "S034"
NOTHING_PLACED = "S032"
UNPLACED_DATA = "S033"

SUMMARIES: dict[str, str] = {
    UNREADABLE: "a file that the book needs cannot be read",
    NOT_UTF8: "a file is not UTF-8",
    NOT_NFC: "text is not in Unicode's composed form (NFC)",
    CONTROL_CHARACTER: "a tab, a control character or a foreign line break stands in a file",
    YAML_SYNTAX: "the YAML cannot be read",
    DUPLICATE_KEY: "a key stands twice in one map",
    YAML_FEATURE: "an anchor, alias, tag, merge key or second document is used",
    EMPTY_VALUE: "a key has no value, or its text is empty",
    NULL_VALUE: "a value is YAML's null",
    TRAILING_COMMENT: "a comment follows a value on its line",
    UNKNOWN_KEY: "a key is not in the schema",
    MISSING_KEY: "a key that the schema requires is missing",
    WRONG_TYPE: "a value is not of the schema's type",
    WRONG_VALUE: "a value is not among those that the schema allows",
    BAD_SCHEMA: "a schema is not a JSON Schema",
    DUPLICATE_ID: "an id is used twice",
    UNKNOWN_REFERENCE: "a reference names nothing",
    DIRECTIVE: "a directive is unknown or badly formed",
    CONTAINER: "a container is not closed, not opened, or nested",
    MARKDOWN_FORBIDDEN: "Markdown that this book's format does not use",
    RAW_HTML: "raw HTML in text",
    LINK: "a link leads where it may not",
    LEFT_OVER_MARKUP: "markup that was not understood and would be printed",
    LIST_INDENT: "a list or paragraph has fallen out of its item",
    FRONT_MATTER: "a chapter's front matter is missing or not closed, or its body is empty",
    TABLE_SHAPE: "a table's row has a cell too many or too few",
    UNUSED_FILE: "a file in a content folder belongs to nothing",
    BINDING: "a binding of a number in prose is badly formed",
    NOTHING_PLACED: "a directive places nothing",
    UNPLACED_DATA: "an entry is printed nowhere in the book",
}
