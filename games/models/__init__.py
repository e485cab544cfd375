"""The tables of the site: thin rows; what they mean is in records, services and history."""

from games.models.archive import Entry, Seal, SealedText
from games.models.keys import UsedKey
from games.models.people import ApiToken, Club, Membership, Player, Role, User
from games.models.reading import Publication, Remark
from games.models.signin import FailedSignIn
from games.models.statistics import Career, ClubRecord, Milestone, Tally
from games.models.table import Hand, HandSeat, Match, MatchSeat

__all__ = [
    "ApiToken",
    "Career",
    "Club",
    "ClubRecord",
    "Entry",
    "FailedSignIn",
    "Hand",
    "HandSeat",
    "Match",
    "MatchSeat",
    "Membership",
    "Milestone",
    "Player",
    "Publication",
    "Remark",
    "Role",
    "Seal",
    "SealedText",
    "Tally",
    "UsedKey",
    "User",
]
