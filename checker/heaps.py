"""What lies together in the saves of a log: only what has changed since the last is read anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import Deck, Place, Save, Stack

T = TypeVar("T")
Read = Callable[[str, Piece, Place], T]
"""Makes something of a piece by its id, the piece itself and its place."""


@dataclass
class Heaps(Generic[T]):
    """The stacks, decks and lone pieces of the save read last, and what was made of each."""

    _pieces: Mapping[str, Piece] = field(default_factory=dict)
    _containers: Mapping[str, Stack | Deck] = field(default_factory=dict)
    _heaps: dict[str, tuple[T, ...]] = field(default_factory=dict)

    def of(self, save: Save, read: Read[T]) -> Iterator[tuple[T, ...]]:
        """What is made of the pieces of a save, heap by heap: stacks in the file's order, each
        from the bottom, decks, and what lies alone. A piece is where the last to hold it is."""
        containers: dict[str, Stack | Deck] = {**save.stacks, **save.decks}
        holder = {member: id_ for id_, one in containers.items() for member in one.members}
        stale = {id_ for id_, one in containers.items() if self._containers.get(id_) is not one}
        for id_, piece in save.pieces.items():
            if self._pieces.get(id_) is not piece:
                stale.add(holder.get(id_, id_))
        lone = (id_ for id_ in save.pieces if id_ not in holder)
        heaps: dict[str, tuple[T, ...]] = {}
        for id_ in (*containers, *lone):
            known = None if id_ in stale else self._heaps.get(id_)
            if known is None:
                places = _places(save, id_, containers.get(id_), holder)
                known = tuple(read(one, save.pieces[one], place) for one, place in places)
            heaps[id_] = known
        self._pieces, self._containers, self._heaps = save.pieces, containers, heaps
        return iter(heaps.values())


def _places(
    save: Save, id_: str, container: Stack | Deck | None, holder: Mapping[str, str]
) -> Iterator[tuple[str, Place]]:
    """The pieces of a heap and where each is."""
    if container is None:
        yield id_, save.own_place(save.pieces[id_])
        return
    own = {one: level for level, one in enumerate(container.members) if one in save.pieces}
    for one, level in own.items():
        if holder[one] == id_:
            yield one, Place(container.map, container.x, container.y, container, level)
