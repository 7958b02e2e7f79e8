"""Traits: every class there and back, and the texts the engine itself writes."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal import traits
from hexmarshal.vassal.keys import (
    CTRL,
    KeyCommand,
    Target,
    add,
    ask,
    choose,
    decode_commands,
    encode_commands,
    encode_parameters,
    named,
    set_to,
    stroke,
)
from hexmarshal.vassal.text import java_double
from hexmarshal.vassal.traits import (
    CanRotate,
    DynamicProperty,
    Layer,
    Marker,
    RawTrait,
    ReportAction,
    Trait,
    UnknownTrait,
    level_named,
    read_trait,
)
from hexmarshal.vassal.traits import base as wire
from hexmarshal.vassal.traits.base import WIRE

CLASSES = [cls for cls in traits.BY_PREFIX.values() if cls is not traits.OldLayer]

# What VASSAL 3.7.26 writes for a new trait of each kind, and its state.
ENGINE_DEFAULTS = (Path(__file__).parent / "engine_traits.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", ENGINE_DEFAULTS.splitlines())
def test_the_engines_own_texts_come_back_unchanged(line: str) -> None:
    raw = RawTrait(*line.rsplit("|", 1))
    trait = read_trait(raw)
    assert not isinstance(trait, UnknownTrait)
    assert trait.raw() == raw


TEXT = st.text(alphabet="ab;,:/\\'\t+~é$ ", max_size=8)
BY_KIND = {
    id(wire.TEXT): TEXT,
    id(wire.INT): st.integers(-999, 999),
    id(wire.FLOAT): st.floats(-1000, 1000).map(lambda value: round(value, 3)),
    id(wire.BOOL): st.booleans(),
    id(wire.LIST): st.lists(TEXT, max_size=3).map(tuple).filter(lambda items: items != ("",)),
    id(wire.KEYS): st.lists(st.sampled_from(["65,130", "57344,0,x"]), max_size=3).map(tuple),
    id(wire.COMMANDS): st.lists(
        st.builds(KeyCommand, TEXT, st.just("57344,0,x"), TEXT), max_size=2
    ).map(tuple),
}


def traits_of(cls: type[Trait]) -> st.SearchStrategy[Trait]:
    wired = {f.name: f.metadata[WIRE] for f in fields(cls) if WIRE in f.metadata}
    return st.builds(cls, **{name: BY_KIND[id(wire.kind)] for name, wire in wired.items()})


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_trait_round_trips(cls: type[Trait]) -> None:
    @given(traits_of(cls))
    def check(trait: Trait) -> None:
        if isinstance(trait, Layer) and trait.version == 0:
            return
        if isinstance(trait, Marker):
            trait = Marker(names=("one", "t;w,o"), values=(trait.raw().state, ""))
        assert read_trait(trait.raw()) == trait

    check()


def test_every_trait_has_only_defaults_that_are_values() -> None:
    for cls in CLASSES:
        for found in fields(cls):
            assert found.default is not MISSING, f"{cls.__name__}.{found.name}"
        assert read_trait(cls().raw()) == cls()


def test_unknown_traits_survive() -> None:
    raw = RawTrait("turr;x\ty", "12;\\;")
    assert read_trait(raw) == UnknownTrait(type=raw.type, state=raw.state)
    assert read_trait(raw).raw() == raw


def test_fields_of_later_engines_are_kept() -> None:
    raw = RawTrait("delete;Delete;68,130;;new;field")
    assert read_trait(raw).more == ("new", "field")
    assert read_trait(raw).raw() == raw


def test_short_texts_of_old_engines_take_the_readers_defaults() -> None:
    assert read_trait(RawTrait("immob;g;N")) == traits.DoesNotStack(selection="g")
    old = read_trait(RawTrait("emb2;;2;;;2;;;2;;;;0;false;0;0;a.gif,b.gif;,;true;Step", "2"))
    assert isinstance(old, Layer)
    assert (old.version, old.current_image) == (0, "b.gif")


def test_numbers_that_are_none_become_the_default() -> None:
    label = read_trait(RawTrait("label;;;big;;;t;x", "hello"))
    assert isinstance(label, traits.TextLabel)
    assert (label.font_size, label.vertical_offset, label.text) == (10, 0, "hello")


def test_a_layer_of_two_steps() -> None:
    step = Layer(
        name="Step",
        images=("", "back.png"),
        level_names=("", "+ (weak)"),
        always_active=True,
        increase_menu="Flip",
        increase_key=named("flip"),
    )
    assert step.type_text == (
        "emb2;;128;A;Flip;128;;;128;;;;1;false;0;0;,back.png;,+ (weak);true;Step;;;false;;1;1;true;"
        ";57344,0,flip;;;1.0;;true"
    )
    reduced = read_trait(RawTrait(step.type_text, "2"))
    assert reduced.properties() == {
        "Step_Level": "2",
        "Step_Active": "true",
        "Step_Image": "back.png",
        "Step_Name": " (weak)",
    }


def test_a_layer_off_has_a_negative_level() -> None:
    off = read_trait(RawTrait(Layer(name="L", images=("a", "b")).type_text, "-2"))
    assert off.properties() == {"L_Level": "-2", "L_Active": "false", "L_Image": "", "L_Name": ""}


@pytest.mark.parametrize(
    ("level_name", "shown"),
    [("", "Inf"), ("Dead", "Dead"), ("+ (x)", "Inf (x)"), ("weak +", "weak Inf")],
)
def test_level_names(level_name: str, shown: str) -> None:
    assert level_named(level_name, "Inf") == shown


def test_the_oldest_layer_is_read() -> None:
    old = read_trait(RawTrait("emb;F;Flip;;;;;0;0;back.gif,+ (flipped);back2.gif", "1"))
    assert isinstance(old, traits.OldLayer)
    assert old.images == ("back.gif", "back2.gif")
    assert old.level_name() == "+ (flipped)"
    assert old.raw().type.startswith("emb;F")


def test_markers_read_by_name() -> None:
    marker = Marker.of(Side="German", Note="a,b;c")
    assert marker.raw() == RawTrait("mark;Side,Note", "German,a\\,b;c")
    assert read_trait(marker.raw()).properties() == {"Side": "German", "Note": "a,b;c"}
    assert read_trait(RawTrait("mark;a,b", "1")).properties() == {"a": "1", "b": ""}


def test_free_rotation_is_spelled_differently() -> None:
    free = CanRotate(facings=1, clockwise_key="82,130", clockwise_menu="Turn", angle=12.5)
    assert free.raw() == RawTrait("rotate;1;82,130;Turn;;;;;;;;true", "12.5")
    assert read_trait(RawTrait("rotate;1;82,130;Turn;;;;;;;;true", "12.5")).raw() == free.raw()


def test_key_commands_of_a_property() -> None:
    supply = DynamicProperty(
        name="Supply",
        constraints=("true", "0", "2", "true"),
        commands=(
            KeyCommand("In supply", named("sup0"), set_to("0")),
            KeyCommand("Next", named("next"), add(1)),
        ),
        value="0",
    )
    assert supply.type_text == (
        "PROP;Supply;true,0,2,true;"
        r"In supply:57344\,0\,sup0:P\,0,Next:57344\,0\,next:I\,1;"
    )
    commands = (KeyCommand("a:b", stroke("D", CTRL), choose("which?", ("x,y", "z"))),)
    assert decode_commands(encode_commands(commands)) == commands
    assert ask("who") == "R,who"


def test_lists_of_keys() -> None:
    report = ReportAction(keys=(stroke("A", CTRL), named("flip")))
    assert report.type_text.startswith("report;65\\,130,57344\\,0\\,flip;")
    old = read_trait(RawTrait("report;AB;x"))
    assert isinstance(old, ReportAction)
    assert old.keys == ("A", "B")


def test_targets_and_parameters() -> None:
    assert str(Target()) == "COUNTER|false|MAP|||||0|0||false|||EQUALS||"
    assert str(Target("MODULE", property="Side", value="German")) == (
        "MODULE|false|MAP|||||0|0||true|Side|German|EQUALS||"
    )
    assert str(Target("MAP", "DECK", deck="Chit cup")) == (
        "MAP|true|DECK|||||0|0|Chit cup|false|||EQUALS||"
    )
    assert encode_parameters({"a": "1,2", "b": "x:y"}) == "a:1\\,2,b:x\\:y"


@pytest.mark.parametrize(
    ("value", "text"),
    [(1, "1.0"), (0.3, "0.3"), (55.42562584220407, "55.42562584220407"), (1e-5, "1.0E-5"),
     (1234567.5, "1234567.5"), (12345678.0, "1.2345678E7"), (0.0, "0.0"), (-2.5e-4, "-2.5E-4")],
)  # fmt: skip
def test_numbers_as_java_prints_them(value: float, text: str) -> None:
    assert java_double(value) == text


def test_properties_of_turned_masked_and_hidden_pieces() -> None:
    assert CanRotate(name="F", facings=6, facing=2).properties() == {
        "F_Facing": "3",
        "F_Degrees": "120",
    }
    assert CanRotate(name="F", facings=1, angle=-12.5).properties()["F_Degrees"] == "13"
    assert traits.Mask(owner="me").properties() == {"Obscured": "true", "ObscuredToOthers": "true"}
    assert traits.Invisible().properties()["Invisible"] == "false"
    assert traits.PropertySheet(definition="0Name~7Fuel", sheet="x~3").properties() == {
        "Name": "x",
        "Fuel": "3",
    }
