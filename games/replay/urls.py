"""The addresses of `replay`."""

from django.urls import path, register_converter

from games.access.addresses import HAND
from games.replay import log_pages, published, remark_pages, sharing, step_pages
from games.replay.places import Place

register_converter(Place, "place")

urlpatterns = [
    path(f"{HAND}/", step_pages.hand, name="hand"),
    path(f"{HAND}/<place:place>", step_pages.hand, name="hand-place"),
    path(f"{HAND}/<int:step>/", step_pages.hand, name="hand-step"),
    path(f"{HAND}/revisions/<int:revision>/", step_pages.former, name="hand-revision"),
    path(
        f"{HAND}/revisions/<int:revision>/<place:place>",
        step_pages.former,
        name="hand-revision-place",
    ),
    path(f"{HAND}/record.json", step_pages.hand_record, name="hand-record"),
    path(f"{HAND}/log/", log_pages.hand_log, name="hand-log"),
    path(f"{HAND}/publish/", sharing.publish, name="hand-publish"),
    path(f"{HAND}/comments/", remark_pages.add, name="remark-add"),
    path(f"{HAND}/comments/<slug:remark_id>/erase/", remark_pages.erase, name="remark-erase"),
    path(f"{HAND}/comments/<slug:remark_id>/hide/", remark_pages.hide, name="remark-hide"),
    path("hands/<slug:hand_id>/", published.hand, name="shared-hand"),
    path("hands/<slug:hand_id>/<place:place>", published.hand, name="shared-place"),
    path("hands/<slug:hand_id>/<place:place>.png", published.picture, name="shared-picture"),
]
