"""Signing in: failed guesses, where somebody is signed in, codes on paper, passkeys, apps."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from games.models.people import Club

PASSKEY_NAME_LENGTH = 40


class FailedSignIn(models.Model):
    """How often somebody has guessed wrong lately; `key` is a digest, not a name."""

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.failures} until {self.last_at}"


class SignedIn(models.Model):
    """Whose a session is, and what they opened it with; it goes with its session.

    Sessions themselves do not say whose they are, and are read with every request.
    """

    session = models.OneToOneField(Session, models.CASCADE, related_name="signed_in")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    browser = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return self.browser


class PaperCode(models.Model):
    """A code with which `user` chooses a new password once, printed by `made_by` in `club`.

    Without a user it founds an empty site. Only its digest is kept; once used it stays, so that the
    owner of an account sees that there was one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user}, {self.made_at}"


class Passkey(models.Model):
    """A key pair that a telephone, a tablet or a security key holds for its owner.

    A person who uses it there comes in without a password. `credential_id` is the browser's name
    for it. `credential` is the public half with its data, as fido2 packs it; `sign_count` is how
    often it says it was used, 0 if it does not count.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=PASSKEY_NAME_LENGTH)
    # WebAuthn has at most 1023 bytes, here as base64.
    credential_id = models.CharField(max_length=1364, unique=True)
    credential = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return self.name


class OneTimeCodes(models.Model):
    """That an account asks for a code of an app after the password (TOTP, RFC 6238).

    The secret is readable: each code is computed from it. No code of `last_step`, the half minute
    of the last one that was taken, or before it is taken again.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="one_time_codes"
    )
    secret = models.CharField(max_length=64)
    last_step = models.BigIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"since {self.made_at}"


class RecoveryCode(models.Model):
    """A code that is typed once in place of a one-time code when the app is lost.

    Only its digest is kept. A used code stays, so that its owner sees how many are left.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="recovery_code_once")
        ]

    def __str__(self) -> str:
        return "used" if self.used_at else "not used"
