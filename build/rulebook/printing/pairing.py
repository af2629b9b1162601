"""Two runs of sentences side by side: which have changed, come, gone, or stand in another place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rulebook.printing.as_read import marks_that_differ, unmarked
from rulebook.printing.compared import Sentence
from rulebook.printing.words import ALIKE, likeness, plain_words
from rulebook.texts import Role

# Words that lean on what has just been said; a sentence that has one among its first words, or one of the second list
# anywhere, may say something else in another place.
_LEANING_WORDS = """
it its they their them this that these those he she his her so then therefore thus hence but and or however yet still
also again both each either neither first next last afterwards finally else here there once after before none where
any such
"""
_LEANING = frozenset(_LEANING_WORDS.split())
_FIRST = 3
_LEANING_ANYWHERE = frozenset(["then", "instead", "otherwise", "afterwards", "former", "latter", "above", "below"])


@dataclass(frozen=True, slots=True)
class Pair:
    """An old sentence and the new one that has taken its place; None where there is none.

    `moved` is true of one that says the same in another place; then `free` says whether the order says nothing.
    """

    old: Sentence | None
    new: Sentence | None
    moved: bool = False
    free: bool = False

    @property
    def marks(self) -> str:
        """What is told of the marks of the two where they alone differ; empty otherwise."""
        if self.old is None or self.new is None:
            return ""
        return marks_that_differ(self.old.compared, self.new.compared)

    @property
    def elsewhere(self) -> bool:
        """Whether only what the two refer to differs, under the same title."""
        old, new = self.old, self.new
        return old is not None and new is not None and (old.compared, old.step) == (new.compared, new.step)

    @property
    def seen(self) -> bool:
        """Whether a reader sees a difference: none where only the source is typed otherwise."""
        old, new = self.old, self.new
        if old is None or new is None or self.moved:
            return True
        if (old.step, old.level, old.targets) != (new.step, new.level, new.targets):
            return True
        return unmarked(old.compared) != unmarked(new.compared) or bool(self.marks)


def pairs(old: Sequence[Sentence], new: Sequence[Sentence]) -> Iterator[Pair]:
    """The sentences that differ, in order; one that is the same but stands as something else (a note) is two."""
    before, after = _keys(old), _keys(new)
    opcodes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    moved = _moved(before, after, opcodes)
    left, right = moved.keys(), {*moved.values()}
    heads = frozenset(s.under for s in old) & frozenset(s.under for s in new)
    in_order = _headings(old, heads) == _headings(new, heads)
    for kind, a, b, c, d in opcodes:
        if kind == "equal":
            for one, two in zip(old[a:b], new[c:d], strict=True):
                if _parted(one, two, heads):
                    yield Pair(one, two, moved=True)
                elif not one.same(two):
                    yield Pair(one, two)
            continue
        for pair in (_move(old, new, n, moved[n], heads) for n in range(a, b) if n in moved):
            # Where a sentence has gone past a heading, it is the sentence that has moved.
            if pair is not None and not (in_order and pair.old is not None and pair.old.role is Role.HEADING):
                yield pair
        yield from _changed(
            [old[n] for n in range(a, b) if n not in left], [new[n] for n in range(c, d) if n not in right]
        )


def _headings(sentences: Sequence[Sentence], heads: frozenset[str]) -> list[str]:
    return [s.under for s in sentences if s.role is Role.HEADING and s.under in heads]


def _keys(sentences: Sequence[Sentence]) -> list[_Key]:
    return [(plain_words(sentence.compared), _standing(sentence)) for sentence in sentences]


def _standing(sentence: Sentence) -> str:
    return "rule" if sentence.rules else sentence.role.value


def _moved(
    old: Sequence[_Key], new: Sequence[_Key], opcodes: Sequence[tuple[str, int, int, int, int]]
) -> dict[int, int]:
    """Of the old sentences that stand no longer where they did, those that stand elsewhere, with their new places."""
    places: dict[_Key, list[int]] = {}
    for number in (n for kind, _, _, c, d in opcodes if kind != "equal" for n in range(c, d)):
        places.setdefault(new[number], []).append(number)
    found = {}
    for number in (n for kind, a, b, _, _ in opcodes if kind != "equal" for n in range(a, b)):
        if there := places.get(old[number]):
            found[number] = there.pop(0)
    return found


def _parted(one: Sentence, two: Sentence, heads: frozenset[str]) -> bool:
    """Whether a sentence stands under another of the heads that both have; one may only have another id."""
    return one.under != two.under and one.under in heads and two.under in heads


def _move(old: Sequence[Sentence], new: Sequence[Sentence], at: int, to: int, heads: frozenset[str]) -> Pair | None:
    """A sentence that stands elsewhere; None when it has gone there with all that stands about it."""
    one, two = old[at], new[to]
    if _parted(one, two, heads) or one.step or two.step:
        return Pair(one, two, moved=True)
    if one.role is Role.HEADING:
        return Pair(one, two, moved=True, free=True)
    around = [_about(old, at), _about(new, to)]
    if _words(around[0]) == _words(around[1]):
        return None if one.same(two) else Pair(one, two)
    near = [one, *(sentence for _, after in around for sentence in after)]
    return Pair(one, two, moved=True, free=not any(_leans(sentence) for sentence in near))


_Key = tuple[tuple[str, ...], str]
_Around = tuple[Sequence[Sentence], Sequence[Sentence]]


def _about(sentences: Sequence[Sentence], at: int) -> _Around:
    """The sentences before and after a place that stand under the same heading; each may lean on the one before it."""
    one = sentences[at]
    near = (sentences[max(0, at - 1) : at], sentences[at + 1 : at + 2])
    before, after = ([s for s in some if s.anchor == one.anchor] for some in near)
    return before, after


def _words(around: _Around) -> list[list[tuple[str, ...]]]:
    return [[plain_words(sentence.compared) for sentence in some] for some in around]


def _leans(sentence: Sentence) -> bool:
    words = plain_words(sentence.text)
    return not _LEANING.isdisjoint(words[:_FIRST]) or not _LEANING_ANYWHERE.isdisjoint(words)


def _changed(left: list[Sentence], right: list[Sentence]) -> Iterator[Pair]:
    if _rebroken(left, right):
        yield Pair(_one_of(left), _one_of(right))
        return
    alone = []
    for sentence in left:
        like = [other for other in right if _standing(other) == _standing(sentence)]
        shares = [likeness(sentence.skeleton, other.skeleton) for other in like]
        best = like[shares.index(max(shares))] if shares and max(shares) >= ALIKE else None
        if best is None:
            alone.append(sentence)
        else:
            right.remove(best)
            yield Pair(sentence, best)
    for standing in dict.fromkeys(map(_standing, alone)):
        gone, come = ([s for s in some if _standing(s) == standing] for some in (alone, right))
        if len(gone) == len(come) == 1:
            # However little they have in common: it has been written anew.
            alone.remove(gone[0])
            right.remove(come[0])
            yield Pair(gone[0], come[0])
    yield from (Pair(sentence, None) for sentence in alone)
    yield from (Pair(None, sentence) for sentence in right)


def _rebroken(left: list[Sentence], right: list[Sentence]) -> bool:
    """Whether sentences have the same words in the same order, and only their stops stand elsewhere."""
    if not left or not right or len({(_standing(s), s.step, s.anchor) for s in (*left, *right)}) > 1:
        return False
    before, after = ([word for s in some for word in plain_words(s.compared)] for some in (left, right))
    return before == after


def _one_of(sentences: list[Sentence]) -> Sentence:
    """Several sentences as one."""
    text, skeleton, before = (
        " ".join(part) for part in zip(*((s.text, s.skeleton, s.compared) for s in sentences), strict=True)
    )
    return replace(
        sentences[0],
        text=text,
        skeleton=skeleton,
        before=before,
        expressions=tuple(e for s in sentences for e in s.expressions),
        targets=tuple(t for s in sentences for t in s.targets),
    )
