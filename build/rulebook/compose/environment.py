"""The environment in which a book's templates are filled.

Templates are an editor's files like any other: whatever one comes to that it cannot, a name that is not there or a sum
of a number and a text, is an error of that template, told at its line, and not one of the pipeline.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateRuntimeError
from jinja2 import TemplateSyntaxError as TemplateSyntax
from jinja2.runtime import Undefined

from rulebook.load.suggest import nearest_of

# What an expression of a template comes to where it asks for what cannot be.
_UNFIT = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Absent(StrictUndefined):
    """What a template names and is not given: an error wherever it is used, as a count or a rounded number too."""

    __index__ = __abs__ = __round__ = Undefined._fail_with_undefined_error

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        name, owner = str(self._undefined_name), self._undefined_obj
        known = list(owner) if isinstance(owner, Mapping) else dir(owner)
        near = nearest_of(name, [str(one) for one in known if not str(one).startswith("_")])
        return f"there is no ‘{name}’ here" + (f"; {near}" if near else "")


class TemplateEnvironment(Environment):
    """An environment whose templates fail with a jinja2.TemplateError alone, which has the template's line."""

    def __init__(self, loader: BaseLoader, finalize: Callable[..., Any] | None = None) -> None:
        super().__init__(
            loader=loader,
            undefined=Absent,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            finalize=finalize,
        )

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise what a template came to, as a TemplateError with the template's place in its traceback."""
        try:
            super().handle_exception(source)
        except TemplateError:
            raise
        except _UNFIT as error:
            said = str(error) or type(error).__name__
            raise TemplateRuntimeError(said).with_traceback(error.__traceback__) from error


def template_environment(folder: Path) -> Environment:
    """The templates of a folder. An undefined variable is an error; every value is escaped unless it is Markup."""
    return TemplateEnvironment(FileSystemLoader(folder))


def table_of(templates: Environment, name: str, variable: str) -> Mapping[str, str]:
    """The names and texts that a template sets as a variable. Raises jinja2.TemplateError when it sets none."""
    template = templates.get_template(name)
    try:
        found = getattr(template.module, variable, None)
    except Exception:
        templates.handle_exception()
    if not isinstance(found, Mapping):
        raise TemplateSyntax(f"it sets no ‘{variable}’ of names and texts", 1, name, template.filename)
    return found
