"""The server in a page: the same tables, the same messages, with no network, for playing offline.

A worker of the browser runs Python (Pyodide) with these sources. `http` and `wasm.arrays` stand in for two packages
that are not available there, `store` keeps games in memory that the page saves, and `server` takes the place of the
sockets. Everything else is the code of the real server, unchanged.
"""
