"""https for a home network: its own certificate authority, a certificate, and the page that explains it."""
