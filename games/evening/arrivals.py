"""Who comes, who leaves, who takes whose seat, and who is in which team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.evening.evenings import teams_of
from games.evening.tables import is_done, keys_of, move_now, seated
from games.models import Club, Evening, Player, Presence, User
from games.models.folding import alike
from games.people.players import add_player
from games.people.presence import presences, write_presence
from games.writing.durably import durably, require_scorer

MOST_IN_TEAM, MOST_IN_DUPLICATE = 4, 6


def somebody_named(*, user: User, club: Club, name: str) -> Player:
    """Return the player of that name; a newcomer is added. Raises ValidationError, NotAllowed."""
    known = {alike(one.name): one for one in club.players.at_the_club()}
    return known.get(alike(name.strip())) or add_player(user=user, club=club, name=name)


def note_change(*, user: User, evening: Evening, came: Player | None, went: Player | None) -> None:
    """Note that somebody has come, or gone, or that one takes the seat of another.

    A substitute is in the same team, and sits down where the other would have played on. Raises
    ValidationError, NotAllowed.
    """
    require_scorer(user, evening)
    if came is not None and came == went:
        raise ValidationError(_("A player sits on two seats."))
    club, day = evening.club, evening.played_on
    arrived, gone = ([one] if one else [] for one in (came, went))

    def write() -> None:
        Evening.objects.filter(pk=evening.pk).update(changed_at=timezone.now())  # one by one
        before = presences(club, day).get(went.pk) if went else None
        write_presence(club, day, came=arrived, went=gone)
        if came and went:
            mine = Presence.objects.filter(player=came, day=day)
            mine.update(team=before.team if before else "", instead_of=went)
        if went:
            _sit_down(user, evening, came, went)

    durably(write)


def _sit_down(user: User, evening: Evening, came: Player | None, went: Player) -> None:
    """Adjust the newest round, where the one who leaves would have played on."""
    drawn = evening.drawn.last()
    if drawn is None:
        return
    tables = keys_of(seated(drawn))
    at = next((number for number, table in enumerate(tables) if went.public_id in table), None)
    if at is None:
        return
    if came is not None and any(came.public_id in table for table in tables):
        raise ValidationError(_("A player sits on two seats."))
    other = came.public_id if came else ""
    if drawn.announced_at is None or (
        other and not is_done(drawn.matches.order_by("pk")[at], drawn)
    ):
        move_now(user, drawn, who=went.public_id, other=other)


def save_teams(*, user: User, evening: Evening, teams: Mapping[Player, str]) -> None:
    """Note who changes to which team, "" for none. Raises ValidationError for one too large."""
    require_scorer(user, evening)
    most = MOST_IN_DUPLICATE if evening.method else MOST_IN_TEAM
    names = {player.pk: team for player, team in teams.items()}
    sizes = Counter(filter(None, (teams_of(evening) | names).values()))
    if large := next((team for team, size in sizes.items() if size > most), None):
        raise ValidationError(
            _("Team %(team)s has more than %(most)s players.") % {"team": large, "most": most}
        )

    def write() -> None:
        rows = list(Presence.objects.filter(player__in=teams, day=evening.played_on))
        for row in rows:
            row.team = names[row.player_id]
        Presence.objects.bulk_update(rows, ["team"])
        Evening.objects.filter(pk=evening.pk).update(changed_at=timezone.now())

    durably(write)
