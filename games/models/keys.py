"""Keys of requests that make something, so that what is sent twice is made once."""

from django.db import models
from django.utils import timezone

from games.models.fields import PUBLIC_ID_LENGTH
from games.models.people import User


class UsedKey(models.Model):
    """The random key of a request that has made something.

    `fingerprint` says what was sent with it, so that a key cannot be used for two different things;
    `made` is the public id of what was made. Entries hold their own key.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    made = models.CharField(max_length=PUBLIC_ID_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="used_key_once_a_user")]

    def __str__(self) -> str:
        return f"{self.user}, {self.made}"
