"""The addresses of `matches`."""

from django.urls import path

from games.access.addresses import CLUB, MATCH
from games.matches import closing, editing, match_pages, opening, reseating_pages, sheets

urlpatterns = [
    path(f"{CLUB}/matches/", match_pages.matches, name="matches"),
    path(f"{CLUB}/matches/new/", opening.match_new, name="match-new"),
    path(f"{MATCH}/", match_pages.match, name="match"),
    path(f"{CLUB}/matches/sheets.pdf", sheets.sheets_pdf, name="sheets-pdf"),
    path(f"{MATCH}/sheet/", sheets.sheet, name="match-sheet"),
    path(f"{MATCH}/sheet.pdf", sheets.sheet_pdf, name="match-sheet-pdf"),
    path(f"{MATCH}/close/", closing.close, name="match-close"),
    path(f"{MATCH}/edit/", editing.edit, name="match-edit"),
    path(f"{MATCH}/delete/", editing.delete, name="match-delete"),
    path(f"{MATCH}/seats/", reseating_pages.seats, name="match-seats"),
]
