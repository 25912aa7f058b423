"""Errors in inputs and commands, in one line: what is wrong, where, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.inputs.printable import printable


class AmbuloError(Exception):
    """Base of every error that Ambulo raises on purpose."""


class AmbuloWarning(UserWarning):
    """A warning that does not stop the work. The command line prints it."""


@dataclass
class InputError(AmbuloError):
    """The input or the command is wrong; the command line ends with status 2.

    Args:
        what: what is wrong, as a sentence without a full stop.
        where: the file, marker, plate or frames.
        remedy: what the user can do.
    """

    what: str
    where: str = ""
    remedy: str = ""

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str]]:
        # another process sends it back; an exception alone knows its positional arguments
        return type(self), (self.what, self.where, self.remedy)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        text = f"{text}. {self.remedy}" if self.remedy else text
        return printable(text)


class MistakeOfOthers(InputError):
    """An entry of another package or of the session does not behave as it should."""


class MarkersMissing(InputError):
    """No marker set fits, or the chosen set lacks required markers."""


class GapTooLong(InputError):
    """A gap of a marker is too long to be filled."""


class TimeMismatch(InputError):
    """Two records are not on one time grid."""
