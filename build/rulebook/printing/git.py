"""What git knows of a book: its revision, what is not committed, and the files of a revision.

Nothing here writes to a repository or reaches the network, and no hook or monitor of it is run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.finding import printable

# What the user's configuration must not change.
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "core.untrackedCache": "false",
    "submodule.recurse": "false",
}
_SHALLOW = "if this clone is shallow, fetch the rest (git fetch --unshallow)"
_ONE_COMMIT = "give one commit, by its hash, a branch or a tag"
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
# A commit without its parents (^!, ^-1), or these alone (^@).
_RANGE = re.compile(r"\^(?:!|@|-\d*)$")
_OTHER_KINDS = {"blob": "a file", "tree": "a folder", "tag": "a tag of what is no commit"}
# Long enough for any book, short enough for whoever waits.
_SECONDS = 120


class GitError(Exception):
    """Git is not there, or cannot do what is asked; the message says so in a line."""


class UnknownRevisionError(GitError):
    """The repository does not have a revision."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a revision: its path from the book's folder, its bytes, and whether it is a link."""

    path: str
    content: bytes
    link: bool


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository that holds a book: its top folder, and the book's folder within it (`""`, or with a slash).

    `trusted` says that it is read though another user owns it: whoever freezes or verifies a book runs it anyhow.
    `index` is what is staged, where it is another file than git's own: a commit that is under way may have one.
    """

    top: Path
    prefix: str
    trusted: bool
    index: Path | None = None

    def head(self) -> str:
        """The revision that is checked out. Raises GitError when nothing is committed."""
        try:
            return _text(self.top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}", trusted=self.trusted)
        except GitError as error:
            raise GitError(f"nothing is committed in {self.top} yet") from error

    def changes(self, folders: Sequence[str]) -> tuple[str, ...]:
        """The files of these folders of the book that are not as committed, or not committed at all, in order."""
        return tuple(sorted(name for _, name in self.standings(folders)))

    def standings(self, folders: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """The same files, each with git's two letters: how what is staged, and how what stands in the folder, differs.

        A renamed file is one that is deleted and one that is added.
        """
        options = ("--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=none")
        said = _run(self.top, "status", *options, *self._within(folders), trusted=self.trusted, index=self.index)
        return tuple((item[:2].decode(), self._name(item[3:])) for item in said.split(b"\0") if item)

    def ignored(self, folders: Sequence[str]) -> tuple[str, ...]:
        """The files of these folders of the book that git is told to ignore, in order; not those that are hidden."""
        options = ("--others", "--ignored", "--exclude-standard", "-z")
        said = _run(self.top, "ls-files", *options, *self._within(folders), trusted=self.trusted, index=self.index)
        names = (self._name(item) for item in said.split(b"\0") if item)
        return tuple(sorted(n for n in names if not any(part.startswith(".") for part in n.split("/"))))

    def differing(self, revision: str, folders: Sequence[str]) -> tuple[str, ...]:
        """The files of these folders of the book that are not as where this line of work left the revision's, in order.

        Files that are not tracked are left out. Raises UnknownRevisionError when the repository lacks the revision, or
        the commits between.
        """
        commit = self.commit_of(revision)
        try:
            base = _text(self.top, "merge-base", commit, "HEAD", trusted=self.trusted)
        except GitError as error:
            message = f"the repository does not say where this work left ‘{printable(revision)}’: {_SHALLOW}"
            raise UnknownRevisionError(message) from error
        options = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=all")
        said = _run(self.top, "diff", *options, base, *self._within(folders), trusted=self.trusted)
        return tuple(sorted(self._name(item) for item in said.split(b"\0") if item))

    def commit_of(self, revision: str) -> str:
        """The commit that a name means. Raises UnknownRevisionError when it means none, or more than one."""
        shown = f"‘{printable(revision)}’"
        if not revision.strip():
            raise UnknownRevisionError(f"an empty name names no commit: {_ONE_COMMIT}")
        if revision.startswith("-"):
            raise UnknownRevisionError(f"{shown} names no commit, since it begins like an option: {_ONE_COMMIT}")
        try:
            named = ("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
            found = _text(self.top, *named, trusted=self.trusted)
            if _COMMIT.fullmatch(found):
                return found
        except GitError as error:
            reason = self._why_no_commit(revision)
            raise UnknownRevisionError(f"{shown} names no commit{reason}") from error
        raise UnknownRevisionError(f"{shown} names no commit{self._why_no_commit(revision)}")

    def _why_no_commit(self, revision: str) -> str:
        """What a name that means no one commit is instead, and what is expected; as the end of a sentence."""
        if ".." in revision or _RANGE.search(revision):
            return f", but a range of them: {_ONE_COMMIT}"
        if revision.startswith("^"):
            return f", but leaves one out: {_ONE_COMMIT}"
        try:
            kind = _text(self.top, "cat-file", "-t", revision, trusted=self.trusted)
        except GitError:
            kind = ""
        if kind in _OTHER_KINDS:
            return f", but {_OTHER_KINDS[kind]}: {_ONE_COMMIT}"
        if ":" in revision and not revision.startswith(":/"):
            return f", but a file of one: {_ONE_COMMIT}"
        return f" of this repository: {_ONE_COMMIT}; {_SHALLOW}"

    def staged(self, folders: Sequence[str]) -> tuple[Blob, ...]:
        """The files of these folders of the book as they are staged for the next commit.

        What is only named to git, with nothing staged of it, is left out. Raises GitError when one of them is in
        conflict, or is another repository.
        """
        said = _run(
            self.top, "ls-files", "--stage", "-z", *self._within(folders), trusted=self.trusted, index=self.index
        )
        found: list[tuple[str, str, str]] = []
        for item in said.split(b"\0"):
            if not item:
                continue
            about, _, name = item.partition(b"\t")
            mode, blob, stage = about.decode().split()
            path = self._name(name)
            if stage != "0":
                raise GitError(f"{printable(path)} is in conflict: settle it, then stage it")
            if mode == "160000":
                raise GitError(f"{printable(path)} is another repository, whose files are not known here")
            found.append((path, mode, blob))
        contents = self._contents([blob for _, _, blob in found])
        if not all(contents.values()):  # what is only named looks like an empty file
            put = self._put(folders)
            found = [one for one in found if one[0] in put]
        return tuple(Blob(path, contents[blob], mode == "120000") for path, mode, blob in found)

    def _put(self, folders: Sequence[str]) -> frozenset[str]:
        """The files of these folders of the book of which something is staged, be it nothing new."""
        nothing = _text(self.top, "hash-object", "-t", "tree", "--stdin", trusted=self.trusted)
        options = ("--cached", "--name-only", "-z", "--no-renames", "--ita-invisible-in-index")
        listed = ("diff-index", *options, nothing, *self._within(folders))
        said = _run(self.top, *listed, trusted=self.trusted, index=self.index)
        return frozenset(self._name(item) for item in said.split(b"\0") if item)

    def _within(self, folders: Sequence[str]) -> tuple[str, ...]:
        return ("--", *(f":(top,literal){self.prefix}{folder}" for folder in folders))

    def _name(self, name: bytes) -> str:
        return name.decode("utf-8", "surrogateescape").removeprefix(self.prefix)

    def changed_since_added(self, path: str) -> str:
        """The commit that last added a file of the book, where it has changed since; else empty.

        A clone without its history has the file as its oldest commit does.
        """
        within = self._within((path,))
        commit = _text(
            self.top, "log", "-1", "--diff-filter=A", "--no-renames", "--format=%H", *within, trusted=self.trusted
        )
        options = ("--name-only", "--no-renames", "--no-ext-diff")
        if not commit or not _run(self.top, "diff", *options, commit, "HEAD", *within, trusted=self.trusted):
            return ""
        return commit

    def is_tracked(self, path: str) -> bool:
        """Whether a file of the book is known to git."""
        listed = ("ls-files", "-z", "--", f":(top,literal){self.prefix}{path}")
        return bool(_run(self.top, *listed, trusted=self.trusted))

    def files(self, revision: str, folders: Sequence[str]) -> tuple[Blob, ...]:
        """The files of these folders of the book at a revision, as they are kept: no filter changes them.

        Raises UnknownRevisionError when the repository does not have the revision.
        """
        self.require(revision)
        paths = [f"{self.prefix}{folder}" for folder in folders]
        listing = _run(
            self.top,
            "--literal-pathspecs",
            "ls-tree",
            "-r",
            "-z",
            "--full-tree",
            revision,
            "--",
            *paths,
            trusted=self.trusted,
        )
        found: list[tuple[str, str, str]] = []
        for item in listing.split(b"\0"):
            if not item:
                continue
            about, _, name = item.partition(b"\t")
            mode, kind, blob = about.decode().split()[:3]
            path = name.decode("utf-8", "surrogateescape").removeprefix(self.prefix)
            if kind != "blob":
                raise GitError(f"{path} is another repository, whose files are not known here")
            found.append((path, mode, blob))
        contents = self._contents([blob for _, _, blob in found])
        return tuple(Blob(path, contents[blob], mode == "120000") for path, mode, blob in found)

    def require(self, revision: str) -> None:
        """See that a revision is the whole name of a commit of the repository. Raises UnknownRevisionError."""
        try:
            kind = _text(self.top, "cat-file", "-t", revision, trusted=self.trusted)
        except GitError as error:
            message = f"the revision {revision[:12]} is not in this repository; {_SHALLOW}"
            raise UnknownRevisionError(message) from error
        if kind != "commit":
            what = "a tag, whose commit has a name of its own" if kind == "tag" else _OTHER_KINDS.get(kind, kind)
            raise UnknownRevisionError(f"the revision {revision[:12]} is no commit, but {what}")

    def _contents(self, blobs: Sequence[str]) -> dict[str, bytes]:
        asked = "".join(f"{blob}\n" for blob in dict.fromkeys(blobs)).encode()
        said = _run(self.top, "cat-file", "--batch", trusted=self.trusted, given=asked)
        found = {}
        at = 0
        while at < len(said):
            end = said.index(b"\n", at)
            words = said[at:end].decode().split()
            if len(words) != 3:
                raise GitError(f"an object of the repository is missing: {' '.join(words)}")
            size = int(words[2])
            found[words[0]] = said[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
        return found


def repository_of(root: Path, *, trusted: bool = True) -> Repository:
    """The repository that holds a book's folder. Raises GitError when there is no git, or no repository."""
    folder = root.resolve()
    try:
        top = _run(folder, "rev-parse", "--show-toplevel", trusted=trusted)
        prefix = _run(folder, "rev-parse", "--show-prefix", trusted=trusted)
    except GitError as error:
        if "not a git repository" in str(error):
            raise GitError(f"{root} is in no git repository (‘git init’ begins one)") from error
        raise
    return Repository(Path(os.fsdecode(top.removesuffix(b"\n"))), os.fsdecode(prefix.removesuffix(b"\n")), trusted)


