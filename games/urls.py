"""The addresses of the site's pages, by feature."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path

from games.views import accounts, clubs, matches_new, people, rules

urlpatterns: list[URLPattern | URLResolver] = [
    path("", clubs.home, name="home"),
    path("accounts/sign-in/", accounts.SignInView.as_view(), name="sign-in"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/open/", clubs.club_open, name="club-open"),
    # a club
    path("c/<slug:club>/", clubs.club_page, name="club"),
    path("c/<slug:club>/rules/", rules.rules, name="rules"),
    path("c/<slug:club>/rules/<slug:variant>/", rules.sheet, name="rule-sheet"),
    # players
    path("c/<slug:club>/players/add/", people.player_add, name="player-add"),
    path("c/<slug:club>/players/<slug:player>/rename/", people.player_rename, name="player-rename"),
    # matches
    path("c/<slug:club>/matches/new/", matches_new.match_new, name="match-new"),
]
