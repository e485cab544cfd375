"""The site for gunicorn, as `clubtarot.wsgi` builds it but for the engine of the tablets: to make
that takes seconds of processor time at every start, and no writer here asks for it."""

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
