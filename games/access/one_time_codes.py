"""One-time codes of an app (TOTP, RFC 6238), and recovery codes for when its telephone is lost.

Both are asked for after the password, and hang together: recovery codes are made when one-time
codes are turned on, and go when they are turned off.
"""

import time
from enum import Enum

import pyotp
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _
from pyotp.exceptions import OTPVerificationError

from games.access.typed_codes import digest_of, new_code, plain
from games.models import OneTimeCodes, Passkey, RecoveryCode, User
from games.writing.durably import durably

ISSUER = "ClubTarot"  # what the app calls the site
DRIFT = 1  # half minutes by which the clock of a telephone may be wrong, either way
MANY = 10  # recovery codes


class SecondFactor(Enum):
    """What somebody has shown after their password."""

    ONE_TIME = "one-time"
    RECOVERY = "recovery"


def new_secret() -> str:
    """Return a random secret, in the form in which it is typed into an app."""
    return pyotp.random_base32()


def app_address(user: User, secret: str) -> str:
    """Return what an app reads from a QR code: whose codes these are, and the secret."""
    address: str = pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)
    return address


def step_of(secret: str, text: str) -> int | None:
    """Return the half minute, counted since 1970, whose code was typed; None if none is near."""
    code = plain(text)
    if not (code.isascii() and code.isdigit()):
        return None
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(
            code, for_time=time.time(), valid_window=DRIFT
        )
    except OTPVerificationError:
        return None


def uses_codes(user: User) -> bool:
    """Return whether a code is asked for after the password of an account."""
    return OneTimeCodes.objects.filter(user=user).exists()


def is_safer(user: User) -> bool:
    """Return whether an account has more than a password: one-time codes or a passkey."""
    return uses_codes(user) or Passkey.objects.filter(user=user).exists()


def turn_on(*, user: User, secret: str, text: str) -> list[str]:
    """Ask for codes from now on, once the app has shown a right one.

    Returns the recovery codes, which nobody can read again. Raises ValidationError.
    """

    def write() -> list[str]:
        step = step_of(secret, text)
        if step is None:
            sentence = _("This is not the code that the app shows. Is the telephone’s clock right?")
            raise ValidationError({"code": sentence})
        OneTimeCodes.objects.create(user=user, secret=secret, last_step=step)
        return replace_recovery_codes(user)

    try:
        return durably(write)
    except IntegrityError:
        raise ValidationError(_("One-time codes are already turned on.")) from None


def turn_off(user: User) -> bool:
    """Ask for no code from now on; whether one was asked for."""
    return durably(lambda: forget_codes(user))


def make_recovery_codes(user: User) -> list[str]:
    """Replace the recovery codes by ten new ones; none where nothing asks for them."""
    return durably(lambda: replace_recovery_codes(user) if uses_codes(user) else [])


def replace_recovery_codes(user: User) -> list[str]:
    """Replace the recovery codes likewise, inside the caller's transaction."""
    RecoveryCode.objects.filter(user=user).delete()
    codes = [new_code() for _number in range(MANY)]
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(user=user, digest=digest_of(plain(code))) for code in codes]
    )
    return codes


def recovery_codes_left(user: User) -> int:
    """Return how many recovery codes of an account were not used."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def prove(user: User, text: str) -> SecondFactor | None:
    """Return what a typed code proves; None for a wrong one. A right one is used up."""
    return durably(lambda: use_one_time(user, text) or use_recovery(user, text))


def use_one_time(user: User, text: str) -> SecondFactor | None:
    """Use up the code of an app, and all before it; inside the caller's transaction."""
    codes = OneTimeCodes.objects.filter(user=user)
    row = codes.first()
    step = step_of(row.secret, text) if row else None
    if step is None or not codes.filter(last_step__lt=step).update(last_step=step):
        return None
    return SecondFactor.ONE_TIME


def use_recovery(user: User, text: str) -> SecondFactor | None:
    """Use up a recovery code; inside the caller's transaction."""
    unused = RecoveryCode.objects.filter(user=user, digest=digest_of(plain(text)), used_at=None)
    return SecondFactor.RECOVERY if unused.update(used_at=timezone.now()) else None


def forget_codes(user: User) -> bool:
    """End one-time codes and recovery codes, and return whether there were any."""
    RecoveryCode.objects.filter(user=user).delete()
    return bool(OneTimeCodes.objects.filter(user=user).delete()[0])


def password_alone(user: User) -> bool:
    """Remove an account's second steps, and return whether it had any."""
    passkeys = bool(Passkey.objects.filter(user=user).delete()[0])
    return forget_codes(user) or passkeys
