"""Grids of every kind for tests: boards without pictures, one or several to a map."""

from __future__ import annotations

import random
from collections.abc import Callable

from hexmarshal.vassal.buildfile import Component, component

MAP_PARTS = (
    "StackMetrics",
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ImageSaver",
    "CounterDetailViewer",
    "Flare",
    "Zoomer",
    "GlobalProperties",
    "SelectionHighlighters",
    "HighlightLastMoved",
)


def module(*maps: Component, name: str = "Grids", next_slot: int = 1) -> Component:
    return component(
        "GameModule",
        component("BasicCommandEncoder"),
        component("Documentation"),
        component("PlayerRoster"),
        component("GlobalOptions"),
        *maps,
        component("PrototypesContainer"),
        component("Chatter"),
        component("KeyNamer"),
        component("Language"),
        name=name,
        version="1.0",
        nextPieceSlotId=next_slot,
    )


def game_map(
    name: str, *boards: Component, edge: tuple[int, int] = (0, 0), setup: str = ""
) -> Component:
    picker = component("BoardPicker", *boards)
    if setup:
        picker = picker.holding(component("setup").with_text(setup))
    parts = [component(kind) for kind in MAP_PARTS]
    width, height = edge
    return component(
        "Map", picker, *parts, mapName=name, edgeWidth=width, edgeHeight=height, allowMultiple=True
    )


def board(
    name: str, size: tuple[int, int], grid: Component, *, reversible: bool = False
) -> Component:
    width, height = size
    return component(
        "Board",
        grid,
        name=name,
        image=None,
        reversible=reversible,
        width=width,
        height=height,
        color="9,9,9",
    )


def random_numbering(rng: random.Random, kind: str) -> Component:
    own = {"stagger": rng.random() < 0.5} if kind == "HexGridNumbering" else {}
    return component(
        kind,
        first=rng.choice("HV"),
        sep=rng.choice(["", ".", "-", " / "]),
        hType=rng.choice("NNA"),
        vType=rng.choice("NNA"),
        hLeading=rng.randrange(3),
        vLeading=rng.randrange(3),
        hOff=rng.randint(-5, 20),
        vOff=rng.randint(-5, 20),
        hDescend=rng.random() < 0.5,
        vDescend=rng.random() < 0.5,
        locationFormat=rng.choice(
            ["$gridLocation$", "$gridLocation$", "E$gridLocation$", "c$column$ r$row$", "$nix$ x"]
        ),
        **own,
    )


def random_hex_grid(rng: random.Random, numbered: bool = True) -> Component:
    dy = rng.choice([rng.randint(20, 90) * 1.0, rng.uniform(20, 90)])
    dx = dy * rng.choice([0.75**0.5, rng.uniform(0.7, 1.2)])
    children = [random_numbering(rng, "HexGridNumbering")] if numbered else []
    return component(
        "HexGrid",
        *children,
        x0=rng.randint(-60, 80),
        y0=rng.randint(-60, 80),
        dx=rng.choice([round(dx), dx]) * 1.0,
        dy=dy,
        sideways=rng.random() < 0.5,
        snapTo=rng.random() < 0.85,
        edgesLegal=rng.random() < 0.25,
        cornersLegal=rng.random() < 0.25,
    )


def random_square_grid(rng: random.Random) -> Component:
    return component(
        "SquareGrid",
        random_numbering(rng, "SquareGridNumbering"),
        x0=rng.randint(-60, 80),
        y0=rng.randint(-60, 80),
        dx=rng.choice([rng.randint(15, 90) * 1.0, rng.uniform(15, 90)]),
        dy=rng.choice([rng.randint(15, 90) * 1.0, rng.uniform(15, 90)]),
        snapTo=rng.random() < 0.85,
        edgesLegal=rng.random() < 0.4,
        cornersLegal=rng.random() < 0.4,
    )


def random_region_grid(rng: random.Random, size: tuple[int, int]) -> Component:
    regions = [
        component(
            "Region",
            name=f"Box {number}",
            originx=rng.randrange(0, size[0], 20),
            originy=rng.randrange(0, size[1], 20),
        )
        for number in range(rng.randint(1, 40))
    ]
    return component("RegionGrid", *regions, snapto=rng.random() < 0.8)


def random_zoned_grid(rng: random.Random, size: tuple[int, int]) -> Component:
    makers: list[Callable[[], list[Component]]] = [
        lambda: [random_hex_grid(rng)],
        lambda: [random_square_grid(rng)],
        lambda: [random_region_grid(rng, size)],
        list,
    ]
    zones = []
    for number in range(rng.randint(1, 6)):
        corners = rng.randint(3, 9)
        path = ";".join(
            f"{rng.randrange(size[0])},{rng.randrange(size[1])}" for _ in range(corners)
        )
        zones.append(
            component(
                "Zone",
                *rng.choice(makers)(),
                name=f"Zone {number}",
                path=path,
                locationFormat=rng.choice(
                    [
                        "$name$",
                        "$gridLocation$",
                        "$name$ $gridLocation$",
                        "at $gridLocation$: $odd$",
                    ]
                ),
                useParentGrid=rng.random() < 0.3,
            )
        )
    return component("ZonedGrid", *zones, *rng.choice(makers)())


def random_grid(rng: random.Random, size: tuple[int, int]) -> Component:
    kind = rng.choice(["hex", "hex", "square", "region", "zoned", "zoned"])
    if kind == "hex":
        return random_hex_grid(rng)
    if kind == "square":
        return random_square_grid(rng)
    if kind == "region":
        return random_region_grid(rng, size)
    return random_zoned_grid(rng, size)


def random_map(rng: random.Random, name: str) -> Component:
    edge = rng.choice([(0, 0), (rng.randrange(90), rng.randrange(90))])
    places = rng.choice([[(0, 0)], [(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (0, 1), (1, 1)]])
    boards = []
    tokens = [f"{name}BoardPicker"]
    for number, (column, row) in enumerate(places):
        size = rng.randint(200, 700), rng.randint(200, 700)
        grid = random_grid(rng, size)
        boards.append(board(f"B{number}", size, grid, reversible=rng.random() < 0.5))
        reversed_mark = "/rev" if rng.random() < 0.3 else ""
        tokens += [f"B{number}{reversed_mark}", str(column), str(row)]
    return game_map(name, *boards, edge=edge, setup="\t".join(tokens))
