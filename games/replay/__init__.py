"""What the page of a hand shows at each of its steps.

`film(record, view)` folds a record once for every step and says of each thing on the page (a
card in a hand, a card on the table, a row of the trick list) from which step until which it is
there. The page is drawn once with everything in it; the server leaves out of sight what is not
there at the step asked for, and the script does the same when the reader steps on, without
asking the server again.
"""

from games.replay.film import Film, film
from games.replay.views import ALL, NONE, View, view_of
