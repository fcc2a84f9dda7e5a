"""Connections and messages: WebSockets, HTTP types, identity; nothing here knows a table."""
