"""Counters as VASSAL pieces: the traits of a single counter, and the prototypes it uses.

Traits are listed outermost first: outer traits get keys first and are drawn last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.module.form import ModuleForm, module_form
from builder.module.images import back_image, front_image, steps_image
from builder.module.keys import KEYS, Key
from builder.module.names import ARMY, STEPS, UNIT_STATES, sides_of, strength
from builder.module.reach import EVERYWHERE, ZocReach
from hexmarshal.game.counters import Counter, PrintedSide
from hexmarshal.game.model import Game, Side
from hexmarshal.module_contract import BACK, FORMATION, ID, KIND, LAYER, SIDE, STEP
from hexmarshal.vassal.keys import named
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.sequence import encode
from hexmarshal.vassal.traits import (
    AreaOfEffect,
    BasicPiece,
    CalculatedProperty,
    Layer,
    Marker,
    RawTrait,
    Trait,
    UsePrototype,
)

SIDE_COLOURS = ("60,90,170", "190,50,40", "60,130,60", "140,90,20")
"""The colour of shading and ranges of the first, second, ... side."""

WEIGHT, UNIT_WEIGHT = "hm_weight", 4
"""A unit's stacking weight, in quarters: VASSAL only adds up whole numbers."""

STEP_DOWN, STEP_UP = "step", "rebuild"
"""Named keys that take a step from a unit or give it back."""

TAKES_OVER_FROM, GIVES_WAY_TO, FORMER = "hm_takes_over_from", "hm_gives_way_to", "hm_former"
"""The id of the counter that a counter replaces, of the one that replaces it, and the old one's
name."""


