"""The exception of this package."""

from __future__ import annotations


class VassalError(Exception):
    """A file or text that is not valid in VASSAL's formats.

    `file` is the file name the caller gave ("" for a bare text). `place` is where in the file, such
    as "savedGame, byte 1204" ("" for the whole file). `problem` is what is wrong, with the remedy
    if there is one. `str()` joins the three with colons.
    """

    def __init__(self, problem: str, file: str = "", place: str = "") -> None:
        self.file = file
        self.place = place
        self.problem = problem
        super().__init__(": ".join(part for part in (file, place, problem) if part))

    def within(self, file: str, place: str = "") -> VassalError:
        """The same problem inside `file`, at `place` (outermost first)."""
        places = [part for part in (place, self.place) if part]
        return VassalError(self.problem, self.file or file, ", ".join(places))

    def __reduce__(self) -> tuple[type[VassalError], tuple[str, str, str]]:
        return VassalError, (self.problem, self.file, self.place)
