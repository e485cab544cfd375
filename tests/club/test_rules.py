"""The rule sheets: every number that a refusal cites can be found, and belongs to one rule."""

import ast
import math
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.display import rulesheets
from games.display.rulesheets import RuleSheet, render, rule_anchor, rule_sheet
from games.management.catalogues import languages
from games.rules import VARIANTS, Variant
from tests.cast import Cast

RULES = Path(rulesheets.__file__).parents[1] / "rules"
NUMBER = re.compile(r"\d+\.\d+(\.\d+[a-z]?)?|[A-E]\d+")
EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def numbers_in(path: Path) -> set[str]:
    """The texts of a module that are the number of a rule and nothing else."""
    nodes = ast.walk(ast.parse(path.read_text()))
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return {text for text in texts if NUMBER.fullmatch(text)}


def sheet_of(client: Client, cast: Cast, variant: str = "french") -> str:
    client.force_login(cast.member)
    return client.get(reverse("rule-sheet", args=[cast.club.slug, variant])).content.decode()


@EVERY_VARIANT
def test_every_rule_that_the_program_cites_is_on_the_sheet(variant: Variant) -> None:
    home = RULES / "variants"
    modules = (home / variant.key.replace("-", "_")).glob("*.py")
    written = set().union(*map(numbers_in, modules))
    assert len(written) > 10
    cited = {*written, *variant.rules.values(), *(option.rule for option in variant.options)}
    anchors = rule_sheet(variant.key, "en").anchors
    assert sorted(rule for rule in cited if rule_anchor(rule) not in anchors) == []


@EVERY_VARIANT
def test_no_link_of_the_page_leads_nowhere(client: Client, cast: Cast, variant: Variant) -> None:
    page = sheet_of(client, cast, variant.key)
    targets = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(set(targets)) == sorted(targets)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(targets)


def test_a_citation_of_the_record_format_leads_to_the_same_place() -> None:
    assert rule_anchor("french/1.9.3b") == rule_anchor("1.9.3b") == "r-1.9.3b"


def test_the_numbers_on_the_page_are_those_that_were_written() -> None:
    sheet = render(
        "# Game\n\n## 2.8 Slam\n\n10. First.\n11. Second:\n    - a. One.\n    - b. Two.\n"
    )
    assert sheet.title == "Game"
    assert [section.title for section in sheet.contents] == ["2.8 Slam"]
    assert sheet.anchors == {"r-2.8", "r-2.8.10", "r-2.8.11", "r-2.8.11a", "r-2.8.11b"}
    assert '<a class="rule-no" href="#r-2.8.11b">2.8.11b</a> Two.' in sheet.html


def test_rules_may_be_counted_through_all_sections() -> None:
    sheet = render("# Game\n\n## Play\n\n- A12. Follow.\n- A13. Trump.\n    - a. Any.\n- Or not.\n")
    assert sheet.anchors == {"play", "r-A12", "r-A13"}
    assert '<a class="rule-no" href="#r-A12">A12</a> Follow.' in sheet.html


def test_a_list_outside_the_numbered_sections_carries_no_numbers() -> None:
    sheet = render("# Game\n\n## 2.8 Slam\n\n1. Rule.\n\n## Sources\n\n1. A book.\n- a. A page.\n")
    assert sheet.anchors == {"r-2.8", "r-2.8.1", "sources"}


def test_a_sheet_brings_no_markup_of_its_own() -> None:
    html = render(
        "# Game\n\n## 1.1 Deal\n\n<script>alert(1)</script>\n\n| a |\n| --: |\n| 1 |"
    ).html
    assert "<script>" not in html
    assert "style=" not in html
    assert '<td class="num">1</td>' in html


def test_a_sheet_is_read_in_the_reader_s_language_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulesheets, "SHEETS", tmp_path)
    (tmp_path / "game.md").write_text("# Game\n")
    (tmp_path / "game.fr.md").write_text("# Jeu\n")
    assert rule_sheet("game", "fr").title == "Jeu"
    assert rule_sheet("game", "de").title == "Game"


@EVERY_VARIANT
def test_every_game_explains_itself_in_every_language_of_the_site(variant: Variant) -> None:
    assert [rule_sheet(variant.key, language).language for language in languages()] == languages()


