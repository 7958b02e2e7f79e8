"""Replaying logs: hand-written steps, and that no log can break the replay."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal.boards import Stacking
from hexmarshal.vassal.commands import ESC, join
from hexmarshal.vassal.log import (
    Added,
    Changed,
    Chat,
    Moved,
    PropertySet,
    Removed,
    Step,
    TurnSet,
    Unapplied,
    Undo,
    replay,
)
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import PieceLocation, Save
from hexmarshal.vassal.sequence import encode, nest_states
from hexmarshal.vassal.setup import DeckAt, DeckType, PlacedPiece, Setup, save_text
from hexmarshal.vassal.traits import BasicPiece, DoesNotStack, DynamicProperty, Layer


def unit(id: str, *, stacks: bool = True) -> Piece:
    step = Layer(name="Step", images=("", "b"), always_active=True)
    supply = DynamicProperty(name="Supply", value="0")
    alone = [] if stacks else [DoesNotStack()]
    return Piece.of(step, supply, *alone, BasicPiece(name=f"u{id}"), id=id)


START = save_text(
    Setup(
        placements=(
            PlacedPiece("Map", 10, 10, (unit("1"), unit("2"))),
            PlacedPiece("Map", 50, 10, (unit("3"),)),
            PlacedPiece("Map", 90, 10, (unit("4", stacks=False),), stacked=False),
        ),
        decks=(DeckAt(DeckType("Cup"), "Map", 70, 70, (unit("5"),)),),
    )
)
FIRST, SECOND, CUP = list(Save(START).stacks) + list(Save(START).decks)


def run(*steps: str) -> list[Step]:
    return list(replay(Save(ESC.join([START, *steps]))))


def move(id: str, x: int, y: int, under: str = "null", map: str = "Map") -> str:
    return f"LOG\tM/{id}/{map}/{x}/{y}/{under}/Map/0/0/null/ada"


def company(step: Step, id: str) -> tuple[str, ...]:
    container = step.after.places[id].container
    return container.members if container else (id,)


def test_a_move_onto_a_stack_goes_to_its_bottom_or_onto_the_piece_named() -> None:
    bottom, top, middle = run(move("3", 10, 10), move("3", 10, 10, "2"), move("3", 10, 10, "1"))
    assert company(bottom, "3") == ("3", "1", "2")
    assert company(top, "3") == ("1", "2", "3")
    assert company(middle, "3") == ("1", "3", "2")


def test_a_move_tells_where_from_where_to_and_who() -> None:
    (step,) = run(move("1", 200, 200))
    (event,) = step.events
    assert isinstance(event, Moved)
    assert (event.id, event.player, event.is_stack) == ("1", "ada", False)
    assert event.start[:3] == ("Map", 10, 10)
    assert event.end == PieceLocation("Map", 200, 200)
    assert step.after.stacks[FIRST].members == ("2",)
    assert step.after.pieces["1"].basic.x == 200


def test_what_does_not_stack_stays_alone() -> None:
    (step,) = run(move("4", 10, 10))
    assert step.after.places["4"] == PieceLocation("Map", 10, 10)
    assert step.after.stacks[FIRST].members == ("1", "2")


def test_pieces_go_into_decks_and_stacks_move_as_a_whole() -> None:
    into, whole, joined = run(move("1", 70, 70), move(FIRST, 300, 300), move(FIRST, 50, 10))
    assert into.after.decks[CUP].members == ("1", "5")
    assert whole.after.places["2"] == PieceLocation("Map", 300, 300, whole.after.stacks[FIRST], 0)
    event = whole.events[0]
    assert isinstance(event, Moved)
    assert event.is_stack
    assert company(joined, "2") == ("3", "2")
    assert joined.after.stacks[FIRST].members == ()


def test_a_change_applies_only_what_differs() -> None:
    def states(step: str, supply: str) -> str:
        return nest_states([step, supply, "Map;10;10;;1;UniqueID;1"])

    first = encode(["1", states("2", "0"), states("1", "0")], "/")
    second = encode(["1", states("1", "1"), states("1", "0")], "/")
    lost, supplied = run("LOG\tD/" + first, "LOG\tD/" + second)
    assert lost.after.pieces["1"].properties()["Step_Level"] == "2"
    after = supplied.after.pieces["1"].properties()
    assert (after["Step_Level"], after["Supply"]) == ("2", "1")
    event = supplied.events[0]
    assert isinstance(event, Changed)
    assert (event.before[:2], event.after[:2]) == (("2", "0"), ("2", "1"))


def test_a_stack_changed_by_its_state() -> None:
    (step,) = run(f"LOG\tD/{FIRST}/Map;10;10;2;1;3")
    assert step.after.stacks[FIRST].members == ("2", "1", "3")
    assert step.after.stacks[SECOND].members == ()


def test_pieces_come_and_go() -> None:
    new = unit("9").placed("Map", 400, 400).command
    added, gone = run("LOG\t" + new, "LOG\t-/1")
    assert added.events == (Added("9"),)
    assert added.after.places["9"] == PieceLocation("Map", 400, 400)
    assert gone.events == (Removed("1"),)
    assert "1" not in gone.after.pieces
    assert gone.after.stacks[FIRST].members == ("2",)
    assert "9" not in Save(START).pieces


def test_visual_layers_keep_pieces_apart() -> None:
    """From the map's layers, or else from the stacks at the start."""
    onto = ESC.join([START, move("3", 10, 10)])
    by_value = {"Map": Stacking(property="Supply", layers=("1", "0"))}
    by_name = {"Map": Stacking(property="BasicName", layers=("u3",))}
    for told, alone in (({}, False), (by_value, False), (by_name, True)):
        (step,) = replay(Save(onto), told)
        assert (company(step, "3") == ("3",)) is alone
        assert ("3" in company(step, "2")) is not alone
    marked = START.replace("Map;10;10;1;2", "Map;10;10;1;2;@@0").replace("50;10;3", "50;10;3;@@1")
    (step,) = replay(Save(ESC.join([marked, move("3", 10, 10)])))
    assert company(step, "3") == ("3",)


