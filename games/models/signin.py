"""Guesses at passwords that failed; the limits are in `games.access.signin`."""

from django.db import models


class FailedSignIn(models.Model):
    """How often somebody has guessed wrong lately; `key` is a digest, not a name."""

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.failures} until {self.last_at}"
