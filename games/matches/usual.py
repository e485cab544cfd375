"""What the form for a new match holds before anybody has touched it: as the club did last time."""

import re
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.matches.match_seats import here_on
from games.matches.opening_form import OPTION, SEAT, SETTING, key_of, texts_of
from games.models import Club, Match
from games.models.club_choices import Writes
from games.people.presence import presences
from games.rules import LAST_HAND, Seating, Variant, endings, find_variant

EVENING, AFTERNOON = 17, 12


def usual_variant(club: Club) -> Variant:
    """Return the game of the club's last match if the club usually plays it, or its first game.

    Before the first match it is the game that was chosen when the club was founded.
    """
    last = club.matches.order_by("-id").first()
    variant = find_variant(last.variant if last else club.first_rules.partition(":")[0])
    return variant if variant in club.played else club.played[0]


def usual_match(club: Club, variant: Variant) -> dict[str, Any]:
    """Return the fields of `MatchForm` as last time.

    Options and settings are as in the last match of this game; so is what is written down, unless
    the club has said it.
    """
    last = club.matches.order_by("-id").first()
    of_this_game = club.matches.filter(variant=variant.key).order_by("-id").first()
    like = of_this_game or last
    return {
        "title": usual_title(),
        "played_on": timezone.localdate(),
        "writes": club.writes or (like.writes if like else Writes.TRICKS_ONLY),
        "hands_planned": usual_end(last, of_this_game, variant),
        "table": usual_place(club, last),
        **usual_table(last, variant),
        **usual_options(club, of_this_game, variant),
        **usual_settings(of_this_game, variant),
    }


def usual_place(club: Club, last: Match | None) -> str:
    """Return the table of last time, or if one still plays there the next free number."""
    name = last.table if last else ""
    today = club.matches.filter(closed_at=None, played_on=timezone.localdate())
    taken = set(today.values_list("table", flat=True)) if name else set()
    number = re.search(r"[0-9]{1,4}$", name)
    if number is None:
        return name
    following = map(str, range(int(number[0]), int(number[0]) + len(taken) + 1))
    return next(free for at in following if (free := name[: number.start()] + at) not in taken)


def usual_title() -> str:
    """Return a title such as "Friday evening", in the reader's language."""
    now = timezone.localtime()
    day = {"day": date_format(now, "l")}
    if now.hour >= EVENING:
        title = _("%(day)s evening") % day
    else:
        title = (_("%(day)s afternoon") if now.hour >= AFTERNOON else _("%(day)s morning")) % day
    return capfirst(title)


def usual_end(last: Match | None, of_this_game: Match | None, variant: Variant) -> int | None:
    """Return the number of hands as last time; at first the number after which the game ends."""
    if of_this_game is None and variant.ending != endings.OPEN_END:
        return variant.ending.hands
    match = of_this_game or last
    return match.hands_planned if match else None


def usual_table(last: Match | None, variant: Variant) -> dict[str, Any]:
    """Return the people of the last match in their seats, as many as the game has.

    Those who play at an open table today are left out, and so is, where it was ticked who is here,
    anybody who is not.
    """
    seats = who_sat_last(last) if last else []
    if last is None:
        usual = Seating(variant.seats[len(variant.seats) // 2])
        return {"places": key_of(usual), "first_dealer": 0}
    seating = nearest(variant, Seating(len(seats), last.dealer_sits_out))
    chairs = seating.people
    today = timezone.localdate()
    here = here_on(last.club, today)
    unsaid = None if presences(last.club, today) else False
    people = {
        f"{SEAT}{seat}": public_id
        for seat, (player, public_id) in enumerate(seats[:chairs])
        if here.get(player, unsaid) is False
    }
    first_dealer = min(last.first_dealer, chairs - 1)
    return {"places": key_of(seating), "first_dealer": first_dealer, **people}


def who_sat_last(match: Match) -> list[tuple[int, str]]:
    """Return key and id of those who sit at a match now, by chair."""
    return list(match.seats.at(LAST_HAND).values_list("player", "player__public_id"))


def nearest(variant: Variant, wanted: Seating) -> Seating:
    """Return the seating nearest to the wanted one, by people, then by who sits out."""
    return min(
        variant.seatings,
        key=lambda one: (
            abs(one.people - wanted.people),
            one.dealer_sits_out != wanted.dealer_sits_out,
        ),
    )


def usual_options(club: Club, last: Match | None, variant: Variant) -> dict[str, str]:
    """Return the options of that match, or of the founding preset, or the game's defaults."""
    first = (preset.options for preset in variant.presets if club.begins_with(variant, preset))
    options = {**variant.default_options(), **(last.options if last else next(first, {}))}
    return {OPTION + key: text for key, text in texts_of(variant, options).items()}


def usual_settings(last: Match | None, variant: Variant) -> dict[str, str]:
    """Return the settings of that match, for its fields; without one the game's own."""
    settings = variant.complete_settings(last.settings if last else {})
    return {SETTING + one.key: one.text(settings[one.key]) for one in variant.settings}