@dataclass(frozen=True, slots=True)
class StackingLimit:
    """The rule, and BeanShell conditions; if any is true, the stack is over the limit."""

    tests: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class PieceMaker:
    """Makes the pieces of one game.

    `size` is a counter's width, `step` the distance between columns and between rows of hexes, both
    in pixels. `backs` are the ids of counters with an image of their back. `cup` is the name of the
    deck of chits, "" if there is none.
    """

    game: Game
    size: int
    step: tuple[int, int]
    backs: frozenset[str]
    cup: str = ""

    @cached_property
    def form(self) -> ModuleForm:
        return module_form(self.game)

    @property
    def fog(self) -> bool:
        """Whether players may mask their pieces."""
        option = self.form.fog
        return self.game.rules.fog is not None if option is None else option

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The marker words that are states of a unit."""
        if self.form.states is not None:
            return self.form.states
        words = {c.type for c in self.game.counters.values() if c.kind == "marker"}
        return tuple(word for word in UNIT_STATES if word in words)

    def state_key(self, word: str) -> Key:
        """The shortcut that sets or clears a state: Ctrl+P, or Ctrl+Shift and a digit."""
        if word == "pinned":
            return KEYS.pinned
        number = [w for w in self.states if w != "pinned"].index(word) + 1
        text = f"Ctrl+Shift+{number}" if number < 10 else ""
        title = word.capitalize()
        return Key(text, title, f"marks the unit {word!r}, or clears the mark")

    def definition(self, counter: Counter) -> Piece:
        """The piece in its slot of the palette."""
        shared = (UsePrototype(name=name).raw() for name in self.uses(counter))
        return Piece(None, (*shared, *self.own_traits(counter)))

    def own_traits(self, counter: Counter, steps_lost: int = 0) -> tuple[RawTrait, ...]:
        """The counter's own traits, to the inside of its prototypes, with this many steps lost."""
        traits = self._own_traits.get((counter.id, steps_lost))
        if traits is None:
            own: tuple[Trait, ...] = (
                *self._layers(counter, steps_lost),
                *self._values(counter),
                self._identity(counter),
                BasicPiece(
                    image=front_image(counter),
                    name=counter.name,
                    gpid=counter.piece_ids[0] if counter.piece_ids else "",
                ),
            )
            traits = tuple(trait.raw() for trait in own)
            self._own_traits[counter.id, steps_lost] = traits
        return traits

    @cached_property
    def _own_traits(self) -> dict[tuple[str, int], tuple[RawTrait, ...]]:
        return {}

    def uses(self, counter: Counter) -> Iterator[str]:
        """The names of a counter's prototypes, outermost first."""
        side = self.side(counter)
        if counter.id in self.replaces:
            yield "Takes over"
        if counter.id in self.replaces.values():
            yield "Gives way"
        if self._turns(counter):
            yield "Turns"
        if counter.is_unit:
            if self.step_count(counter) > 1:
                yield "Steps"
            if side is not None and self.has_zoc(counter):
                yield zoc_prototype(side, self.reach.kind(counter))
            yield prototype("Unit", side)
            if self.slot(counter) or self.weight(counter):
                yield "Stacking"
        elif counter.kind in ("marker", "chit"):
            yield counter.kind.capitalize()
        else:
            yield prototype(counter.kind.capitalize(), side)

    @cached_property
    def replaces(self) -> Mapping[str, str]:
        """The unit that each unit replaces, if there is only one piece of both."""
        game = self.game
        pairs = {row.counter: row.replaces for row in game.placements() if row.replaces}
        single = {c.id for c in game.counters.values() if c.is_unit and c.count == 1}
        return {new: old for new, old in pairs.items() if {new, old} <= single}

    def side(self, counter: Counter) -> Side | None:
        return self._sides.get(counter.side)

    @cached_property
    def _sides(self) -> Mapping[str, Side]:
        return sides_of(self.game)

    def colour(self, side: Side | None) -> str:
        """The colour of a side's shading and ranges."""
        ids = [s.id for s in self.game.sides]
        return SIDE_COLOURS[ids.index(side.id) % len(SIDE_COLOURS) if side else 0]

    # -- layers -----------------------------------------------------------------------------

    def step_count(self, counter: Counter) -> int:
        """The number of levels of a counter's layer `Step`; 1 if it cannot be reduced."""
        if counter.kind != "combat":
            return 1
        steps = counter.steps.number
        if isinstance(steps, int):
            return max(steps, 1)
        return 2 if counter.id in self.backs and not counter.reverse else 1

    def _layers(self, counter: Counter, lost: int) -> Iterator[Trait]:
        reach = counter.value("range").number
        if counter.kind == "hq" and isinstance(reach, int):
            yield self._range(counter, reach)
        steps = self.step_count(counter)
        if steps > 1:
            if steps > 2 and counter.id in self.backs and not counter.reverse:
                yield self._loss_icon(steps, lost)  # drawn over the next layer
            yield self._step_layer(counter, steps, lost)
        if self._turns(counter):
            yield _back_layer(counter, turned=bool(lost) and steps == 1)

    def _turns(self, counter: Counter) -> bool:
        """Whether the back of a counter is another side rather than its reduced side."""
        reduces = self.step_count(counter) > 1 and not counter.reverse
        return counter.id in self.backs and not reduces

    def _step_layer(self, counter: Counter, steps: int, lost: int) -> Layer:
        flips = counter.id in self.backs and not counter.reverse
        below = range(1, steps)
        images = [back_image(counter) if flips else steps_image(n) for n in below]
        names = ["+ (reduced)" if steps == 2 else f"+ (-{n})" for n in below]
        right, up = (0, 0) if flips else self._icon_offset
        return Layer(
            name=STEP,
            images=("", *images),
            level_names=("", *names),
            loop=False,
            always_active=True,
            increase_key=named(STEP_DOWN),
            decrease_key=named(STEP_UP),
            level=lost + 1,
            x=right,
            y=-up,
        )

    def _loss_icon(self, steps: int, lost: int) -> Layer:
        """The icon on the reduced side for two and more steps lost."""
        right, up = self._icon_offset
        return Layer(
            name=f"{STEP}s",
            images=("", "", *(steps_image(n) for n in range(2, steps))),
            level_names=("",) * steps,
            loop=False,
            always_active=True,
            follow=True,
            follow_expression=f"{STEP}_Level",
            level=lost + 1,
            x=right,
            y=-up,
        )

    @property
    def _icon_offset(self) -> tuple[int, int]:
        """The offset of the icon, right and up: beside the unit size, clear of the numbers."""
        return round(self.size * 0.1), round(self.size * 0.37)

    def _range(self, counter: Counter, reach: int) -> AreaOfEffect:
        return AreaOfEffect(
            color=self.colour(self.side(counter)),
            opacity=25,
            radius=reach,
            always_active=False,
            menu=KEYS.range.menu,
            key=KEYS.range.stroke,
            name="Range",
            globally_visible=False,
        )

    # -- properties -------------------------------------------------------------------------

    def _values(self, counter: Counter) -> Iterator[Trait]:
        """Properties for expressions: attack strength, values in words and zone of control of the
        side that is up; stacking slot and weight."""
        if not counter.is_unit:
            return
        slot = {f"hm_slot_{number}": "1"} if (number := self.slot(counter)) else {}
        if weight := self.weight(counter):
            slot[WEIGHT] = str(weight)
        front = self._properties(counter, reduced=False)
        if counter.back and (self._turns(counter) or self.step_count(counter) > 1):
            layer = BACK if self._turns(counter) else STEP
            sides = (front, self._properties(counter, reduced=True))
            for name in front:
                either = f"{{{layer}_Level>1 ? hm_{name}_2 : hm_{name}_1}}"
                yield CalculatedProperty(name=name, expression=either)
            both = {f"hm_{k}_{n}": v for n, side in enumerate(sides, 1) for k, v in side.items()}
            yield Marker.of(**both, **slot)
        else:
            yield Marker.of(**front, **slot)

    def _properties(self, counter: Counter, *, reduced: bool) -> dict[str, str]:
        attack = counter.value("attack", reduced=reduced).number
        values = {"Attack": str(attack or 0), "Strength": strength(counter, reduced=reduced)}
        if self.has_zoc(counter):
            values["Zoc"] = str(int(self._zones[counter.id][reduced]))
        return values

    def _identity(self, counter: Counter) -> Marker:
        marks = {ID: counter.id, SIDE: counter.side, KIND: counter.kind}
        if side := self.side(counter):
            marks[ARMY] = side.title
        if counter.formation:
            marks[FORMATION] = counter.formation
        if former := self.replaces.get(counter.id):
            marks |= {TAKES_OVER_FROM: former, FORMER: self.game.counters[former].name}
        if new := next((n for n, old in self.replaces.items() if old == counter.id), None):
            marks[GIVES_WAY_TO] = new
        layer = layer_of(self.game, counter)
        return Marker.of(**marks, **{LAYER: layer, STEPS: str(self.step_count(counter))})

    # -- what rules say of a counter --------------------------------------------------------

    def has_zoc(self, counter: Counter) -> bool:
        """Whether a unit may exert a zone of control on either of its sides."""
        return bool(counter.side) and any(self._zones[counter.id])

    @cached_property
    def _zones(self) -> Mapping[str, tuple[bool, bool]]:
        """By counter: whether it exerts a zone on its front, and turned or reduced."""
        return {
            counter.id: (self._exerts(counter, turned=False), self._exerts(counter, turned=True))
            for counter in self.game.counters.values()
        }

    def _exerts(self, counter: Counter, *, turned: bool) -> bool:
        """Whether a unit on its front, or `turned` or reduced, exerts a zone of control.

        What is not known of it counts as none, as the position's data stand.
        """
        does = self.game.rules.exertion(PrintedSide(counter, turned)).does
        return counter.is_unit and bool(does.number)

    @cached_property
    def reach(self) -> ZocReach:
        """Where the zones of control of the game's units reach."""
        return ZocReach(self.game, tuple(filter(self.has_zoc, self.game.counters.values())))

    @cached_property
    def stacking(self) -> StackingLimit | None:
        """The game's limit to stacks, by slots and by weight; None where it has none."""
        rules = self.game.rules
        slots = rules.stacking.slots if rules.stacking else ()
        tests = [f'SumLocation("hm_slot_{n}")>{slot.limit}' for n, slot in enumerate(slots, 1)]
        cited = [rules.stacking.rule] if rules.stacking else []
        if heavy := rules.stack_weight:
            tests.append(f'SumLocation("{WEIGHT}")>{heavy.limit * UNIT_WEIGHT}')
            cited.append(heavy.rule)
        return StackingLimit(tuple(tests), ", ".join(cited)) if tests else None

    def weight(self, counter: Counter) -> int:
        """What a unit weighs in a stack, in parts of `UNIT_WEIGHT`; 0 if nothing or not known."""
        heavy = self.game.rules.stack_weight
        weight = heavy.weight_of(PrintedSide(counter)) if heavy and counter.is_unit else None
        return round(weight * UNIT_WEIGHT) if weight else 0

    def slot(self, counter: Counter) -> int:
        """The number, from 1, of the stacking slot that a unit takes; 0 for none."""
        stacking = self.game.rules.stacking
        slot = stacking.slot_of(PrintedSide(counter)) if stacking and counter.is_unit else None
        return stacking.slots.index(slot) + 1 if stacking and slot else 0


