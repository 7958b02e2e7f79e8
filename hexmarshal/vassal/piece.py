"""A piece: a list of traits, outermost first, around a BasicPiece; and its text in files.

In files a piece is an *add-piece command*, `+/id/type/state`. Its type and state list the traits
outermost first. Definitions in a module have the id `null` and may use prototypes; pieces in a game
have their prototypes expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.sequence import (
    decode,
    escaped,
    nest_states,
    nest_types,
    unnest_states,
    unnest_types,
)
from hexmarshal.vassal.text import formatted
from hexmarshal.vassal.traits import (
    BasicPiece,
    Comment,
    Layer,
    OldLayer,
    RawTrait,
    TextLabel,
    Trait,
    UsePrototype,
    gives_properties,
    level_named,
    read_trait,
)

ADD = "+/"
PROTOTYPE_DEPTH = 64
"""How deep prototypes may nest before expansion fails."""
PROTOTYPE_USES = 10_000
"""How many prototypes one piece may use, all levels together."""

T = TypeVar("T", bound=Trait)


class Piece:
    """One piece, or the definition of one (`id` None); immutable.

    Reading is lazy: `Piece.parse` keeps the text and parses it when a trait is first needed. A
    damaged text raises VassalError at that moment, with the piece's id.
    """

    __slots__ = ("_halves", "_text", "_traits", "id")

    def __init__(self, id: str | None, traits: Sequence[RawTrait]) -> None:
        self.id = id
        self._traits: tuple[RawTrait, ...] | None = tuple(traits)
        self._halves: tuple[_Definition, Sequence[str]] | None = None
        self._text: str | None = None

    @classmethod
    def of(cls, *traits: Trait, id: str | None = None) -> Piece:
        """A piece of `traits`, outermost first, BasicPiece last."""
        return cls(id, [trait.raw() for trait in traits])

    @classmethod
    def parse(cls, command: str) -> Piece:
        """The piece added by an add-piece command (`+/id/type/state`)."""
        if not command.startswith(ADD):
            raise VassalError(f"not a piece: expected {ADD} at the start, got {command[:40]!r}")
        return cls.lazily(decode_id(command), command)

    @classmethod
    def lazily(cls, id: str | None, command: str) -> Piece:
        """Like `parse`, for a caller that already has the id."""
        piece = cls.__new__(cls)
        piece.id = id
        piece._text = command
        piece._halves = None
        piece._traits = None
        return piece

    @property
    def traits(self) -> tuple[RawTrait, ...]:
        """All traits, outermost first; the last is the BasicPiece."""
        if self._traits is None:
            definition, states = self._read()
            self._traits = tuple(map(RawTrait, definition.types, states))
        return self._traits

    def _read(self) -> tuple[_Definition, Sequence[str]]:
        """The types and the states of the traits."""
        if self._halves is None:
            self._halves = self._read_text() if self._traits is None else _halves(self._traits)
        return self._halves

    def _read_text(self) -> tuple[_Definition, Sequence[str]]:
        tokens = decode((self._text or "")[len(ADD) :], "/")
        if len(tokens) < 3:
            raise VassalError("expected an id, a type and a state", place=self._place())
        definition = _definition(tokens[1])
        states = unnest_states(tokens[2], len(definition.types))
        if len(states) < len(definition.types):
            missing = definition.types[len(states)]
            raise VassalError(f"missing state of trait {missing[:40]!r}", place=self._place())
        return definition, states

    def _place(self) -> str:
        return f"piece {self.id}" if self.id else "piece definition"

    @property
    def command(self) -> str:
        """The add-piece command for a module or save; unchanged if the piece was read."""
        if self._text is None:
            types = _definition_text(tuple([trait.type for trait in self.traits]))
            states = nest_states([trait.state for trait in self.traits])
            id = escaped(self.id or "null", "/")
            self._text = f"{ADD}{id}/{types}/{escaped(states, '/')}"
        return self._text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        return self.id == other.id and self.traits == other.traits

    def __hash__(self) -> int:
        return hash((self.id, self.traits))

    def __repr__(self) -> str:
        return f"Piece({self.id!r}, {self.traits!r})"

    # -- reading -------------------------------------------------------------------------------

    def all(self, kind: type[T]) -> Iterator[T]:
        """The traits of class `kind`, outermost first."""
        for raw in self.traits:
            if raw.type.startswith(kind.prefix):
                trait = read_trait(raw)
                if type(trait) is kind:
                    yield trait

    def first(self, kind: type[T]) -> T | None:
        """The outermost trait of class `kind`, or None."""
        return next(self.all(kind), None)

    @property
    def basic(self) -> BasicPiece:
        """The innermost trait."""
        definition, states = self._read()
        raw = RawTrait(definition.types[-1], states[-1])
        if not raw.type.startswith(BasicPiece.prefix):
            raise VassalError(
                f"expected a BasicPiece as the innermost trait, got {raw.type[:40]!r}",
                place=self._place(),
            )
        basic = read_trait(raw)
        assert isinstance(basic, BasicPiece)
        return basic

    def layer(self, name: str) -> Layer | None:
        """The outermost layer called `name`, or None."""
        return next((layer for layer in self.all(Layer) if layer.name == name), None)

    def properties(self) -> dict[str, str]:
        """All properties given by the traits; outer traits override inner ones.

        The level of a layer that follows another property of the piece is worked out. Not included:
        properties that need the map (`LocationName`), expressions and global properties.
        """
        found: dict[str, str] = {}
        (types, telling), states = self._read()
        traits = [read_trait(RawTrait(types[n], states[n])) for n in telling]
        for trait in traits:
            for name, value in trait.properties().items():
                found.setdefault(name, value)
        name = found.get("BasicName", "")
        for trait in reversed(traits):
            if isinstance(trait, Layer):
                trait = _followed(trait, found)
                found |= trait.properties()
            if isinstance(trait, Layer | OldLayer):
                name = level_named(trait.level_name(), name)
            elif isinstance(trait, TextLabel) and trait.text:
                name = labelled(trait, name)
        return {**found, "PieceName": name}

    # -- changing ------------------------------------------------------------------------------

    def with_id(self, id: str | None) -> Piece:
        return Piece(id, self.traits)

    def placed(self, map: str | None, x: int, y: int) -> Piece:
        """The same piece at map pixel (x, y) of `map`."""
        basic = replace(self.basic, map=map, x=x, y=y)
        return Piece(self.id, [*self.traits[:-1], basic.raw()])

    def replacing(self, old: Trait, new: Trait) -> Piece:
        """The same piece, with the outermost trait equal to `old` replaced by `new`."""
        raws = list(self.traits)
        for index, raw in enumerate(raws):
            if read_trait(raw) == old:
                raws[index] = new.raw()
                return Piece(self.id, raws)
        raise VassalError(
            f"the piece does not have the trait {old.type_text[:60]!r}", place=self._place()
        )

    def expanded(self, prototypes: Mapping[str, Piece]) -> Piece:
        """The piece as in play: prototypes replaced by their traits, comments dropped.

        As in the engine, a missing prototype counts as empty. Raises VassalError for circular ones.
        """
        budget = iter(range(PROTOTYPE_USES))
        return Piece(self.id, tuple(_expanded(self.traits, prototypes, PROTOTYPE_DEPTH, budget)))


class _Definition(NamedTuple):
    """The types of a piece's traits, and which of them affect its properties or its name."""

    types: Sequence[str]
    telling: Sequence[int]

    @classmethod
    def of(cls, types: Sequence[str]) -> _Definition:
        return cls(types, [n for n, type_ in enumerate(types) if _tells(type_)])


