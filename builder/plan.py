"""The files of a game's kit, each with everything it is made from.

Each artifact's function gets only the part of the game that its file shows, so a changed row
rebuilds only the files that depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from builder.module.form import module_form
from builder.module.help import chart_file, chart_page
from builder.module.images import back_image, front_image, icons
from builder.module.writer import BOARD_PICTURE, OFF_PICTURE, BuiltModule
from builder.pipeline import Artifact
from builder.print.charts import charts_pdf
from builder.print.counter_sheets import counter_sheets
from builder.print.map_sheets import map_sheet, map_tiles
from builder.print.setup_sheets import setup_sheet
from builder.setup import playable
from hexmarshal.art import pdf, pixels, svg
from hexmarshal.art.counter import Card, CounterFace, cards
from hexmarshal.art.counter.faces import draw
from hexmarshal.art.drawing import Drawing
from hexmarshal.art.map import map_drawing, map_thumbnail
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.art.map.style import print_form
from hexmarshal.game.board import Hexsides, Paths, Terrain
from hexmarshal.game.folders import Folders
from hexmarshal.game.model import Game
from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.scenario import Scenario

GROUPS = ("counters", "map", "setup", "module")
"""The parts of a kit that can be built on their own."""

PAPER = ("a4", "letter")
"""The paper sizes for which a kit has all its printed sheets."""

BACK = "-back"
"""Suffix of the file name of a counter's back."""
LETTER = f"-{PAPER[1]}"
"""Suffix of the file name of set-up sheets and charts on Letter paper."""

BOARD_COLOURS, COUNTER_COLOURS, SIGN_COLOURS = 256, 128, 32


def group_of(path: str) -> str:
    """The part of the kit that a file belongs to."""
    if path.startswith("saves/") or path.endswith(".vmod"):
        return "module"
    if path.startswith("counter"):
        return "counters"
    return "map" if path.startswith("map") else "setup"


@dataclass(frozen=True)
class GameView:
    """The part of a game that some files show, and its map drawings, each drawn only once."""

    game: Game

    @cached_property
    def map(self) -> Drawing:
        return map_drawing(self.game)

    @cached_property
    def thumbnail(self) -> Drawing:
        return map_thumbnail(self.game)


def plan(game: Game, folders: Folders) -> list[Artifact]:
    """Every file of the kit, each after the files it needs."""
    found = cards(game)
    return [
        *_counters(found),
        *_sheets(game),
        *_map(game),
        *_setups(game),
        *_charts(game),
        *_module(game, found, folders),
    ]


# -- counters -------------------------------------------------------------------------------------


def _counters(found: Mapping[str, Card]) -> Iterator[Artifact]:
    for card in found.values():
        for end, face in (("", card.front), (BACK, card.back)):
            if face is not None:
                stem = f"counters/{card.counter}{end}"
                yield Artifact(f"{stem}.svg", _face_svg, (face, card.size))
                yield Artifact(f"{stem}.png", _face_png, (face, card.size))


def _sheets(game: Game) -> Iterator[Artifact]:
    part = counters_part(game)
    for paper in PAPER:
        yield Artifact(f"counter-sheets-{paper}.pdf", counter_sheets, (part, paper))


def counters_part(game: Game) -> Game:
    """The part of the game that its counter sheets show: no map, charts or module section."""
    board = replace(game.board, terrain=Terrain(), hexsides=Hexsides(), paths=Paths(), lines=())
    return replace(game, board=board, charts=(), module={}, files=(), digest="")


def _face_svg(face: CounterFace, size: float) -> bytes:
    return svg.write(draw(face, size)).encode()


def _face_png(face: CounterFace, size: float) -> bytes:
    return pixels.png(draw(face, size), pixels.PX_PER_PT_300_DPI)


# -- the map --------------------------------------------------------------------------------------


def _map(game: Game) -> Iterator[Artifact]:
    view = GameView(map_part(game))
    yield Artifact("map.svg", _map_svg, (view,))
    yield Artifact("map.png", _map_png, (view,))
    yield Artifact("map.pdf", _map_pdf, (view,))
    for paper in PAPER:
        yield Artifact(f"map-tiles-{paper}.pdf", _map_tiles, (view, paper))


def map_part(game: Game) -> Game:
    """The part of the game that its map shows."""
    look = {name: game.look[name] for name in ("map", "print") if name in game.look}
    return replace(
        game,
        counters={},
        scenarios=(),
        rules=RuleSet(),
        charts=(),
        look=look,
        module={},
        files=(),
        digest="",
    )


