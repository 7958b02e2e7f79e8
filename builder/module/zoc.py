"""The referee's zones of control: one button per side that shades them under the counters.

A unit shades all the hexes around it. Next to a hexside that stops its ZOC it shades only its own
hex; invisible pieces then shade the hexes that its ZOC still reaches (see `reach`). Which units
exert a ZOC is recomputed at each press of the button and around each piece that moves. Only the
player who pressed the button sees the shading; it is not saved or logged.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.module.grid import on_map
from builder.module.images import UNSEEN
from builder.module.keys import KEYS, clear_key, key_stroke
from builder.module.names import HERE
from builder.module.pieces import STEP_DOWN, STEP_UP, PieceMaker
from builder.module.reach import TO
from hexmarshal.game.model import Game, Side
from hexmarshal.module_contract import KIND, LAYER, MAIN_MAP, SHADE, state_property
from hexmarshal.vassal.buildfile import Component, component
from hexmarshal.vassal.keys import Target, named
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.traits import (
    AreaOfEffect,
    BasicPiece,
    CalculatedProperty,
    DoesNotStack,
    GlobalKeyCommand,
    Marker,
    Trait,
    TriggerAction,
    UsePrototype,
)

MOVED, LOOK, AROUND = "zocSync", "zocLook", "zocAround"
"""Named keys: from the map to a piece that has moved, to recompute a ZOC, and to make the pieces
around do so."""
SILENT = (named(MOVED), named(LOOK), named(AROUND), named("zocOn"), named("zocOff"))
"""Keys hidden from a unit's dynamic properties, which would write to the log at each one."""
SHADE_ID = 1_000_000
"""The first piece id of the shading pieces, above those of all counter lists."""
ZONE, REACH, EDGE = "hm_zoc", "hm_reach", "hm_edge"
"""Whether a unit exerts a ZOC now; how far it shades around itself; `hm_edge SIDE`: whether it
exerts one next to something that stops it."""
_OWN, _TOP = "hm_zoc_own", "hm_zoc_top"


def shade_name(side: Side) -> str:
    """The name of a side's shading and the text of its button."""
    return f"{side.adjective} ZOC"


# -- units ----------------------------------------------------------------------------------------


def unit_traits(maker: PieceMaker, side: Side, kind: str) -> Iterator[Trait]:
    """The traits of a side's units whose ZOCs are stopped alike, outermost first."""
    changes = (KEYS.eliminate.stroke, KEYS.back.stroke, named(STEP_DOWN), named(STEP_UP))
    states = [k for word in maker.states for k in (maker.state_key(word).stroke, clear_key(word))]
    moves = (named(MOVED), *changes, *states, KEYS.flip.stroke)
    yield TriggerAction(name="zoc moves", watched=moves, actions=(named(LOOK), named(AROUND)))
    yield GlobalKeyCommand(
        key=named(AROUND),
        sent=named(LOOK),
        filter=_near(maker),
        target=str(Target(where="MAP", map=MAIN_MAP)),
        description="zoc around",
    )
    on, off = named("zocOn"), named("zocOff")
    for name, value, action in (("zoc in", 1, on), ("zoc out", 0, off)):
        test = f"{{{ZONE}=={value}}}"
        yield TriggerAction(name=name, filter=test, watched=(named(LOOK),), actions=(action,))
    yield _area(maker, side, on, off, radius_property=REACH)
    yield CalculatedProperty(name=REACH, expression=f'{{{TO}=="" ? 1 : 0}}')
    yield CalculatedProperty(name=TO, expression=f'{{GetString("{TO} {kind} "+{HERE})}}')
    edge = f'{{{TO}=="" ? 0 : {ZONE}}}'
    yield CalculatedProperty(name=f"{EDGE} {side.id}", expression=edge)
    for axis in "XY":
        old = f'{{Old{axis}=="" ? Current{axis} : Old{axis}}}'
        yield CalculatedProperty(name=f"hm_old_{axis.lower()}", expression=old)
    yield from _exertion(maker)


def _exertion(maker: PieceMaker) -> Iterator[Trait]:
    """The properties for whether a unit exerts a ZOC, on its own and by its place in the stack."""
    rules = maker.game.rules.zoc
    own = f"{{{condition(maker)} ? 1 : 0}}"
    if rules is None or rules.silenced_from_top is None:
        yield CalculatedProperty(name=ZONE, expression=own)
        return
    above = r'CountStack("{hm_kind!=\"marker\" && StackPos<$StackPos$}")'
    yield CalculatedProperty(name=ZONE, expression=f'{{{_OWN}==1 && SumStack("{_TOP}")>0 ? 1 : 0}}')
    yield CalculatedProperty(name=_TOP, expression=f"{{{_OWN}==1 && {above}==0 ? 1 : 0}}")
    yield CalculatedProperty(name=_OWN, expression=own)


def condition(maker: PieceMaker) -> str:
    """A BeanShell condition, without braces, for whether the unit exerts a ZOC.

    It ignores the unit's place in the stack.
    """
    if maker.form.zoc:
        return maker.form.zoc[1:-1]
    rules = maker.game.rules.zoc
    silent = rules.silencing_markers if rules else ()
    tests = [on_map(maker.game.board.grid), "Zoc==1"]
    tests += [f"{state_property(word)}==0" for word in silent if word in maker.states]
    return " && ".join(tests)