def test_on_some_maps_nothing_stacks() -> None:
    rules = {"Map": Stacking(enabled=False)}
    lone, onto, cup = replay(
        Save(ESC.join([START, move("3", 10, 10), move("3", 10, 10, "1"), move("3", 70, 70)])), rules
    )
    assert company(lone, "3") == ("3",)
    assert company(onto, "3") == ("1", "3", "2"), "put upon a piece it lies with it all the same"
    assert company(cup, "3") == ("3", "5")


def test_one_click_is_one_step() -> None:
    click = join(["LOG\tCHAT* moves", join([move("1", 50, 10), "LOG\tCHATand so on"])])
    (step,) = run(click.replace(ESC, "\\" + ESC))
    assert [type(event) for event in step.events] == [Chat, Moved, Chat]


def test_all_else_that_logs_tell() -> None:
    (step,) = run(
        join(
            [
                "LOG\tMutableProperty\tWeather\tSun\tRain\tModule",
                "LOG\tTURNTurnTracker0\t0|2;0;false;-1",
                "LOG\tUNDO\ttrue",
                "LOG\tUNDO\tfalse",
                "LOG\tPLAYER\tx\tEve\tRed",
                "LOG\tAUDIO\tbang.wav",
                "LOG\tHAKA:red",
                "LOG\tM/77/Map/1/1/null/Map/0/0/null",
                "LOG\tM/1/Map",
            ]
        ).replace(ESC, "\\" + ESC)
    )
    assert step.events == (
        PropertySet("Weather", "Sun", "Rain", "Module"),
        TurnSet("TurnTracker0", "0|2;0;false;-1"),
        Undo(True),
        Undo(False),
        Unapplied("PLAYER\tx\tEve\tRed", "moves nothing"),
        Unapplied("AUDIO\tbang.wav", "moves nothing"),
        Unapplied("HAKA:red", "not known"),
        Unapplied("M/77/Map/1/1/null/Map/0/0/null", "unknown piece 77"),
        Unapplied("M/1/Map", "expected nine fields in a move command"),
    )
    assert step.after.property("Weather") == "Rain"
    assert [player.name for player in step.after.players] == ["Eve"]


IDS = st.sampled_from(["1", "2", "3", "4", "5", "99", FIRST, SECOND, CUP, "null", ""])
SPOTS = st.sampled_from([(10, 10), (50, 10), (70, 70), (400, 400)])
MAPS = st.sampled_from(["Map", "Other", "null"])
COMMANDS = st.one_of(
    st.builds(lambda id, at, under, map: move(id, at[0], at[1], under, map), IDS, SPOTS, IDS, MAPS),
    st.builds(lambda id, more: f"LOG\t-/{id}{more}", IDS, st.sampled_from(["", "/x"])),
    st.builds(
        lambda id, ids: f"LOG\tD/{id}/Map;10;10;{';'.join(ids)}", IDS, st.lists(IDS, max_size=4)
    ),
    st.builds(
        lambda id, ids: f"LOG\t+/{id}/stack/Map;10;10;{';'.join(ids)}",
        IDS,
        st.lists(IDS, max_size=4),
    ),
    st.builds(lambda id: f"LOG\t+/{id}/piece;;;;x/Map;50;10;;0", IDS),
    st.builds(lambda id: f"LOG\t+/{id}/mark;a/broken", IDS),
)


@given(st.lists(COMMANDS, max_size=25))
def test_no_log_breaks_the_replay(commands: list[str]) -> None:
    steps = run(*commands)
    assert len(steps) == len(commands)
    for step in steps:
        for id, place in step.after.places.items():
            if place.container is not None:
                assert place.container.members[place.level] == id
        _ = step.after.problems
