"""The door for the web server: `gunicorn clubtarot.wsgi`."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtarot.settings")

application = get_wsgi_application()

# Imported only now: Django has to be set up. While the site is worked on, the server is started
# again after every change: there the engine waits until a tablet asks for it.
from games.engine.engine_files import make_ahead  # noqa: E402

if not settings.DEBUG:
    # All pages are imported before the thread begins: a process that is forked (--preload) while it
    # imports something would keep that half-made for ever.
    import_module(settings.ROOT_URLCONF)
    make_ahead()