def _near(maker: PieceMaker) -> str:
    """The pieces that must recompute when a unit moves: the invisible ones around both hexes.

    If the order in a stack matters, the units there too.
    """
    rules = maker.game.rules.zoc
    who = f'{KIND}=="{SHADE}"'
    if rules and rules.silenced_from_top:
        who = f'({who} || {ZONE}!="")'
    # neighbours lie 1 pitch away; a few extra do no harm
    reach = round(1.5 * max(maker.step))
    places = (("$CurrentX$", "$CurrentY$"), ("$hm_old_x$", "$hm_old_y$"))
    near = (
        f"(Math.abs(CurrentX-{x})<{reach} && Math.abs(CurrentY-{y})<{reach})" for x, y in places
    )
    return f"{{{who} && ({' || '.join(near)})}}"


def _area(maker: PieceMaker, side: Side, on: str, off: str, radius_property: str) -> AreaOfEffect:
    return AreaOfEffect(
        color=maker.colour(side),
        radius=0,
        always_active=False,
        map_shader=shade_name(side),
        fixed_radius=not radius_property,
        radius_property=radius_property,
        name=f"ZOC {side.id}",
        on_key=on,
        off_key=off,
        globally_visible=False,
    )


# -- the hexes beside what stops a zone -----------------------------------------------------------


def shade_traits(maker: PieceMaker) -> Iterator[Trait]:
    """The traits of the invisible piece in a hex: it looks for ZOCs that reach it past a river."""
    sides = maker.game.sides
    test = named("zocTest")
    off = tuple(named(f"zocOff {side.id}") for side in sides)
    yield DoesNotStack(selection="n", movement="V")
    yield TriggerAction(name="look", watched=(named(LOOK),), actions=(*off, test))
    for side, out in zip(sides, off, strict=True):
        on = named(f"zocOn {side.id}")
        reached = _reached(maker, side)
        yield TriggerAction(name=side.id, filter=reached, watched=(test,), actions=(on,))
        yield _area(maker, side, on, out, radius_property="")


def _reached(maker: PieceMaker, side: Side) -> str:
    """Whether the ZOC of a unit nearby reaches a hex; tests units singly only if any may."""
    reach = round(1.2 * max(maker.step))  # neighbours lie 1 pitch away, the next 1.73
    around = f'SumRangePx(1,{reach},"{EDGE} {side.id}"'
    reaching = rf"GetString(\"{TO}\").contains(\",$LocationName$,\")"
    return f'{{{around})>0 && {around},"{{{reaching}}}")>0}}'


def shade_piece() -> Piece:
    """The invisible piece in its slot."""
    return Piece.of(
        UsePrototype(name=SHADE),
        Marker.of(**{KIND: SHADE, LAYER: "ground"}),
        BasicPiece(image=UNSEEN, name="Hex beside a river", gpid=str(SHADE_ID)),
    )


# -- buttons --------------------------------------------------------------------------------------


def shaders(maker: PieceMaker) -> Iterator[Component]:
    """One button per side, which makes all pieces recompute and then shades."""
    if maker.game.rules.zoc is None:
        return
    for number, side in enumerate(maker.game.sides, 1):
        yield _shader(side, maker.colour(side))
        yield component(
            "DoActionButton",
            name=shade_name(side),
            text=shade_name(side),
            tooltip=f"Shades {side.adjective} zones of control, or clears them (Alt+{number}). "
            f"{remark(maker.game)}",
            hotkey=key_stroke(f"Alt+{number}"),
            doHotkey=True,
            hotkeys=(named("zoc all"), named(f"shade {side.id}")),
        )
    yield component(
        "ToolbarMenu",
        description="Takes the switches behind the buttons off the toolbar",
        text="",
        tooltip="",
        menuItems=tuple(_switch(side) for side in maker.game.sides),
    )
    yield component(
        "MassKeyCommand",
        name="zoc all",
        buttonText="",
        tooltip="",
        buttonHotkey=named("zoc all"),
        hotkey=named(LOOK),
        target=str(Target(sender="MAP", where="MAP", map=MAIN_MAP)),
        filter=f'{{{KIND}=="{SHADE}" || {ZONE}!=""}}',
        deckCount="0",
        reportSingle=True,
    )


def _shader(side: Side, colour: str) -> Component:
    return component(
        "MapShader",
        name=shade_name(side),
        buttonText=_switch(side),
        addToMapToolbar=True,
        tooltip="",
        hotkey=named(f"shade {side.id}"),
        type="Foreground",
        pattern="100% (Solid)",
        color=colour,
        opacity=35,
        border=True,
        borderColor=colour,
        borderWidth=2,
        borderOpacity=80,
    )


def _switch(side: Side) -> str:
    """The name of the shading's own button, which VASSAL shows unless a menu holds it."""
    return f"{shade_name(side)} switch"


def remark(game: Game) -> str:
    """A remark on what the shading ignores but hexcheck judges."""
    ignored = " Seasonal changes are ignored." if game.rules.seasons else ""
    return f"After other players have moved, press twice.{ignored} hexcheck judges exactly."