def committing_repository(root: Path) -> Repository:
    """The repository that holds a book's folder, as a hook of git's sees it: with the index of the commit under way.

    Raises GitError when there is no git, or no repository.
    """
    repository = repository_of(root, trusted=False)
    named = os.environ.get("GIT_INDEX_FILE")
    if not named:
        return repository
    index = Path(os.path.abspath(named))
    own = Path(_text(repository.top, "rev-parse", "--absolute-git-dir", trusted=False))
    # A hook of one repository may ask for a book in another.
    return replace(repository, index=index) if index.parent.resolve() == own.resolve() else repository


def short_revision(root: Path, folders: Sequence[str], file: str) -> str:
    """The revision that the book in `root` stands at, short; empty when it stands at none.

    That is so when there is no git or no repository, when `file` is not tracked, or when something in these folders
    is not committed.
    """
    try:
        repository = repository_of(root, trusted=False)
        if not repository.is_tracked(file) or repository.changes(folders):
            return ""
        return repository.head()[:7]
    except GitError:
        return ""


def _text(folder: Path, *words: str, trusted: bool) -> str:
    return _run(folder, *words, trusted=trusted).decode("utf-8", "replace").strip()


def _run(folder: Path, *words: str, trusted: bool, given: bytes = b"", index: Path | None = None) -> bytes:
    settings = {**_SETTINGS, **({"safe.directory": "*"} if trusted else {})}
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    # A hook of git's runs with variables that name another repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"):
        if name in os.environ:
            environment[name] = os.environ[name]
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    command = ["git", "--no-pager", *options, *words]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, input=given, capture_output=True, timeout=_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise GitError("git is not there: install it (Debian: apt-get install git)") from error
    except subprocess.TimeoutExpired as error:
        raise GitError(f"git {words[0]} did not end within {_SECONDS} seconds") from error
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror or error}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(f"git {words[0]}: {said[0] if said else 'it failed and gave no reason'}")
    return done.stdout
