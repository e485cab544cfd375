"""The addresses of `club`."""

from django.urls import path

from games.access.addresses import CLUB, PLAYER
from games.club import (
    feeds,
    founding_pages,
    help_pages,
    home,
    letters,
    player,
    rules,
    settings,
    welcome,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("accounts/sign-in/", welcome.WelcomeView.as_view(), name="sign-in"),
    path("founding/", founding_pages.founding, name="founding"),
    path("clubs/", home.clubs, name="clubs"),
    path("clubs/open/", home.club_open, name="club-open"),
    path(f"{CLUB}/", home.club_page, name="club"),
    path(f"{CLUB}/settings/", settings.settings, name="club-settings"),
    path(f"{CLUB}/rules/", rules.rules, name="rules"),
    path(f"{CLUB}/rules/<slug:variant>/", rules.sheet, name="rule-sheet"),
    path(f"{CLUB}/players/", player.players, name="players"),
    path(f"{PLAYER}/", player.player, name="player"),
    path(f"{CLUB}/feeds/", feeds.feeds, name="feeds"),
    path("feeds/<slug:feed>/news.atom", feeds.news, name="feed-news"),
    path("feeds/<slug:feed>/evenings.ics", feeds.calendar, name="feed-calendar"),
    path("mail/<str:signed>/", letters.mail_end, name="mail-end"),
    path("help/", help_pages.help_page, name="help"),
    path("help/<slug:name>/", help_pages.help_page, name="help"),
]
