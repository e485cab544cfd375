"""The settings of a site that tests serve to a browser with gunicorn: it has its files, too."""

from clubtarot.settings_test import *  # noqa: F403

WHITENOISE_USE_FINDERS = True
