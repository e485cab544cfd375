"""A random auction of Taroux of Six, legal but for a few marked or secret faults."""

from ..cards import HONOURS
from ..made import REASONS
from .sheet import BIDS, CONTRACTS, SIGNALS, partner


class Bidding:
    """Adds the calls of one auction to a table, and ends with `bidder` and `contract`."""

    def __init__(self, table):
        self.table, self.rng = table, table.rng
        self.bidder, self.contract = -1, ""
        self.contra = self.recontra = ""
        self.eager = self.rng.choice([0.0, 0.08, 0.2, 0.3])
        self.quiet = table.chance(0.12)

    def run(self):
        step = 1 if self.table.rules["auction_direction"] == "with-play" else -1
        seat, passes = (self.table.dealer + 1) % 6, 0
        while passes < (5 if self.contract else 6):
            closing = passes == (4 if self.contract else 5)
            if closing and self.contract not in CONTRACTS and not self.quiet:
                call = self.stand(seat, self.rng.choice(["take", "take", "take", *CONTRACTS]))
            else:
                call = self.speak(seat)
            passes = passes + 1 if call == "pass" else 0
            seat = (seat + step) % 6

    def has_honour(self, seat):
        return bool(self.table.hands[seat] & HONOURS)

    def add(self, seat, call, *, excuse=False):
        action = self.table.add("call", seat=seat, call=call)
        if call in ("contra", "recontra"):
            action["of"] = self.contract
        if excuse:
            action["irregular"] = self.rng.choice(REASONS)
        return call

    def speak(self, seat):
        """One turn to call, and a re-contra out of turn where a contra invites one."""
        roll = self.rng.random()
        if self.contract and roll < 0.12 and self.may_contra(seat):
            self.contra = self.add(seat, "contra")
            self.answer()
            return "contra"
        if self.contract and self.table.chance(0.01):
            return self.fault(seat)
        own = 0.3 if seat == self.table.star else 0.0
        if roll < self.eager + own:
            return self.bid(seat)
        return self.add(seat, "pass")

    def may_contra(self, seat):
        own_side = seat in (self.bidder, partner(self.bidder))
        return not own_side and not self.contra and self.has_honour(seat)

    def answer(self):
        able = [seat for seat in (self.bidder, partner(self.bidder)) if self.has_honour(seat)]
        if able and self.table.chance(0.4):
            self.recontra = self.add(self.rng.choice(able), "recontra")

    def bid(self, seat):
        low = BIDS.index(self.contract) + 1 if self.contract else 0
        calls = [call for call in BIDS[low:] if call not in SIGNALS or self.has_honour(seat)]
        if self.quiet:
            calls = [call for call in calls if call in SIGNALS]
        elif self.table.chance(0.5):
            calls = calls[:2]
        if not calls:
            return self.add(seat, "pass")
        call = self.rng.choice(calls)
        if low == 0 and self.table.manner != "none" and self.table.chance(0.1):
            call = self.rng.choice(SIGNALS)
        faulty = call in SIGNALS and not self.has_honour(seat)
        return self.stand(seat, call, excuse=faulty and self.table.manner == "marked")

    def stand(self, seat, call, *, excuse=False):
        self.bidder, self.contract, self.contra, self.recontra = seat, call, "", ""
        return self.add(seat, call, excuse=excuse)

    def fault(self, seat):
        """A call against the rules that the table lets stand: a low bid, or any contra."""
        if self.table.chance(0.4):
            return self.stand(seat, self.rng.choice(BIDS), excuse=True)
        if self.table.chance(0.3) and self.contra:
            self.recontra = self.add(self.rng.randrange(6), "recontra", excuse=True)
            return self.add(seat, "pass")
        self.contra = self.add(seat, "contra", excuse=True)
        return "contra"
