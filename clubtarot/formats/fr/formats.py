"""How days are written, long and short, and a month."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j N Y"
MONTH_DAY_FORMAT = "j N"
YEAR_MONTH_FORMAT = "F Y"
