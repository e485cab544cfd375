"""The days on which a club may have played."""

from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _

# No club has played before, and none can ask for later.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)
DAY_BOUNDS = [MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)]


def is_possible(day: date) -> bool:
    """Return whether a club can have played on that day."""
    return FIRST_DAY <= day <= LAST_DAY


def check_day(day: date) -> None:
    """Raise ValidationError for a day on which no club can have played."""
    if not is_possible(day):
        message = _("The year must be between 1900 and 2999.")
        raise ValidationError(message, code="out-of-range")


def check_days(**days: date | None) -> None:
    """Raise ValidationError by field for the first such day; None is a day left open."""
    for field, day in days.items():
        try:
            if day is not None:
                check_day(day)
        except ValidationError as error:
            raise ValidationError({field: error}) from None
