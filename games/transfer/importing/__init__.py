"""Taking an archive, or records from elsewhere, into a club: all of it or nothing.

Everything is judged first, then written in short transactions that hold the club's chain. What is
here already stays as it is, so that the same import twice changes nothing, and two archives
together lose nothing.
"""
