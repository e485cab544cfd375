"""The PIN with which a player confirms a score on somebody else's tablet.

A PIN has few digits, so guesses are counted, each before it is looked at: they have to wait longer
and longer, and after so many wrong ones in a row none is looked at until there is a new PIN.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.errors import NoPin, NotAllowed, PinBlocked, WrongPin
from games.access.signin import Patience
from games.access.writing import durably, may_record
from games.models import Membership, Player, User

FEWEST_DIGITS, MOST_DIGITS = 4, 8
PATIENCE = Patience(free=3, longest=timedelta(minutes=15))
MOST_WRONG = 20  # of 10,000


def may_set_pin(user: User, player: Player) -> bool:
    """Whether somebody may give a player a PIN: scorers, and the member who is that player."""
    return may_record(user, player) or is_player(user, player)


def is_player(user: User, player: Player) -> bool:
    """Whether the account belongs to this player. One statement."""
    return Membership.objects.filter(user=user, club=player.club_id, player=player).exists()


def set_pin(*, user: User, player: Player, pin: str) -> Player:
    """Give a player a PIN of 4 to 8 digits, or take it away with an empty one.

    Raises ValidationError (`pin`), NotAllowed.
    """
    if not may_set_pin(user, player):
        raise NotAllowed
    if pin and not (pin.isascii() and pin.isdecimal() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
        message = _("A PIN has 4 to 8 digits.")
        raise ValidationError({"pin": ValidationError(message, code="malformed")})
    digest = make_password(pin) if pin else ""
    mine = Player.objects.filter(pk=player.pk)
    durably(lambda: mine.update(pin=digest, wrong_pins=0, wrong_pin_at=None))
    player.pin = digest
    return player


def prove_pin(player: Player, pin: str) -> None:
    """Raise NoPin, PinBlocked or WrongPin unless it is the PIN of the player.

    The digest is worked out between two transactions: nobody waits for it.
    """
    digest = durably(lambda: _count_guess(player))
    if not check_password(pin, digest):
        raise WrongPin
    proven = Player.objects.filter(pk=player.pk, pin=digest)
    durably(lambda: proven.update(wrong_pins=0, wrong_pin_at=None))


def _count_guess(player: Player) -> str:
    """Count a guess as wrong until it proves right; the digest to hold it against."""
    now = timezone.now()
    row = Player.objects.only("pin", "wrong_pins", "wrong_pin_at").get(pk=player.pk)
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
    return row.pin
