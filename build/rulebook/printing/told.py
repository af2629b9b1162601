"""What has been told of already, and the sentences that are other ones only because of it."""

from __future__ import annotations

import re
from functools import partial

from rulebook.compose.terms import forms_of
from rulebook.edit.uses import direct_uses, reading_of, ways_to
from rulebook.model import Book, Entry
from rulebook.printing.change import Change
from rulebook.printing.compared import Sentence
from rulebook.rules.bound import memory_of
from rulebook.rules.expression import Expression, ExpressionError, names_used, parse_expression


class Told:
    """Changes of definitions and of data, and of names; what follows from one is written beneath it."""

    def __init__(self, new: Book, definitions: list[Change]) -> None:
        self.definitions = definitions
        self.data: list[Change] = []
        self.entries = {e.anchor: e for s in new.sets.values() for e in s.entries}
        self._renamed: list[tuple[re.Pattern[str], str, Change]] = []
        self._definitions = memory_of(new).definitions
        self._uses = direct_uses(self._definitions)
        # What a change of each definition reaches.
        self._reached = {change.what: {change.what, *ways_to(change.what, self._uses)} for change in definitions}

    def rename(self, old: Entry, new: Entry, change: Change) -> None:
        """A thing has another name, and its forms with it."""
        pairs = zip(forms_of(old), forms_of(new), strict=False)
        for before, after in sorted(pairs, key=lambda pair: -len(pair[1])):
            if before != after:
                self._renamed.append((re.compile(rf"\b{re.escape(after)}\b", re.IGNORECASE), before, change))

    def follows(self, old: Sentence | None, new: Sentence | None) -> bool:
        """Whether a sentence is another only because of a change that is told of already, which then names it."""
        if old is None or new is None:
            return False
        if old.skeleton == new.skeleton and self._follows_values(old, new):
            return True
        named, changes = self.as_it_was_named(new.compared)
        if changes and named == old.compared:
            for change in changes:
                change.said.append((old.said, new.said))
            return True
        return False

    def as_it_was_named(self, text: str) -> tuple[str, list[Change]]:
        """A text with the old names of renamed things, and the renamings that it shows."""
        found = []
        for pattern, name, change in self._renamed:
            text, count = pattern.subn(partial(_cased, name), text)
            if count and change not in found:
                found.append(change)
        return text, found

    def _follows_values(self, old: Sentence, new: Sentence) -> bool:
        expressions = [tree for text in new.expressions if (tree := _tree(text)) is not None]
        names = {name for tree in expressions for name in names_used(tree)}
        causes = [change for change in self.definitions if self._reached[change.what] & names]
        # What the definitions read that it names, directly or through each other, is its cause too.
        through = [d.expression for d in self._definitions.all if d.name in self._reading(names)]
        sets: set[str] = set()
        for reading in map(reading_of, (*expressions, *through)):
            sets |= reading.sets | {set_id for set_id, _ in reading.entries}
        causes += [change for change in self.data if change.play and change.anchor.partition(":")[0] in sets]
        for change in causes:
            change.said.append((old.said, new.said))
        return bool(causes)

    def _reading(self, names: set[str]) -> set[str]:
        """The definitions that these names are, and those that they use."""
        found: set[str] = set()
        waiting = [name for name in names if name in self._uses]
        while waiting:
            if (name := waiting.pop()) not in found:
                found.add(name)
                waiting.extend(self._uses[name])
        return found


def _tree(expression: str) -> Expression | None:
    try:
        return parse_expression(expression)
    except ExpressionError:
        return None


def _cased(name: str, found: re.Match[str]) -> str:
    """A name with the first letter of what was found in its place."""
    like = found[0]
    return name if like[:1].isupper() == name[:1].isupper() else name[:1].swapcase() + name[1:]
