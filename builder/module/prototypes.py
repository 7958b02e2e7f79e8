"""The prototypes of each kind of piece: steps, supply, states, zones of control, moves to boxes.

Traits are listed outermost first: a report is outside the trait it reports, and a trait that
blocks a key is outside the report. Names and texts of dynamic properties never change: a renamed
one would lose its value when VASSAL refreshes the counters of an old save.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder.module.grid import on_map
from builder.module.images import (
    CHIT_BACK,
    MASK,
    MOVED,
    OVERSTACKED,
    SUPPLY_WORDS,
    icon,
    word_image,
)
from builder.module.keys import KEYS, Key, clear_key
from builder.module.names import CONDITION, STEPS, plain, quoted
from builder.module.off_map import dead_pile, turn_space
from builder.module.pieces import STEP_DOWN, STEP_UP, PieceMaker, prototype, zoc_prototype
from builder.module.replacements import new_unit_traits, old_unit_traits
from builder.module.terrain import PLACE
from builder.module.zoc import SILENT, shade_traits, unit_traits
from hexmarshal.game.board import Box
from hexmarshal.game.model import Game, Side
from hexmarshal.module_contract import MAIN_MAP, SHADE, STEP, SUPPLY, TURN, state_property
from hexmarshal.vassal.keys import KeyCommand, add, named, set_to
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    Clone,
    Delete,
    Deselect,
    DynamicProperty,
    Layer,
    MarkMoved,
    Mask,
    MovementTrail,
    ReportAction,
    RestrictCommands,
    ReturnToDeck,
    SendToLocation,
    SubMenu,
    Trait,
    TriggerAction,
)

OTHER_KINDS = ("air", "naval", "transport", "supply", "hedgehog", "airbase", "replacement")
STATIC_KINDS = frozenset({"hedgehog", "replacement"})
SINGLE_KINDS = frozenset({"air", "naval"})
"""Kinds that players cannot clone."""
SPACES_IN_MENU = 4
"""Boxes with more spaces than this are left out of the menu; pieces are dragged there."""

_SPACE, _TURNS_AHEAD = "hm_space", ("Next turn", "Turn after next")
"""The prefix of properties by turn number, and menu texts for the next turns."""

DRAW, UNMOVED, TURN_MARK, TELL = "draw", "unmoved", "turn", "tell"
"""Named keys that buttons send to pieces."""


def prototypes(maker: PieceMaker) -> Mapping[str, Piece]:
    """All prototypes that the game's pieces use, by name."""
    used = {name for counter in maker.game.counters.values() for name in maker.uses(counter)}
    used |= {SHADE} if maker.reach.hexes else set()
    made = dict(_Prototypes(maker).all())
    return {name: Piece.of(*made[name], BasicPiece()) for name in made if name in used}


def drawn_zone(cup: str) -> str:
    """The zone for drawn chits."""
    return f"{cup} drawn"


def turn_number() -> str:
    """The turn number in BeanShell, even if turns have titles (`3: 5 July 1944`)."""
    return f'Integer.parseInt(GetString("{TURN}").split(":")[0])'