def _halves(traits: Sequence[RawTrait]) -> tuple[_Definition, Sequence[str]]:
    """The types and the states of traits."""
    return _Definition.of([t.type for t in traits]), [t.state for t in traits]


def _definition(text: str) -> _Definition:
    """The definition in a piece's text; many pieces of one module share it."""
    return _known(text) if len(text) <= MEMORABLE else _Definition.of(unnest_types(text))


MEMORABLE = 20_000
"""Longest definition that is cached, in characters."""


@lru_cache(maxsize=2048)
def _known(text: str) -> _Definition:
    return _Definition.of(unnest_types(text))


@lru_cache(maxsize=2048)
def _definition_text(types: tuple[str, ...]) -> str:
    """Types as in a piece's text; all copies of one counter share them."""
    return escaped(nest_types(types), "/")


def decode_id(command: str) -> str | None:
    """The id in an add-piece command, None if it is `null`."""
    end = command.find("/", 2)
    id = command[2:end] if end >= 0 else command[2:]
    if "\\" in id or "'" in id:
        id = decode(command[2:], "/")[0]
    return None if id == "null" else id


def labelled(label: TextLabel, name: str) -> str:
    """A piece's name with its text label, in the label's format."""
    values = {"pieceName": name, "label": label.text, label.property: label.text}
    return formatted(label.name_format, values)


def _tells(type_: str) -> bool:
    """Whether a trait affects its piece's properties or name."""
    return gives_properties(RawTrait(type_).prefix) or type_.startswith(OldLayer.prefix)


_IDENTIFIER = re.compile(r"\{?\s*([A-Za-z_]\w*)\s*\}?")


def _followed(layer: Layer, properties: Mapping[str, str]) -> Layer:
    match = _IDENTIFIER.fullmatch(layer.follow_expression) if layer.follow else None
    if match is None:
        return layer
    try:
        return layer.following(int(properties[match[1]]))
    except (KeyError, ValueError):
        return layer


def _expanded(
    traits: Iterable[RawTrait], prototypes: Mapping[str, Piece], depth: int, budget: Iterator[int]
) -> Iterator[RawTrait]:
    for raw in traits:
        if raw.type.startswith(UsePrototype.prefix):
            if depth == 0 or next(budget, None) is None:
                raise VassalError(
                    f"prototypes are circular or too deeply nested: {raw.type[:60]!r}"
                )
            use = UsePrototype.read(raw)
            prototype = prototypes.get(use.name)
            if prototype is not None:
                definition = substituted(prototype, use.parameters)
                yield from _expanded(definition.traits[:-1], prototypes, depth - 1, budget)
        elif not raw.type.startswith(Comment.prefix):
            yield raw


def substituted(prototype: Piece, parameters: Sequence[str]) -> Piece:
    """The prototype with each `$name$` replaced by its parameter (`name=value`).

    As in the engine this applies to the whole definition: a `$name$` without a parameter loses its
    dollar signs, and `\\$` becomes a dollar sign.
    """
    if not parameters:
        return prototype
    values = {}
    for parameter in parameters:
        name, value, *_ = [*decode(parameter, "="), ""]
        values[name] = value
    return Piece.parse(formatted(prototype.command, values))
