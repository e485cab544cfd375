"""Founding an empty site.

Its first account and its first club are made on one page, with a code that the server has printed,
and never again.
"""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone

from games.access.typed_codes import digest_of, new_code, plain
from games.club.opening_clubs import check_first_match, new_club
from games.models import Club, PaperCode, User
from games.people.codes import wrong_code
from games.writing.durably import durably
from games.writing.names import read_name

GOOD_FOR = timedelta(days=30)  # or until the server starts again, which prints another


def is_empty() -> bool:
    """Return whether nobody has an account here yet."""
    return not User.objects.exists()


def make_founding_code() -> str:
    """Return a new code to found an empty site with; "" where somebody has an account already."""
    code = new_code()

    def write() -> str:
        PaperCode.objects.filter(user=None, used_at=None).delete()
        if not is_empty():
            return ""
        ends_at = timezone.now() + GOOD_FOR
        PaperCode.objects.create(digest=digest_of(plain(code)), ends_at=ends_at)
        return code

    return durably(write)


def find_founding_code(text: str) -> PaperCode | None:
    """Return the code that the server has printed, if it is this one and still good."""
    codes = PaperCode.objects.filter(user=None, used_at=None, ends_at__gt=timezone.now())
    return codes.filter(digest=digest_of(plain(text))).first() if is_empty() else None


def found_club(
    *, code: PaperCode, club_name: str, username: str, password: str, **first_match: str
) -> tuple[User, Club]:
    """Make the first account, whose password was checked, and its club: all of it or nothing.

    `first_match` is what `open_club` takes in addition to the name.
    Raises ValidationError, also where somebody else was faster.
    """
    club_name = read_name(club_name, "club")
    check_first_match(**first_match)

    def write() -> tuple[User, Club]:
        unused = PaperCode.objects.filter(pk=code.pk, used_at=None)
        if not unused.update(used_at=timezone.now()) or not is_empty():
            raise ValidationError({"code": wrong_code()})
        user = User.objects.create_user(username=username, password=password)
        return user, new_club(user, club_name, **first_match)

    return durably(write)
