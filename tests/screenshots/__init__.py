"""The two pictures of the README, taken from the site itself: `make screenshots`."""
