"""The rule sheets: every number that a refusal cites can be found, and belongs to one rule."""

import ast
import math
import re
from itertools import product
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.display import rulesheets
from games.display.rulesheets import RuleSheet, render, rule_anchor, rule_sheet
from games.management.catalogues import languages
from games.rules import VARIANTS
from tests.cast import Cast

RULES = Path(rulesheets.__file__).parents[1] / "rules"
NUMBER = re.compile(r"\d+\.\d+(\.\d+[a-z]?)?|[A-E]\d+")


def numbers_in(path: Path) -> set[str]:
    """The texts of a module that are the number of a rule and nothing else."""
    nodes = ast.walk(ast.parse(path.read_text()))
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return {text for text in texts if NUMBER.fullmatch(text)}


def test_every_rule_that_the_program_cites_is_on_the_sheet() -> None:
    for variant in VARIANTS:
        modules = (RULES / "variants" / variant.key.replace("-", "_")).glob("*.py")
        written = set().union(*map(numbers_in, modules))
        assert len(written) > 10
        cited = {*written, *variant.rules.values(), *(option.rule for option in variant.options)}
        anchors = rule_sheet(variant.key, "en").anchors
        missing = [rule for rule in cited if rule_anchor(rule) not in anchors]
        assert missing == [], variant.key


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
    sheet = render("# Game\n\n## Play\n\n- A12. Follow.\n- A13. Trump.\n    - a. Any.\n- Or not.\n")
    assert sheet.anchors == {"play", "r-A12", "r-A13"}
    assert '<a class="rule-no" href="#r-A12">A12</a> Follow.' in sheet.html
    sheet = render("# Game\n\n## 2.8 Slam\n\n1. Rule.\n\n## Sources\n\n1. A book.\n- a. A page.\n")
    assert sheet.anchors == {"r-2.8", "r-2.8.1", "sources"}, "no rules outside of the sections"


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


def test_a_translated_sheet_has_the_same_rules_links_and_numbers_in_every_language() -> None:
    for variant, language in product(VARIANTS, languages()):
        english = rule_sheet(variant.key, "en")
        translated = rule_sheet(variant.key, language)
        assert translated.language == language, variant.key
        assert rules_of(translated) == rules_of(english), variant.key
        for what in (r'href="([^"]*)"', r'<td class="num">(.*?)</td>'):
            assert shorn(what, translated) == shorn(what, english), variant.key


def shorn(what: str, sheet: RuleSheet) -> list[str]:
    """What is found on a sheet, in order; of a cell only the numbers: there may be words, too."""
    found = re.findall(what, sheet.html)
    return found if what.startswith("href") else [re.sub(r"[^\d½−]", "", cell) for cell in found]


def rules_of(sheet: RuleSheet) -> set[str]:
    return {anchor for anchor in sheet.anchors if anchor.startswith("r-")}


def test_the_list_of_games_leads_to_sheets_that_show_each_option_with_its_choices(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.member)
    games = client.get(reverse("rules", args=[cast.club.slug])).content.decode()
    for variant in VARIANTS:
        assert reverse("rule-sheet", args=[cast.club.slug, variant.key]) in games
    page = client.get(reverse("rule-sheet", args=[cast.club.slug, "french"])).content.decode()
    table = page[page.index('id="option-defence_slam"') :].partition("</tbody>")[0]
    assert "Slam by the defence" in table
    rows = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    assert [("Nothing" in row, "200 each" in row) for row in rows] == [(True, False), (False, True)]
    said = [["yes" in cell for cell in re.findall(r"<td>.*?</td>", row)[1:]] for row in rows]
    assert said == [[True, False], [False, True]]
    assert client.get(reverse("rule-sheet", args=[cast.club.slug, "whist"])).status_code == 404


def test_the_glossary_knows_every_word_that_a_game_has_of_its_own() -> None:
    glossary = (RULES.parent / "GLOSSARY.md").read_text().lower()
    for variant in VARIANTS:
        said = [bid.label for bid in variant.bids] + [kind.label for kind in variant.announcements]
        labels = (text for text in variant.labels.values() if text[-1] != ".")
        words = {variant.name, *said, *labels}
        assert [word for word in words if word.lower() not in glossary] == [], variant.key


FACTORS = {"Petite": 1, "Garde": 2, "Garde sans": 4, "Garde contre": 6}
SLAMS = {"": 0, "made": 200, "called, made": 400, "called, missed": -200, "defence": -200}


def worked_examples() -> list[list[str]]:
    """The rows of the table of examples on the sheet of French Tarot."""
    lines = (RULES / "variants" / "french.md").read_text().splitlines()
    rows = [line.strip("|").split("|") for line in lines if re.match(r"\| F[PXO]\d+ \|", line)]
    return [[cell.strip().replace("−", "-").replace("½", ".5") for cell in row] for row in rows]


def test_the_worked_examples_on_the_sheet_follow_from_the_formula_on_it() -> None:
    """Rules 1.11.2 to 1.11.5."""
    assert worked_examples()
    for row in worked_examples():
        follows_from_the_formula(row)


def follows_from_the_formula(row: list[str]) -> None:
    """Fail unless the scores of an example are those of the formula."""
    name, _preset, players, contract, bouts, points, petit, handful, slam, *scores, _source = row
    needed = (56, 51, 41, 36)[int(bouts)]
    margin = math.ceil(abs(float(points) - needed))
    won = 1 if float(points) >= needed else -1
    factor = FACTORS[contract]
    bonus = sum(map(int, handful.split("+"))) if handful else 0
    one = won * ((25 + margin) * factor + bonus) + SLAMS[slam]
    one += {"taker": 10, "defence": -10, "": 0}[petit] * factor
    said, taker, partner, defender = (int(score) if score else 0 for score in scores)
    assert (said, defender) == (one, -one), name
    assert partner in (0, one), name
    opponents = int(players) - (2 if partner else 1)
    assert taker + partner == opponents * one, name
