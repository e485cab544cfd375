"""The addresses of `matches`."""

from django.urls import path

from games.matches import closing, editing, match_pages, opening, reseating_pages, sheets

urlpatterns = [
    path("c/<slug:slug>/matches/", match_pages.matches, name="matches"),
    path("c/<slug:slug>/matches/new/", opening.match_new, name="match-new"),
    path("c/<slug:slug>/matches/<slug:match_id>/", match_pages.match, name="match"),
    path("c/<slug:slug>/matches/sheets.pdf", sheets.sheets_pdf, name="sheets-pdf"),
    path("c/<slug:slug>/matches/<slug:match_id>/sheet/", sheets.sheet, name="match-sheet"),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/sheet.pdf",
        sheets.sheet_pdf,
        name="match-sheet-pdf",
    ),
    path("c/<slug:slug>/matches/<slug:match_id>/close/", closing.close, name="match-close"),
    path("c/<slug:slug>/matches/<slug:match_id>/edit/", editing.edit, name="match-edit"),
    path("c/<slug:slug>/matches/<slug:match_id>/delete/", editing.delete, name="match-delete"),
    path("c/<slug:slug>/matches/<slug:match_id>/seats/", reseating_pages.seats, name="match-seats"),
]
