"""The addresses of `club`."""

from django.urls import path

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
    path("c/<slug:slug>/", home.club_page, name="club"),
    path("c/<slug:slug>/settings/", settings.settings, name="club-settings"),
    path("c/<slug:slug>/rules/", rules.rules, name="rules"),
    path("c/<slug:slug>/rules/<slug:variant>/", rules.sheet, name="rule-sheet"),
    path("c/<slug:slug>/players/", player.players, name="players"),
    path("c/<slug:slug>/players/<slug:player_id>/", player.player, name="player"),
    path("c/<slug:slug>/feeds/", feeds.feeds, name="feeds"),
    path("feeds/<slug:feed>/news.atom", feeds.news, name="feed-news"),
    path("feeds/<slug:feed>/evenings.ics", feeds.calendar, name="feed-calendar"),
    path("mail/<str:signed>/", letters.mail_end, name="mail-end"),
    path("help/", help_pages.help_page, name="help"),
    path("help/<slug:name>/", help_pages.help_page, name="help"),
]
