"""Droggn, judged from its sheet."""

from ..game import Game
from .breaking import MUTATIONS
from .rules import CHECKS
from .scoring import settle
from .sheet import BIDS, DROGGN_PACK, HAND_SIZE, OPTIONS, STOCK_SIZE
from .story import DroggnStory
from .table import DroggnTable

DROGGN = Game(
    key="droggn",
    pack=DROGGN_PACK,
    hand_size=HAND_SIZE,
    stock_size=STOCK_SIZE,
    options=OPTIONS,
    counted={"discard": STOCK_SIZE},
    bids=BIDS,
    announcements=("pagat-ultimo", "fool-last"),
    story=DroggnStory,
    checks=CHECKS,
    settle=settle,
    table=DroggnTable,
    mutations=MUTATIONS,
)
