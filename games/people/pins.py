"""The PIN with which a player confirms a score on somebody else's tablet.

A PIN has few digits, so guesses are counted, each before it is looked at: they have to wait longer
and longer, and after several wrong ones in a row none is accepted until there is a new PIN.
One that somebody else set is provisional: its maker knows it, and each confirmation says so.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.signin import Patience
from games.models import Club, Membership, Player, Role, User
from games.writing.durably import durably, may_record, require_admin, role_of
from games.writing.errors import NoPin, NotAllowed, OwnPin, PinBlocked, WrongPin, invalid

FEWEST_DIGITS, MOST_DIGITS = 4, 8
PATIENCE = Patience(free=3, longest=timedelta(minutes=15))
MOST_WRONG = 20  # of 10,000
A_SHEET = 40  # first PINs at once: each digest is slow to work out


def may_set_pin(user: User, player: Player) -> bool:
    """Return whether somebody may give a player a PIN: scorers, and the player."""
    return may_record(user, player) or is_player(user, player)


def has_own_pin(player: Player) -> bool:
    """Return whether a player has a PIN that nobody else set.

    Scorers cannot replace such a PIN. One from before it was recorded who set it counts as theirs
    if they have an account to set it with.
    """
    if not player.pin or player.pin_set_by_id is not None:
        return False
    return player.pin_set_at is not None or _accounts_of(player).exists()


def may_replace_pin(user: User, player: Player) -> bool:
    """Return whether somebody may replace a player's PIN: the player and administrators."""
    if not may_set_pin(user, player):
        return False
    return not has_own_pin(player) or is_player(user, player) or role_of(user, player) is Role.ADMIN


def _accounts_of(player: Player) -> QuerySet[Membership]:
    return Membership.objects.filter(club=player.club_id, player=player)


def is_player(user: User, player: Player) -> bool:
    """Return whether the account belongs to this player. One statement."""
    return _accounts_of(player).filter(user=user).exists()


def set_pin(*, user: User, player: Player, pin: str) -> Player:
    """Give a player a PIN, or none. Raises ValidationError (`pin`), OwnPin, NotAllowed."""
    if not may_set_pin(user, player):
        raise NotAllowed
    now = Player.every.get(pk=player.pk)
    if not may_replace_pin(user, now):
        raise OwnPin
    if pin and not (pin.isascii() and pin.isdecimal() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise invalid("pin", "malformed", _("A PIN has 4 to 8 digits."))
    digest = make_password(pin) if pin else ""
    setter = None if is_player(user, player) else user
    facts = {"pin_set_by": setter if pin else None, "pin_set_at": timezone.now() if pin else None}
    # As it was looked at: nobody else has set one in the meantime.
    mine = Player.objects.filter(pk=player.pk, pin=now.pin)
    if not durably(lambda: mine.update(pin=digest, wrong_pins=0, wrong_pin_at=None, **facts)):
        raise OwnPin
    for name, value in {"pin": digest, **facts}.items():
        setattr(player, name, value)
    return player


def without_pin(club: Club) -> QuerySet[Player]:
    """Return the players at the club who have no PIN, in their usual order."""
    return club.players.at_the_club().filter(pin="")


def make_first_pins(*, user: User, club: Club) -> list[tuple[Player, str]]:
    """Give players who have none a PIN each, and return them with it.

    At most `A_SHEET` at once. Nobody can read the PINs again. They are provisional: `user` has seen
    them.

    Raises NotAllowed.
    """
    require_admin(user, club)
    drawn = [(player, f"{secrets.randbelow(10_000):04}") for player in without_pin(club)[:A_SHEET]]
    made = [(player, pin, make_password(pin)) for player, pin in drawn]  # takes long

    def write() -> list[tuple[Player, str]]:
        facts = {"pin_set_by": user, "pin_set_at": timezone.now()}
        fresh = {"wrong_pins": 0, "wrong_pin_at": None, **facts}
        # Nobody else has set one in the meantime.
        return [
            (player, pin)
            for player, pin, digest in made
            if Player.objects.filter(pk=player.pk, pin="").update(pin=digest, **fresh)
        ]

    return durably(write)


def prove_pin(player: Player, pin: str) -> Player:
    """Return the player as their PIN was proven. Raises NoPin, PinBlocked, WrongPin, invalid.

    The digest is worked out between two transactions: nobody waits for it.
    """
    row = durably(lambda: _count_guess(player))
    if not check_password(pin, row.pin):
        raise WrongPin
    proven = Player.objects.filter(pk=player.pk, pin=row.pin)
    durably(lambda: proven.update(wrong_pins=0, wrong_pin_at=None))
    return row


def _count_guess(player: Player) -> Player:
    """Count a guess as wrong until it proves right; the player with the digest to compare."""
    now = timezone.now()
    columns = ("pin", "pin_set_by", "pin_set_at", "wrong_pins", "wrong_pin_at")
    row = Player.objects.only(*columns).get(pk=player.pk)
    if not row.pin:
        raise NoPin
    if row.wrong_pins >= MOST_WRONG:
        raise PinBlocked(None)
    # One that lies ahead was counted before the clock was set back, and nobody knows when.
    if row.wrong_pin_at is not None and row.wrong_pin_at <= now:
        wait = row.wrong_pin_at + PATIENCE.wait(row.wrong_pins) - now
        if wait > timedelta():
            raise PinBlocked(-(-wait // timedelta(seconds=1)))
    same = Player.objects.filter(pk=player.pk, wrong_pins=row.wrong_pins)
    if not same.update(wrong_pins=F("wrong_pins") + 1, wrong_pin_at=now):
        raise PinBlocked(1)  # somebody else guesses at this moment
    return row
