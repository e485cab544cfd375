"""The addresses of `replay`."""

from django.urls import path, register_converter

from games.replay import log_pages, published, remark_pages, sharing, step_pages
from games.replay.places import Place

register_converter(Place, "place")

urlpatterns = [
    path("c/<slug:slug>/hands/<slug:hand_id>/", step_pages.hand, name="hand"),
    path("c/<slug:slug>/hands/<slug:hand_id>/<place:place>", step_pages.hand, name="hand-place"),
    path("c/<slug:slug>/hands/<slug:hand_id>/<int:step>/", step_pages.hand, name="hand-step"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/revisions/<int:revision>/",
        step_pages.former,
        name="hand-revision",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/revisions/<int:revision>/<place:place>",
        step_pages.former,
        name="hand-revision-place",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/record.json", step_pages.hand_record, name="hand-record"
    ),
    path("c/<slug:slug>/hands/<slug:hand_id>/log/", log_pages.hand_log, name="hand-log"),
    path("c/<slug:slug>/hands/<slug:hand_id>/publish/", sharing.publish, name="hand-publish"),
    path("c/<slug:slug>/hands/<slug:hand_id>/comments/", remark_pages.add, name="remark-add"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/comments/<slug:remark_id>/erase/",
        remark_pages.erase,
        name="remark-erase",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/comments/<slug:remark_id>/hide/",
        remark_pages.hide,
        name="remark-hide",
    ),
    path("hands/<slug:hand_id>/", published.hand, name="shared-hand"),
    path("hands/<slug:hand_id>/<place:place>", published.hand, name="shared-place"),
    path("hands/<slug:hand_id>/<place:place>.png", published.picture, name="shared-picture"),
]
