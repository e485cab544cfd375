"""A whole club's evening on the site at once: what every table waits for, and what it costs."""
