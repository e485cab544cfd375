"""Every write of what is chained. Each checks the user's role and is one durable transaction."""

from games.book.amending import Amended, Corrected, Wanted, amend, preview_amendment
from games.book.chain import seal
from games.book.entries import Appended, append, preview
from games.book.hands import give_up, open_hand, take_up, void_hand
from games.book.many import GivenHand, take_hands, take_result
from games.book.table_changes import take_over
from games.book.whole import Taken, take_record
