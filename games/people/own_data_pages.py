"""The download of everything that is stored about the person signed in."""

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.pages import user_of
from games.access.quota import HEAVY, limited
from games.people.own_data import own_data


@limited(HEAVY)
@never_cache
@require_safe
def own_data_file(request: HttpRequest) -> StreamingHttpResponse:
    """Send all of it as a JSON file."""
    response = StreamingHttpResponse(own_data(user_of(request)), content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="clubtarot-about-me.json"'
    return response
