"""Positions in JSON: what is read, what is forgiven, what is refused, and the way back."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.game.basis import Basis
from hexmarshal.game.model import Game
from hexmarshal.game.position_json import (
    PositionError,
    PositionReading,
    parse_json,
    read_position,
    write_position,
)
from tests.games import shipped_game

moderate = settings(max_examples=60, deadline=None)


@cache
def game() -> Game:
    return shipped_game("narva")


@pytest.fixture
def narva() -> Game:
    return game()


def one(narva: Game, counter: dict[str, Any], **more: object) -> PositionReading:
    return read_position(narva, {"game": "narva", "counters": [counter], **more})


# -- counters ---------------------------------------------------------------------------------


def test_the_form_of_the_interface(narva: Game) -> None:
    reading = read_position(
        narva,
        {
            "game": "narva",
            "scenario": "campaign",
            "turn": 1,
            "phase": "supply",
            "moment": "end",
            "counters": [
                {
                    "ref": "a",
                    "name": "1074",
                    "side": "soviet",
                    "formation": "122nd Corps",
                    "hex": "2020",
                    "step": "full",
                    "markers": ["pinned"],
                    "level": 0,
                    "arrived": False,
                    "kind": "combat",
                    "type": "infantry",
                    "values": {"attack": 2},
                },
                {"name": "61 HQ", "side": "german", "place": "Turn Record Track"},
            ],
            "map": {
                "default": "clear",
                "hexes": {"2020": {"terrain": "woods"}},
                "hexsides": [["2020", "2121", "major river"], ["2020", "2121", "bridge"]],
                "paths": [{"kind": "road", "hexes": ["2020", "2121"]}],
                "areas": {"prepared defences": {"Nordland": ["3127"], "Nederland": []}},
                "entries": {"A": ["0125"]},
                "sources": {"soviet": ["3405"]},
            },
            "facts": {},
            "control": {"2337": "german"},
            "options": {},
            "previous": None,
        },
    )
    assert reading.remarks == ()
    position = reading.position
    grid = narva.board.grid
    assert (position.scenario, position.turn) == ("campaign", 1)
    assert (position.phase, position.moment) == ("supply", "end")
    unit, hq = position.pieces
    assert unit.counter is narva.counters["s-122-1074"]
    assert (unit.ref, unit.hex, unit.steps_lost) == ("a", grid.parse("2020"), 0)
    assert unit.markers == {"pinned"}
    assert unit.value("attack").number == 2
    assert unit.value("attack").basis is Basis.GIVEN
    assert (hq.ref, hq.hex, hq.place) == ("1", None, "Turn Record Track")
    assert hq.counter is narva.counters["g-61-hq"]
    assert position.control == {grid.parse("2337"): "german"}
    board = position.board
    assert board.terrain.at(grid.parse("2020")) == ("woods",)
    assert board.terrain.at(grid.parse("2121")) == ("clear",)
    north_east = grid.direction(grid.parse("2020"), grid.parse("2121"))
    assert north_east is not None
    assert set(board.hexsides.at(grid.parse("2020"), north_east)) == {"major river", "bridge"}
    assert [run.kind for run in board.paths.runs] == ["road"]
    assert board.areas["prepared defences"].parts == {
        "nordland": 1 << grid.parse("3127"),
        "nederland": 0,
    }
    assert board.entries.keys() == {"A"}
    assert [(s.side, s.hex) for s in board.sources] == [("soviet", grid.parse("3405"))]


def test_an_unlisted_counter_is_what_it_says_of_itself(narva: Game) -> None:
    said = {"name": "Ghost", "side": "Soviet", "formation": "9th Army", "type": "Assault-Gun"}
    reading = one(narva, {**said, "hex": "2020", "values": {"attack": None, "defence": 3}})
    (piece,) = reading.position.pieces
    assert piece.counter is None
    assert (piece.kind, piece.type, piece.side) == ("combat", "assault gun", "soviet")
    assert not piece.value("attack").known
    assert piece.value("defence").number == 3
    (remark,) = reading.remarks
    assert "Ghost" in remark.message
    assert remark.counters == ("0",)


@pytest.mark.parametrize(
    ("counter", "kind"),
    [
        ({"name": "58 HQ"}, "hq"),
        ({"name": "Free chit"}, "chit"),
        ({"name": "a stranger"}, "combat"),
        ({"name": "58 HQ", "kind": "marker"}, "marker"),
    ],
)
def test_the_kind_of_an_unlisted_counter(narva: Game, counter: dict[str, Any], kind: str) -> None:
    assert one(narva, counter).position.pieces[0].kind == kind


def test_a_counter_named_twice_is_the_same_counter_twice(narva: Game) -> None:
    said = {"name": "1074", "side": "soviet"}
    reading = read_position(narva, {"counters": [{**said, "hex": "2020"}, {**said, "hex": "2021"}]})
    assert [p.counter and p.counter.id for p in reading.position.pieces] == ["s-122-1074"] * 2


def test_what_is_told_most_exactly_is_bound_first(narva: Game) -> None:
    book = [{"name": "HQ", "side": "soviet"}, {"id": "s-109-hq"}, {"name": "HQ", "formation": "43"}]
    ids = [
        p.counter.id for p in read_position(narva, {"counters": book}).position.pieces if p.counter
    ]
    assert ids[1:] == ["s-109-hq", "s-43-hq"]
    assert len(set(ids)) == 3


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        ({}, 0),
        ({"step": "full"}, 0),
        ({"step": "Reduced"}, 1),
        ({"step": 2}, 2),
        ({"values": {"steps_lost": 3}}, 3),
        ({"step": "reduced", "values": {"steps_lost": 2}}, 2),
    ],
)
def test_steps(narva: Game, said: dict[str, Any], lost: int) -> None:
    reading = one(narva, {"name": "1074", "hex": "2020", **said})
    assert reading.position.pieces[0].steps_lost == lost
    assert reading.remarks == ()


def test_arrived_is_false_unless_told_and_null_is_not_known(narva: Game) -> None:
    told = [{"name": "1074"}, {"name": "1076", "arrived": True}, {"name": "1078", "arrived": None}]
    pieces = read_position(narva, {"counters": told}).position.pieces
    assert [piece.arrived for piece in pieces] == [False, True, None]


def test_a_hex_number_that_lost_its_zero(narva: Game) -> None:
    assert one(narva, {"name": "1074", "hex": 420}).position.pieces[
        0
    ].hex == narva.board.grid.parse("0420")


@pytest.mark.parametrize(
    ("name", "said", "true"),
    [
        ("narva", "20.20", "2020"),
        ("iskra", "9.5", "09.05"),
        ("iskra", "0905", "09.05"),
        ("iskra", 905, "09.05"),
        ("iskra", "hex 24-10", "24.10"),
        ("iskra", 24.1, "24.10"),  # JSON knows no zero at the end
        ("iskra", 24.01, "24.01"),
        ("iskra", "24.1", "24.01"),
        ("baltic-gap", "E3.5", "E3.05"),
        ("baltic-gap", "w 33,10", "W33.10"),
    ],
)
def test_a_hex_in_any_spelling(name: str, said: object, true: str) -> None:
    some = shipped_game(name)
    data = {
        "counters": [{"name": "any", "hex": said}],
        "map": {"sources": {"soviet": [said]}},
        "control": {str(said): "soviet"} if isinstance(said, str) else {},
    }
    reading = read_position(some, data)
    hex_ = some.board.grid.parse(true)
    assert reading.position.pieces[0].hex == hex_
    assert [s.hex for s in reading.position.board.sources] == [hex_]
    assert set(reading.position.control) <= {hex_}
    assert all("any" in remark.message for remark in reading.remarks)


@pytest.mark.parametrize(
    "name", ["Schlüsselburg", "schluesselburg", "Schlusselburg", "Petrokrepost"]
)
def test_an_area_by_any_name_of_its_place(name: str) -> None:
    iskra = shipped_game("iskra")
    reading = read_position(iskra, {"map": {"areas": {name: ["20.20"]}}})
    board = reading.position.board
    assert board.area("schluesselburg") == board.area("schlüsselburg") == board.grid.set(["20.20"])
    assert reading.remarks == ()


@pytest.mark.parametrize(
    "said", ["9" * 5000 + ".1", "9" * 5000, 24.105, float("nan"), [24, 10], True]
)
def test_what_is_no_hex_is_a_remark(said: object) -> None:
    for name in ("narva", "iskra", "baltic-gap"):
        some = shipped_game(name)
        reading = read_position(some, {"counters": [{"name": "any", "hex": said}]})
        assert reading.position.pieces[0].hex is None
        assert len(reading.remarks) == 2, "no hex, and no counter of that name"


def test_words_in_the_plural() -> None:
    iskra = shipped_game("iskra")
    layers = {
        "default": "swamps",
        "hexsides": [["20.10", "21.10", "Major Rivers"]],
        "paths": [{"kind": "Roads", "hexes": ["20.10", "21.10"]}],
        "areas": {"Pontoon-Bridges": ["10.33"], "neva hexes": ["10.33"]},
    }
    reading = read_position(iskra, {"map": layers, "options": {"Neva_ZOC": "none"}})
    board = reading.position.board
    assert board.terrain.at(board.grid.parse("01.01")) == ("swamp",)
    assert list(board.hexsides.kinds) == ["major river"]
    assert [run.kind for run in board.paths.runs] == ["road"]
    assert board.area("pontoon bridge") == board.area("neva") == board.grid.set(["10.33"])
    assert reading.position.options == {"neva-zoc": "none"}
    assert reading.remarks == ()


def test_markers_in_other_words(narva: Game) -> None:
    said = ["PIN marker", "Out-of-Supply", "OOC"]
    reading = one(narva, {"name": "1074", "hex": "2020", "markers": said})
    assert reading.position.pieces[0].markers == {"pinned", "out of supply", "out of command"}
    assert not reading.remarks
    assert reading.remarks == ()


# -- when -------------------------------------------------------------------------------------


def test_a_date_wins_over_a_turn(narva: Game) -> None:
    assert narva.turns[2].date, "the turns have dates"
    reading = read_position(narva, {"turn": 1, "date": narva.turns[2].date, "counters": []})
    assert reading.position.turn == 3


def test_a_moment_may_stand_in_the_phase(narva: Game) -> None:
    told = read_position(narva, {"phase": "end of the Supply Phase", "counters": []}).position
    assert (told.phase, told.moment) == ("supply", "end")
    told = read_position(narva, {"phase": "supply", "counters": []}).position
    assert told.moment == "during"


# -- what is forgiven ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ({"colour": "red"}, "colour"),
        ({"phase": "logistics"}, "logistics"),
        ({"moment": "noon"}, "noon"),
        ({"turn": "soon"}, "soon"),
        ({"date": "soon"}, "soon"),
        ({"scenario": "Berlin"}, "Berlin"),
        ({"facts": {"weather_roll": 3}}, "weather_roll"),
        ({"control": {"9999": "german"}}, "9999"),
        ({"control": {"2020": "french"}}, "french"),
        ({"counters": [{"name": "1074", "color": 1}]}, "color"),
        ({"counters": [{"name": "1074", "hex": "9999"}]}, "9999"),
        ({"counters": [{"name": "1074", "place": "Berlin"}]}, "Berlin"),
        ({"counters": [{"name": "1074", "markers": ["tired"]}]}, "tired"),
        ({"counters": [{"name": "1074", "values": {"charm": 3}}]}, "charm"),
        ({"counters": [{"name": "1074", "step": "half"}]}, "half"),
        ({"counters": [{"name": "1074", "id": "nobody"}]}, "nobody"),
        ({"counters": [{"name": "1074", "side": "french"}]}, "french"),
        ({"counters": [{"name": "1074", "kind": "wizard"}]}, "wizard"),
        ({"counters": ["1074"]}, "0"),
        ({"map": {"rivers": []}}, "rivers"),
        ({"map": {"hexes": {"2020": {"terrain": "lava"}}}}, "lava"),
        ({"map": {"hexsides": [["2020", "2220", "bridge"]]}}, "neighbours"),
        ({"map": {"paths": [{"kind": "canal road", "hexes": ["2020"]}]}}, "canal road"),
        ({"map": {"paths": [{"kind": "road", "hexes": ["2020", "2525"]}]}}, "2525"),
        ({"map": {"sources": {"french": ["2020"]}}}, "french"),
        ({"map": {"areas": {"narva": ["zz"]}}}, "zz"),
        ({"map": {"areas": {"fairyland": ["2020"]}}}, "fairyland"),
    ],
)
def test_what_is_not_known_is_one_remark(narva: Game, data: dict[str, Any], word: str) -> None:
    reading = read_position(narva, {"counters": [], **data})
    assert len(reading.remarks) == 1
    assert word in reading.remarks[0].message


def test_a_number_off_the_map_is_kept_as_such_and_any_other_word_is_not(narva: Game) -> None:
    off = one(narva, {"name": "1074", "hex": "3546"}).position.pieces[0]
    assert (off.hex, off.off_map) == (None, "3546")
    lost = one(narva, {"name": "1074", "hex": "nowhere"}).position.pieces[0]
    assert (lost.hex, lost.off_map) == (None, "")


def test_a_number_written_as_a_text_is_a_number(narva: Game) -> None:
    piece = one(narva, {"name": "1074", "values": {"attack": "3"}}).position.pieces[0]
    assert piece.value("attack").number == 3


@pytest.mark.parametrize("name", ["prepared defences", "Prepared-Defenses", "PREPARED_DEFENCES"])
def test_areas_by_any_spelling(narva: Game, name: str) -> None:
    reading = read_position(narva, {"counters": [], "map": {"areas": {name: ["2020"]}}})
    assert not reading.remarks
    assert narva.board.grid.labels(reading.position.board.area("prepared defences")) == ["2020"]


def test_a_ref_that_stands_twice_is_told_apart(narva: Game) -> None:
    told = [{"ref": "a", "name": "1074"}, {"ref": "a", "name": "1076"}]
    reading = read_position(narva, {"counters": told})
    assert len({piece.ref for piece in reading.position.pieces}) == 2
    assert len(reading.remarks) == 1


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'"position"',
        b"{",
        b"{'counters': []}",
        b'{"counters": [NaN',
        b"\xff\xfe{",
        b'{"a":' * 5000,
        b"[" * 100_000,
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: bytes) -> None:
    with pytest.raises(PositionError) as refusal:
        parse_json(text)
    assert str(refusal.value)


def test_counters_must_be_a_list(narva: Game) -> None:
    with pytest.raises(PositionError, match="not a list"):
        read_position(narva, {"counters": {"a": 1}})


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
keys = ["name", "side", "hex", "place", "step", "markers", "level", "values", "formation", "kind"]
parts = ["hexes", "hexsides", "paths", "areas", "entries", "sources", "default"]


@moderate
@given(
    st.fixed_dictionaries(
        {
            "counters": st.lists(
                st.dictionaries(st.sampled_from(keys), anything, max_size=5) | anything, max_size=3
            )
        },
        optional={
            "map": st.dictionaries(st.sampled_from(parts), anything, max_size=4) | anything,
            "turn": anything,
            "date": anything,
            "phase": anything,
            "moment": anything,
            "facts": anything,
            "control": anything,
            "options": anything,
            "previous": anything,
        },
    )
)
def test_no_value_of_any_kind_ends_in_anything_but_a_refusal(data: dict[str, Any]) -> None:
    try:
        reading = read_position(game(), data)
    except PositionError:
        return
    assert len({piece.ref for piece in reading.position.pieces}) == len(reading.position.pieces)


# -- the map ------------------------------------------------------------------------------------


def test_a_layer_that_is_named_replaces_the_game_s_and_the_others_stay(narva: Game) -> None:
    board = one(narva, {"name": "1074"}, map={"hexsides": []}).position.board
    assert board.hexsides.kinds == {}
    assert board.hexsides.rest is Basis.GIVEN
    assert board.terrain == narva.board.terrain
    assert board.paths == narva.board.paths
    assert board.areas == narva.board.areas


def test_a_default_empties_every_layer_that_is_not_named(narva: Game) -> None:
    board = one(narva, {"name": "1074"}, map={"default": "swamp"}).position.board
    hexes = [narva.board.grid.parse(label) for label in ("0101", "2020", "3445")]
    assert {board.terrain.at(h) for h in hexes} == {("swamp",)}
    assert all(board.terrain.basis_at(h) is Basis.GIVEN for h in hexes)
    assert board.terrain.of("swamp") == board.grid.all
    assert (board.paths.runs, board.sources, board.entries) == ((), (), {})
    assert board.hexsides.kinds == {}


def test_areas_that_the_rules_print_stay_until_named(narva: Game) -> None:
    printed = {name for name, area in narva.board.areas.items() if area.basis.hard}
    assert printed
    kept = one(narva, {"name": "1074"}, map={"default": "clear"}).position.board.areas
    assert {name for name, area in kept.items() if area.hexes} == printed
    assert all(area.basis.hard for area in kept.values())
    name = min(printed)
    named = one(narva, {"name": "1074"}, map={"default": "clear", "areas": {name: ["2020"]}})
    assert named.position.board.area(name) == 1 << narva.board.grid.parse("2020")


def test_a_source_keeps_what_the_game_says_of_its_hex(narva: Game) -> None:
    source = narva.board.sources[0]
    label = narva.board.grid.label(source.hex)
    board = one(narva, {"name": "1074"}, map={"sources": {source.side: [label]}}).position.board
    (given_source,) = board.sources
    assert (given_source.edge, given_source.kind) == (source.edge, source.kind)
    assert given_source.basis is Basis.GIVEN


# -- the position before --------------------------------------------------------------------------


def test_a_previous_position_in_its_loose_form(narva: Game) -> None:
    reading = one(
        narva,
        {"ref": "p0", "name": "376G", "side": "german", "hex": "0512", "markers": ["isolated"]},
        turn=5,
        phase="supply",
        previous={
            "turn": 4,
            "phase": "end of the Supply Phase",
            "pieces": [{"unit": "376G", "hex": "0512", "markers": []}],
        },
    )
    assert reading.remarks == ()
    before = reading.position.previous
    assert before is not None
    assert (before.turn, before.phase, before.moment) == (4, "supply", "end")
    (piece,) = before.pieces
    assert (piece.ref, piece.side) == ("p0", "german")
    assert piece.counter is narva.counters["g-225-376g"]
    assert before.board is reading.position.board


# -- and back ---------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    board = game().board
    labels = st.sampled_from([board.grid.label(h) for h in board.grid.numbers])
    places = st.sampled_from([place for box in board.boxes for place in box.places])
    counters = []
    for id_ in draw(st.lists(st.sampled_from(sorted(game().counters)), max_size=4, unique=True)):
        where = draw(st.tuples(st.just("hex"), labels) | st.tuples(st.just("place"), places))
        counters.append(
            {
                "id": id_,
                "level": draw(st.integers(0, 3)),
                "values": {
                    "steps_lost": draw(st.integers(0, 2)),
                    "attack": draw(st.none() | st.integers(0, 9)),
                },
                "markers": draw(st.lists(st.sampled_from(["pinned", "isolated"]), unique=True)),
                "arrived": draw(st.none() | st.booleans()),
                where[0]: where[1],
            }
        )
    data: dict[str, Any] = {
        "turn": draw(st.integers(1, 12)),
        "phase": draw(st.sampled_from(["supply", "movement", "turn", "set-up"])),
        "moment": draw(st.sampled_from(["start", "during", "end"])),
        "counters": counters,
        "control": {draw(labels): "german"},
        "facts": {"variants": ["a"]},
        "options": {"some": "thing"},
    }
    layers = {
        "default": st.sampled_from(["clear", "swamp"]),
        "hexes": st.dictionaries(labels, st.sampled_from(["woods", "hill + woods"]), max_size=3),
        "hexsides": st.just([["2020", "2121", "bridge"]]) | st.just([]),
        "paths": st.just([{"kind": "road", "hexes": ["2020", "2121"], "name": "Rollbahn"}]),
        "areas": st.just({"narva bridgehead": {"north": ["2020"], "south": []}}),
        "entries": st.just({"A": ["0125"], "Z": ["2020"]}),
        "sources": st.just({"soviet": ["3405"], "german": []}),
    }
    data["map"] = draw(st.fixed_dictionaries({}, optional=layers))
    if draw(st.booleans()):
        data["previous"] = {"turn": 1, "phase": "command", "counters": counters[:1]}
    return data


@moderate
@given(st.data())
def test_what_is_written_is_read_back_the_same(data: st.DataObject) -> None:
    reading = read_position(game(), data.draw(positions()))
    written = json.loads(json.dumps(write_position(game(), reading.position)))
    assert read_position(game(), written) == reading


def test_a_unit_the_game_does_not_list_is_written_back_whole(narva: Game) -> None:
    first = one(narva, {"name": "Ghost", "side": "german", "hex": "2020", "values": {"ss": True}})
    again = read_position(narva, write_position(narva, first.position))
    assert again.position == first.position


def test_remarks_come_in_the_same_order_every_time(narva: Game) -> None:
    keys = {"zebra": 1, "apple": 1, "mango": 1}
    counter = {"name": "1074", "hex": "0101", **keys}
    data = {"counters": [counter], "facts": keys, **keys}
    said = [remark.message for remark in read_position(narva, data).remarks]
    for what in ("in the position", "unknown fact", "in a counter"):
        told = [message for message in said if what in message]
        assert [message.split("'")[1] for message in told] == ["apple", "mango", "zebra"]


def test_a_counter_without_a_name_goes_by_its_ref(narva: Game) -> None:
    said = {"counters": [{"side": "soviet", "hex": "2020"}, {"ref": "x", "hex": "2021"}]}
    reading = read_position(narva, said)
    assert [piece.name for piece in reading.position.pieces] == ["counter 0", "counter x"]
    assert "'counter 0', 'counter x'" in reading.remarks[-1].message