def prototype(what: str, side: Side | None) -> str:
    """The name of the prototype of a kind and side: `Unit German`."""
    return f"{what} {side.adjective}" if side else what


def zoc_prototype(side: Side, kind: str) -> str:
    """The name of the prototype of units whose zones of control stop at the same hexsides."""
    return f"ZOC {side.adjective}" + (f", {kind}" if kind != EVERYWHERE else "")


def layer_of(game: Game, counter: Counter) -> str:
    """The visual layer of a piece.

    HQs share the layer of other units if the order in a stack matters in this game.
    """
    if counter.kind == "air":
        return "air"
    if counter.kind == "hq":
        ordered = game.rules.zoc is not None and game.rules.zoc.silenced_from_top
        return "unit" if ordered else "hq"
    if counter.kind == "marker" and "ground" in counter.tags:
        return "ground"
    if counter.kind == "chit" or (counter.kind == "marker" and "hex" in counter.tags):
        return "marker"
    return "unit"


def _back_layer(counter: Counter, *, turned: bool) -> Layer:
    other = counter.reverse or "turned"
    replaces = counter.kind in ("marker", "chit")
    name = [other[:1].upper() + other[1:]] if replaces else ["", f" ({other})"]
    return Layer(
        name=BACK,
        images=("", back_image(counter)),
        level_names=("", encode(name, "+")),
        always_active=True,
        increase_menu=KEYS.flip.menu,
        increase_key=KEYS.flip.stroke,
        level=2 if turned else 1,
    )
