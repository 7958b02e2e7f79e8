"""The forms of `counters/ID`: the counters and what is printed on them."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from hexmarshal.game.basis import Basis
from hexmarshal.game.counters import KINDS
from hexmarshal.game.schema.fields import Count, Form, Identity, Names, PieceNumber, Title

KindOfCounter = Literal[KINDS]  # type: ignore[valid-type]


class CounterRow(Form):
    """`counters.csv`: one counter. Any further column is a printed value (see `values.csv`)."""

    model_config = ConfigDict(extra="allow", frozen=True, str_strip_whitespace=True)

    id: Identity
    name: Title
    side: str = ""
    kind: KindOfCounter
    formation: str = ""
    type: str = ""
    echelon: str = ""
    reverse: str = ""
    count: Count = 1
    as_printed: Names = ()
    tags: Names = ()
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    note: str = ""
    look: Names = ()


class ValueRow(Form):
    """`values.csv`: values for all counters that match every filled match column.

    Any further column is a value; `X_back` is X on the other side. Where several rows match, the
    one with the most filled match columns wins, value by value; a row with an id beats all. An
    empty cell gives no value; `?` means that the value is not known.
    """

    model_config = ConfigDict(extra="allow", frozen=True, str_strip_whitespace=True)

    counter: str = ""
    side: str = ""
    formation: str = ""
    kind: str = ""
    type: str = ""
    echelon: str = ""
    tag: str = ""
    basis: Basis
    source: str = ""
    note: str = ""


class IdRow(Form):
    """`ids.csv`: the permanent number of one piece. Rows are added, never changed or removed."""

    piece_id: PieceNumber
    counter: Identity
    copy_: Count = Field(default=1, alias="copy")
