"""Signing in: guesses that failed, where somebody is signed in, and codes on paper."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from games.models.people import Club


class FailedSignIn(models.Model):
    """How often somebody has guessed wrong lately; `key` is a digest, not a name.

    The limits are in `games.access.signin`.
    """

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
