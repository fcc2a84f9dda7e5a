"""The erre command."""
