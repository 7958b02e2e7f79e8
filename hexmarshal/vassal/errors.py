"""The one exception of this room."""

from __future__ import annotations


class VassalError(Exception):
    """A file or a text that cannot be read or written as VASSAL would have it.

    `file` is the file's name as the caller gave it ("" when a bare text was read), `place` says
    where inside it ("savedGame, byte 1204"; "" when the file as a whole is meant), `problem` what
    is wrong and, where there is one, the remedy. `str()` joins the three with colons.
    """

    def __init__(self, problem: str, file: str = "", place: str = "") -> None:
        self.file = file
        self.place = place
        self.problem = problem
        super().__init__(": ".join(part for part in (file, place, problem) if part))

    def within(self, file: str, place: str = "") -> VassalError:
        """The same problem, found inside `file` (and at `place` of it, outermost first)."""
        places = [part for part in (place, self.place) if part]
        return VassalError(self.problem, self.file or file, ", ".join(places))

    def __reduce__(self) -> tuple[type[VassalError], tuple[str, str, str]]:
        return VassalError, (self.problem, self.file, self.place)