@pytest.mark.parametrize(
    "path", sorted(rulesheets.SHEETS.glob("*.*.md")), ids=lambda path: path.name
)
def test_a_translated_sheet_has_the_same_rules_leads_to_the_same_places_and_counts_alike(
    path: Path,
) -> None:
    key, language = path.stem.split(".")
    english, translated = rule_sheet(key, "en"), rule_sheet(key, language)
    assert translated.language == language
    assert rules_of(translated) == rules_of(english)
    for what in (r'href="([^"]*)"', r'<td class="num">(.*?)</td>'):
        assert shorn(what, translated) == shorn(what, english)


def shorn(what: str, sheet: RuleSheet) -> list[str]:
    """What is found on a sheet, in order; of a cell only the numbers: there may be words, too."""
    found = re.findall(what, sheet.html)
    return found if what.startswith("href") else [re.sub(r"[^\d½−]", "", cell) for cell in found]


def rules_of(sheet: RuleSheet) -> set[str]:
    return {anchor for anchor in sheet.anchors if anchor.startswith("r-")}


def test_the_sheet_shows_each_option_with_its_choices_and_presets(
    client: Client, cast: Cast
) -> None:
    page = sheet_of(client, cast)
    table = page[page.index('id="option-defence_slam"') :].partition("</tbody>")[0]
    assert "Slam by the defence" in table
    rows = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    assert [("Nothing" in row, "200 each" in row) for row in rows] == [(True, False), (False, True)]
    said = [["yes" in cell for cell in re.findall(r"<td>.*?</td>", row)[1:]] for row in rows]
    assert said == [[True, False], [False, True]]


def test_the_list_of_games_leads_to_the_sheets(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    page = client.get(reverse("rules", args=[cast.club.slug])).content.decode()
    for variant in VARIANTS:
        assert reverse("rule-sheet", args=[cast.club.slug, variant.key]) in page


def test_a_game_that_nobody_wrote_down_is_not_found(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    assert client.get(reverse("rule-sheet", args=[cast.club.slug, "whist"])).status_code == 404


@EVERY_VARIANT
def test_the_glossary_knows_every_word_that_a_game_has_of_its_own(variant: Variant) -> None:
    glossary = (RULES.parent / "GLOSSARY.md").read_text().lower()
    said = [bid.label for bid in variant.bids] + [kind.label for kind in variant.announcements]
    words = {variant.name, *said, *(text for text in variant.labels.values() if text[-1] != ".")}
    assert sorted(word for word in words if word.lower() not in glossary) == []


FACTORS = {"Petite": 1, "Garde": 2, "Garde sans": 4, "Garde contre": 6}
SLAMS = {"": 0, "made": 200, "called, made": 400, "called, missed": -200, "defence": -200}


def worked_examples() -> list[list[str]]:
    """The rows of the table of examples on the sheet of French Tarot."""
    lines = (RULES / "variants" / "french.md").read_text().splitlines()
    rows = [line.strip("|").split("|") for line in lines if re.match(r"\| F[PXO]\d+ \|", line)]
    return [[cell.strip().replace("−", "-").replace("½", ".5") for cell in row] for row in rows]


@pytest.mark.parametrize("row", worked_examples(), ids=lambda row: row[0])
def test_a_worked_example_on_the_sheet_follows_from_the_formula_on_it(row: list[str]) -> None:
    """Rules 1.11.2 to 1.11.5."""
    _name, _preset, players, contract, bouts, points, petit, handful, slam, *scores, _source = row
    needed = (56, 51, 41, 36)[int(bouts)]
    margin = math.ceil(abs(float(points) - needed))
    won = 1 if float(points) >= needed else -1
    factor = FACTORS[contract]
    bonus = sum(map(int, handful.split("+"))) if handful else 0
    one = won * ((25 + margin) * factor + bonus) + SLAMS[slam]
    one += {"taker": 10, "defence": -10, "": 0}[petit] * factor
    said, taker, partner, defender = (int(score) if score else 0 for score in scores)
    assert (said, defender) == (one, -one)
    assert partner in (0, one)
    opponents = int(players) - (2 if partner else 1)
    assert taker + partner == opponents * one