def _map_svg(view: GameView) -> bytes:
    return svg.write(view.map).encode()


def _map_png(view: GameView) -> bytes:
    """The module's picture of the map: palette colours, strong compression."""
    picture = pixels.image(view.map, map_layout(view.game).px_per_pt)
    return pixels.encode(picture, colours=BOARD_COLOURS, level=7)


def _map_pdf(view: GameView) -> bytes:
    return map_sheet(view.map, print_form(view.game).paper)


def _map_tiles(view: GameView, paper: str) -> bytes:
    return map_tiles(view.map, paper)


# -- set-up sheets --------------------------------------------------------------------------------


def _setups(game: Game) -> Iterator[Artifact]:
    view = GameView(replace(game, scenarios=(), charts=(), module={}, files=(), digest=""))
    for scenario in game.scenarios:
        for paper, end in zip(PAPER, ("", LETTER), strict=True):
            yield Artifact(f"setup/{scenario.id}{end}.pdf", _setup, (view, scenario, paper))


def _setup(view: GameView, scenario: Scenario, paper: str) -> bytes:
    game = replace(view.game, scenarios=(scenario,))
    return setup_sheet(game, scenario, paper, view.thumbnail)


# -- charts ---------------------------------------------------------------------------------------


def _charts(game: Game) -> Iterator[Artifact]:
    for paper, end in zip(PAPER, ("", LETTER), strict=True) if game.charts else ():
        yield Artifact(f"charts{end}.pdf", charts_pdf, (game.title, game.charts, paper))


# -- the module -----------------------------------------------------------------------------------


def _module(game: Game, found: Mapping[str, Card], folders: Folders) -> Iterator[Artifact]:
    whole = replace(game, files=())
    backs = frozenset(card.counter for card in found.values() if card.back is not None)
    saves = {scenario.id: f"saves/{scenario.id}.vsav" for scenario in playable(game)}
    for id_, path in saves.items():
        yield Artifact(path, _save, (whole, backs, id_))
    data = {
        path.relative_to(folders.root).as_posix(): path.read_bytes()
        for path in dict.fromkeys(game.files)
        if path.exists()
    }
    names = [chart.file for chart in module_form(game).charts]
    charts = {
        **{chart_file(n, c): chart_page(c).encode() for n, c in enumerate(game.charts, 1)},
        **{name: (folders.scenarios / name).read_bytes() for name in names},
    }
    yield Artifact(
        f"{game.id}.vmod",
        _vmod,
        (whole, dict(found), saves, data, charts),
        needs=("map.png", *saves.values()),
    )


def _save(game: Game, backs: frozenset[str], scenario: str) -> bytes:
    return BuiltModule(game, backs).setups.save(game.scenario(scenario))


def _vmod(
    made: Mapping[str, bytes],
    game: Game,
    found: Mapping[str, Card],
    saves: Mapping[str, str],
    data: Mapping[str, bytes],
    charts: Mapping[str, bytes],
) -> bytes:
    backs = frozenset(card.counter for card in found.values() if card.back is not None)
    module = BuiltModule(game, backs)
    pictures = {
        **_counter_pictures(module, found),
        **_icons(module),
        BOARD_PICTURE: made["map.png"],
        OFF_PICTURE: pixels.png(module.off.drawing(), 1.0, colours=SIGN_COLOURS),
    }
    packed = {id_: made[path] for id_, path in saves.items()}
    return module.vmod(pictures, packed, data, charts)


def _counter_pictures(module: BuiltModule, found: Mapping[str, Card]) -> dict[str, bytes]:
    """The pictures of the counters, rendered in one pass."""
    drawings: dict[str, Drawing] = {}
    for id_, card in found.items():
        counter = module.game.counters[id_]
        drawings[front_image(counter)] = draw(card.front, module.size)
        if card.back is not None:
            drawings[back_image(counter)] = draw(card.back, module.size)
    if not drawings:
        return {}
    pages = pixels.pages(pdf.write(list(drawings.values()), compress=False), 1.0)
    return {
        name: pixels.encode(page, colours=COUNTER_COLOURS)
        for name, page in zip(drawings, pages, strict=True)
    }


def _icons(module: BuiltModule) -> dict[str, bytes]:
    maker = module.maker
    most = max((maker.step_count(counter) for counter in module.game.counters.values()), default=1)
    drawings = icons(maker.states, most, module.size)
    return {
        name: pixels.png(drawing, 1.0, transparent=True, colours=SIGN_COLOURS)
        for name, drawing in drawings.items()
    }
