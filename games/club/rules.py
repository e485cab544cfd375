"""The rules that the program keeps: the list of games, and a sheet for each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404
from games.display.rule_facts import facts
from games.display.rulesheets import rule_sheet
from games.rules import Choice, Option, Variant, find_variant


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the games that can be recorded here."""
    club = club_or_404(request, slug)
    context = {"club": club, "section": "rules", "played": club.played, "others": club.not_played}
    return render(request, "club/rules/list.html", context)


@require_safe
def sheet(request: HttpRequest, slug: str, variant: str) -> HttpResponse:
    """Show the rule sheet of a game, with anchors for rules (`#r-1.9.3`) and options."""
    game = find_variant(variant)
    club = club_or_404(request, slug)
    if game is None:
        raise Http404
    context = {
        "club": club,
        "section": "rules",
        "variant": game,
        "game_key": game.key,
        "facts": facts(game),
        "sheet": rule_sheet(game.key, get_language() or "en"),
        "options": [(option, takers(game, option)) for option in game.options],
    }
    return render(request, "club/rules/sheet.html", context)


def takers(variant: Variant, option: Option) -> list[tuple[Choice, list[bool]]]:
    """Return for each choice of an option whether each preset takes it."""
    chosen = [preset.options[option.key] for preset in variant.presets]
    return [(choice, [value == choice.value for value in chosen]) for choice in option.choices]
