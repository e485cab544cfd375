"""The colours of tokens.css can be read: contrast by WCAG 2, in both themes."""

import json
import re
import struct
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text()
HEAD = (ROOT / "templates" / "head.html").read_text()

Theme = dict[str, str]


VALUES = dict(re.findall(r"--([\w-]+):\s*([^;]+);", TOKENS.split("}", 1)[0]))
EITHER = r"light-dark\((#\w+), (#\w+)\)"
LIGHT: Theme = {name: re.sub(EITHER, r"\1", value) for name, value in VALUES.items()}
DARK: Theme = {name: re.sub(EITHER, r"\2", value) for name, value in VALUES.items()}
THEMES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]
SUITS = ("spades", "hearts", "diamonds", "clubs", "trumps")


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 (alike) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(top: str, ground: str, share: float) -> str:
    """The colour that is seen where `top` covers `share` of `ground`."""
    pairs = ((int(top[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def test_contrast_is_measured_as_wcag_defines_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


TEXT = [
    ("ink", "paper surface raised sunken won turn-soft refuse-soft"),
    ("ink-2", "paper surface raised sunken turn-soft"),
    ("ink-3", "paper surface raised"),
    ("link", "paper surface raised refuse-soft"),
    ("clock", "paper"),
    ("on-act", "act"),
    ("table-ink", "table table-2"),
    ("table-ink-2", "table table-2"),
    ("table", "table-ink"),
    ("on-turn", "turn"),
    ("refuse-ink", "paper surface raised refuse-soft"),
    ("warn", "surface raised warn-soft"),
    ("good", "surface raised"),
    ("bad", "surface raised sunken"),
    *((suit, "paper surface raised won turn-soft warn-soft refuse-soft") for suit in SUITS),
    ("trumps", "trump-soft trump-flat"),
    *((f"face-{suit}", "face") for suit in SUITS),
    ("face", "face-trumps"),
]


def too_faint(theme: Theme, table: list[tuple[str, str]], least: float) -> list[str]:
    """What of a table (a colour, and the grounds it is seen on) has less contrast than `least`."""
    measured = [
        (f"{ink} on {ground}", contrast(theme[ink], theme[ground]))
        for ink, grounds in table
        for ground in grounds.split()
    ]
    return [f"{what}: {ratio:.2f}" for what, ratio in measured if ratio < least]


def test_what_is_too_faint_is_named() -> None:
    theme = {"ink": "#777777", "paper": "#ffffff", "night": "#000000"}
    assert too_faint(theme, [("ink", "paper night")], 4.5) == ["ink on paper: 4.48"]


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: Theme) -> None:
    assert too_faint(theme, TEXT, 4.5) == []


SIGNS = [
    ("line-strong", "surface raised paper"),
    ("turn", "table"),
    ("spent", "sunken"),
    ("refuse", "raised sunken refuse-soft"),
    ("warn", "sunken warn-soft"),
    ("link", "sunken"),
    ("back-line", "back"),
    ("trumps", "surface"),
]


@pytest.mark.parametrize("theme", THEMES)
def test_borders_signs_and_greyed_glyphs_can_be_seen(theme: Theme) -> None:
    assert too_faint(theme, SIGNS, 3) == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suit", SUITS)
def test_a_card_that_the_rules_forbid_can_still_be_found(theme: Theme, suit: str) -> None:
    """A forbidden key shows its glyph at 68 % on the page; it is large text and still a button."""
    assert contrast(mixed(theme[suit], theme["paper"], 0.68), theme["paper"]) >= 3


@pytest.mark.parametrize("ground", ["surface", "won", "raised"])
@pytest.mark.parametrize("theme", THEMES)
def test_four_suits_have_four_colours(theme: Theme, ground: str) -> None:
    assert len({theme[suit] for suit in SUITS}) == len(SUITS)
    assert theme["face-hearts"] == LIGHT["hearts"]


def test_the_device_and_the_reader_choose_between_the_same_two_colours() -> None:
    """The device chooses where the reader does not; neither brings a colour of its own."""
    rules = re.findall(r"(:root\S*) {\s*color-scheme: ([\w ]+);([^}]*)", TOKENS)
    assert [(root, scheme) for root, scheme, _ in rules] == [
        (":root", "light dark"),
        (':root[data-theme="light"]', "light"),
        (':root[data-theme="dark"]', "dark"),
    ]
    assert [rest.strip() for _, _, rest in rules[1:]] == ["", ""]
    assert "prefers-color-scheme" not in TOKENS


def undefined_in(sheet: Path) -> set[str]:
    """The values that a sheet uses and that neither it nor the tokens define."""
    text = sheet.read_text()
    # the sheets of a feature come after one another on its pages, and after those of every page
    family = {*sheet.parent.glob("*.css"), *(ROOT / "static" / "css").glob("*.css")}
    defined = set(re.findall(r"(--[\w-]+):", "".join(part.read_text() for part in family)))
    # by cards.css, by scripts, and by the replay for its cards, which have them free and covered
    given_elsewhere = {"--card", "--shown", "--suit", "--within"}
    given_elsewhere |= {"--card-dash", "--covered", "--free"}
    used = set(re.findall(r"var\((--[\w-]+)", text))
    return used - defined - {f"--{name}" for name in LIGHT} - given_elsewhere


def test_a_sheet_uses_only_values_that_are_defined() -> None:
    assert SHEETS
    assert {sheet.name: names for sheet in SHEETS if (names := undefined_in(sheet))} == {}


def test_colours_are_written_down_in_the_tokens_only() -> None:
    outside_print = {
        sheet.name: sheet.read_text().split("@media print")[0]
        for sheet in SHEETS
        if sheet.name != "tokens.css"
    }
    colour = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsl|light-dark")
    written = {name: colour.findall(text) for name, text in outside_print.items()}
    assert {name: colours for name, colours in written.items() if colours} == {}


def test_the_layers_have_their_order_in_one_place() -> None:
    """Else it depends on which sheet the browser meets first."""
    sheets = {sheet.name: sheet.read_text() for sheet in SHEETS}
    orders = {name: re.findall(r"@layer ([\w, ]+);", text) for name, text in sheets.items()}
    assert {name: order for name, order in orders.items() if order} == {
        "tokens.css": ["tokens, base, parts"]
    }
    used = {layer for text in sheets.values() for layer in re.findall(r"@layer (\w+) {", text)}
    assert used == {"tokens", "base", "parts"}
    assert re.findall(r"css/([\w/-]+\.css)", HEAD)[0] == "tokens.css"


def test_the_browser_s_own_bar_has_the_colour_of_ours() -> None:
    colours = dict(
        re.findall(
            r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)', HEAD
        )
    )
    assert colours == {LIGHT["surface"]: "light", DARK["surface"]: "dark"}


def test_on_a_home_screen_the_site_has_its_own_colours_and_icons() -> None:
    manifest = json.loads((ROOT / "static" / "manifest.webmanifest").read_text())
    colours = (manifest["theme_color"], manifest["background_color"])
    assert colours == (LIGHT["surface"], LIGHT["paper"])
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        header = (ROOT / "static" / icon["src"]).read_bytes()[:24]
        width, height = struct.unpack(">16x2I", header)
        assert icon["sizes"] == f"{width}x{height}"
