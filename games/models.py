"""The tables of the site."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who signs in."""
