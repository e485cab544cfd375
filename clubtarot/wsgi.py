"""The door for the web server: `gunicorn clubtarot.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtarot.settings")

application = get_wsgi_application()