@dataclass(frozen=True)
class _Prototypes:
    maker: PieceMaker

    def all(self) -> Iterator[tuple[str, Iterable[Trait]]]:
        yield "Takes over", new_unit_traits()
        yield "Gives way", old_unit_traits(self.maker)
        yield "Turns", _turn_over()
        yield "Steps", _steps()
        if self.maker.stacking is not None:
            yield "Stacking", self._stacking()
        for side in self.maker.game.sides:
            for kind in self.maker.reach.kinds:
                yield zoc_prototype(side, kind), unit_traits(self.maker, side, kind)
        for owner in (*self.maker.game.sides, None):
            yield prototype("Unit", owner), self._unit(owner)
            for kind in OTHER_KINDS:
                yield prototype(kind.capitalize(), owner), self._other(owner, kind)
        yield "Marker", self._marker()
        yield "Chit", self._chit()
        yield SHADE, shade_traits(self.maker)

    # -- kinds ------------------------------------------------------------------------------

    def _unit(self, side: Side | None) -> Iterator[Trait]:
        if self.maker.game.rules.zoc:
            yield RestrictCommands(name="zoc", action="Disable", keys=SILENT)
        commands = _supply_commands()
        if self.maker.game.rules.supply is not None:
            keys = [command.key for command in commands]
            yield _report(f"$oldPieceName$ in $Place$: ${_text_property(SUPPLY)}$", "supply", *keys)
        for word in self.maker.states:
            now = f"$oldPieceName$ in $Place$: ${_text_property(state_property(word))}$"
            yield _report(now, word, self.maker.state_key(word).stroke)
        yield from self._sends(side, ("combat", "hq"))
        if self.maker.game.rules.supply is not None:
            yield SubMenu(title="Supply", entries=tuple(command.menu for command in commands))
        if self.maker.states:
            entries = tuple(word.capitalize() for word in self.maker.states)
            yield SubMenu(title="State", entries=entries)
        yield from self._moves()
        yield from _delete()
        if self.maker.fog:
            key = KEYS.mask
            name = f"{side.adjective} unit" if side else "Unit"
            yield Mask(
                key=key.stroke,
                menu=key.menu,
                back_image=MASK,
                mask_name=name,
                access="side:",
                peek_menu="",
            )
        if self.maker.game.rules.supply is not None:
            yield from self._supply(commands)
        for order, word in enumerate(self.maker.states):
            yield from self._state(word, order)
        yield CalculatedProperty(name=CONDITION, expression=self._condition())

    def _other(self, side: Side | None, kind: str) -> Iterator[Trait]:
        """Pieces other than ground units: air units, supplies, transports, hedgehogs, ..."""
        yield from self._sends(side, (kind,))
        if kind not in STATIC_KINDS:
            yield from self._moves()
        if kind not in SINGLE_KINDS:
            yield from _clone()
        yield from _delete()

    def _marker(self) -> Iterator[Trait]:
        if any(turn_spaces(self.maker.game)):
            yield _send_to("", named(TURN_MARK), MAIN_MAP, _turn_space(0))
        yield from _clone()
        yield _report("$oldPieceName$ is removed from $oldPlace$", "remove", KEYS.remove.stroke)
        yield Delete(menu=KEYS.remove.menu, key=KEYS.remove.stroke)
        yield CalculatedProperty(name="Place", expression=PLACE)

    def _chit(self) -> Iterator[Trait]:
        draw, back, cup = named(DRAW), KEYS.cup, self.maker.cup
        yield _report("$PlayerName$ draws $newPieceName$", "draw", draw)
        yield _report("$oldPieceName$ returns to the cup", "cup", back.stroke)
        yield from self._sends(None, ("chit",))
        yield from _delete()
        if cup:
            yield _send_to("", draw, MAIN_MAP, plain(drawn_zone(cup)))
            yield ReturnToDeck(menu=back.menu, key=back.stroke, deck_expression=plain(cup))
            yield Mask(key="", menu="", back_image=CHIT_BACK, mask_name="Chit", peek_menu="")

    # -- abilities --------------------------------------------------------------------------

    def _moves(self) -> Iterator[Trait]:
        size = self.maker.size
        yield MovementTrail(
            key=KEYS.trail.stroke,
            menu=KEYS.trail.menu,
            circle_radius=max(6, size // 8),
            line="40,40,40",
            line_width=2.0,
        )
        yield MarkMoved(
            image=MOVED,
            x=size // 2 - 6,
            y=size // 2 - 6,
            menu=KEYS.moved.menu,
            key=KEYS.moved.stroke,
            ignore_same_location=True,
            clear_key=named(UNMOVED),
        )

    def _supply(self, commands: tuple[KeyCommand, ...]) -> Iterator[Trait]:
        words = SUPPLY_WORDS
        yield self._icon_layer("SupplyLight", words, SUPPLY, right=True)
        text = f'{SUPPLY}==1 ? "{words[0]}" : {SUPPLY}==2 ? "{words[1]}" : "in supply"'
        yield CalculatedProperty(name=_text_property(SUPPLY), expression=f"{{{text}}}")
        constraints = ("true", "0", "2", "true")
        yield DynamicProperty(name=SUPPLY, constraints=constraints, commands=commands, value="0")

    def _state(self, word: str, order: int) -> Iterator[Trait]:
        property_ = state_property(word)
        yield self._icon_layer(f"Light {word}", (word,), property_, order=order)
        now, off = quoted(f"now {word}"), quoted(f"no longer {word}")
        yield CalculatedProperty(
            name=_text_property(property_), expression=f"{{{property_}==1 ? {now} : {off}}}"
        )
        yield DynamicProperty(
            name=property_,
            constraints=("true", "0", "1", "true"),
            commands=(
                KeyCommand(word.capitalize(), self.maker.state_key(word).stroke, add(1)),
                KeyCommand("", clear_key(word), set_to("0")),
            ),
            value="0",
        )

    def _condition(self) -> str:
        """A unit's condition in words, or the box that it is in."""
        found = f'{STEP}_Level>1 ? "reduced" : "ready"'
        for word in reversed(self.maker.states):
            found = f"{state_property(word)}==1 ? {quoted(word)} : {found}"
        for level, word in enumerate(SUPPLY_WORDS, 1):
            found = f"{SUPPLY}=={level} ? {quoted(word)} : {found}"
        return f"{{{on_map(self.maker.game.board.grid)} ? {found} : CurrentZone}}"

    def _icon_layer(
        self, name: str, words: tuple[str, ...], shows: str, *, right: bool = False, order: int = 0
    ) -> Layer:
        """Icons for the values of a property from 1 up, in a top corner, slightly over the edge."""
        size = self.maker.size
        image = icon(words[0], size)
        x = round((size - image.width) / 2 + 4)
        y = round((size - image.height) / 2 + 3 - order * image.height)
        return Layer(
            name=name,
            images=("", *map(word_image, words)),
            level_names=("", *(f"+ ({word})" for word in words)),
            follow=True,
            follow_expression=shows,
            first_level_value=0,
            always_active=True,
            x=x if right else -x,
            y=-y,
        )

    def _stacking(self) -> Iterator[Trait]:
        limit = self.maker.stacking
        assert limit is not None
        here = on_map(self.maker.game.board.grid)
        over = f"{{{here} && StackPos==1 && ({' || '.join(limit.tests)}) ? 2 : 1}}"
        broken = f"$Place$ is overstacked ({limit.rule})"
        yield _report(broken, "overstacked", named(TELL))
        yield Layer(
            name="Overstacked",
            images=("", OVERSTACKED),
            level_names=("", ""),
            follow=True,
            follow_expression="Over",
            always_active=True,
        )
        yield CalculatedProperty(name="Over", expression=over)

    def _sends(self, side: Side | None, kinds: tuple[str, ...]) -> Iterator[Trait]:
        """The moves of a piece by menu: to the dead pile and back, to boxes and turn spaces."""
        out, back = KEYS.eliminate, KEYS.back
        yield _report("$oldPieceName$ is eliminated in $oldPlace$", "eliminate", out.stroke)
        yield _report("$newPieceName$ returns to $Place$", "return", back.stroke)
        targets = dict(self._targets(side, kinds))
        keys = [named(f"to {text.replace(',', ' ')}") for text in targets]
        if targets:
            yield _report("$newPieceName$ goes from $oldPlace$ to $Place$", "send", *keys)
            yield SubMenu(title="Send to", entries=tuple(targets))
        map_, pile = dead_pile(self.maker.game, side)
        yield _send_to(out.menu, out.stroke, map_, plain(pile), back)
        for (text, zone), key in zip(targets.items(), keys, strict=True):
            yield _send_to(text, key, MAIN_MAP, zone)
        yield Deselect(menu=KEYS.deselect.menu, key=KEYS.deselect.stroke)
        yield CalculatedProperty(name="Place", expression=PLACE)

    def _targets(self, side: Side | None, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Menu texts and zones (names or expressions) of the boxes open to such pieces."""
        if any(turn_spaces(self.maker.game)):
            yield from ((text, _turn_space(n)) for n, text in enumerate(_TURNS_AHEAD, 1))
        for box in self.maker.game.board.boxes:
            if (
                box.kind != "turn-track"
                and len(box.spaces) <= SPACES_IN_MENU
                and self._is_open(box, side, kinds)
            ):
                yield from ((place, plain(place)) for place in box.places)

    def _is_open(self, box: Box, side: Side | None, kinds: tuple[str, ...]) -> bool:
        if box.kind == "cup" or (box.side and side and box.side != side.id):
            return False
        rules = [rule for rule in self.maker.game.rules.boxes if rule.box == box.id]
        return all(
            (not rule.kind or set(kinds) & set(rule.kind))
            and (not rule.side or side is None or rule.side == side.id)
            for rule in rules
        )


def turn_spaces(game: Game) -> Iterator[tuple[str, str]]:
    """Properties that name the turn record's space of each turn; after the end, the last space."""
    name = ""
    last = max(turn.number for turn in game.turns)
    for number in range(game.turns[0].number, last + len(_TURNS_AHEAD) + 1):
        name = turn_space(game, number) or name
        if name:
            yield f"{_SPACE} {number}", name


def _turn_space(ahead: int) -> str:
    """An expression for the space of the current turn, or of one `ahead` turns later."""
    return f'{{GetString("{_SPACE} "+({turn_number()}+{ahead}))}}'


def _steps() -> Iterator[Trait]:
    step, rebuild = KEYS.step.stroke, KEYS.rebuild.stroke
    for name, test, key in (
        ("no step left", f"{{{STEP}_Level>={STEPS}}}", step),
        ("at full strength", f"{{{STEP}_Level<=1}}", rebuild),
    ):
        yield RestrictCommands(name=name, action="Disable", filter=test, keys=(key,))
    for pressed, sent, text in (
        (KEYS.step, named(STEP_DOWN), "loses a step"),
        (KEYS.rebuild, named(STEP_UP), "regains a step"),
    ):
        yield _report(f"$newPieceName$ in $Place$ {text}", text, pressed.stroke)
        yield TriggerAction(name=text, menu=pressed.menu, key=pressed.stroke, actions=(sent,))


def _supply_commands() -> tuple[KeyCommand, ...]:
    return (
        KeyCommand("In supply", named("sup0"), set_to("0")),
        KeyCommand("Out of supply", named("sup1"), set_to("1")),
        KeyCommand("Isolated", named("sup2"), set_to("2")),
        KeyCommand(KEYS.supply.menu, KEYS.supply.stroke, add(1)),
    )


def _report(text: str, about: str, *keys: str) -> ReportAction:
    return ReportAction(keys=keys, format=text, description=about)


def _turn_over() -> Iterator[Trait]:
    text = "$oldPieceName$ in $Place$ is turned over, now $newPieceName$"
    yield _report(text, "flip", KEYS.flip.stroke)


def _delete() -> Iterator[Trait]:
    key = named("delete")
    yield _report("$oldPieceName$ in $oldPlace$ is deleted", "delete", key)
    yield Delete(menu="Delete permanently", key=key)


def _clone() -> Iterator[Trait]:
    key = KEYS.clone
    yield _report("$newPieceName$ is cloned in $Place$", "clone", key.stroke)
    yield Clone(menu=key.menu, key=key.stroke)


def _text_property(property_: str) -> str:
    """The property that gives a state in words."""
    return f"hm_told_{property_}"


def _send_to(menu: str, key: str, map_: str, zone: str, back: Key | None = None) -> SendToLocation:
    return SendToLocation(
        menu=menu,
        key=key,
        map=map_,
        destination="Z",
        zone=zone,
        back_menu=back.menu if back else "",
        back_key=back.stroke if back else "",
    )
