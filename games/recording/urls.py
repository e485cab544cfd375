"""The addresses of `recording`."""

from django.urls import path

from games.recording import evening_pages, http, kept_pages, screen_pages, typed_sheet_pages

urlpatterns = [
    path("c/<slug:slug>/hands/<slug:hand_id>/entries/", http.entries, name="entries"),
    path("kept/", kept_pages.kept, name="kept"),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/type/",
        typed_sheet_pages.typed_sheet,
        name="typed-sheet",
    ),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/type/do/",
        typed_sheet_pages.typed_sheet_do,
        name="typed-sheet-do",
    ),
    path("c/<slug:slug>/matches/<slug:match_id>/record/", screen_pages.record, name="record"),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/record/open/",
        evening_pages.open_hand,
        name="hand-open",
    ),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/tablet/deal/",
        evening_pages.deal,
        name="tablet-deal",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/seal/",
        evening_pages.seal,
        name="tablet-seal",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/confirm/",
        evening_pages.confirm,
        name="tablet-confirm",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/dispute/",
        evening_pages.dispute,
        name="tablet-dispute",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/give-up/",
        evening_pages.give_up,
        name="tablet-give-up",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/take-up/",
        evening_pages.take_up,
        name="tablet-take-up",
    ),
    path("worker.js", screen_pages.worker, name="worker"),
    path("c/<slug:slug>/hands/<slug:hand_id>/recording/", http.recording, name="recording"),
    # as pages of before 0.3 know it: their scripts take a redirect for the way to the sign-in page
    path("c/<slug:slug>/hands/<slug:hand_id>/desk/", http.recording, name="recording-0.2"),
    path("c/<slug:slug>/hands/<slug:hand_id>/seal/", evening_pages.seal_form, name="hand-seal"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/take-over/",
        screen_pages.take_over,
        name="hand-take-over",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/give-up/",
        evening_pages.give_up_form,
        name="hand-give-up",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/take-up/",
        evening_pages.take_up_form,
        name="hand-take-up",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/entries/<int:index>/",
        http.entry,
        name="entry",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/preview/",
        http.preview,
        name="entry-preview",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/difference/",
        http.difference,
        name="difference",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/conflict/",
        http.conflict,
        name="conflict",
    ),
    path("c/<slug:slug>/hands/<slug:hand_id>/paste/", http.paste, name="entry-paste"),
    path("c/<slug:slug>/hands/<slug:hand_id>/choosing/", http.choosing, name="choosing"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/panel/<slug:name>/",
        http.panel,
        name="panel",
    ),
]
