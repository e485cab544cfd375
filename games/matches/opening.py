"""Opening a match: one form; its small buttons work without a script as well."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.access.forms import PlayerForm
from games.access.pages import (
    make_or_blame,
    page_or_fragment,
    scorers_club_or_404,
    status_of,
    user_of,
)
from games.matches import match_changes
from games.matches.match_seats import Elsewhere, sitting_elsewhere
from games.matches.opening_form import OPTION, SEAT, MatchForm, key_of, texts_of
from games.matches.usual import usual_match, usual_variant
from games.models import Club, Match
from games.people.changing_players import add_to_club
from games.rules import Variant, find_variant
from games.writing.once import made_with

# What the form says of a match, by the names of `open_match`.
OF_THE_MATCH = (
    "title table played_on hands_planned writes first_dealer dealer_sits_out seats options preset "
    "settings"
).split()


@require_http_methods(["GET", "POST"])
def match_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a new match. A button `do` opens it, or changes what the form contains."""
    club = scorers_club_or_404(request, slug)
    if request.method == "POST":
        return submitted(request, club)
    variant = find_variant(request.GET.get("variant", "")) or usual_variant(club)
    return show(request, club, variant, initial=usual_match(club, variant))


def submitted(request: HttpRequest, club: Club) -> HttpResponse:
    """Do what the button says.

    `open`, `open-all-the-same` though somebody sits elsewhere, `open-sheet` for an evening that is
    over and written on paper, `preset:<key>`, `variant:<key>` or `add-player`.
    """
    variant = variant_or_404(request.POST.get("variant", ""))
    typed: dict[str, Any] = request.POST.dict()
    match request.POST.get("do", "open").partition(":"):
        case ["open", *_]:
            return open_match(request, club, variant, ask=True)
        case ["open-all-the-same", *_]:
            return open_match(request, club, variant, ask=False)
        case ["open-sheet", *_]:
            return open_match(request, club, variant, ask=False, leads_to="typed-sheet")
        case ["preset", _, key]:
            return show(request, club, variant, initial=typed | preset_fields(variant, key))
        case ["variant", _, key]:
            other = variant_or_404(key)
            kept = {name: typed[name] for name in ("title", "table", "played_on") if name in typed}
            return show(request, club, other, initial=usual_match(club, other) | kept)
        case ["add-player", *_]:
            return add_player(request, club, variant, typed)
        case _:
            raise Http404


def open_match(
    request: HttpRequest, club: Club, variant: Variant, *, ask: bool, leads_to: str = "record"
) -> HttpResponse:
    """Open the match and go on, or show what is missing, or with `ask` who sits elsewhere."""
    form = MatchForm(request.POST, club=club, variant=variant)
    if form.is_valid() and ask:
        form.elsewhere = sitting_elsewhere_of(request, form)
    match = open_from(request, form) if form.is_valid() and not form.elsewhere else None
    if match is None:
        return render_form(request, form, status=status_of(form))
    return redirect(leads_to, club.slug, match.public_id)


def sitting_elsewhere_of(request: HttpRequest, form: MatchForm) -> list[Elsewhere]:
    """Return who in a valid form, not sent before, sits at another open match of the day."""
    if made_with(user_of(request), form.cleaned_data["key"]).exists():
        return []
    day = form.cleaned_data["played_on"]
    return sitting_elsewhere(form.club, form.cleaned_data["seats"], day)


def open_from(request: HttpRequest, form: MatchForm) -> Match | None:
    """Return the new match with its first hand; None, and the reason in the form, if refused."""
    fields = {name: form.cleaned_data[name] for name in OF_THE_MATCH}
    fields |= {"variant": form.variant.key, "first_hand": True, "once": form.once}
    return make_or_blame(
        form, lambda: match_changes.open_match(user=user_of(request), club=form.club, **fields)
    )


def add_player(
    request: HttpRequest, club: Club, variant: Variant, typed: dict[str, Any]
) -> HttpResponse:
    """Add a player to the club and give them the first empty seat."""
    newcomer = PlayerForm(request.POST, prefix="new")
    player = add_to_club(request, club, newcomer) if newcomer.is_valid() else None
    if player is None:
        form = MatchForm(initial=typed, club=club, variant=variant)
        return render_form(request, form, status=status_of(newcomer), newcomer=newcomer)
    seatings = {key_of(seating): seating.people for seating in variant.seatings}
    people = seatings.get(typed.get("places", ""), max(seatings.values()))
    seats = [f"{SEAT}{seat}" for seat in range(people)]
    empty = [seat for seat in seats if not typed.get(seat)]
    return show(request, club, variant, initial=typed | dict.fromkeys(empty[:1], player.public_id))


def show(
    request: HttpRequest, club: Club, variant: Variant, *, initial: dict[str, Any]
) -> HttpResponse:
    """Show the form with these values, nothing judged yet."""
    form = MatchForm(initial=initial, club=club, variant=variant)
    return render_form(request, form)


def render_form(
    request: HttpRequest, form: MatchForm, *, status: int = 200, newcomer: PlayerForm | None = None
) -> HttpResponse:
    """Render the page, or for htmx the form alone.

    `newcomer` is the line for somebody who has never played in the club, if it was filled in.
    """
    context = {
        "club": form.club,
        "section": "matches",
        "form": form,
        "newcomer": newcomer or PlayerForm(prefix="new"),
        "variant": form.variant,
        "variants": form.club.played,
        "others": form.club.not_played,
    }
    return page_or_fragment(
        request, "matches/new.html", "matches/_match_form.html", context, status
    )


def preset_fields(variant: Variant, key: str) -> dict[str, str]:
    """Return the option fields as a preset has them."""
    preset = next((preset for preset in variant.presets if preset.key == key), None)
    if preset is None:
        raise Http404
    return {OPTION + name: text for name, text in texts_of(variant, preset.options).items()}


def variant_or_404(key: str) -> Variant:
    """Return the game of that key, or raise Http404."""
    variant = find_variant(key)
    if variant is None:
        raise Http404
    return variant
