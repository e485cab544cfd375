"""Finding hands: one set of filters for pages and programs, and what it finds."""

from games.search.conditions import hits_of
from games.search.filters import HandSearch
from games.search.listing import Listed, ListedSeat, listed_hands, listed_seats

__all__ = ["HandSearch", "Listed", "ListedSeat", "hits_of", "listed_hands", "listed_seats"]
