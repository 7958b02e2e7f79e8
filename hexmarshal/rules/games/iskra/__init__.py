"""Iskra: rules of this game alone.

Units in supply without a line of their own: in Schlüsselburg (11.2.3), Gruppe Hühner (13.2.2), the
55th Naval Brigade (13.3.2), pontoon bridges (13.3.1). Units of an HQ without supply (11.3.1).
Kampfgruppen (13.2.1), units that join pinned ones (5.3.2), relocated HQs (13.4.2). Victory is in
`victory`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import members
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import (
    Finding,
    Need,
    Severity,
    Supply,
    SupplyLine,
    Topic,
    What,
    names,
)
from hexmarshal.rules.games.iskra.victory import STATES, VICTORY_RULES
from hexmarshal.rules.plugins import GameRules
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, at_least, severity
from hexmarshal.rules.supply import Supplied, granted, state_of

SCHLUESSELBURG = Cited(rule="11.2.3", also=("13.5",))
NAVAL = Cited(rule="13.3.2", also=("11.1.4",))
BRIDGE = Cited(rule="13.3.1", also=("11.3.4",))
UNSUPPLIED_HQ = Cited(rule="11.3.1")
KAMPFGRUPPE = Cited(rule="13.2.1")
RAISED = Cited(rule="13.2.1", also=("7.1.2", "4.3"))
JOINED_PINNED = Cited(rule="5.3.2", also=("8.5.3",))
RELOCATED = Cited(rule="13.4.2")

LEAST_RELOCATION = 5
"""Hexes (13.4.2)."""

Decreed = Mapping[str, Supplied]


# -- in supply by rule ---------------------------------------------------------------------------


def schluesselburg(at: Situation, _: Decreed) -> Decreed:
    """German units in the six hexes of the city are in supply."""
    city = at.board.area("schluesselburg")
    return {
        piece.ref: granted(SCHLUESSELBURG)
        for piece in at.units
        if piece.side == "german" and city >> piece.at_hex & 1
    }


def bridges(at: Situation, _: Decreed) -> Decreed:
    """Pontoons in bridge mode are never out of supply."""
    return {piece.ref: granted(BRIDGE) for piece in at.units if at.as_marker(piece)}


def naval_brigade(at: Situation, traced: Decreed) -> Decreed:
    """The 55th Naval Brigade is in supply on the ice until it has been ashore."""
    found: dict[str, Supplied] = {}
    for piece in at.units:
        if at.tagged(piece, "ice") and not _has_been_ashore(at, piece):
            ice = _on_ice(at, piece)
            can = traced[piece.ref].can | ice
            line = SupplyLine(Supply.IN, rule=NAVAL.rule) if ice.low else traced[piece.ref].line
            found[piece.ref] = Supplied(can, replace(line, state=state_of(can)), NAVAL)
    return found


def _on_ice(at: Situation, piece: Piece) -> Span[bool]:
    if piece.given.get("on_ice"):
        return Span.sure(bool(piece.given["on_ice"].number))
    hex_, terrain = piece.at_hex, at.board.terrain
    frozen = bool(terrain.of("frozen", "lake") >> hex_ & 1)
    return Span.of(frozen, terrain.basis_at(hex_), worst=False, best=True)


def _has_been_ashore(at: Situation, piece: Piece) -> bool:
    """Whether it has been ashore, by this position, the previous one, or a supply marker on it."""
    if "ashore" in piece.given:
        return bool(piece.given["ashore"].number)
    before = at.position.previous
    old = before.same(piece) if before else None
    if before and old and old.hex is not None:
        then = replace(at, position=before)
        if not _on_ice(then, old).high or _has_been_ashore(then, old):
            return True
    return bool(at.supply and piece.markers & at.supply.rules.marks)


def huehner(at: Situation, traced: Decreed) -> Decreed:
    """For some turns the Hühner HQ is in supply and a source for units in its range (13.2.2)."""
    rules = at.supply.rules.hq_source if at.supply else None
    if at.supply is None or rules is None or not rules.holds_on(at.position.turn):
        return {}
    hq = next((p for p in at.units if p.kind == "hq" and at.tagged(p, rules.tag)), None)
    if hq is None:
        return {}
    found = {hq.ref: granted(rules)}
    tracing = at.supply.tracing(hq)
    net = tracing.net(Span.sure(1 << hq.at_hex))
    served: list[tuple[Piece, Supplied]] = []
    for piece in at.units:
        if piece.side != hq.side or piece is hq or traced[piece.ref].can.low:
            continue
        distance = at.grid.distance(piece.at_hex, hq.at_hex)
        by_hq = tracing.trace_in(net, piece)
        may = by_hq.can & at_least(hq.value("range"), distance)
        if may.most:
            can = traced[piece.ref].can | may
            line = replace(by_hq.line, state=state_of(can), rule=rules.rule)
            line = line if line.state is Supply.IN else replace(line, path=(), cut=())
            needs = tracing.needs(piece)
            if not hq.value("range").known:
                needs = (Need(What.VALUE, hq.ref), *needs)
            served.append((piece, Supplied(can, line, rules, needs)))
    served.sort(key=lambda one: _precedence(at, *one))
    for i, (piece, supplied) in enumerate(served):
        left_out = replace(traced[piece.ref], cited=rules)
        found[piece.ref] = supplied if i < rules.most else left_out
    return found


def _precedence(at: Situation, piece: Piece, supplied: Supplied) -> tuple[bool, bool, int, int]:
    """Sorts the units that use the HQ: unmarked ones first, then those with the shortest line."""
    marks = at.supply.rules.marks if at.supply else frozenset()
    line = supplied.line
    return bool(piece.markers & marks), not line.path, len(line.path), piece.at_hex


# -- headquarters without supply (11.3.1) ----------------------------------------------------------


def _spared(at: Situation) -> frozenset[str]:
    """The rules that keep a unit in supply even if its HQ is not."""
    hq_source = at.rules.supply.hq_source if at.rules.supply else None
    cited = (SCHLUESSELBURG, NAVAL, BRIDGE, *([hq_source] if hq_source else []))
    return frozenset(one.rule for one in cited)


def unsupplied_hqs(at: Situation, traced: Decreed) -> Decreed:
    """An HQ that cannot trace supply puts all units under its command out of supply."""
    found: dict[str, Supplied] = {}
    spared = _spared(at)
    for hq in at.units:
        if hq.kind != "hq" or traced[hq.ref].can.least:
            continue
        for piece in at.units:
            own = found.get(piece.ref, traced[piece.ref])
            if (own.line.rule in spared and own.can.low) or not _is_under(at, hq, piece):
                continue
            can = own.can & traced[hq.ref].can
            state = state_of(can)
            if state is own.state:
                found[piece.ref] = replace(own, can=can)
            else:
                cut = traced[hq.ref].line.cut
                needs = at.supply.needs_of(hq) if at.supply else ()
                line = SupplyLine(state, (), cut, UNSUPPLIED_HQ.rule)
                found[piece.ref] = Supplied(can, line, UNSUPPLIED_HQ, needs)
    return found


def _is_under(at: Situation, hq: Piece, piece: Piece) -> bool:
    if not at.commands(hq, piece):
        return False
    if at.rules.command is None or not at.rules.command.in_range:
        return True
    distance = at.grid.distance(piece.at_hex, hq.at_hex)
    return at_least(hq.value("range"), distance).low


def put_out_by_hq(at: Situation) -> frozenset[str]:
    """Marked units whose HQ may have been without supply and has been relocated since.

    All its units went out of supply then, so this excuses none if one of them carries no marker.
    """
    assert at.supply is not None
    marks = at.supply.rules.marks
    found: set[str] = set()
    for hq in at.position.pieces:
        if hq.kind != "hq" or not _may_have_moved(at, hq):
            continue
        under = [piece for piece in at.units if _is_under_any(at, hq, piece)]
        under = [p for p in under if at.supply.units[p.ref].line.rule not in _spared(at)]
        if all(piece.markers & marks for piece in under):
            found |= {piece.ref for piece in under}
    return frozenset(found)


def _is_under_any(at: Situation, hq: Piece, piece: Piece) -> bool:
    return piece.kind != "hq" and at.commands(hq, piece)


def _may_have_moved(at: Situation, hq: Piece) -> bool:
    """Whether an HQ may have been relocated since the last Supply Phase began."""
    before = at.position.previous
    old = before.same(hq) if before else None
    if before is None or old is None or at.phase_between(before, "command"):
        return True
    return old.hex != hq.hex


def relocations(at: Situation) -> Iterator[Finding]:
    """HQs relocated wrongly in a Supply Phase: too near, no closer to a source, or into a ZOC."""
    before = at.position.previous
    if before is None or at.phase_between(before, "command"):
        return
    if at.phase_between(before, "reinforcement") or not at.phase_between(before, "supply"):
        return
    for hq in at.units:
        old = before.same(hq)
        if hq.kind == "hq" and old and old.hex is not None and old.hex != hq.hex:
            yield from _wrongly_relocated(at, hq, old.hex)


def _wrongly_relocated(at: Situation, hq: Piece, origin: int) -> Iterator[Finding]:
    here, distance = hq.at_hex, at.grid.distance
    if distance(here, origin) < LEAST_RELOCATION:
        message = f"{hq.name} was relocated by fewer than {LEAST_RELOCATION} hexes"
        yield at.find(RELOCATED, Topic.PLACEMENT, Severity.ILLEGAL, message, [hq])
    sources = at.ground.sources(hq.side)
    distances = [(distance(here, s), distance(origin, s)) for s in members(sources.low)]
    if distances and all(now >= then for now, then in distances):
        further = Span.sure(True) if sources.certain else Span(False, True, True, True)
        if firm := severity(further):
            bases: Iterable[Basis] = at.ground.source_bases(hq.side)
            message = f"{hq.name} was relocated no nearer to any supply source"
            yield at.find(RELOCATED, Topic.PLACEMENT, firm, message, [hq], basis=bases)
    message = f"{hq.name} was relocated into an enemy ZOC"
    yield from _in_enemy_zoc(at, hq, RELOCATED, Topic.PLACEMENT, message)


def back_at_a_source(at: Situation) -> Iterator[Finding]:
    """HQs that could not be relocated and return away from a supply source."""
    if at.position.moment != "during":
        return
    for hq in at.units:
        if hq.kind == "hq" and hq.arrived and at.arrivals.is_set_up(hq):
            here = 1 << hq.at_hex
            sources = at.ground.sources(hq.side)
            there = Span(*(bool(hexes & here) for hexes in sources.levels))
            if firm := severity(~there):
                bases = at.ground.source_bases(hq.side) if firm is Severity.SUSPECT else ()
                message = f"{hq.name} returns, but not at a supply source"
                yield at.find(RELOCATED, Topic.ARRIVAL, firm, message, [hq], basis=bases)


# -- Kampfgruppen, pinned units --------------------------------------------------------------------


def kampfgruppen(at: Situation) -> Iterator[Finding]:
    """Kampfgruppen just raised away from the unit reduced for them, or in an enemy ZOC."""
    if at.position.moment != "during":
        return
    for piece in at.units:
        if piece.arrived and at.tagged(piece, "kampfgruppe"):
            yield from _raised_beside(at, piece)
            message = f"{piece.name} is raised in an enemy ZOC"
            yield from _in_enemy_zoc(at, piece, RAISED, Topic.ARRIVAL, message)


def _raised_beside(at: Situation, piece: Piece) -> Iterator[Finding]:
    others = [p for p in at.stacks[piece.at_hex] if p is not piece and p.side == piece.side]
    parents = [p for p in others if p.kind == "combat" and p.reduced]
    mechanised = bool(at.tagged(piece, "mechanised"))
    if not parents:
        message = f"{piece.name} is raised in a hex with no unit reduced for it"
        yield at.find(KAMPFGRUPPE, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
    elif all(bool(at.tagged(parent, "mechanised")) != mechanised for parent in parents):
        message = f"{piece.name} is raised from {names(parents)}, but is of another troop type"
        pieces = [piece, *parents]
        basis = [Basis.HOUSE]
        yield at.find(KAMPFGRUPPE, Topic.ARRIVAL, Severity.SUSPECT, message, pieces, basis=basis)


def _in_enemy_zoc(
    at: Situation, piece: Piece, cited: Cited, topic: Topic, message: str
) -> Iterator[Finding]:
    here = piece.at_hex
    covered = at.zones.against(piece.side).map(lambda ezoc: bool(ezoc >> here & 1))
    if (firm := severity(covered)) in (Severity.ILLEGAL, Severity.SUSPECT):
        bases = at.zones.bases(piece.side) if firm is Severity.SUSPECT else ()
        yield at.find(cited, topic, firm, message, [piece], basis=bases)


def joined_pinned(at: Situation) -> Iterator[Finding]:
    """Units that joined a pinned unit without being pinned themselves."""
    before, rules = at.position.previous, at.rules.pins
    if before is None or rules is None or before.turn != at.position.turn:
        return
    for stack in at.stacks.values():
        pinned = [
            piece
            for piece in stack
            if rules.marker in piece.markers
            and (old := before.same(piece))
            and rules.marker in old.markers
            and old.hex == piece.hex
        ]
        for piece in stack if pinned else ():
            old = before.same(piece)
            came = old is not None and old.hex is not None and old.hex != piece.hex
            if came and rules.marker not in piece.markers:
                message = (
                    f"{piece.name} has joined {names(pinned)}, but is not {rules.marker} itself"
                )
                yield at.find(
                    JOINED_PINNED, Topic.MARKERS, Severity.ILLEGAL, message, [piece, *pinned]
                )


RULES = GameRules(
    rules=(relocations, back_at_a_source, kampfgruppen, joined_pinned, *VICTORY_RULES),
    supply_overrides=(schluesselburg, bridges, naval_brigade, huehner, unsupplied_hqs),
    states=STATES,
    may_be_out=put_out_by_hq,
)
