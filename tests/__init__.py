"""The tests of Erre; they mirror the folders of the source."""
