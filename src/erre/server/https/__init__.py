"""https for a home network: a certificate authority of one's own, its certificate, and the page that explains it."""
