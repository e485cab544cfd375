"""Configuration of the site: settings, addresses, the door for the web server."""
