"""The addresses of `recording`."""

from django.urls import path

from games.access.addresses import HAND, MATCH
from games.recording import evening_pages, http, kept_pages, screen_pages, typed_sheet_pages

urlpatterns = [
    path(f"{HAND}/entries/", http.entries, name="entries"),
    path("kept/", kept_pages.kept, name="kept"),
    path(f"{MATCH}/type/", typed_sheet_pages.typed_sheet, name="typed-sheet"),
    path(f"{MATCH}/type/do/", typed_sheet_pages.typed_sheet_do, name="typed-sheet-do"),
    path(f"{MATCH}/record/", screen_pages.record, name="record"),
    path(f"{MATCH}/record/open/", evening_pages.open_hand, name="hand-open"),
    path(f"{MATCH}/tablet/deal/", evening_pages.deal, name="tablet-deal"),
    path(f"{HAND}/tablet/seal/", evening_pages.seal, name="tablet-seal"),
    path(f"{HAND}/tablet/confirm/", evening_pages.confirm, name="tablet-confirm"),
    path(f"{HAND}/tablet/dispute/", evening_pages.dispute, name="tablet-dispute"),
    path(f"{HAND}/tablet/give-up/", evening_pages.give_up, name="tablet-give-up"),
    path(f"{HAND}/tablet/take-up/", evening_pages.take_up, name="tablet-take-up"),
    path("worker.js", screen_pages.worker, name="worker"),
    path(f"{HAND}/recording/", http.recording, name="recording"),
    # as pages of before 0.3 know it: their scripts take a redirect for the way to the sign-in page
    path(f"{HAND}/desk/", http.recording, name="recording-0.2"),
    path(f"{HAND}/seal/", evening_pages.seal_form, name="hand-seal"),
    path(f"{HAND}/take-over/", screen_pages.take_over, name="hand-take-over"),
    path(f"{HAND}/give-up/", evening_pages.give_up_form, name="hand-give-up"),
    path(f"{HAND}/take-up/", evening_pages.take_up_form, name="hand-take-up"),
    path(f"{HAND}/entries/<int:index>/", http.entry, name="entry"),
    path(f"{HAND}/preview/", http.preview, name="entry-preview"),
    path(f"{HAND}/difference/", http.difference, name="difference"),
    path(f"{HAND}/conflict/", http.conflict, name="conflict"),
    path(f"{HAND}/paste/", http.paste, name="entry-paste"),
    path(f"{HAND}/choosing/", http.choosing, name="choosing"),
    path(f"{HAND}/panel/<slug:name>/", http.panel, name="panel"),
]
