"""The live server: sockets, lobby, storage, people."""
