"""The tables of the site: thin rows; what they mean is in records, services and history."""

from games.models.analysis import Analysis
from games.models.book import Entry, MatchMove, PublishedHead, Seal, SealedText
from games.models.brought_forward import BroughtForward
from games.models.buckets import Bucket
from games.models.club_choices import (
    Confirms,
    RecordedBy,
    RunningSeenBy,
    SeenOutside,
    Writes,
)
from games.models.confirming import Confirmation, Dispute
from games.models.daily import DailyAnswer, DailyHand
from games.models.evenings import Board, Evening, EveningPoints, EveningRound
from games.models.forgetting import ErasedEntry, Erasure
from games.models.invitations import Consent, FormerMember, Invitation
from games.models.jobs import Job, JobPiece
from games.models.keys import UsedKey
from games.models.matches import Hand, HandSeat, Match, MatchSeat, TableChange
from games.models.merging import Merge
from games.models.people import ApiToken, Club, Membership, Player, Presence, Role, User
from games.models.remarks import Publication, Remark
from games.models.signin import (
    FailedSignIn,
    OneTimeCodes,
    PaperCode,
    Passkey,
    RecoveryCode,
    SignedIn,
)
from games.models.statistics import Career, ClubRecord, RecordKind, Tally, TallyKind
from games.models.studies import Study, StudyItem
from games.models.typed_sheets import TypedSheet
